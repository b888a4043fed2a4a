//! Statements of tree-sitter's tree.

use tree_sitter::Node;

use super::{Field, Reader, child_in, name, span};
use crate::Span;
use crate::python::lowering::is_python2_except_target;
use crate::python::nodes::{Alias, Branch, Case, Context, Expr, ExprKind, Handler, Name, Stmt, StmtKind, WithItem};
use crate::python::tree::{Id, List};

impl<'t> Reader<'_, 't> {
    /// The statements of a module or a block; what an error node holds of whole statements is kept.
    pub(super) fn statements(&mut self, block: Node<'t>) -> List<Id<Stmt>> {
        let mut ids = Vec::new();
        self.collect_statements(block, &mut ids);
        self.out.tree.add_list(&ids)
    }

    fn collect_statements(&mut self, block: Node<'t>, ids: &mut Vec<Id<Stmt>>) {
        for child in self.children(block) {
            if child.is_error() {
                if self.out.enter(span(child)) {
                    let before = ids.len();
                    self.collect_statements(child, ids);
                    if ids.len() == before {
                        ids.push(self.out.open_stmt(span(child)));
                    }
                    self.out.leave();
                }
            } else if child.is_named() && is_statement(child.kind()) {
                ids.push(self.statement(child));
            } else if child.kind() == "block" && block.is_error() {
                self.collect_statements(child, ids);
            }
        }
    }

    pub(super) fn body(&mut self, node: Node<'t>) -> List<Id<Stmt>> {
        let block = child_in(node, Field::Body).or_else(|| self.child_of_kind(node, "block"));
        block.map(|block| self.statements(block)).unwrap_or_default()
    }

    fn alternative(&mut self, node: Node<'t>) -> List<Id<Stmt>> {
        self.child_of_kind(node, "else_clause").map(|clause| self.body(clause)).unwrap_or_default()
    }

    pub(super) fn statement(&mut self, node: Node<'t>) -> Id<Stmt> {
        let whole = span(node);
        let id = self.out.open_stmt(whole);
        if self.out.enter(whole) {
            let (header, kind) = self.statement_kind(id, node, whole);
            // Around an error the parts may lie anywhere inside the node.
            if !node.has_error() {
                self.out.tree.stmts[id.index()].span.end = self.compound_end(header, &kind);
            }
            self.out.close_stmt(id, header, kind);
            self.out.leave();
        }
        id
    }

    /// Where a clause ends: with its last statement. tree-sitter takes the comments behind it in as well.
    fn clause_end(&self, header: Span, bodies: &[List<Id<Stmt>>]) -> u32 {
        let last = bodies.iter().rev().find_map(|&body| self.out.tree.list(body).last());
        last.map_or(header.end, |&last| self.out.tree[last].span.end)
    }

    fn compound_end(&self, header: Span, kind: &StmtKind) -> u32 {
        let tree = &self.out.tree;
        match *kind {
            StmtKind::Class(id) => self.clause_end(header, &[tree[id].body]),
            StmtKind::Function(id) => self.clause_end(header, &[tree[id].body]),
            StmtKind::For { body, orelse, .. } | StmtKind::While { body, orelse, .. } => {
                self.clause_end(header, &[body, orelse])
            }
            StmtKind::If { branches, orelse } => {
                let end = tree.list(branches).last().map_or(header.end, |branch| branch.span.end);
                self.clause_end(Span::new(header.start, end), &[orelse])
            }
            StmtKind::Match { cases, .. } => tree.list(cases).last().map_or(header.end, |case| case.span.end),
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                let end = self.clause_end(header, &[body]);
                let end = tree.list(handlers).last().map_or(end, |handler| handler.span.end);
                self.clause_end(Span::new(header.start, end), &[orelse, finally])
            }
            StmtKind::With { body, .. } => self.clause_end(header, &[body]),
            _ => header.end,
        }
    }

    fn statement_kind(&mut self, id: Id<Stmt>, node: Node<'t>, whole: Span) -> (Span, StmtKind) {
        match node.kind() {
            "decorated_definition" => self.decorated(id, node, whole),
            "function_definition" => self.function(id, node, List::default()),
            "class_definition" => self.class(id, node, List::default()),
            "if_statement" => self.if_statement(node, whole),
            "for_statement" => {
                let right = child_in(node, Field::Right);
                let header = self.out.header(whole.start, right.map_or(whole.start, |it| span(it).end));
                let kind = StmtKind::For {
                    is_async: self.has_child(node, "async"),
                    target: self.field(node, Field::Left, Context::Store),
                    iter: self.field(node, Field::Right, Context::Load),
                    body: self.body(node),
                    orelse: self.alternative(node),
                };
                (header, kind)
            }
            "while_statement" => {
                let condition = child_in(node, Field::Condition);
                let header = self.out.header(whole.start, condition.map_or(whole.start, |it| span(it).end));
                let test = self.field(node, Field::Condition, Context::Load);
                (header, StmtKind::While { test, body: self.body(node), orelse: self.alternative(node) })
            }
            "try_statement" => {
                let header = self.out.header(whole.start, self.out.word_end(whole.start));
                let body = self.body(node);
                let mut is_star = false;
                let mut handlers = Vec::new();
                for clause in self.named_children(node).into_iter().filter(|child| child.kind() == "except_clause") {
                    is_star |= self.has_child(clause, "*");
                    handlers.push(self.handler(clause));
                }
                let handlers = self.out.tree.add_list(&handlers);
                let orelse = self.alternative(node);
                let finally = self.child_of_kind(node, "finally_clause").map(|it| self.body(it)).unwrap_or_default();
                (header, StmtKind::Try { is_star, body, handlers, orelse, finally })
            }
            "with_statement" => self.with_statement(node, whole),
            "match_statement" => self.match_statement(node, whole),
            _ => (whole, self.simple_statement(node, whole)),
        }
    }

    fn simple_statement(&mut self, node: Node<'t>, whole: Span) -> StmtKind {
        let operands = self.named_children(node);
        match node.kind() {
            "expression_statement" => self.expression_statement(node, whole, &operands),
            "return_statement" => StmtKind::Return { value: self.first(&operands) },
            "delete_statement" if self.byte_at(whole.start) == b'e' => self.exec_in_disguise(&operands),
            "delete_statement" => {
                let targets = self.spread(&operands);
                StmtKind::Delete { targets: self.expressions(&targets, Context::Delete) }
            }
            "raise_statement" => self.raise_statement(node, &operands),
            "assert_statement" => {
                let test = self.expression_at(&operands, 0, whole);
                let message = operands.get(1).map(|&message| self.expression(message, Context::Load));
                StmtKind::Assert { test, message }
            }
            "pass_statement" => StmtKind::Pass,
            "break_statement" => StmtKind::Break,
            "continue_statement" => StmtKind::Continue,
            "global_statement" => StmtKind::Global { names: self.names(&operands) },
            "nonlocal_statement" => StmtKind::Nonlocal { names: self.names(&operands) },
            "import_statement" => StmtKind::Import { names: self.aliases(node) },
            "import_from_statement" | "future_import_statement" => self.import_from(node),
            "print_statement" => self.print_statement(node, &operands),
            "exec_statement" => {
                self.out.has_python2_syntax = true;
                let code = self.field(node, Field::Code, Context::Load);
                let scopes: Vec<Id<Expr>> =
                    operands.iter().skip(1).map(|&scope| self.expression(scope, Context::Load)).collect();
                StmtKind::Exec { code, globals: scopes.first().copied(), locals: scopes.get(1).copied() }
            }
            "type_alias_statement" => self.type_alias(node),
            _ => StmtKind::Error,
        }
    }

    fn expression_statement(&mut self, node: Node<'t>, whole: Span, operands: &[Node<'t>]) -> StmtKind {
        match operands {
            [only] if only.kind() == "assignment" => self.assignment(*only),
            [only] if only.kind() == "augmented_assignment" => self.augmented_assignment(*only),
            [only] if !self.has_child(node, ",") => StmtKind::Expr { value: self.expression(*only, Context::Load) },
            [] => StmtKind::Error,
            several => {
                let elements = self.expressions(several, Context::Load);
                let tuple = ExprKind::Tuple { elements, context: Context::Load, parenthesized: false };
                StmtKind::Expr { value: self.out.add_expr(whole, tuple) }
            }
        }
    }

    /// `a = b = c` is nested to the right in tree-sitter's tree and flat in ours.
    fn assignment(&mut self, node: Node<'t>) -> StmtKind {
        if let Some(annotation) = child_in(node, Field::Type) {
            return StmtKind::AnnAssign {
                target: self.field(node, Field::Left, Context::Store),
                annotation: self.expression(annotation, Context::Load),
                value: child_in(node, Field::Right).map(|value| self.expression(value, Context::Load)),
            };
        }
        let mut targets = vec![self.field(node, Field::Left, Context::Store)];
        let mut right = child_in(node, Field::Right);
        while let Some(inner) = right.filter(|right| right.kind() == "assignment") {
            targets.push(self.field(inner, Field::Left, Context::Store));
            right = child_in(inner, Field::Right);
        }
        let targets = self.out.tree.add_list(&targets);
        let value = match right {
            Some(right) => self.expression(right, Context::Load),
            None => self.missing(span(node)),
        };
        StmtKind::Assign { targets, value }
    }

    fn augmented_assignment(&mut self, node: Node<'t>) -> StmtKind {
        let operator = child_in(node, Field::Operator).map_or("", |operator| operator.kind());
        let Some(op) = super::expressions::binary_op(operator.trim_end_matches('=')) else {
            return StmtKind::Error;
        };
        StmtKind::AugAssign {
            target: self.field(node, Field::Left, Context::Store),
            op,
            value: self.field(node, Field::Right, Context::Load),
        }
    }

    fn raise_statement(&mut self, node: Node<'t>, operands: &[Node<'t>]) -> StmtKind {
        let cause = child_in(node, Field::Cause);
        let raised: Vec<Node<'t>> = operands.iter().copied().filter(|&operand| Some(operand) != cause).collect();
        let raised = self.spread(&raised);
        self.out.has_python2_syntax |= raised.len() > 1;
        let raised: Vec<Id<Expr>> = raised.iter().map(|&it| self.expression(it, Context::Load)).collect();
        StmtKind::Raise {
            exception: raised.first().copied(),
            cause: cause.map(|cause| self.expression(cause, Context::Load)),
            value: raised.get(1).copied(),
            traceback: raised.get(2).copied(),
        }
    }

    fn print_statement(&mut self, node: Node<'t>, operands: &[Node<'t>]) -> StmtKind {
        self.out.has_python2_syntax = true;
        let destination = operands.iter().find(|operand| operand.kind() == "chevron");
        let destination = destination.and_then(|chevron| chevron.named_child(0));
        let values: Vec<Node<'t>> = operands.iter().copied().filter(|operand| operand.kind() != "chevron").collect();
        StmtKind::Print {
            destination: destination.map(|destination| self.expression(destination, Context::Load)),
            values: self.expressions(&values, Context::Load),
            has_trailing_comma: self.children(node).last().is_some_and(|last| last.kind() == ","),
        }
    }

    /// `del  code in globals, locals`, which the text spells `exec`: see [`super::rewrite`].
    fn exec_in_disguise(&mut self, operands: &[Node<'t>]) -> StmtKind {
        let operands = self.spread(operands);
        let Some((&first, locals)) = operands.split_first() else {
            return StmtKind::Error;
        };
        let locals = locals.first().map(|&locals| self.expression(locals, Context::Load));
        let parts = self.named_children(first);
        if first.kind() == "comparison_operator" && self.has_child(first, "in") && parts.len() == 2 {
            let code = self.expression(parts[0], Context::Load);
            let globals = Some(self.expression(parts[1], Context::Load));
            return StmtKind::Exec { code, globals, locals };
        }
        StmtKind::Exec { code: self.expression(first, Context::Load), globals: None, locals }
    }

    fn import_from(&mut self, node: Node<'t>) -> StmtKind {
        let names = self.aliases(node);
        let Some(module) = child_in(node, Field::ModuleName) else {
            return StmtKind::ImportFrom { module: self.child_of_kind(node, "__future__").map(name), level: 0, names };
        };
        if module.kind() != "relative_import" {
            return StmtKind::ImportFrom { module: Some(name(module)), level: 0, names };
        }
        let dots = self.child_of_kind(module, "import_prefix").map_or("", |prefix| self.text(prefix));
        let level = dots.bytes().filter(|&byte| byte == b'.').count() as u32;
        StmtKind::ImportFrom { module: self.child_of_kind(module, "dotted_name").map(name), level, names }
    }

    fn aliases(&mut self, node: Node<'t>) -> List<Alias> {
        let mut aliases = Vec::new();
        for child in self.children_of(node, Field::Name) {
            let imported = child_in(child, Field::Name).unwrap_or(child);
            let alias = child_in(child, Field::Alias).map(name);
            aliases.push(Alias { span: span(child), name: name(imported), alias });
        }
        if let Some(star) = self.child_of_kind(node, "wildcard_import") {
            aliases.push(Alias { span: span(star), name: name(star), alias: None });
        }
        self.out.tree.add_list(&aliases)
    }

    fn names(&mut self, nodes: &[Node<'t>]) -> List<Name> {
        let names: Vec<Name> = nodes.iter().map(|&node| name(node)).collect();
        self.out.tree.add_list(&names)
    }

    fn if_statement(&mut self, node: Node<'t>, whole: Span) -> (Span, StmtKind) {
        let mut branches = vec![self.branch(node, whole.start)];
        for clause in self.named_children(node).into_iter().filter(|child| child.kind() == "elif_clause") {
            branches.push(self.branch(clause, span(clause).start));
        }
        let header = branches[0].header;
        let orelse = self.alternative(node);
        (header, StmtKind::If { branches: self.out.tree.add_list(&branches), orelse })
    }

    fn branch(&mut self, node: Node<'t>, start: u32) -> Branch {
        let condition = child_in(node, Field::Condition);
        let header = self.out.header(start, condition.map_or(start, |it| span(it).end));
        let test = self.field(node, Field::Condition, Context::Load);
        let body = child_in(node, Field::Consequence).map(|block| self.statements(block)).unwrap_or_default();
        Branch { span: Span::new(start, self.clause_end(header, &[body])), header, test, body }
    }

    fn handler(&mut self, node: Node<'t>) -> Handler {
        let start = span(node).start;
        let block = self.child_of_kind(node, "block");
        let operands: Vec<Node<'t>> = self.named_children(node).into_iter().filter(|it| Some(*it) != block).collect();
        let end = operands.last().map_or_else(|| self.out.word_end(start), |last| span(*last).end);
        let header = self.out.header(start, end);
        let (exception, target) = match operands.as_slice() {
            [] => (None, None),
            [only] if only.kind() == "as_pattern" => self.as_pattern(*only),
            [first, second] if child_in(node, Field::Alias).is_some() => {
                let exception = self.expression(*first, Context::Load);
                (Some(exception), Some(self.expression(*second, Context::Store)))
            }
            [first, second] if is_python2_target(*second, self.text(*second)) => {
                self.out.has_python2_syntax = true;
                let exception = self.expression(*first, Context::Load);
                (Some(exception), Some(self.expression(*second, Context::Store)))
            }
            [only] => (Some(self.expression(*only, Context::Load)), None),
            [first, .., last] => {
                let tuple_span = span(*first).cover(span(*last));
                let elements = self.expressions(&operands, Context::Load);
                let kind = ExprKind::Tuple { elements, context: Context::Load, parenthesized: false };
                (Some(self.out.add_expr(tuple_span, kind)), None)
            }
        };
        let body = self.body(node);
        Handler { span: Span::new(start, self.clause_end(header, &[body])), header, exception, target, body }
    }

    fn as_pattern(&mut self, node: Node<'t>) -> (Option<Id<Expr>>, Option<Id<Expr>>) {
        let value = node.named_child(0).map(|value| self.expression(value, Context::Load));
        let target = child_in(node, Field::Alias).and_then(|alias| alias.named_child(0));
        (value, target.map(|target| self.expression(target, Context::Store)))
    }

    fn with_statement(&mut self, node: Node<'t>, whole: Span) -> (Span, StmtKind) {
        let clause = self.child_of_kind(node, "with_clause");
        let header = self.out.header(whole.start, clause.map_or(whole.start, |it| span(it).end));
        let values: Vec<Node<'t>> = clause.map(|it| self.named_children(it)).unwrap_or_default();
        let mut items = Vec::new();
        for value in values.into_iter().filter_map(|item| child_in(item, Field::Value)) {
            self.with_items(value, &mut items);
        }
        let items = self.out.tree.add_list(&items);
        let is_async = self.has_child(node, "async");
        (header, StmtKind::With { is_async, items, body: self.body(node) })
    }

    fn with_items(&mut self, value: Node<'t>, items: &mut Vec<WithItem>) {
        match value.kind() {
            "as_pattern" => {
                let (context, target) = self.as_pattern(value);
                let context = context.unwrap_or_else(|| self.missing(span(value)));
                items.push(WithItem { context, target });
            }
            // The grammar reads `with (a as b, c as d):` as one tuple of patterns.
            "tuple" | "parenthesized_expression" if self.has_child(value, "as_pattern") => {
                for inner in self.named_children(value) {
                    self.with_items(inner, items);
                }
            }
            _ => items.push(WithItem { context: self.expression(value, Context::Load), target: None }),
        }
    }

    fn match_statement(&mut self, node: Node<'t>, whole: Span) -> (Span, StmtKind) {
        let subjects: Vec<Node<'t>> = self.children_of(node, Field::Subject).into_iter().collect();
        let (Some(first), Some(last)) = (subjects.first(), subjects.last()) else {
            return (whole, StmtKind::Error);
        };
        let header = self.out.header(whole.start, span(*last).end);
        let subject = match subjects.as_slice() {
            [only] if !self.has_child(node, ",") => self.expression(*only, Context::Load),
            several => {
                let elements = self.expressions(several, Context::Load);
                let end = self.child_of_kind(node, ":").map_or(span(*last).end, |colon| span(colon).start);
                let text = Span::new(span(*first).start, end).text(self.out.source).trim_end();
                let tuple_span = Span::new(span(*first).start, span(*first).start + text.len() as u32);
                let kind = ExprKind::Tuple { elements, context: Context::Load, parenthesized: false };
                self.out.add_expr(tuple_span, kind)
            }
        };
        let block = child_in(node, Field::Body).map(|it| self.named_children(it)).unwrap_or_default();
        let clauses = block.into_iter().filter(|clause| clause.kind() == "case_clause");
        let cases: Vec<Case> = clauses.map(|clause| self.case(clause)).collect();
        (header, StmtKind::Match { subject, cases: self.out.tree.add_list(&cases) })
    }

    fn case(&mut self, node: Node<'t>) -> Case {
        let start = span(node).start;
        let patterns: Vec<Node<'t>> =
            self.named_children(node).into_iter().filter(|child| child.kind() == "case_pattern").collect();
        let guard = child_in(node, Field::Guard).and_then(|guard| guard.named_child(0));
        let end = guard.or(patterns.last().copied()).map_or(start, |it| span(it).end);
        let header = self.out.header(start, end);
        let pattern = self.case_pattern(&patterns, self.has_child(node, ","), header);
        let guard = guard.map(|guard| self.expression(guard, Context::Load));
        let body = child_in(node, Field::Consequence).map(|block| self.statements(block)).unwrap_or_default();
        Case { span: Span::new(start, self.clause_end(header, &[body])), header, pattern, guard, body }
    }
}

fn is_python2_target(node: Node, text: &str) -> bool {
    node.kind() != "identifier" || is_python2_except_target(text)
}

fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement") || matches!(kind, "function_definition" | "class_definition" | "decorated_definition")
}
