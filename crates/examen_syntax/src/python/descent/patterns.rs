//! Patterns of `match` statements.

use super::Parser;
use super::kind::{Kind, level};
use crate::Span;
use crate::python::nodes::{BinaryOp, Context, Expr, ExprKind, Name, Pattern, PatternKind, UnaryOp};
use crate::python::tree::{Id, List};

impl Parser<'_> {
    /// What stands behind `case`: several patterns without brackets are a sequence.
    pub(super) fn case_pattern(&mut self) -> Id<Pattern> {
        let start = self.token.start;
        let first = self.star_or_pattern();
        if !self.at(Kind::Comma) {
            if matches!(self.out.tree[first].kind, PatternKind::Star { .. }) {
                self.error(self.out.tree[first].span, "a starred pattern needs a sequence");
            }
            return first;
        }
        let base = self.patterns.len();
        self.patterns.push(first);
        while self.eat(Kind::Comma) {
            if !self.may_be_pattern() {
                break;
            }
            let next = self.star_or_pattern();
            self.patterns.push(next);
        }
        let patterns = self.take_patterns(base);
        self.add_pattern(start, PatternKind::Sequence { patterns })
    }

    fn add_pattern(&mut self, start: u32, kind: PatternKind) -> Id<Pattern> {
        let span = self.span_from(start);
        self.out.tree.add(Pattern { span, kind })
    }

    fn take_patterns(&mut self, base: usize) -> List<Id<Pattern>> {
        let list = self.out.tree.add_list(&self.patterns[base..]);
        self.patterns.truncate(base);
        list
    }

    fn may_be_pattern(&self) -> bool {
        self.token.kind.starts_expression() || self.at(Kind::Star)
    }

    fn star_or_pattern(&mut self) -> Id<Pattern> {
        if !self.at(Kind::Star) {
            return self.pattern();
        }
        let start = self.token.start;
        self.bump();
        let name = self.name("a name");
        let name = (name.text(self.out.source) != "_").then_some(name);
        self.add_pattern(start, PatternKind::Star { name })
    }

    /// Alternatives, and a name for what they match.
    fn pattern(&mut self) -> Id<Pattern> {
        let start = self.token.start;
        let first = self.closed_pattern();
        let mut pattern = first;
        if self.at(Kind::Bar) {
            let base = self.patterns.len();
            self.patterns.push(first);
            while self.eat(Kind::Bar) {
                let next = self.closed_pattern();
                self.patterns.push(next);
            }
            let patterns = self.take_patterns(base);
            pattern = self.add_pattern(start, PatternKind::Or { patterns });
        }
        if self.eat(Kind::As) {
            let name = self.name("a name");
            return self.add_pattern(start, PatternKind::As { pattern: Some(pattern), name: Some(name) });
        }
        pattern
    }

    fn closed_pattern(&mut self) -> Id<Pattern> {
        self.nested(Self::pattern_below, |parser| {
            let start = parser.token.start;
            parser.skip_level();
            parser.add_pattern(start, PatternKind::Error)
        })
    }

    fn pattern_below(&mut self) -> Id<Pattern> {
        let start = self.token.start;
        match self.token.kind {
            Kind::OpenRound => self.round_pattern(start),
            Kind::OpenSquare => {
                let outer = self.open();
                let (patterns, _) = self.sequence(Kind::CloseSquare, outer);
                self.add_pattern(start, PatternKind::Sequence { patterns })
            }
            Kind::OpenCurly => self.mapping(start),
            kind if kind.is_name() => self.name_pattern(start),
            Kind::Number | Kind::Minus | Kind::Plus => {
                let value = self.number_pattern();
                self.add_pattern(start, PatternKind::Value { value })
            }
            Kind::String | Kind::None | Kind::True | Kind::False => {
                let value = self.binary(level::BIT_OR + 1);
                self.add_pattern(start, PatternKind::Value { value })
            }
            kind if kind.starts_expression() => {
                self.expected("a pattern");
                let value = self.binary(level::BIT_OR + 1);
                self.add_pattern(start, PatternKind::Value { value })
            }
            _ => {
                self.expected("a pattern");
                self.out.tree.add(Pattern { span: Span::empty(self.previous_end), kind: PatternKind::Error })
            }
        }
    }

    /// `-1`, `1 + 2j`.
    fn number_pattern(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let left = self.signed_number();
        let op = match self.token.kind {
            Kind::Plus => BinaryOp::Add,
            Kind::Minus => BinaryOp::Subtract,
            _ => return left,
        };
        self.bump();
        let right = self.signed_number();
        self.add(start, ExprKind::Binary { op, left, right })
    }

    fn signed_number(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let op = match self.token.kind {
            Kind::Minus => UnaryOp::Minus,
            Kind::Plus => UnaryOp::Plus,
            _ => return self.binary(level::BIT_OR + 6),
        };
        self.bump();
        let operand = self.binary(level::BIT_OR + 6);
        self.add(start, ExprKind::Unary { op, operand })
    }

    fn sequence(&mut self, closer: Kind, outer: u32) -> (List<Id<Pattern>>, usize) {
        let base = self.patterns.len();
        let commas = self.separated(closer, outer, false, Self::may_be_pattern, |parser| {
            let next = parser.star_or_pattern();
            parser.patterns.push(next);
        });
        (self.take_patterns(base), commas)
    }

    fn round_pattern(&mut self, start: u32) -> Id<Pattern> {
        let outer = self.open();
        let (patterns, commas) = self.sequence(Kind::CloseRound, outer);
        match self.out.tree.list(patterns) {
            &[only] if commas == 0 && !matches!(self.out.tree[only].kind, PatternKind::Star { .. }) => {
                // Brackets that only group are not part of a pattern's span.
                only
            }
            _ => self.add_pattern(start, PatternKind::Sequence { patterns }),
        }
    }

    /// A capture, `_`, a dotted name or a class.
    fn name_pattern(&mut self, start: u32) -> Id<Pattern> {
        let name = Name { span: self.token.span() };
        self.bump();
        if !matches!(self.token.kind, Kind::Dot | Kind::OpenRound) {
            let name = (name.text(self.out.source) != "_").then_some(name);
            return self.add_pattern(start, PatternKind::As { pattern: None, name });
        }
        let mut value = self.add(start, ExprKind::Name { context: Context::Load });
        while self.eat(Kind::Dot) {
            let name = self.name("a name");
            value = self.add(start, ExprKind::Attribute { value, name, context: Context::Load });
        }
        if !self.at(Kind::OpenRound) {
            return self.add_pattern(start, PatternKind::Value { value });
        }
        let outer = self.open();
        let base = self.patterns.len();
        let mut keyword_patterns = Vec::new();
        let mut keywords = Vec::new();
        self.separated(Kind::CloseRound, outer, false, Self::may_be_pattern, |parser| {
            if parser.token.kind.is_name() && parser.peek().kind == Kind::Assign {
                let name = Name { span: parser.token.span() };
                parser.bump();
                parser.bump();
                keywords.push(name);
                let pattern = parser.pattern();
                keyword_patterns.push(pattern);
            } else {
                let pattern = parser.pattern();
                if !keywords.is_empty() {
                    parser.error(parser.out.tree[pattern].span, "positional pattern behind keyword patterns");
                }
                parser.patterns.push(pattern);
            }
        });
        self.patterns.append(&mut keyword_patterns);
        let patterns = self.take_patterns(base);
        let keywords = self.out.tree.add_list(&keywords);
        self.add_pattern(start, PatternKind::Class { class: value, patterns, keywords })
    }

    fn mapping(&mut self, start: u32) -> Id<Pattern> {
        let outer = self.open();
        let (base, key_base) = (self.patterns.len(), self.exprs.len());
        let mut rest = None;
        let is_item = |parser: &Self| parser.token.kind.starts_expression() || parser.at(Kind::DoubleStar);
        self.separated(Kind::CloseCurly, outer, false, is_item, |parser| {
            if parser.eat(Kind::DoubleStar) {
                rest = Some(parser.name("a name"));
                return;
            }
            let key = match parser.token.kind {
                Kind::Number | Kind::Minus | Kind::Plus => parser.number_pattern(),
                _ => parser.binary(level::BIT_OR + 1),
            };
            parser.expect(Kind::Colon, "`:`");
            let pattern = parser.pattern();
            parser.exprs.push(key);
            parser.patterns.push(pattern);
        });
        let keys = self.take_exprs(key_base);
        let patterns = self.take_patterns(base);
        self.add_pattern(start, PatternKind::Mapping { keys, patterns, rest })
    }
}
