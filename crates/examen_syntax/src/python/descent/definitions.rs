//! Functions, classes, parameters and type parameters.

use super::Parser;
use super::kind::{Kind, level};
use crate::Span;
use crate::python::nodes::{
    Class, Context, Expr, ExprKind, Function, Name, Parameter, ParameterKind, Stmt, StmtKind, TypeParameter,
};
use crate::python::tree::{Id, List};

/// Parameters so far, and what the next ones are.
struct Parameters {
    list: Vec<Parameter>,
    plain: ParameterKind,
    has_default: bool,
}

impl Parameters {
    fn new() -> Self {
        Self { list: Vec::with_capacity(4), plain: ParameterKind::Positional, has_default: false }
    }
}

impl Parser<'_> {
    /// Decorators and the definition behind them.
    pub(super) fn decorated(&mut self, id: Id<Stmt>) -> (Span, StmtKind) {
        let start = self.token.start;
        let base = self.exprs.len();
        while self.eat(Kind::At) {
            let decorator = self.named();
            self.exprs.push(decorator);
            if !self.at(Kind::Newline) {
                self.expected("the end of the line");
                self.skip_line();
            }
            self.bump();
        }
        let decorators = self.take_exprs(base);
        let kind = self.token.kind;
        match kind {
            Kind::Class => self.class(id, decorators),
            Kind::Def => self.function(id, decorators),
            Kind::Async if self.peek().kind == Kind::Def => self.function(id, decorators),
            _ => {
                self.expected("a definition");
                let kind = ExprKind::Tuple { elements: decorators, context: Context::Load, parenthesized: false };
                let value = self.add(start, kind);
                (self.span_from(start), StmtKind::Expr { value })
            }
        }
    }

    pub(super) fn function(&mut self, id: Id<Stmt>, decorators: List<Id<Expr>>) -> (Span, StmtKind) {
        let start = self.token.start;
        let is_async = self.eat(Kind::Async);
        self.bump();
        self.is_in_header = true;
        let name = self.name("the name of the function");
        let type_parameters = self.type_parameters();
        let parameters = self.parameters();
        let returns = self.eat(Kind::Arrow).then(|| self.expression());
        let header = self.header_end(start);
        let body = self.block();
        let function = Function { stmt: id, name, is_async, decorators, type_parameters, parameters, returns, body };
        (header, StmtKind::Function(self.out.tree.add(function)))
    }

    pub(super) fn class(&mut self, id: Id<Stmt>, decorators: List<Id<Expr>>) -> (Span, StmtKind) {
        let start = self.token.start;
        self.bump();
        self.is_in_header = true;
        let name = self.name("the name of the class");
        let type_parameters = self.type_parameters();
        let (bases, keywords) = if self.at(Kind::OpenRound) { self.arguments() } else { Default::default() };
        let header = self.header_end(start);
        let body = self.block();
        let class = Class { stmt: id, name, decorators, type_parameters, bases, keywords, body };
        (header, StmtKind::Class(self.out.tree.add(class)))
    }

    fn parameters(&mut self) -> List<Parameter> {
        if !self.at(Kind::OpenRound) {
            self.expected("`(`");
            return List::default();
        }
        let outer = self.open();
        let mut parameters = Parameters::new();
        self.separated(Kind::CloseRound, outer, false, Self::may_be_parameter, |parser| {
            parser.parameter(&mut parameters, true);
        });
        self.out.tree.add_list(&parameters.list)
    }

    /// Parameters up to the colon of a lambda.
    pub(super) fn lambda_parameters(&mut self) -> List<Parameter> {
        let mut parameters = Parameters::new();
        while self.may_be_parameter() {
            self.parameter(&mut parameters, false);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.out.tree.add_list(&parameters.list)
    }

    fn may_be_parameter(&self) -> bool {
        self.token.kind.is_name()
            || matches!(self.token.kind, Kind::Star | Kind::DoubleStar | Kind::Slash | Kind::OpenRound)
    }

    /// Names before `/` are positional only, names after `*` or `*args` keyword only.
    fn parameter(&mut self, parameters: &mut Parameters, may_have_annotation: bool) {
        let start = self.token.start;
        let mut tuple = None;
        let mut kind = parameters.plain;
        match self.token.kind {
            Kind::Slash => {
                self.bump();
                for parameter in &mut parameters.list {
                    parameter.kind = ParameterKind::PositionalOnly;
                }
                return;
            }
            Kind::Star => {
                self.bump();
                parameters.plain = ParameterKind::KeywordOnly;
                if !self.token.kind.is_name() {
                    return;
                }
                kind = ParameterKind::Variadic;
            }
            Kind::DoubleStar => {
                self.bump();
                kind = ParameterKind::VariadicKeyword;
            }
            Kind::OpenRound => {
                self.python2_signs += 1;
                let target = self.nested_expr(Self::round_brackets);
                self.store(target);
                tuple = Some(target);
            }
            _ => {}
        }
        if parameters.list.last().is_some_and(|last| last.kind == ParameterKind::VariadicKeyword) {
            self.error(self.token.span(), "parameter behind `**`");
        }
        let name = if tuple.is_some() { Name { span: self.span_from(start) } } else { self.name("a parameter") };
        let annotation = (may_have_annotation && self.eat(Kind::Colon)).then(|| match self.token.kind {
            Kind::Star if kind == ParameterKind::Variadic => self.starred(level::BIT_OR),
            _ => self.expression(),
        });
        let default = self.eat(Kind::Assign).then(|| self.expression());
        match kind {
            ParameterKind::Positional if default.is_some() => parameters.has_default = true,
            ParameterKind::Positional if parameters.has_default => {
                self.error(name.span, "parameter without a default behind one with a default");
            }
            ParameterKind::Variadic | ParameterKind::VariadicKeyword if default.is_some() => {
                self.error(name.span, "parameter with stars cannot have a default");
            }
            _ => {}
        }
        parameters.list.push(Parameter { kind, name, tuple, annotation, default });
    }

    /// `[T: bound = default, *Ts, **P]`, if it is there.
    pub(super) fn type_parameters(&mut self) -> List<TypeParameter> {
        if !self.at(Kind::OpenSquare) {
            return List::default();
        }
        let outer = self.open();
        let mut parameters = Vec::new();
        if self.at(Kind::CloseSquare) {
            self.expected("a type parameter");
        }
        let is_parameter =
            |parser: &Self| parser.token.kind.is_name() || matches!(parser.token.kind, Kind::Star | Kind::DoubleStar);
        self.separated(Kind::CloseSquare, outer, false, is_parameter, |parser| {
            let is_plain = !parser.eat(Kind::Star) && !parser.eat(Kind::DoubleStar);
            let name = parser.name("a type parameter");
            let bound = (is_plain && parser.eat(Kind::Colon)).then(|| parser.expression());
            let default = parser.eat(Kind::Assign).then(|| match parser.token.kind {
                Kind::Star => parser.starred(level::BIT_OR),
                _ => parser.expression(),
            });
            parameters.push(TypeParameter { name, bound, default });
        });
        self.out.tree.add_list(&parameters)
    }
}
