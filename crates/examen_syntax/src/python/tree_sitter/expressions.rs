//! Expressions of tree-sitter's tree.

use tree_sitter::Node;

use super::{Field, Reader, child_in, name, span};
use crate::Span;
use crate::python::nodes::{
    BinaryOp, BoolOp, CompareOp, Comparison, Comprehension, Context, DictItem, Expr, ExprKind, Keyword, StringPart,
    UnaryOp,
};
use crate::python::tree::{Id, List};

impl<'t> Reader<'_, 't> {
    pub(super) fn field(&mut self, node: Node<'t>, field: Field, context: Context) -> Id<Expr> {
        match child_in(node, field) {
            Some(child) => self.expression(child, context),
            None => self.missing(span(node)),
        }
    }

    /// An expression that should be there and is not.
    pub(super) fn missing(&mut self, near: Span) -> Id<Expr> {
        self.out.add_expr(Span::empty(near.end), ExprKind::Error)
    }

    pub(super) fn first(&mut self, nodes: &[Node<'t>]) -> Option<Id<Expr>> {
        nodes.first().map(|&node| self.expression(node, Context::Load))
    }

    pub(super) fn expression_at(&mut self, nodes: &[Node<'t>], at: usize, near: Span) -> Id<Expr> {
        match nodes.get(at) {
            Some(&node) => self.expression(node, Context::Load),
            None => self.missing(near),
        }
    }

    pub(super) fn expressions(&mut self, nodes: &[Node<'t>], context: Context) -> List<Id<Expr>> {
        let ids: Vec<Id<Expr>> =
            nodes.iter().filter(|node| !node.is_error()).map(|&node| self.expression(node, context)).collect();
        self.out.tree.add_list(&ids)
    }

    pub(super) fn expression(&mut self, node: Node<'t>, context: Context) -> Id<Expr> {
        let whole = self.span_without_star(node);
        let kind = match node.kind() {
            // Leaves first: they are most of the tree and cannot nest.
            "identifier" if node.is_missing() => ExprKind::Error,
            "identifier" => ExprKind::Name { context },
            "integer" | "float" => {
                self.out.has_python2_syntax |= is_python2_number(whole.text(self.out.source));
                ExprKind::Number
            }
            "true" => ExprKind::True,
            "false" => ExprKind::False,
            "none" => ExprKind::None,
            "ellipsis" => ExprKind::Ellipsis,
            _ if !self.out.enter(whole) => ExprKind::Error,
            _ if self.is_wrapper(node) => {
                let id = self.only_child(node, context);
                self.out.leave();
                return id;
            }
            "call" | "attribute" | "subscript" if whole == span(node) && self.byte_at(whole.start) == b'*' => {
                // `*f(x)` is read as a call of `*f`: the star is taken off and put around the whole.
                self.star_at = Some(whole.start);
                let inner = self.expression(node, Context::Load);
                self.out.leave();
                return self.out.add_expr(span(node), ExprKind::Starred { value: inner, context });
            }
            kind => {
                let kind = self.inner_kind(node, kind, context);
                self.out.leave();
                kind
            }
        };
        self.out.add_expr(whole, kind)
    }

    /// Whether a node stands for its only child: brackets that only group, and the grammar's markers for roles.
    fn is_wrapper(&self, node: Node<'t>) -> bool {
        match node.kind() {
            "type" | "as_pattern_target" => true,
            "parenthesized_expression" => self.byte_at(span(node).start) != b'`',
            "tuple_pattern" => self.named_children(node).len() == 1 && !self.has_child(node, ","),
            "list_splat" | "list_splat_pattern" => self.star_at == Some(span(node).start),
            _ => false,
        }
    }

    fn span_without_star(&self, node: Node<'t>) -> Span {
        let whole = span(node);
        if self.star_at != Some(whole.start) {
            return whole;
        }
        Span::new(self.out.skip_trivia(whole.start + 1), whole.end)
    }

    fn only_child(&mut self, node: Node<'t>, context: Context) -> Id<Expr> {
        match self.named_children(node).iter().find(|child| !child.is_error()) {
            Some(&child) => self.expression(child, context),
            None => self.missing(span(node)),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm per kind of expression reads best in one place")]
    fn inner_kind(&mut self, node: Node<'t>, kind: &str, context: Context) -> ExprKind {
        match kind {
            "attribute" => {
                let Some(attribute) = child_in(node, Field::Attribute) else { return ExprKind::Error };
                let value = self.field(node, Field::Object, Context::Load);
                ExprKind::Attribute { value, name: name(attribute), context }
            }
            "member_type" => {
                let parts = self.named_children(node);
                let (Some(&value), Some(&attribute)) = (parts.first(), parts.get(1)) else { return ExprKind::Error };
                ExprKind::Attribute { value: self.expression(value, Context::Load), name: name(attribute), context }
            }
            "call" => self.call(node),
            "subscript" => {
                let indices: Vec<Node<'t>> = self.children_of(node, Field::Subscript).into_iter().collect();
                let value = self.field(node, Field::Value, Context::Load);
                let index = self.index(node, &indices);
                ExprKind::Subscript { value, index, context }
            }
            "generic_type" => {
                let parts = self.named_children(node);
                let (Some(&value), Some(&list)) = (parts.first(), parts.get(1)) else { return ExprKind::Error };
                let value = self.expression(value, Context::Load);
                let index = self.index(list, &self.named_children(list));
                ExprKind::Subscript { value, index, context }
            }
            "slice" => self.slice(node),
            "binary_operator" | "union_type" => self.binary(node),
            "boolean_operator" => self.boolean(node),
            "comparison_operator" => self.comparison(node),
            "not_operator" => {
                ExprKind::Unary { op: UnaryOp::Not, operand: self.field(node, Field::Argument, Context::Load) }
            }
            "unary_operator" => {
                let op = match child_in(node, Field::Operator).map_or("", |operator| operator.kind()) {
                    "-" => UnaryOp::Minus,
                    "~" => UnaryOp::Invert,
                    _ => UnaryOp::Plus,
                };
                ExprKind::Unary { op, operand: self.field(node, Field::Argument, Context::Load) }
            }
            "conditional_expression" => {
                let parts = self.named_children(node);
                ExprKind::Conditional {
                    body: self.expression_at(&parts, 0, span(node)),
                    test: self.expression_at(&parts, 1, span(node)),
                    orelse: self.expression_at(&parts, 2, span(node)),
                }
            }
            "lambda" => ExprKind::Lambda {
                parameters: self.parameters(child_in(node, Field::Parameters)),
                body: self.field(node, Field::Body, Context::Load),
            },
            "named_expression" => ExprKind::Named {
                target: self.field(node, Field::Name, Context::Store),
                value: self.field(node, Field::Value, Context::Load),
            },
            "parenthesized_expression" => ExprKind::Repr { value: self.only_child(node, Context::Load) },
            "tuple" | "tuple_pattern" if self.byte_at(span(node).start) == b'`' => {
                // `` `a, b` ``: the backticks stand where the grammar saw the tuple's brackets.
                let elements = self.expressions(&self.named_children(node), Context::Load);
                let inside = Span::new(span(node).start + 1, span(node).end.saturating_sub(1));
                let tuple = ExprKind::Tuple { elements, context: Context::Load, parenthesized: false };
                ExprKind::Repr { value: self.out.add_expr(inside, tuple) }
            }
            "tuple" | "tuple_pattern" => {
                let elements = self.named_children(node);
                ExprKind::Tuple { elements: self.expressions(&elements, context), context, parenthesized: true }
            }
            "expression_list" | "pattern_list" => {
                let elements = self.named_children(node);
                ExprKind::Tuple { elements: self.expressions(&elements, context), context, parenthesized: false }
            }
            "list" | "list_pattern" => {
                ExprKind::List { elements: self.expressions(&self.named_children(node), context), context }
            }
            "set" => ExprKind::Set { elements: self.expressions(&self.named_children(node), Context::Load) },
            "dictionary" => self.dictionary(node),
            "list_splat" | "list_splat_pattern" | "splat_type" => {
                ExprKind::Starred { value: self.only_child(node, context), context }
            }
            "list_comprehension" => {
                let element = self.field(node, Field::Body, Context::Load);
                ExprKind::ListComprehension { element, clauses: self.clauses(node) }
            }
            "set_comprehension" => {
                let element = self.field(node, Field::Body, Context::Load);
                ExprKind::SetComprehension { element, clauses: self.clauses(node) }
            }
            "generator_expression" => {
                let element = self.field(node, Field::Body, Context::Load);
                ExprKind::Generator { element, clauses: self.clauses(node) }
            }
            "dictionary_comprehension" => match child_in(node, Field::Body) {
                Some(pair) => ExprKind::DictComprehension {
                    key: self.field(pair, Field::Key, Context::Load),
                    value: self.field(pair, Field::Value, Context::Load),
                    clauses: self.clauses(node),
                },
                None => ExprKind::Error,
            },
            "await" => ExprKind::Await { value: self.only_child(node, Context::Load) },
            "yield" if self.has_child(node, "from") => {
                ExprKind::YieldFrom { value: self.only_child(node, Context::Load) }
            }
            "yield" => ExprKind::Yield { value: self.first(&self.named_children(node)) },
            "string" => {
                let part = self.string_part(node);
                ExprKind::String { parts: self.out.tree.add_list(&[part]) }
            }
            "concatenated_string" => {
                let parts: Vec<StringPart> =
                    self.named_children(node).into_iter().map(|part| self.string_part(part)).collect();
                ExprKind::String { parts: self.out.tree.add_list(&parts) }
            }
            _ => ExprKind::Error,
        }
    }

    fn binary(&mut self, node: Node<'t>) -> ExprKind {
        let Some(op) = binary_op(operator(node)) else { return ExprKind::Error };
        if is_bit_op(op) {
            return self.bit_chain(node);
        }
        let operands = self.named_children(node);
        let left = self.expression_at(&operands, 0, span(node));
        ExprKind::Binary { op, left, right: self.expression_at(&operands, 1, span(node)) }
    }

    /// `a & b ^ c | d`: the grammar lets `^` bind more tightly than `&`, where Python has it the other way round, and
    /// nests unions of types to the right. The operands of such a chain are read in order and put together again.
    fn bit_chain(&mut self, node: Node<'t>) -> ExprKind {
        let mut terms = Vec::new();
        let mut ops = Vec::new();
        let mut pending = vec![(node, None)];
        while let Some((next, op_before)) = pending.pop() {
            let link = Some(next).filter(|it| it.kind() == "type").and_then(|it| it.named_child(0)).unwrap_or(next);
            let parts = self.named_children(link);
            let op = Some(link.kind()).filter(|it| matches!(*it, "binary_operator" | "union_type"));
            let op = op.and_then(|_| binary_op(operator(link))).filter(|&op| is_bit_op(op));
            if let (Some(op), &[left, right]) = (op, parts.as_slice()) {
                pending.extend([(right, Some(op)), (left, op_before)]);
            } else {
                ops.extend(op_before);
                terms.push((self.expression(next, Context::Load), self.span_without_star(next)));
            }
        }
        for op in [BinaryOp::BitAnd, BinaryOp::BitXor, BinaryOp::BitOr] {
            let mut at = 0;
            while at < ops.len() {
                if ops[at] != op || ops.len() == 1 {
                    at += 1;
                    continue;
                }
                let ((left, left_span), (right, right_span)) = (terms[at], terms.remove(at + 1));
                let both = left_span.cover(right_span);
                terms[at] = (self.out.add_expr(both, ExprKind::Binary { op, left, right }), both);
                ops.remove(at);
            }
        }
        match (terms.as_slice(), ops.as_slice()) {
            (&[(left, _), (right, _)], &[op]) => ExprKind::Binary { op, left, right },
            _ => ExprKind::Error,
        }
    }

    fn call(&mut self, node: Node<'t>) -> ExprKind {
        let function = self.field(node, Field::Function, Context::Load);
        let Some(list) = child_in(node, Field::Arguments) else {
            return ExprKind::Error;
        };
        if list.kind() != "generator_expression" {
            let (arguments, keywords) = self.arguments(list);
            return ExprKind::Call { function, arguments, keywords };
        }
        // `f(x for x in y)`: the brackets belong to the call.
        let element = self.field(list, Field::Body, Context::Load);
        let clauses = self.clauses(list);
        let clause_end = self.out.tree.list(clauses).last().map_or(span(list).end, |clause| clause.span.end);
        let start = child_in(list, Field::Body).map_or(span(list).start, |body| span(body).start);
        let generator = self.out.add_expr(Span::new(start, clause_end), ExprKind::Generator { element, clauses });
        let arguments = self.out.tree.add_list(&[generator]);
        ExprKind::Call { function, arguments, keywords: List::default() }
    }

    pub(super) fn arguments(&mut self, list: Node<'t>) -> (List<Id<Expr>>, List<Keyword>) {
        let mut arguments = Vec::new();
        let mut keywords = Vec::new();
        for argument in self.named_children(list) {
            match argument.kind() {
                "keyword_argument" => keywords.push(Keyword {
                    span: span(argument),
                    name: child_in(argument, Field::Name).map(name),
                    value: self.field(argument, Field::Value, Context::Load),
                }),
                "dictionary_splat" => keywords.push(Keyword {
                    span: span(argument),
                    name: None,
                    value: self.only_child(argument, Context::Load),
                }),
                _ if argument.is_error() => {}
                _ => arguments.push(self.expression(argument, Context::Load)),
            }
        }
        (self.out.tree.add_list(&arguments), self.out.tree.add_list(&keywords))
    }

    /// What stands between the brackets of a subscript: several indices are a tuple, as is one with a comma behind it.
    fn index(&mut self, node: Node<'t>, indices: &[Node<'t>]) -> Id<Expr> {
        match indices {
            [] => self.missing(span(node)),
            [only] if !self.has_child(node, ",") => self.expression(*only, Context::Load),
            [first, .., last] | [first @ last] => {
                let trailing = self.children(node).into_iter().rfind(|child| child.kind() == ",");
                let end = trailing.map_or(0, |comma| span(comma).end).max(span(*last).end);
                let elements = self.expressions(indices, Context::Load);
                let kind = ExprKind::Tuple { elements, context: Context::Load, parenthesized: false };
                self.out.add_expr(Span::new(span(*first).start, end), kind)
            }
        }
    }

    fn slice(&mut self, node: Node<'t>) -> ExprKind {
        let mut bounds = [None; 3];
        let mut at = 0;
        for child in self.children(node) {
            if child.kind() == ":" {
                at += 1;
            } else if child.is_named() && at < 3 {
                bounds[at] = Some(self.expression(child, Context::Load));
            }
        }
        let [lower, upper, step] = bounds;
        ExprKind::Slice { lower, upper, step }
    }

    /// `a and b and c` is nested to the left in tree-sitter's tree and flat in ours.
    fn boolean(&mut self, node: Node<'t>) -> ExprKind {
        let operator = child_in(node, Field::Operator).map_or("", |operator| operator.kind());
        let op = if operator == "and" { BoolOp::And } else { BoolOp::Or };
        let mut operands = Vec::new();
        let mut left = Some(node);
        while let Some(inner) = left.filter(|left| {
            left.kind() == "boolean_operator"
                && child_in(*left, Field::Operator).is_some_and(|it| it.kind() == operator)
        }) {
            operands.extend(child_in(inner, Field::Right));
            left = child_in(inner, Field::Left);
        }
        operands.extend(left);
        operands.reverse();
        ExprKind::Bool { op, values: self.expressions(&operands, Context::Load) }
    }

    fn comparison(&mut self, node: Node<'t>) -> ExprKind {
        let mut operands = Vec::new();
        let mut operators = Vec::new();
        for child in self.children(node) {
            if child.is_named() {
                operands.push(child);
            } else if let Some(op) = compare_op(child.kind()) {
                self.out.has_python2_syntax |= child.kind() == "<>";
                operators.push(op);
            }
        }
        let left = self.expression_at(&operands, 0, span(node));
        let rest: Vec<Comparison> = operators
            .into_iter()
            .enumerate()
            .map(|(at, op)| Comparison { op, right: self.expression_at(&operands, at + 1, span(node)) })
            .collect();
        ExprKind::Compare { left, rest: self.out.tree.add_list(&rest) }
    }

    fn dictionary(&mut self, node: Node<'t>) -> ExprKind {
        let mut items = Vec::new();
        for child in self.named_children(node) {
            match child.kind() {
                "pair" => items.push(DictItem {
                    key: Some(self.field(child, Field::Key, Context::Load)),
                    value: self.field(child, Field::Value, Context::Load),
                }),
                "dictionary_splat" => {
                    items.push(DictItem { key: None, value: self.only_child(child, Context::Load) });
                }
                _ => {}
            }
        }
        ExprKind::Dict { items: self.out.tree.add_list(&items) }
    }

    /// The `for … in … if …` parts; the conditions behind a `for` belong to it.
    fn clauses(&mut self, node: Node<'t>) -> List<Comprehension> {
        let mut clauses: Vec<Comprehension> = Vec::new();
        let mut conditions_of: Vec<Vec<Id<Expr>>> = Vec::new();
        for child in self.named_children(node) {
            match child.kind() {
                "for_in_clause" => {
                    let iters: Vec<Node<'t>> = self.children_of(child, Field::Right).into_iter().collect();
                    let iters: Vec<Node<'t>> = iters.into_iter().filter(Node::is_named).collect();
                    let target = self.field(child, Field::Left, Context::Store);
                    let iter = self.index(child, &iters);
                    let is_async = self.has_child(child, "async");
                    let conditions = List::default();
                    clauses.push(Comprehension { span: span(child), is_async, target, iter, conditions });
                    conditions_of.push(Vec::new());
                }
                "if_clause" => {
                    let condition = self.only_child(child, Context::Load);
                    if let (Some(clause), Some(conditions)) = (clauses.last_mut(), conditions_of.last_mut()) {
                        clause.span.end = span(child).end;
                        conditions.push(condition);
                    }
                }
                _ => {}
            }
        }
        for (clause, conditions) in clauses.iter_mut().zip(conditions_of) {
            clause.conditions = self.out.tree.add_list(&conditions);
        }
        self.out.tree.add_list(&clauses)
    }

    pub(super) fn string_part(&mut self, node: Node<'t>) -> StringPart {
        let mut interpolations = Vec::new();
        let prefix = self.child_of_kind(node, "string_start").map_or("", |start| self.text(start));
        let prefix = prefix.trim_end_matches(['"', '\'']);
        self.out.has_python2_syntax |= prefix.eq_ignore_ascii_case("ur");
        self.interpolations(node, &mut interpolations);
        StringPart { span: span(node), interpolations: self.out.tree.add_list(&interpolations) }
    }

    fn interpolations(&mut self, node: Node<'t>, found: &mut Vec<Id<Expr>>) {
        for child in self.named_children(node) {
            match child.kind() {
                "interpolation" | "format_expression" => {
                    found.push(self.field(child, Field::Expression, Context::Load));
                    if let Some(specification) = child_in(child, Field::FormatSpecifier) {
                        self.interpolations(specification, found);
                    }
                }
                _ => {}
            }
        }
    }
}

fn operator(node: Node<'_>) -> &str {
    child_in(node, Field::Operator).map_or("|", |operator| operator.kind())
}

fn is_bit_op(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr)
}

/// `0777` and `10L`; `00` is a number in both.
fn is_python2_number(text: &str) -> bool {
    let is_old_octal = text.len() > 1
        && text.starts_with('0')
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.bytes().any(|byte| byte != b'0');
    is_old_octal || text.ends_with(['l', 'L'])
}

pub(super) fn binary_op(operator: &str) -> Option<BinaryOp> {
    let op = match operator {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Subtract,
        "*" => BinaryOp::Multiply,
        "@" => BinaryOp::MatMultiply,
        "/" => BinaryOp::Divide,
        "%" => BinaryOp::Modulo,
        "**" => BinaryOp::Power,
        "<<" => BinaryOp::LeftShift,
        ">>" => BinaryOp::RightShift,
        "|" => BinaryOp::BitOr,
        "^" => BinaryOp::BitXor,
        "&" => BinaryOp::BitAnd,
        "//" => BinaryOp::FloorDivide,
        _ => return None,
    };
    Some(op)
}

fn compare_op(operator: &str) -> Option<CompareOp> {
    let op = match operator {
        "==" => CompareOp::Equal,
        "!=" | "<>" => CompareOp::NotEqual,
        "<" => CompareOp::Less,
        "<=" => CompareOp::LessEqual,
        ">" => CompareOp::Greater,
        ">=" => CompareOp::GreaterEqual,
        "is" => CompareOp::Is,
        "is not" => CompareOp::IsNot,
        "in" => CompareOp::In,
        "not in" => CompareOp::NotIn,
        _ => return None,
    };
    Some(op)
}
