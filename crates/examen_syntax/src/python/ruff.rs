//! ruff's parser, lowered into our tree: what the parser of our own is held against.

mod expressions;
mod patterns;

use ruff_python_ast::{self as ast, PythonVersion};
use ruff_python_parser::{Mode, ParseOptions, Parsed, parse_unchecked};
use ruff_text_size::{Ranged, TextRange};

use super::lowering::{Lowered, Lowering, MAX_DEPTH, is_python2_except_target};
use super::nodes::{
    Alias, Branch, Case, Class, Context, Expr, ExprKind, Function, Handler, Keyword, Name, Parameter, ParameterKind,
    Stmt, StmtKind, TypeParameter, WithItem,
};
use super::tree::{Id, List};
use crate::{Diagnostic, DiagnosticKind, Span};

/// Parses `source` as the newest Python 3; broken text gives a tree of what ruff could make of it.
pub(super) fn parse(source: &str) -> Lowered {
    let options = ParseOptions::from(Mode::Module).with_target_version(PythonVersion::latest());
    let parsed = parse_unchecked(source, options);
    let mut lowering = Lowering::new(source);
    if let ast::Mod::Module(module) = parsed.syntax() {
        lowering.tree.body = lowering.body(&module.body);
    }
    let errors = parsed.errors().iter();
    let diagnostics = errors
        .map(|error| Diagnostic::new(DiagnosticKind::Syntax, span(error.location), error.error.to_string()))
        .collect();
    if lowering.is_too_deep() {
        drop_deep(parsed, source.len());
    }
    lowering.finish(diagnostics)
}

/// Drops a tree that may be nested as deeply as the text is long: each level of the recursive drop takes well under
/// 512 bytes of stack, and the pages of this stack that are not touched cost nothing.
fn drop_deep(parsed: Parsed<ast::Mod>, source_bytes: usize) {
    stacker::grow(source_bytes * 512 + MAX_DEPTH as usize * 1024, || drop(parsed));
}

fn span(range: TextRange) -> Span {
    Span::new(range.start().into(), range.end().into())
}

fn name(identifier: &ast::Identifier) -> Name {
    Name { span: span(identifier.range) }
}

fn end_of(ranged: &impl Ranged) -> u32 {
    ranged.end().into()
}

