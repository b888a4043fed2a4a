//! Statements with blocks.

use super::Parser;
use super::expressions::Walrus;
use super::kind::{Kind, level};
use crate::Span;
use crate::python::lowering::is_python2_except_target;
use crate::python::nodes::{Branch, Case, Context, Expr, ExprKind, Handler, Stmt, StmtKind, WithItem};
use crate::python::tree::{Id, List};

impl Parser<'_> {
    /// The compound statement at the token: its header, and what it is.
    pub(super) fn compound(&mut self, id: Id<Stmt>) -> (Span, StmtKind) {
        let start = self.token.start;
        match self.token.kind {
            Kind::At => self.decorated(id),
            Kind::Class => self.class(id, List::default()),
            Kind::Def => self.function(id, List::default()),
            Kind::If => self.if_statement(start),
            Kind::Elif => {
                self.error(self.token.span(), "`elif` without `if`");
                self.if_statement(start)
            }
            Kind::For => self.for_statement(start, false),
            Kind::While => self.while_statement(start),
            Kind::With => self.with_statement(start, false),
            Kind::Try => {
                self.bump();
                let header = self.header_end(start);
                let body = self.block();
                self.try_clauses(header, body)
            }
            Kind::Except | Kind::Finally => {
                self.error(self.token.span(), "clause without `try`");
                let (_, kind) = self.try_clauses(Span::empty(start), List::default());
                (Span::empty(start), kind)
            }
            Kind::Async => match self.peek().kind {
                Kind::Def => self.function(id, List::default()),
                Kind::For => {
                    self.bump();
                    self.for_statement(start, true)
                }
                _ => {
                    self.bump();
                    self.with_statement(start, true)
                }
            },
            _ => self.match_statement(start),
        }
    }

    /// Leaves the colon of a header that began at `start`, or what keeps it from being here.
    pub(super) fn header_end(&mut self, start: u32) -> Span {
        if !self.eat(Kind::Colon) {
            self.expected("`:`");
            while !matches!(
                self.token.kind,
                Kind::Newline | Kind::Colon | Kind::Semicolon | Kind::End | Kind::Indent | Kind::Dedent
            ) {
                self.bump();
            }
            self.eat(Kind::Colon);
        }
        self.is_in_header = false;
        Span::new(start, self.previous_end.max(start))
    }

    /// A condition of `if` or `while`.
    fn test(&mut self) -> Id<Expr> {
        self.bump();
        self.is_in_header = true;
        self.named()
    }

    fn orelse(&mut self) -> List<Id<Stmt>> {
        if !self.at(Kind::Else) {
            return List::default();
        }
        let start = self.token.start;
        self.bump();
        self.header_end(start);
        self.block()
    }

    fn if_statement(&mut self, start: u32) -> (Span, StmtKind) {
        let first = self.branch(start);
        if !self.at(Kind::Elif) {
            let branches = self.out.tree.add_list(&[first]);
            let orelse = self.orelse();
            return (first.header, StmtKind::If { branches, orelse });
        }
        let mut branches = vec![first];
        while self.at(Kind::Elif) {
            let branch = self.branch(self.token.start);
            branches.push(branch);
        }
        let branches = self.out.tree.add_list(&branches);
        let orelse = self.orelse();
        (first.header, StmtKind::If { branches, orelse })
    }

    fn branch(&mut self, start: u32) -> Branch {
        let test = self.test();
        let header = self.header_end(start);
        let body = self.block();
        Branch { span: Span::new(start, self.previous_end), header, test, body }
    }

    fn for_statement(&mut self, start: u32, is_async: bool) -> (Span, StmtKind) {
        self.bump();
        self.is_in_header = true;
        let target = self.target_list();
        self.expect(Kind::In, "`in`");
        let iter = self.expression_list();
        let header = self.header_end(start);
        let body = self.block();
        let orelse = self.orelse();
        (header, StmtKind::For { is_async, target, iter, body, orelse })
    }

    fn while_statement(&mut self, start: u32) -> (Span, StmtKind) {
        let test = self.test();
        let header = self.header_end(start);
        let body = self.block();
        let orelse = self.orelse();
        (header, StmtKind::While { test, body, orelse })
    }

    /// The clauses behind the block of `try`.
    fn try_clauses(&mut self, header: Span, body: List<Id<Stmt>>) -> (Span, StmtKind) {
        let mut handlers = Vec::with_capacity(1);
        let mut is_star = false;
        while self.at(Kind::Except) {
            let handler = self.handler(&mut is_star);
            handlers.push(handler);
        }
        let is_handled = !handlers.is_empty();
        let handlers = self.out.tree.add_list(&handlers);
        let orelse = self.orelse();
        let has_finally = self.at(Kind::Finally);
        let mut finally = List::default();
        if has_finally {
            let start = self.token.start;
            self.bump();
            self.header_end(start);
            finally = self.block();
        }
        if !is_handled && !has_finally {
            self.expected("`except` or `finally`");
        }
        (header, StmtKind::Try { is_star, body, handlers, orelse, finally })
    }

    fn handler(&mut self, is_star: &mut bool) -> Handler {
        let start = self.token.start;
        self.bump();
        self.is_in_header = true;
        *is_star |= self.eat(Kind::Star);
        let (exception, target) = if self.token.kind.starts_expression() {
            let (exception, target) = self.caught();
            (Some(exception), target)
        } else {
            (None, None)
        };
        let header = self.header_end(start);
        let body = self.block();
        Handler { span: Span::new(start, self.previous_end), header, exception, target, body }
    }

    /// `E`, `E as e`, `A, B` or Python 2's `E, e`.
    fn caught(&mut self) -> (Id<Expr>, Option<Id<Expr>>) {
        let start = self.token.start;
        let first = self.expression();
        if self.eat(Kind::As) {
            return (first, Some(self.stored_name()));
        }
        if !self.at(Kind::Comma) {
            return (first, None);
        }
        let base = self.exprs.len();
        self.exprs.push(first);
        while self.eat(Kind::Comma) && self.token.kind.starts_expression() {
            let next = self.expression();
            self.exprs.push(next);
        }
        if let &[_, second] = &self.exprs[base..] {
            let is_tuple = matches!(self.out.tree[second].kind, ExprKind::Tuple { .. });
            let text = self.out.tree[second].span.text(self.out.source);
            if !self.at(Kind::As) && (is_tuple || is_python2_except_target(text)) {
                self.python2_signs += 1;
                self.exprs.truncate(base);
                self.store(second);
                return (first, Some(second));
            }
        }
        let elements = self.take_exprs(base);
        let tuple = self.add(start, ExprKind::Tuple { elements, context: Context::Load, parenthesized: false });
        if self.at(Kind::As) {
            self.error(self.token.span(), "several exceptions with a name need brackets");
            self.bump();
            return (tuple, Some(self.stored_name()));
        }
        (tuple, None)
    }

    fn stored_name(&mut self) -> Id<Expr> {
        let name = self.name("a name");
        let kind = if name.span.is_empty() { ExprKind::Error } else { ExprKind::Name { context: Context::Store } };
        self.out.add_expr(name.span, kind)
    }

    fn with_statement(&mut self, start: u32, is_async: bool) -> (Span, StmtKind) {
        self.bump();
        self.is_in_header = true;
        let mut items = Vec::with_capacity(1);
        if !self.at(Kind::OpenRound) || !self.bracketed_items(&mut items) {
            loop {
                let item = self.with_item();
                items.push(item);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        let items = self.out.tree.add_list(&items);
        let header = self.header_end(start);
        let body = self.block();
        (header, StmtKind::With { is_async, items, body })
    }

    fn with_item(&mut self) -> WithItem {
        let context = self.expression();
        let target = self.eat(Kind::As).then(|| {
            let element = if self.at(Kind::Star) { self.starred(level::BIT_OR) } else { self.binary(level::BIT_OR) };
            self.store(element);
            element
        });
        WithItem { context, target }
    }

    /// Reads `(a as b, c)` with the colon behind it; false, and nothing read, where it is something else.
    fn bracketed_items(&mut self, items: &mut Vec<WithItem>) -> bool {
        let checkpoint = self.checkpoint();
        let errors = self.diagnostics.len();
        self.bump();
        loop {
            if !self.token.kind.starts_expression() {
                break;
            }
            let item = self.with_item();
            items.push(item);
            if self.diagnostics.len() > errors || !self.eat(Kind::Comma) {
                break;
            }
        }
        let is_whole = !items.is_empty() && self.diagnostics.len() == errors && self.eat(Kind::CloseRound);
        if is_whole && self.at(Kind::Colon) {
            return true;
        }
        self.restore(&checkpoint);
        items.clear();
        false
    }

    /// Whether the word `match` begins a statement: an expression and a colon are behind it, and a `case` below.
    pub(super) fn is_match(&mut self) -> bool {
        let next = self.peek().kind;
        if !next.starts_expression() && next != Kind::Star {
            return false;
        }
        let checkpoint = self.checkpoint();
        let errors = self.diagnostics.len();
        self.bump();
        self.subject();
        let rest = &self.out.source[self.token.end as usize..];
        let is_match = self.diagnostics.len() == errors && self.at(Kind::Colon) && has_case_below(rest);
        self.restore(&checkpoint);
        is_match
    }

    fn subject(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let element = Self::element;
        let first = element(self, Walrus::Allowed);
        if self.at(Kind::Comma) { self.rest_of_tuple(start, first, element) } else { first }
    }

    fn match_statement(&mut self, start: u32) -> (Span, StmtKind) {
        self.bump();
        self.is_in_header = true;
        let subject = self.subject();
        let header = self.header_end(start);
        let mut cases = Vec::new();
        self.eat(Kind::Newline);
        self.expect(Kind::Indent, "an indented block");
        while !matches!(self.token.kind, Kind::Dedent | Kind::End) {
            if self.at_word("case") {
                let case = self.case();
                cases.push(case);
            } else {
                self.expected("`case`");
                if self.at(Kind::Indent) {
                    self.block_in_vain();
                } else {
                    self.bump();
                    self.skip_line();
                    if !self.eat(Kind::Newline) {
                        self.eat(Kind::Semicolon);
                    }
                }
            }
        }
        self.eat(Kind::Dedent);
        (header, StmtKind::Match { subject, cases: self.out.tree.add_list(&cases) })
    }

    /// Skips an indented block that belongs to nothing.
    fn block_in_vain(&mut self) {
        let mut open = 0usize;
        loop {
            match self.token.kind {
                Kind::Indent => open += 1,
                Kind::Dedent => open -= 1,
                Kind::End => return,
                _ => {}
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }

    fn case(&mut self) -> Case {
        let start = self.token.start;
        self.bump();
        self.is_in_header = true;
        let pattern = self.case_pattern();
        let guard = self.eat(Kind::If).then(|| self.named());
        let header = self.header_end(start);
        let body = self.block();
        Case { span: Span::new(start, self.previous_end), header, pattern, guard, body }
    }
}

/// Whether the next line of code begins with `case`.
fn has_case_below(rest: &str) -> bool {
    let mut lines = rest.split(['\n', '\r']);
    let is_line_over =
        lines.next().is_some_and(|line| line.trim_start().is_empty() || line.trim_start().starts_with('#'));
    let next = lines.map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('#'));
    is_line_over
        && next.is_some_and(|line| {
            line.strip_prefix("case").is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
}
