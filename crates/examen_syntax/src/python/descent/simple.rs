//! Simple statements of Python 2 and 3.

use super::Parser;
use super::kind::{Kind, level};
use crate::Span;
use crate::python::nodes::{Alias, Context, Expr, ExprKind, Name, StmtKind};
use crate::python::tree::{Id, List};

impl Parser<'_> {
    /// The statement at the token, without what ends it. Takes no token if none begins a statement.
    pub(super) fn simple(&mut self) -> StmtKind {
        let kind = self.token.kind;
        match kind {
            Kind::Return => {
                self.bump();
                StmtKind::Return { value: self.optional_list() }
            }
            Kind::Pass => self.word(StmtKind::Pass),
            Kind::Break => self.word(StmtKind::Break),
            Kind::Continue => self.word(StmtKind::Continue),
            Kind::Import => {
                self.bump();
                StmtKind::Import { names: self.imports() }
            }
            Kind::From => self.import_from(),
            Kind::Raise => self.raise(),
            Kind::Assert => {
                self.bump();
                let test = self.expression();
                let message = self.eat(Kind::Comma).then(|| self.expression());
                StmtKind::Assert { test, message }
            }
            Kind::Global => {
                self.bump();
                StmtKind::Global { names: self.names() }
            }
            Kind::Nonlocal if self.peek().kind.is_name() => {
                self.bump();
                StmtKind::Nonlocal { names: self.names() }
            }
            Kind::Del => self.deletion(),
            Kind::Name => match self.text() {
                "print" if self.is_print() => self.print(),
                "exec" if self.is_exec() => self.exec(),
                "type" if self.peek().kind == Kind::Name && self.is_type_alias() => self.type_alias(),
                _ => self.assignment(),
            },
            kind if kind.starts_expression() || matches!(kind, Kind::Star | Kind::Yield) => self.assignment(),
            _ => {
                self.expected("a statement");
                StmtKind::Error
            }
        }
    }

    fn word(&mut self, kind: StmtKind) -> StmtKind {
        self.bump();
        kind
    }

    fn optional_list(&mut self) -> Option<Id<Expr>> {
        let is_there = self.token.kind.starts_expression() || self.at(Kind::Star) || self.at(Kind::Yield);
        is_there.then(|| self.yield_or_list())
    }

    fn assignment(&mut self) -> StmtKind {
        let start = self.token.start;
        let first = self.yield_or_list();
        match self.token.kind {
            Kind::Assign => {
                let base = self.exprs.len();
                let mut last = first;
                while self.eat(Kind::Assign) {
                    self.store(last);
                    self.exprs.push(last);
                    last = self.yield_or_list();
                }
                StmtKind::Assign { targets: self.take_exprs(base), value: last }
            }
            Kind::Colon => self.annotated(start, first),
            Kind::Walrus => {
                self.error(self.token.span(), "`:=` needs brackets here");
                self.bump();
                self.store(first);
                let value = self.yield_or_list();
                StmtKind::Assign { targets: self.out.tree.add_list(&[first]), value }
            }
            kind => match kind.augmented_op() {
                Some(op) => {
                    let target_kind = self.out.tree[first].kind;
                    if matches!(target_kind, ExprKind::Tuple { .. } | ExprKind::List { .. } | ExprKind::Starred { .. })
                    {
                        self.error(self.out.tree[first].span, "cannot be assigned to by an operator");
                    }
                    self.store(first);
                    self.bump();
                    StmtKind::AugAssign { target: first, op, value: self.yield_or_list() }
                }
                None => StmtKind::Expr { value: first },
            },
        }
    }

    fn annotated(&mut self, start: u32, target: Id<Expr>) -> StmtKind {
        let is_target = matches!(
            self.out.tree[target].kind,
            ExprKind::Name { .. } | ExprKind::Attribute { .. } | ExprKind::Subscript { .. }
        );
        if !is_target {
            self.error(Span::new(start, self.previous_end), "cannot have an annotation");
            return StmtKind::Expr { value: target };
        }
        self.bump();
        self.store(target);
        if !self.token.kind.starts_expression() {
            // More often a line of which the first word is gone than an annotation.
            let annotation = self.missing();
            return StmtKind::AnnAssign { target, annotation, value: None };
        }
        let annotation = self.expression();
        let value = self.eat(Kind::Assign).then(|| self.yield_or_list());
        StmtKind::AnnAssign { target, annotation, value }
    }

    fn deletion(&mut self) -> StmtKind {
        self.bump();
        let base = self.exprs.len();
        loop {
            if !self.token.kind.starts_expression() {
                if self.exprs.len() == base {
                    self.expected("what to delete");
                }
                break;
            }
            let target = self.expression();
            self.delete(target);
            self.exprs.push(target);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        StmtKind::Delete { targets: self.take_exprs(base) }
    }

    fn raise(&mut self) -> StmtKind {
        self.bump();
        let mut parts = [None; 3];
        if self.token.kind.starts_expression() {
            parts[0] = Some(self.expression());
            for part in &mut parts[1..] {
                if !self.eat(Kind::Comma) {
                    break;
                }
                self.python2_signs += 1;
                *part = Some(self.expression());
            }
        }
        let cause = (self.at(Kind::From)).then(|| {
            self.bump();
            self.expression()
        });
        let [exception, value, traceback] = parts;
        StmtKind::Raise { exception, cause, value, traceback }
    }

    fn names(&mut self) -> List<Name> {
        let mut names = vec![self.name("a name")];
        while self.eat(Kind::Comma) {
            names.push(self.name("a name"));
        }
        self.out.tree.add_list(&names)
    }

    /// Whether `print` begins Python 2's statement: something stands behind it that is no operand of an operator.
    fn is_print(&mut self) -> bool {
        match self.peek().kind {
            // A tuple of a shift in Python 3, where nobody writes so.
            Kind::RightShift => true,
            Kind::OpenRound | Kind::Plus | Kind::Minus | Kind::Ellipsis => false,
            // A subscript or `print not in x`, unless that fails.
            Kind::OpenSquare | Kind::Not => !self.is_expression_line(),
            kind => kind.starts_expression(),
        }
    }

    /// Whether an expression begins at the token that reaches to the end of the statement.
    fn is_expression_line(&mut self) -> bool {
        let checkpoint = self.checkpoint();
        let errors = self.diagnostics.len();
        self.assignment();
        let is_whole = self.diagnostics.len() == errors && matches!(self.token.kind, Kind::Newline | Kind::Semicolon);
        self.restore(&checkpoint);
        is_whole
    }

    fn print(&mut self) -> StmtKind {
        self.python2_signs += 1;
        self.bump();
        let base = self.exprs.len();
        let mut destination = None;
        let mut has_trailing_comma = false;
        let mut needs_value = true;
        if self.eat(Kind::RightShift) {
            destination = Some(self.expression());
            needs_value = self.eat(Kind::Comma);
            has_trailing_comma = needs_value;
        }
        while needs_value && self.token.kind.starts_expression() {
            let value = self.expression();
            self.exprs.push(value);
            needs_value = self.eat(Kind::Comma);
            has_trailing_comma = needs_value;
        }
        StmtKind::Print { destination, values: self.take_exprs(base), has_trailing_comma }
    }

    /// Whether `exec` begins Python 2's statement. Brackets are no sign: `exec(code)` is a call in Python 3.
    fn is_exec(&mut self) -> bool {
        let next = self.peek().kind;
        next.is_name() || matches!(next, Kind::String | Kind::Number | Kind::Backtick | Kind::None)
    }

    fn exec(&mut self) -> StmtKind {
        self.python2_signs += 1;
        self.bump();
        let code = self.binary(level::BIT_OR);
        let globals = self.eat(Kind::In).then(|| self.expression());
        let locals = (globals.is_some() && self.eat(Kind::Comma)).then(|| self.expression());
        StmtKind::Exec { code, globals, locals }
    }

    /// Whether `type name` goes on as an alias does.
    fn is_type_alias(&mut self) -> bool {
        let checkpoint = self.checkpoint();
        self.bump();
        self.bump();
        let is_alias = matches!(self.token.kind, Kind::OpenSquare | Kind::Assign);
        self.restore(&checkpoint);
        is_alias
    }

    fn type_alias(&mut self) -> StmtKind {
        self.bump();
        let start = self.token.start;
        self.bump();
        let name = self.add(start, ExprKind::Name { context: Context::Store });
        let type_parameters = self.type_parameters();
        self.expect(Kind::Assign, "`=`");
        let value = self.expression();
        StmtKind::TypeAlias { name, type_parameters, value }
    }

    /// `a.b as c, d`
    fn imports(&mut self) -> List<Alias> {
        let mut aliases = Vec::with_capacity(1);
        loop {
            let start = self.token.start;
            let name = self.dotted_name();
            let alias = self.eat(Kind::As).then(|| self.name("a name"));
            aliases.push(Alias { span: self.span_from(start), name, alias });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.out.tree.add_list(&aliases)
    }

    fn dotted_name(&mut self) -> Name {
        let start = self.token.start;
        let first = self.name("the name of a module");
        if first.span.is_empty() {
            return first;
        }
        while self.eat(Kind::Dot) {
            self.name("a name");
        }
        Name { span: self.span_from(start) }
    }

    fn import_from(&mut self) -> StmtKind {
        self.bump();
        let mut level = 0;
        loop {
            level += match self.token.kind {
                Kind::Dot => 1,
                Kind::Ellipsis => 3,
                _ => break,
            };
            self.bump();
        }
        let has_module = self.token.kind.is_name();
        let module = has_module.then(|| self.dotted_name());
        if module.is_none() && level == 0 {
            self.expected("the name of a module");
        }
        if !self.expect(Kind::Import, "`import`") {
            return StmtKind::ImportFrom { module, level, names: List::default() };
        }
        let names = self.imported_names();
        StmtKind::ImportFrom { module, level, names }
    }

    fn imported_names(&mut self) -> List<Alias> {
        let mut aliases = Vec::with_capacity(4);
        if self.at(Kind::Star) {
            let name = Name { span: self.token.span() };
            self.bump();
            aliases.push(Alias { span: name.span, name, alias: None });
        } else if self.at(Kind::OpenRound) {
            let outer = self.open();
            if self.at(Kind::CloseRound) {
                self.expected("a name");
            }
            let is_name = |parser: &Self| parser.token.kind.is_name();
            self.separated(Kind::CloseRound, outer, false, is_name, |parser| {
                let alias = parser.imported_name();
                aliases.push(alias);
            });
        } else {
            loop {
                let alias = self.imported_name();
                aliases.push(alias);
                if !self.eat(Kind::Comma) {
                    break;
                }
                if self.at(Kind::Newline) {
                    self.expected("a name");
                    break;
                }
            }
        }
        self.out.tree.add_list(&aliases)
    }

    fn imported_name(&mut self) -> Alias {
        let start = self.token.start;
        let name = self.name("a name");
        let alias = self.eat(Kind::As).then(|| self.name("a name"));
        Alias { span: self.span_from(start), name, alias }
    }
}