impl Lowering<'_> {
    fn body(&mut self, statements: &[ast::Stmt]) -> List<Id<Stmt>> {
        let list = self.tree.reserve(statements.len(), Id::PLACEHOLDER);
        for (at, statement) in statements.iter().enumerate() {
            let id = self.stmt(statement);
            self.tree.fill(list, at, id);
        }
        list
    }

    fn stmt(&mut self, statement: &ast::Stmt) -> Id<Stmt> {
        let whole = span(statement.range());
        let id = self.open_stmt(whole);
        if self.enter(whole) {
            let (header, kind) = self.stmt_kind(id, statement, whole);
            self.close_stmt(id, header, kind);
            self.leave();
        }
        id
    }

    fn stmt_kind(&mut self, id: Id<Stmt>, statement: &ast::Stmt, whole: Span) -> (Span, StmtKind) {
        let kind = match statement {
            ast::Stmt::FunctionDef(node) => return self.function(id, node, whole),
            ast::Stmt::ClassDef(node) => return self.class(id, node, whole),
            ast::Stmt::For(node) => {
                let header = self.header(whole.start, end_of(&*node.iter));
                let kind = StmtKind::For {
                    is_async: node.is_async,
                    target: self.expr(&node.target),
                    iter: self.expr(&node.iter),
                    body: self.body(&node.body),
                    orelse: self.body(&node.orelse),
                };
                return (header, kind);
            }
            ast::Stmt::While(node) => {
                let header = self.header(whole.start, end_of(&*node.test));
                let test = self.expr(&node.test);
                return (
                    header,
                    StmtKind::While { test, body: self.body(&node.body), orelse: self.body(&node.orelse) },
                );
            }
            ast::Stmt::If(node) => return self.if_statement(node, whole),
            ast::Stmt::With(node) => {
                let last = node.items.last().map_or(whole.start, end_of);
                let header = self.header(whole.start, last);
                let items: Vec<WithItem> = node
                    .items
                    .iter()
                    .map(|item| WithItem {
                        context: self.expr(&item.context_expr),
                        target: self.optional(item.optional_vars.as_deref()),
                    })
                    .collect();
                let items = self.tree.add_list(&items);
                return (header, StmtKind::With { is_async: node.is_async, items, body: self.body(&node.body) });
            }
            ast::Stmt::Match(node) => {
                let header = self.header(whole.start, end_of(&*node.subject));
                let subject = self.expr(&node.subject);
                let cases: Vec<Case> = node.cases.iter().map(|case| self.case(case)).collect();
                return (header, StmtKind::Match { subject, cases: self.tree.add_list(&cases) });
            }
            ast::Stmt::Try(node) => {
                let header = self.header(whole.start, self.word_end(whole.start));
                let body = self.body(&node.body);
                let handlers: Vec<Handler> = node.handlers.iter().map(|handler| self.handler(handler)).collect();
                let kind = StmtKind::Try {
                    is_star: node.is_star,
                    body,
                    handlers: self.tree.add_list(&handlers),
                    orelse: self.body(&node.orelse),
                    finally: self.body(&node.finalbody),
                };
                return (header, kind);
            }
            ast::Stmt::Return(node) => StmtKind::Return { value: self.optional(node.value.as_deref()) },
            ast::Stmt::Delete(node) => StmtKind::Delete { targets: self.exprs(&node.targets) },
            ast::Stmt::TypeAlias(node) => StmtKind::TypeAlias {
                name: self.expr(&node.name),
                type_parameters: self.type_parameters(node.type_params.as_deref()),
                value: self.expr(&node.value),
            },
            ast::Stmt::Assign(node) => {
                StmtKind::Assign { targets: self.exprs(&node.targets), value: self.expr(&node.value) }
            }
            ast::Stmt::AugAssign(node) => StmtKind::AugAssign {
                target: self.expr(&node.target),
                op: expressions::binary_op(node.op),
                value: self.expr(&node.value),
            },
            ast::Stmt::AnnAssign(node) => StmtKind::AnnAssign {
                target: self.expr(&node.target),
                annotation: self.expr(&node.annotation),
                value: self.optional(node.value.as_deref()),
            },
            ast::Stmt::Raise(node) => StmtKind::Raise {
                exception: self.optional(node.exc.as_deref()),
                cause: self.optional(node.cause.as_deref()),
                value: None,
                traceback: None,
            },
            ast::Stmt::Assert(node) => {
                StmtKind::Assert { test: self.expr(&node.test), message: self.optional(node.msg.as_deref()) }
            }
            ast::Stmt::Import(node) => StmtKind::Import { names: self.aliases(&node.names) },
            ast::Stmt::ImportFrom(node) => StmtKind::ImportFrom {
                module: node.module.as_ref().map(name),
                level: node.level,
                names: self.aliases(&node.names),
            },
            ast::Stmt::Global(node) => StmtKind::Global { names: self.names(&node.names) },
            ast::Stmt::Nonlocal(node) => StmtKind::Nonlocal { names: self.names(&node.names) },
            ast::Stmt::Expr(node) => StmtKind::Expr { value: self.expr(&node.value) },
            ast::Stmt::Pass(_) => StmtKind::Pass,
            ast::Stmt::Break(_) => StmtKind::Break,
            ast::Stmt::Continue(_) => StmtKind::Continue,
            ast::Stmt::IpyEscapeCommand(_) => StmtKind::Error,
        };
        (whole, kind)
    }

    fn function(&mut self, id: Id<Stmt>, node: &ast::StmtFunctionDef, whole: Span) -> (Span, StmtKind) {
        let start = node.decorator_list.last().map_or(whole.start, |decorator| self.skip_trivia(end_of(decorator)));
        let end = node.returns.as_deref().map_or(end_of(&*node.parameters), end_of);
        let header = self.header(start, end);
        let decorators = self.decorators(&node.decorator_list);
        let type_parameters = self.type_parameters(node.type_params.as_deref());
        let parameters = self.parameters(&node.parameters);
        let function = Function {
            stmt: id,
            name: name(&node.name),
            is_async: node.is_async,
            decorators,
            type_parameters,
            parameters,
            returns: self.optional(node.returns.as_deref()),
            body: self.body(&node.body),
        };
        (header, StmtKind::Function(self.tree.add(function)))
    }

    fn class(&mut self, id: Id<Stmt>, node: &ast::StmtClassDef, whole: Span) -> (Span, StmtKind) {
        let start = node.decorator_list.last().map_or(whole.start, |decorator| self.skip_trivia(end_of(decorator)));
        let type_end = node.type_params.as_deref().map_or(end_of(&node.name), end_of);
        let header = self.header(start, node.arguments.as_deref().map_or(type_end, end_of));
        let decorators = self.decorators(&node.decorator_list);
        let type_parameters = self.type_parameters(node.type_params.as_deref());
        let (bases, keywords) = match node.arguments.as_deref() {
            Some(arguments) => (self.exprs(&arguments.args), self.keywords(&arguments.keywords)),
            None => Default::default(),
        };
        let body = self.body(&node.body);
        let class = Class { stmt: id, name: name(&node.name), decorators, type_parameters, bases, keywords, body };
        (header, StmtKind::Class(self.tree.add(class)))
    }

    fn if_statement(&mut self, node: &ast::StmtIf, whole: Span) -> (Span, StmtKind) {
        let header = self.header(whole.start, end_of(&*node.test));
        let first_end = node.body.last().map_or(header.end, end_of);
        let mut branches = vec![Branch {
            span: Span::new(whole.start, first_end),
            header,
            test: self.expr(&node.test),
            body: self.body(&node.body),
        }];
        let mut orelse = List::default();
        for clause in &node.elif_else_clauses {
            let clause_span = span(clause.range);
            match &clause.test {
                Some(test) => branches.push(Branch {
                    span: clause_span,
                    header: self.header(clause_span.start, end_of(test)),
                    test: self.expr(test),
                    body: self.body(&clause.body),
                }),
                None => orelse = self.body(&clause.body),
            }
        }
        (header, StmtKind::If { branches: self.tree.add_list(&branches), orelse })
    }

    fn case(&mut self, case: &ast::MatchCase) -> Case {
        let case_span = span(case.range);
        let end = case.guard.as_deref().map_or(end_of(&case.pattern), end_of);
        Case {
            span: case_span,
            header: self.header(case_span.start, end),
            pattern: self.pattern(&case.pattern),
            guard: self.optional(case.guard.as_deref()),
            body: self.body(&case.body),
        }
    }

    fn handler(&mut self, handler: &ast::ExceptHandler) -> Handler {
        let ast::ExceptHandler::ExceptHandler(node) = handler;
        let handler_span = span(node.range);
        let exception_end = node.type_.as_deref().map(end_of);
        let end = node.name.as_ref().map(end_of).or(exception_end);
        let end = end.unwrap_or_else(|| self.word_end(handler_span.start));
        let header = self.header(handler_span.start, end);
        let (exception, target) = match node.type_.as_deref() {
            // `except E, e:`
            Some(ast::Expr::Tuple(tuple))
                if !tuple.parenthesized
                    && tuple.elts.len() == 2
                    && is_python2_except_target(span(tuple.elts[1].range()).text(self.source)) =>
            {
                self.has_python2_syntax = true;
                let target = self.add_expr(span(tuple.elts[1].range()), ExprKind::Name { context: Context::Store });
                (Some(self.expr(&tuple.elts[0])), Some(target))
            }
            exception => (self.optional(exception), node.name.as_ref().map(|target| self.stored_name(target))),
        };
        Handler { span: handler_span, header, exception, target, body: self.body(&node.body) }
    }

    fn aliases(&mut self, aliases: &[ast::Alias]) -> List<Alias> {
        let aliases: Vec<Alias> = aliases
            .iter()
            .map(|alias| Alias {
                span: span(alias.range),
                name: name(&alias.name),
                alias: alias.asname.as_ref().map(name),
            })
            .collect();
        self.tree.add_list(&aliases)
    }

    fn names(&mut self, names: &[ast::Identifier]) -> List<Name> {
        let names: Vec<Name> = names.iter().map(name).collect();
        self.tree.add_list(&names)
    }

    fn decorators(&mut self, decorators: &[ast::Decorator]) -> List<Id<Expr>> {
        let list = self.tree.reserve(decorators.len(), Id::PLACEHOLDER);
        for (at, decorator) in decorators.iter().enumerate() {
            let id = self.expr(&decorator.expression);
            self.tree.fill(list, at, id);
        }
        list
    }

    fn keywords(&mut self, keywords: &[ast::Keyword]) -> List<Keyword> {
        if keywords.is_empty() {
            return List::default();
        }
        let keywords: Vec<Keyword> = keywords
            .iter()
            .map(|keyword| Keyword {
                span: span(keyword.range),
                name: keyword.arg.as_ref().map(name),
                value: self.expr(&keyword.value),
            })
            .collect();
        self.tree.add_list(&keywords)
    }

    fn parameters(&mut self, parameters: &ast::Parameters) -> List<Parameter> {
        let mut all = Vec::with_capacity(parameters.len());
        let groups =
            [(&parameters.posonlyargs, ParameterKind::PositionalOnly), (&parameters.args, ParameterKind::Positional)];
        for (group, kind) in groups {
            all.extend(group.iter().map(|parameter| self.parameter(kind, &parameter.parameter, parameter.default())));
        }
        if let Some(variadic) = &parameters.vararg {
            all.push(self.parameter(ParameterKind::Variadic, variadic, None));
        }
        for parameter in &parameters.kwonlyargs {
            all.push(self.parameter(ParameterKind::KeywordOnly, &parameter.parameter, parameter.default()));
        }
        if let Some(variadic) = &parameters.kwarg {
            all.push(self.parameter(ParameterKind::VariadicKeyword, variadic, None));
        }
        self.tree.add_list(&all)
    }

    fn parameter(&mut self, kind: ParameterKind, node: &ast::Parameter, default: Option<&ast::Expr>) -> Parameter {
        Parameter {
            kind,
            name: name(&node.name),
            tuple: None,
            annotation: self.optional(node.annotation.as_deref()),
            default: self.optional(default),
        }
    }

    fn type_parameters(&mut self, parameters: Option<&ast::TypeParams>) -> List<TypeParameter> {
        let Some(parameters) = parameters else {
            return List::default();
        };
        let parameters: Vec<TypeParameter> = parameters
            .type_params
            .iter()
            .map(|parameter| {
                let bound = parameter.as_type_var().and_then(|variable| variable.bound.as_deref());
                TypeParameter {
                    name: name(parameter.name()),
                    bound: self.optional(bound),
                    default: self.optional(parameter.default()),
                }
            })
            .collect();
        self.tree.add_list(&parameters)
    }

    fn stored_name(&mut self, identifier: &ast::Identifier) -> Id<Expr> {
        self.add_expr(span(identifier.range), ExprKind::Name { context: Context::Store })
    }
}
