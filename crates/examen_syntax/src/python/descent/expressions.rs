//! Expressions: operators by how tightly they bind, and what is put behind an operand.

use super::Parser;
use super::kind::{Kind, level};
use crate::Span;
use crate::python::nodes::{BinaryOp, BoolOp, CompareOp, Comparison, Context, Expr, ExprKind, Name, UnaryOp};
use crate::python::tree::Id;

/// Whether a list of expressions may have `name := value` among them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Walrus {
    Allowed,
    Refused,
}

impl Parser<'_> {
    /// `a` or `a, b`, starred ones too: what stands behind `return`, `=`, `in` or alone.
    pub(super) fn expression_list(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let first = self.element(Walrus::Refused);
        if self.at(Kind::Comma) { self.rest_of_tuple(start, first, Self::element) } else { first }
    }

    /// What stands to the right of `=`, or in brackets: `yield` too.
    pub(super) fn yield_or_list(&mut self) -> Id<Expr> {
        if self.at(Kind::Yield) { self.yield_expression() } else { self.expression_list() }
    }

    /// The elements behind the first one of a tuple without brackets, its last comma included.
    pub(super) fn rest_of_tuple(
        &mut self,
        start: u32,
        first: Id<Expr>,
        element: impl Fn(&mut Self, Walrus) -> Id<Expr>,
    ) -> Id<Expr> {
        let base = self.exprs.len();
        self.exprs.push(first);
        while self.eat(Kind::Comma) {
            if !self.token.kind.starts_expression() && !self.at(Kind::Star) {
                break;
            }
            let next = element(self, Walrus::Refused);
            self.exprs.push(next);
        }
        let elements = self.take_exprs(base);
        self.add(start, ExprKind::Tuple { elements, context: Context::Load, parenthesized: false })
    }

    /// `*a`, an expression or, where it is allowed, `name := value`.
    pub(super) fn element(&mut self, walrus: Walrus) -> Id<Expr> {
        match self.token.kind {
            Kind::Star => self.starred(level::BIT_OR),
            _ if walrus == Walrus::Allowed => self.named(),
            _ => self.expression(),
        }
    }

    /// `*` and an operand that binds at least as tightly as `least`.
    pub(super) fn starred(&mut self, least: u8) -> Id<Expr> {
        let start = self.token.start;
        self.bump();
        let value = if least == 0 { self.expression() } else { self.nested_expr(|parser| parser.binary(least)) };
        self.add(start, ExprKind::Starred { value, context: Context::Load })
    }

    pub(super) fn is_starred(&self, id: Id<Expr>) -> bool {
        matches!(self.out.tree[id].kind, ExprKind::Starred { .. })
    }

    /// `name := value` or an expression.
    pub(super) fn named(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let target = self.expression();
        if !self.at(Kind::Walrus) {
            return target;
        }
        if !matches!(self.out.tree[target].kind, ExprKind::Name { .. }) {
            self.error(Span::new(start, self.previous_end), "only a name can be assigned to by `:=`");
        }
        self.store(target);
        self.bump();
        let value = self.expression();
        self.add(start, ExprKind::Named { target, value })
    }

    /// An expression without a comma: a condition, a lambda or operators.
    pub(super) fn expression(&mut self) -> Id<Expr> {
        if self.at(Kind::Lambda) {
            return self.nested_expr(Self::lambda);
        }
        let start = self.token.start;
        let body = self.binary(level::OR);
        if !self.at(Kind::If) {
            return body;
        }
        self.bump();
        let test = self.binary(level::OR);
        if !self.expect(Kind::Else, "`else`") {
            let orelse = self.out.add_expr(Span::empty(self.previous_end), ExprKind::Error);
            return self.add(start, ExprKind::Conditional { test, body, orelse });
        }
        let orelse = self.nested_expr(Self::expression);
        self.add(start, ExprKind::Conditional { test, body, orelse })
    }

    fn lambda(&mut self) -> Id<Expr> {
        let start = self.token.start;
        self.bump();
        let parameters = self.lambda_parameters();
        self.expect(Kind::Colon, "`:`");
        let body = self.expression();
        self.add(start, ExprKind::Lambda { parameters, body })
    }

    pub(super) fn yield_expression(&mut self) -> Id<Expr> {
        let start = self.token.start;
        self.bump();
        if self.eat(Kind::From) {
            let value = self.expression();
            return self.add(start, ExprKind::YieldFrom { value });
        }
        let has_value = self.token.kind.starts_expression() || self.at(Kind::Star);
        let value = has_value.then(|| self.expression_list());
        self.add(start, ExprKind::Yield { value })
    }

    /// Operands and the operators between them that bind at least as tightly as `least`.
    pub(super) fn binary(&mut self, least: u8) -> Id<Expr> {
        let start = self.token.start;
        let mut left = if self.at(Kind::Not) { self.not(least) } else { self.unary() };
        let levels = self.levels;
        loop {
            let kind = self.token.kind;
            let level = kind.level();
            if level == 0 || level < least {
                break;
            }
            left = match level {
                level::OR => self.boolean(start, left, BoolOp::Or, kind, level),
                level::AND => self.boolean(start, left, BoolOp::And, kind, level),
                level::COMPARE => {
                    if kind == Kind::Not && self.peek().kind != Kind::In {
                        break;
                    }
                    self.comparison(start, left)
                }
                _ => {
                    let Some(op) = kind.binary_op() else { break };
                    self.bump();
                    let right = self.binary(level + 1);
                    self.add(start, ExprKind::Binary { op, left, right })
                }
            };
            self.link();
        }
        self.levels = levels;
        left
    }

    /// Counts a link of a chain that leans to the left, which takes no recursion to read but some to walk.
    fn link(&mut self) {
        self.levels += 1;
        self.most_levels = self.most_levels.max(self.levels);
    }

    fn not(&mut self, least: u8) -> Id<Expr> {
        let start = self.token.start;
        if least > level::NOT {
            self.error(self.token.span(), "`not` cannot be used here without brackets");
        }
        self.bump();
        let operand = self.nested_expr(|parser| parser.binary(level::NOT));
        self.add(start, ExprKind::Unary { op: UnaryOp::Not, operand })
    }

    /// `a and b and c` is one node.
    fn boolean(&mut self, start: u32, left: Id<Expr>, op: BoolOp, kind: Kind, level: u8) -> Id<Expr> {
        let base = self.exprs.len();
        self.exprs.push(left);
        while self.eat(kind) {
            let operand = self.binary(level + 1);
            self.exprs.push(operand);
        }
        let values = self.take_exprs(base);
        self.add(start, ExprKind::Bool { op, values })
    }

    fn comparison(&mut self, start: u32, left: Id<Expr>) -> Id<Expr> {
        // Nearly all have one operator.
        let mut rest: [Option<Comparison>; 1] = [None];
        let mut more: Vec<Comparison> = Vec::new();
        while let Some(op) = self.compare_operator() {
            let comparison = Comparison { op, right: self.binary(level::BIT_OR) };
            match rest[0] {
                None => rest[0] = Some(comparison),
                Some(first) => {
                    if more.is_empty() {
                        more.push(first);
                    }
                    more.push(comparison);
                }
            }
        }
        let rest = match rest[0] {
            Some(only) if more.is_empty() => self.out.tree.add_list(&[only]),
            _ => self.out.tree.add_list(&more),
        };
        self.add(start, ExprKind::Compare { left, rest })
    }

    fn compare_operator(&mut self) -> Option<CompareOp> {
        if self.at(Kind::Not) {
            if self.peek().kind != Kind::In {
                return None;
            }
            self.bump();
            self.bump();
            return Some(CompareOp::NotIn);
        }
        let op = self.token.kind.compare_op()?;
        self.python2_signs += u32::from(self.at(Kind::Unequal));
        self.bump();
        if op == CompareOp::Is && self.eat(Kind::Not) {
            return Some(CompareOp::IsNot);
        }
        Some(op)
    }

    fn unary(&mut self) -> Id<Expr> {
        let op = match self.token.kind {
            Kind::Minus => UnaryOp::Minus,
            Kind::Plus => UnaryOp::Plus,
            Kind::Tilde => UnaryOp::Invert,
            _ => return self.power(),
        };
        let start = self.token.start;
        self.bump();
        let operand = self.nested_expr(Self::unary);
        self.add(start, ExprKind::Unary { op, operand })
    }

    fn power(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let left = self.awaited();
        if !self.at(Kind::DoubleStar) {
            return left;
        }
        self.bump();
        let right = self.nested_expr(Self::unary);
        self.add(start, ExprKind::Binary { op: BinaryOp::Power, left, right })
    }

    fn awaited(&mut self) -> Id<Expr> {
        if !self.at(Kind::Await) || !self.peek().kind.starts_expression() {
            return self.primary();
        }
        let start = self.token.start;
        self.bump();
        let value = self.nested_expr(Self::awaited);
        self.add(start, ExprKind::Await { value })
    }

    /// An atom with the attributes, calls and subscripts behind it.
    fn primary(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let mut value = self.atom();
        let levels = self.levels;
        loop {
            value = match self.token.kind {
                Kind::Dot => {
                    self.bump();
                    let name = self.attribute_name();
                    self.add(start, ExprKind::Attribute { value, name, context: Context::Load })
                }
                Kind::OpenRound => {
                    let (arguments, keywords) = self.arguments();
                    self.add(start, ExprKind::Call { function: value, arguments, keywords })
                }
                Kind::OpenSquare => {
                    let index = self.subscript();
                    self.add(start, ExprKind::Subscript { value, index, context: Context::Load })
                }
                _ => break,
            };
            self.link();
        }
        self.levels = levels;
        value
    }

    fn attribute_name(&mut self) -> Name {
        let next_to_dot = self.token.start == self.previous_end;
        let is_word = self.text().bytes().all(|byte| byte.is_ascii_alphabetic());
        if !self.token.kind.is_name() && next_to_dot && is_word && !self.token.span().is_empty() {
            // `x.import`: a keyword is no attribute's name, but is meant as one.
            self.expected("a name");
            let name = Name { span: self.token.span() };
            self.bump();
            return name;
        }
        self.name("a name")
    }

    fn atom(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let kind = match self.token.kind {
            Kind::Name => ExprKind::Name { context: Context::Load },
            Kind::Number => ExprKind::Number,
            Kind::String => return self.string(),
            Kind::None => ExprKind::None,
            Kind::True => ExprKind::True,
            Kind::False => ExprKind::False,
            Kind::Ellipsis => ExprKind::Ellipsis,
            Kind::OpenRound => return self.nested_expr(Self::round_brackets),
            Kind::OpenSquare => return self.nested_expr(Self::square_brackets),
            Kind::OpenCurly => return self.nested_expr(Self::curly_brackets),
            Kind::Backtick => return self.nested_expr(Self::repr),
            Kind::Async | Kind::Await | Kind::Nonlocal => {
                self.python2_signs += 1;
                ExprKind::Name { context: Context::Load }
            }
            Kind::Lambda => {
                self.error(self.token.span(), "lambda cannot be used here without brackets");
                return self.nested_expr(Self::lambda);
            }
            _ => return self.missing(),
        };
        self.bump();
        self.add(start, kind)
    }
}
