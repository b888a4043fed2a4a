//! Expressions.

use examen_syntax::Span;
use examen_syntax::python::{
    BinaryOp, BoolOp, CompareOp, Comprehension, Context, Expr, ExprKind, Id, Keyword, List, Pattern, PatternKind,
    UnaryOp,
};

use super::Builder;

impl Builder<'_> {
    pub(super) fn expression(&mut self, parent: usize, id: Id<Expr>) {
        let Expr { span, kind } = self.python[id];
        let list = |list| self.python.list(list).to_vec();
        match kind {
            ExprKind::Name { context } => self.name(parent, name_label(context), span),
            // Names like any other in Python 2.
            ExprKind::None | ExprKind::True | ExprKind::False => self.name(parent, "NameLoad", span),
            ExprKind::Number => self.tree.terminal(parent, "Num", "NUM".to_owned(), span),
            ExprKind::Attribute { value, context, .. } => {
                self.node(parent, with_context("Attribute", context), [value]);
            }
            ExprKind::Await { value } => self.node(parent, "Await", [value]),
            ExprKind::Binary { op, left, right } => self.node(parent, format!("BinOp{}", operator(op)), [left, right]),
            ExprKind::Bool { op, values } => {
                let label = if op == BoolOp::And { "BoolOpAnd" } else { "BoolOpOr" };
                self.node(parent, label, list(values));
            }
            ExprKind::Call { function, arguments, keywords } => self.call(parent, function, arguments, keywords),
            ExprKind::Compare { left, rest } => {
                let rest = self.python.list(rest);
                let label = rest.iter().fold("Compare".to_owned(), |label, it| label + comparison(it.op));
                self.node(parent, label, std::iter::once(left).chain(rest.iter().map(|it| it.right)));
            }
            ExprKind::Conditional { test, body, orelse } => self.node(parent, "IfExp", [test, body, orelse]),
            ExprKind::Dict { items } => {
                let items = self.python.list(items);
                let keys = items.iter().filter_map(|item| item.key);
                self.node(parent, "Dict", keys.chain(items.iter().map(|item| item.value)));
            }
            ExprKind::DictComprehension { key, value, clauses } => {
                self.comprehension(parent, "DictComp", &[key, value], clauses);
            }
            ExprKind::Generator { element, clauses } => self.comprehension(parent, "GeneratorExp", &[element], clauses),
            ExprKind::ListComprehension { element, clauses } => {
                self.comprehension(parent, "ListComp", &[element], clauses);
            }
            ExprKind::SetComprehension { element, clauses } => {
                self.comprehension(parent, "SetComp", &[element], clauses);
            }
            ExprKind::Lambda { parameters, body } => {
                let node = self.tree.open(parent, "Lambda");
                self.arguments(node, parameters);
                self.expression(node, body);
                self.tree.close(node);
            }
            ExprKind::List { elements, context } => self.node(parent, with_context("List", context), list(elements)),
            ExprKind::Named { target, value } => self.node(parent, "NamedExpr", [target, value]),
            ExprKind::Repr { value } => self.node(parent, "Repr", [value]),
            ExprKind::Set { elements } => self.node(parent, "Set", list(elements)),
            ExprKind::Slice { .. } => self.slice(parent, id),
            ExprKind::Starred { value, context } => self.node(parent, with_context("Starred", context), [value]),
            ExprKind::String { parts } => {
                let parts = self.python.list(parts).iter();
                let inside: Vec<_> = parts.flat_map(|part| self.python.list(part.interpolations)).copied().collect();
                self.formatted(parent, &inside);
            }
            ExprKind::Subscript { value, index, context } => {
                let node = self.tree.open(parent, with_context("Subscript", context));
                self.expression(node, value);
                self.index(node, index);
                self.tree.close(node);
            }
            ExprKind::Tuple { elements, context, .. } => {
                self.node(parent, with_context("Tuple", context), list(elements));
            }
            ExprKind::Unary { op, operand } => self.unary(parent, op, operand),
            ExprKind::Yield { value } => self.node(parent, "Yield", value),
            ExprKind::YieldFrom { value } => self.node(parent, "YieldFrom", [value]),
            ExprKind::Ellipsis | ExprKind::Error => {}
        }
    }

    /// A number with a minus before it is a number.
    fn unary(&mut self, parent: usize, op: UnaryOp, operand: Id<Expr>) {
        if op == UnaryOp::Minus && matches!(self.python[operand].kind, ExprKind::Number) {
            return self.expression(parent, operand);
        }
        let label = match op {
            UnaryOp::Invert => "UnaryOpInvert",
            UnaryOp::Minus => "UnaryOpUSub",
            UnaryOp::Not => "UnaryOpNot",
            UnaryOp::Plus => "UnaryOpUAdd",
        };
        self.node(parent, label, [operand]);
    }

    /// The function, arguments, keywords, then what has stars.
    fn call(&mut self, parent: usize, function: Id<Expr>, arguments: List<Id<Expr>>, keywords: List<Keyword>) {
        let node = self.tree.open(parent, "Call");
        self.expression(node, function);
        let starred = |id: &Id<Expr>| match self.python[*id].kind {
            ExprKind::Starred { value, .. } => Some(value),
            _ => None,
        };
        let arguments = self.python.list(arguments);
        let values: Vec<_> = arguments.iter().filter_map(starred).collect();
        let plain: Vec<_> = arguments.iter().copied().filter(|id| starred(id).is_none()).collect();
        for id in plain {
            self.expression(node, id);
        }
        self.keywords(node, keywords);
        for id in values {
            self.expression(node, id);
        }
        for keyword in self.python.list(keywords).iter().filter(|keyword| keyword.name.is_none()) {
            self.expression(node, keyword.value);
        }
        self.tree.close(node);
    }

    /// Keywords with a name.
    pub(super) fn keywords(&mut self, parent: usize, keywords: List<Keyword>) {
        for keyword in self.python.list(keywords).iter().filter(|keyword| keyword.name.is_some()) {
            self.node(parent, "keyword", [keyword.value]);
        }
    }

    fn comprehension(&mut self, parent: usize, label: &'static str, made: &[Id<Expr>], clauses: List<Comprehension>) {
        let node = self.tree.open(parent, label);
        for &id in made {
            self.expression(node, id);
        }
        for clause in self.python.list(clauses) {
            let conditions = self.python.list(clause.conditions).iter().copied();
            self.node(node, "comprehension", [clause.target, clause.iter].into_iter().chain(conditions));
        }
        self.tree.close(node);
    }

    /// The expressions in an f-string.
    fn formatted(&mut self, parent: usize, inside: &[Id<Expr>]) {
        if inside.is_empty() {
            return;
        }
        let node = self.tree.open(parent, "JoinedStr");
        for &id in inside {
            self.node(node, "FormattedValue", [id]);
        }
        self.tree.close(node);
    }

    /// What stands in the square brackets of a subscript.
    fn index(&mut self, parent: usize, index: Id<Expr>) {
        match self.python[index].kind {
            ExprKind::Slice { .. } => self.slice(parent, index),
            ExprKind::Ellipsis => {}
            ExprKind::Tuple { elements, parenthesized: false, .. } if self.has_slices(elements) => {
                let node = self.tree.open(parent, "ExtSlice");
                for &element in self.python.list(elements) {
                    self.index(node, element);
                }
                self.tree.close(node);
            }
            _ => self.node(parent, "Index", [index]),
        }
    }

    fn has_slices(&self, elements: List<Id<Expr>>) -> bool {
        let is_slice = |id: &Id<Expr>| matches!(self.python[*id].kind, ExprKind::Slice { .. } | ExprKind::Ellipsis);
        self.python.list(elements).iter().any(is_slice)
    }

    /// A second colon with nothing behind it is a step of `None`.
    fn slice(&mut self, parent: usize, id: Id<Expr>) {
        let Expr { span, kind: ExprKind::Slice { lower, upper, step } } = self.python[id] else { return };
        let node = self.tree.open(parent, "Slice");
        for part in [lower, upper, step].into_iter().flatten() {
            self.expression(node, part);
        }
        let behind = upper.or(lower).map_or(span.start, |part| self.python[part].span.end);
        let colons = Span::new(behind, span.end).text(self.source).bytes().filter(|&byte| byte == b':').count();
        if step.is_none() && colons + usize::from(upper.is_some()) > 1 {
            self.tree.terminal(node, "NameLoad", "none".to_owned(), span);
        }
        self.tree.close(node);
    }

    /// The names that a pattern binds are like those that are stored to.
    pub(super) fn pattern(&mut self, parent: usize, id: Id<Pattern>) {
        let (label, name) = match self.python[id].kind {
            PatternKind::As { name, .. } => ("MatchAs", name),
            PatternKind::Class { .. } => ("MatchClass", None),
            PatternKind::Mapping { rest, .. } => ("MatchMapping", rest),
            PatternKind::Or { .. } => ("MatchOr", None),
            PatternKind::Sequence { .. } => ("MatchSequence", None),
            PatternKind::Star { name } => ("MatchStar", name),
            PatternKind::Value { .. } => ("MatchValue", None),
            PatternKind::Error => return,
        };
        let node = self.tree.open(parent, label);
        let mut below = Vec::new();
        self.python.children(id.into(), &mut |child| below.push(child));
        for child in below {
            match child {
                examen_syntax::python::Node::Expr(id) => self.expression(node, id),
                examen_syntax::python::Node::Pattern(id) => self.pattern(node, id),
                examen_syntax::python::Node::Stmt(_) => {}
            }
        }
        if let Some(name) = name {
            self.name(node, "NameStore", name.span);
        }
        self.tree.close(node);
    }
}

