//! Lists of statements, blocks, and which statement begins where.

use super::kind::Kind;
use super::{Blockless, Parser};
use crate::Span;
use crate::python::nodes::{Stmt, StmtKind};
use crate::python::tree::{Id, List};

impl Parser<'_> {
    pub(super) fn module(&mut self) -> List<Id<Stmt>> {
        let base = self.stmts.len();
        while !self.at(Kind::End) {
            if !self.eat(Kind::Dedent) {
                self.statement(base);
            }
        }
        self.take_stmts(base)
    }

    fn take_stmts(&mut self, base: usize) -> List<Id<Stmt>> {
        let list = self.out.tree.add_list(&self.stmts[base..]);
        self.stmts.truncate(base);
        // What comes behind this list is none of its business.
        self.blockless = self.blockless.filter(|blockless| blockless.at <= base);
        list
    }

    /// What belongs to the line whose colon was left: an indented block, or the rest of the line.
    pub(super) fn block(&mut self) -> List<Id<Stmt>> {
        let base = self.stmts.len();
        if !self.eat(Kind::Newline) {
            if matches!(self.token.kind, Kind::End | Kind::Indent | Kind::Dedent) {
                self.expected("a block");
            } else {
                self.simple_statements();
            }
            return self.take_stmts(base);
        }
        if !self.at(Kind::Indent) {
            self.expected("an indented block");
            self.is_block_missing = true;
            return List::default();
        }
        self.bump();
        while !matches!(self.token.kind, Kind::Dedent | Kind::End) {
            self.statement(base);
        }
        self.eat(Kind::Dedent);
        self.take_stmts(base)
    }

    /// Reads a statement, or several that share a line, into the list that begins at `base`. Takes at least one token.
    fn statement(&mut self, base: usize) {
        self.statement_start = self.token.start;
        let kind = self.token.kind;
        match kind {
            Kind::Newline => self.bump(),
            Kind::Indent => self.unexpected_block(base),
            Kind::At
            | Kind::Class
            | Kind::Def
            | Kind::Elif
            | Kind::Except
            | Kind::Finally
            | Kind::For
            | Kind::If
            | Kind::Try
            | Kind::While
            | Kind::With => self.compound_statement(),
            Kind::Async if matches!(self.peek().kind, Kind::Def | Kind::For | Kind::With) => self.compound_statement(),
            Kind::Else => self.stray_else(),
            Kind::Name if self.text() == "match" && self.is_match() => self.compound_statement(),
            _ => self.simple_statements(),
        }
    }

    fn compound_statement(&mut self) {
        let start = self.token.start;
        let id = self.out.open_stmt(Span::empty(start));
        self.stmts.push(id);
        self.is_block_missing = false;
        let (header, kind) = self.nested(
            |parser| parser.compound(id),
            |parser| {
                parser.skip_line();
                (Span::new(start, parser.previous_end.max(start)), StmtKind::Error)
            },
        );
        self.out.tree.stmts[id.index()].span = Span::new(start, self.previous_end.max(start));
        self.out.close_stmt(id, header, kind);
        if std::mem::take(&mut self.is_block_missing) {
            self.blockless = Some(Blockless { stmt: id, at: self.stmts.len() });
        }
    }

    /// Statements that are indented without a reason belong to the list they stand in; or to the class or function
    /// whose first line alone is not indented.
    fn unexpected_block(&mut self, base: usize) {
        self.error(Span::new(self.previous_end, self.token.end), "unexpected indentation");
        let owner = self.blockless.take().filter(|owner| {
            let is_definition = matches!(self.out.tree[owner.stmt].kind, StmtKind::Class(_) | StmtKind::Function(_));
            is_definition && owner.at > base && self.stmts.len() == owner.at + 1
        });
        let mut open = 0usize;
        loop {
            match self.token.kind {
                Kind::Indent => {
                    open += 1;
                    self.bump();
                }
                Kind::Dedent => {
                    open -= 1;
                    self.bump();
                }
                Kind::End => break,
                _ => self.statement(base),
            }
            if open == 0 {
                break;
            }
        }
        if let Some(owner) = owner {
            let body = self.take_stmts(owner.at);
            self.give_block(owner.stmt, body);
        }
    }

    fn give_block(&mut self, id: Id<Stmt>, block: List<Id<Stmt>>) {
        let stmt = &mut self.out.tree.stmts[id.index()];
        stmt.span.end = stmt.span.end.max(self.previous_end);
        match stmt.kind {
            StmtKind::Class(class) => self.out.tree.classes[class.index()].body = block,
            StmtKind::Function(function) => self.out.tree.functions[function.index()].body = block,
            _ => {}
        }
    }

    /// `else:` without anything before it: its statements stand where they are.
    fn stray_else(&mut self) {
        let start = self.token.start;
        self.error(self.token.span(), "`else` without a statement that it belongs to");
        let id = self.out.open_stmt(Span::empty(start));
        self.stmts.push(id);
        self.bump();
        let header = self.header_end(start);
        self.out.tree.stmts[id.index()].span = header;
        self.out.close_stmt(id, header, StmtKind::Error);
        let block = self.nested(Self::block, |parser| {
            parser.skip_line();
            List::default()
        });
        self.is_block_missing = false;
        let ids: Vec<Id<Stmt>> = self.out.tree.list(block).to_vec();
        self.stmts.extend(ids);
    }

    /// The simple statements up to the end of the logical line.
    fn simple_statements(&mut self) {
        loop {
            if self.begins_compound() {
                self.error(self.token.span(), "a statement with a block needs a line of its own");
                return self.compound_statement();
            }
            self.statement_start = self.token.start;
            let start = self.token.start;
            let id = self.out.open_stmt(Span::empty(start));
            self.stmts.push(id);
            let kind = self.simple();
            if self.token.start == start && !self.at(Kind::Newline) {
                // Nothing begins with it.
                self.bump();
                self.skip_line();
            }
            let span = Span::new(start.min(self.previous_end), self.previous_end);
            self.out.tree.stmts[id.index()].span = span;
            self.out.close_stmt(id, span, kind);
            match self.token.kind {
                Kind::Newline => return self.bump(),
                Kind::Semicolon => {
                    self.bump();
                    if self.eat(Kind::Newline) {
                        return;
                    }
                }
                Kind::End | Kind::Indent | Kind::Dedent => return,
                kind => {
                    self.expected("the end of the statement");
                    let is_statement = kind.starts_expression() || kind.starts_statement_only();
                    if !is_statement {
                        self.skip_line();
                        if !self.at(Kind::Semicolon) {
                            self.eat(Kind::Newline);
                            return;
                        }
                        self.bump();
                    }
                }
            }
            if matches!(self.token.kind, Kind::End | Kind::Indent | Kind::Dedent | Kind::Newline) {
                self.eat(Kind::Newline);
                return;
            }
        }
    }

    /// Whether the token can only begin a compound statement.
    fn begins_compound(&self) -> bool {
        matches!(self.token.kind, Kind::Class | Kind::Def | Kind::For | Kind::If | Kind::Try | Kind::While | Kind::With)
    }
}
