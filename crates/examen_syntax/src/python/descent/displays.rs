//! What stands in brackets: tuples, lists, dicts, sets, comprehensions, arguments and subscripts.

use super::Parser;
use super::expressions::Walrus;
use super::kind::{Kind, level};
use crate::Span;
use crate::python::nodes::{Comprehension, Context, DictItem, Expr, ExprKind, Keyword, Name};
use crate::python::tree::{Id, List};

/// In which brackets a comprehension stands: only a list's may have a tuple without brackets, in Python 2.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    List,
    Other,
}

impl Parser<'_> {
    /// `()`, `(a)`, `(a, b)`, `(yield a)` or `(a for a in b)`.
    pub(super) fn round_brackets(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let outer = self.open();
        if self.eat(Kind::CloseRound) {
            return self.tuple(start, List::default());
        }
        if self.at(Kind::Yield) {
            let value = self.yield_expression();
            self.close(Kind::CloseRound, outer);
            return value;
        }
        if !self.may_be_element() {
            self.expected("an expression");
            let base = self.exprs.len();
            let is_tuple = self.elements(Kind::CloseRound, outer);
            let elements = self.take_exprs(base);
            return match self.out.tree.list(elements) {
                &[only] if !is_tuple => only,
                [] => self.add(start, ExprKind::Error),
                _ => self.tuple(start, elements),
            };
        }
        let first = self.element(Walrus::Allowed);
        if self.at_comprehension() {
            let clauses = self.clauses(Around::Other);
            self.refuse_star(first);
            self.close(Kind::CloseRound, outer);
            return self.add(start, ExprKind::Generator { element: first, clauses });
        }
        if self.at(Kind::CloseRound) {
            self.refuse_star(first);
            self.bump();
            return first;
        }
        let base = self.exprs.len();
        self.exprs.push(first);
        let is_tuple = self.rest_of_elements(base, Kind::CloseRound, outer);
        let elements = self.take_exprs(base);
        if is_tuple { self.tuple(start, elements) } else { first }
    }

    fn tuple(&mut self, start: u32, elements: List<Id<Expr>>) -> Id<Expr> {
        self.add(start, ExprKind::Tuple { elements, context: Context::Load, parenthesized: true })
    }

    fn refuse_star(&mut self, id: Id<Expr>) {
        if self.is_starred(id) {
            self.error(self.out.tree[id].span, "starred expression cannot be used here");
        }
    }

    pub(super) fn square_brackets(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let outer = self.open();
        let base = self.exprs.len();
        if self.may_be_element() {
            let first = self.element(Walrus::Allowed);
            if self.at_comprehension() {
                self.refuse_star(first);
                let clauses = self.clauses(Around::List);
                self.close(Kind::CloseSquare, outer);
                return self.add(start, ExprKind::ListComprehension { element: first, clauses });
            }
            self.exprs.push(first);
            self.rest_of_elements(base, Kind::CloseSquare, outer);
        } else {
            self.elements(Kind::CloseSquare, outer);
        }
        let elements = self.take_exprs(base);
        self.add(start, ExprKind::List { elements, context: Context::Load })
    }

    /// A dict or a set.
    pub(super) fn curly_brackets(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let outer = self.open();
        if self.eat(Kind::CloseCurly) {
            return self.add(start, ExprKind::Dict { items: List::default() });
        }
        if self.at(Kind::DoubleStar) || !self.may_be_element() {
            return self.dict(start, outer, None);
        }
        let first = self.element(Walrus::Allowed);
        if self.at(Kind::Colon) {
            self.refuse_star(first);
            self.bump();
            let value = self.expression();
            if self.at_comprehension() {
                let clauses = self.clauses(Around::Other);
                self.close(Kind::CloseCurly, outer);
                return self.add(start, ExprKind::DictComprehension { key: first, value, clauses });
            }
            return self.dict(start, outer, Some(DictItem { key: Some(first), value }));
        }
        if self.at_comprehension() {
            self.refuse_star(first);
            let clauses = self.clauses(Around::Other);
            self.close(Kind::CloseCurly, outer);
            return self.add(start, ExprKind::SetComprehension { element: first, clauses });
        }
        let base = self.exprs.len();
        self.exprs.push(first);
        self.rest_of_elements(base, Kind::CloseCurly, outer);
        let elements = self.take_exprs(base);
        self.add(start, ExprKind::Set { elements })
    }

    fn dict(&mut self, start: u32, outer: u32, first: Option<DictItem>) -> Id<Expr> {
        let mut items = Vec::with_capacity(8);
        let is_begun = first.is_some();
        items.extend(first);
        let is_item = |parser: &Self| parser.at(Kind::DoubleStar) || parser.token.kind.starts_expression();
        self.separated(Kind::CloseCurly, outer, is_begun, is_item, |parser| {
            if parser.eat(Kind::DoubleStar) {
                let value = parser.nested_expr(|parser| parser.binary(level::BIT_OR));
                items.push(DictItem { key: None, value });
                return;
            }
            let key = parser.expression();
            if parser.expect(Kind::Colon, "`:`") {
                let value = parser.expression();
                items.push(DictItem { key: Some(key), value });
            } else {
                items.push(DictItem { key: None, value: key });
            }
        });
        let items = self.out.tree.add_list(&items);
        self.add(start, ExprKind::Dict { items })
    }

    /// Python 2's backticks.
    pub(super) fn repr(&mut self) -> Id<Expr> {
        let start = self.token.start;
        self.bump();
        self.python2_signs += 1;
        let value = self.expression_list();
        self.expect(Kind::Backtick, "a backtick");
        self.add(start, ExprKind::Repr { value })
    }

    fn may_be_element(&self) -> bool {
        self.token.kind.starts_expression() || self.at(Kind::Star)
    }

    /// All elements up to the closing bracket; whether there was a comma.
    fn elements(&mut self, closer: Kind, outer: u32) -> bool {
        let commas = self.separated(closer, outer, false, Self::may_be_element, |parser| {
            let element = parser.element(Walrus::Allowed);
            parser.exprs.push(element);
        });
        commas > 0
    }

    /// The elements behind the first.
    fn rest_of_elements(&mut self, base: usize, closer: Kind, outer: u32) -> bool {
        let commas = self.separated(closer, outer, true, Self::may_be_element, |parser| {
            let element = parser.element(Walrus::Allowed);
            parser.exprs.push(element);
        });
        commas > 0 || self.exprs.len() > base + 1
    }

    fn at_comprehension(&mut self) -> bool {
        self.at(Kind::For) || self.at(Kind::Async) && self.peek().kind == Kind::For
    }

    /// The `for … in … if …` parts.
    fn clauses(&mut self, around: Around) -> List<Comprehension> {
        let mut clauses = Vec::with_capacity(1);
        while self.at_comprehension() {
            let start = self.token.start;
            let is_async = self.eat(Kind::Async);
            self.bump();
            let target = self.target_list();
            self.expect(Kind::In, "`in`");
            let iter_start = self.token.start;
            let mut iter = self.condition();
            if around == Around::List && self.at(Kind::Comma) {
                // `[x for x in 1, 2]`
                self.python2_signs += 1;
                iter = self.rest_of_tuple(iter_start, iter, |parser, _| parser.condition());
            }
            let base = self.exprs.len();
            while self.eat(Kind::If) {
                let condition = self.condition();
                self.exprs.push(condition);
            }
            let conditions = self.take_exprs(base);
            clauses.push(Comprehension { span: self.span_from(start), is_async, target, iter, conditions });
        }
        self.out.tree.add_list(&clauses)
    }

    /// An expression that `if` ends.
    fn condition(&mut self) -> Id<Expr> {
        if !self.at(Kind::Lambda) {
            return self.binary(level::OR);
        }
        self.python3_error(self.token.span(), "lambda needs brackets here");
        self.expression()
    }

    /// The arguments of a call or the bases of a class, brackets included.
    pub(super) fn arguments(&mut self) -> (List<Id<Expr>>, List<Keyword>) {
        self.nested(
            |parser| {
                let outer = parser.open();
                let (base, keyword_base) = (parser.exprs.len(), parser.keywords.len());
                let is_argument = |parser: &Self| parser.may_be_element() || parser.at(Kind::DoubleStar);
                let mut lone_generator = None;
                let mut has_unpacked = false;
                let commas = parser.separated(Kind::CloseRound, outer, false, is_argument, |parser| {
                    let generator = parser.argument(keyword_base, &mut has_unpacked);
                    lone_generator = lone_generator.or(generator);
                });
                if let Some(span) = lone_generator.filter(|_| commas > 0) {
                    parser.python3_error(span, "generator needs brackets of its own");
                }
                let keywords = parser.out.tree.add_list(&parser.keywords[keyword_base..]);
                parser.keywords.truncate(keyword_base);
                (parser.take_exprs(base), keywords)
            },
            |parser| {
                parser.skip_level();
                Default::default()
            },
        )
    }

    /// One argument; the span of a generator without brackets of its own.
    fn argument(&mut self, keyword_base: usize, has_unpacked: &mut bool) -> Option<Span> {
        let start = self.token.start;
        match self.token.kind {
            Kind::DoubleStar => {
                self.bump();
                let value = self.expression();
                *has_unpacked = true;
                self.keywords.push(Keyword { span: self.span_from(start), name: None, value });
                return None;
            }
            Kind::Star => {
                let value = self.starred(0);
                if *has_unpacked {
                    self.python3_error(self.span_from(start), "iterable argument behind keyword arguments");
                }
                self.exprs.push(value);
                return None;
            }
            _ => {}
        }
        let is_name = self.token.kind.is_name();
        let value = self.named();
        if self.at(Kind::Assign) {
            let name =
                self.out.tree.exprs.last().filter(|_| is_name).filter(|it| matches!(it.kind, ExprKind::Name { .. }));
            let name = name.filter(|it| it.span.start == start).map(|it| Name { span: it.span });
            if name.is_some() {
                self.out.tree.exprs.pop();
            } else {
                self.error(self.token.span(), "only a name can be a keyword argument");
            }
            self.bump();
            let value = self.expression();
            self.keywords.push(Keyword { span: self.span_from(start), name, value });
            return None;
        }
        if self.at_comprehension() {
            let clauses = self.clauses(Around::Other);
            let generator = self.add(start, ExprKind::Generator { element: value, clauses });
            self.exprs.push(generator);
            return Some(self.span_from(start));
        }
        if self.keywords.len() > keyword_base {
            self.error(self.span_from(start), "positional argument behind keyword arguments");
        }
        self.exprs.push(value);
        None
    }

    /// What stands in the brackets of a subscript: several indices are a tuple, as is one with a comma or a star.
    pub(super) fn subscript(&mut self) -> Id<Expr> {
        self.nested_expr(|parser| {
            let outer = parser.open();
            let start = parser.token.start;
            let base = parser.exprs.len();
            let mut end = parser.previous_end;
            if parser.at(Kind::CloseSquare) {
                parser.expected("an index");
            }
            let is_index = |parser: &Self| parser.may_be_element() || parser.at(Kind::Colon);
            let commas = parser.separated(Kind::CloseSquare, outer, false, is_index, |parser| {
                let index = parser.slice();
                parser.exprs.push(index);
                end = if parser.at(Kind::Comma) { parser.token.end } else { parser.previous_end };
            });
            match parser.exprs[base..] {
                [] => parser.out.add_expr(Span::empty(end), ExprKind::Error),
                [only] if commas == 0 && !parser.is_starred(only) => {
                    parser.exprs.truncate(base);
                    only
                }
                _ => {
                    let elements = parser.take_exprs(base);
                    let kind = ExprKind::Tuple { elements, context: Context::Load, parenthesized: false };
                    parser.out.add_expr(Span::new(start.min(end), end), kind)
                }
            }
        })
    }

    fn slice(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let lower = if self.at(Kind::Colon) { None } else { Some(self.element(Walrus::Allowed)) };
        if let Some(lower) = lower.filter(|_| !self.at(Kind::Colon)) {
            return lower;
        }
        self.bump();
        let upper = self.token.kind.starts_expression().then(|| self.expression());
        let has_step = self.eat(Kind::Colon) && self.token.kind.starts_expression();
        let step = has_step.then(|| self.expression());
        self.add(start, ExprKind::Slice { lower, upper, step })
    }
}