fn name_label(context: Context) -> &'static str {
    match context {
        Context::Load => "NameLoad",
        Context::Store => "NameStore",
        Context::Delete => "NameDel",
    }
}

fn with_context(label: &str, context: Context) -> String {
    let context = match context {
        Context::Load => "Load",
        Context::Store => "Store",
        Context::Delete => "Del",
    };
    format!("{label}{context}")
}

/// What Python's `ast` calls an operator.
pub(super) fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "Add",
        BinaryOp::BitAnd => "BitAnd",
        BinaryOp::BitOr => "BitOr",
        BinaryOp::BitXor => "BitXor",
        BinaryOp::Divide => "Div",
        BinaryOp::FloorDivide => "FloorDiv",
        BinaryOp::LeftShift => "LShift",
        BinaryOp::MatMultiply => "MatMult",
        BinaryOp::Modulo => "Mod",
        BinaryOp::Multiply => "Mult",
        BinaryOp::Power => "Pow",
        BinaryOp::RightShift => "RShift",
        BinaryOp::Subtract => "Sub",
    }
}

fn comparison(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "Eq",
        CompareOp::Greater => "Gt",
        CompareOp::GreaterEqual => "GtE",
        CompareOp::In => "In",
        CompareOp::Is => "Is",
        CompareOp::IsNot => "IsNot",
        CompareOp::Less => "Lt",
        CompareOp::LessEqual => "LtE",
        CompareOp::NotEqual => "NotEq",
        CompareOp::NotIn => "NotIn",
    }
}
