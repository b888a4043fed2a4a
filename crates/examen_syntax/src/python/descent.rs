//! The front end of our own: a recursive-descent parser that writes straight into our tree, for Python 2 and 3 and for
//! text with errors.
//!
//! Statements are held together by lines and indentation, expressions by how tightly operators bind. Where text does
//! not fit, a diagnostic is kept and as little as possible is skipped (`recovery`): a bracket that is never closed
//! ends where its statement does by indentation, a line without its block or a block without its line costs nothing
//! around it. All work is linear in the text; recursion ends at `MAX_DEPTH`.

mod compound;
mod definitions;
mod displays;
mod expressions;
mod kind;
mod lexer;
mod orphans;
mod patterns;
mod recovery;
mod simple;
mod statements;
mod strings;
mod targets;
mod templates;

use kind::Kind;
use lexer::{Lexer, Note, Token};

use super::lowering::{Lowered, Lowering, MAX_DEPTH};
use super::nodes::{Expr, ExprKind, Keyword, Name, Pattern, Stmt};
use super::tree::{Id, Lengths, List};
use crate::{Diagnostic, DiagnosticKind, Span};

/// More diagnostics than these say nothing new about a file.
const MAX_DIAGNOSTICS: usize = 1_000;

/// Stack that must be left before another level is entered, and how much is added when it is not.
const STACK_LEFT: usize = 96 << 10;
const STACK_ADDED: usize = 1 << 20;

/// Levels of operators that one level of brackets may hold.
const OPERATOR_LEVELS: u32 = 12;

/// Parses `source`; never fails.
pub(super) fn parse(source: &str) -> Lowered {
    let mut parser = Parser::new(source);
    parser.run();
    let unclosed = parser.lexer.unclosed_quotes();
    if let Some(orphan) = unclosed.and_then(|quotes| orphans::orphan(source, quotes)) {
        parser = Parser::new(source);
        parser.lexer.orphan = Some(orphan);
        parser.run();
    }
    parser.finish()
}

struct Parser<'s> {
    out: Lowering<'s>,
    lexer: Lexer<'s>,
    token: Token,
    /// The last token that can be the end of a node.
    previous_start: u32,
    previous_end: u32,
    diagnostics: Vec<Diagnostic>,
    /// What Python 3 refuses and Python 2 does not.
    python3_diagnostics: Vec<Diagnostic>,
    /// How often something was seen that only Python 2 accepts.
    python2_signs: u32,
    /// Lists under construction, one behind the other; they are in the tree when they are complete.
    exprs: Vec<Id<Expr>>,
    keywords: Vec<Keyword>,
    patterns: Vec<Id<Pattern>>,
    stmts: Vec<Id<Stmt>>,
    /// A bound of how deep the tree is where the parser stands, and of how deep it ever was.
    levels: u32,
    most_levels: u32,
    /// The closing brackets that are expected, the innermost last.
    closers: Vec<Kind>,
    /// Where the statement began that is being read.
    statement_start: u32,
    /// The last statement that a bracket was looked for in, and whether the text closes it.
    checked_brackets: Option<(u32, bool)>,
    /// Bytes that may still be looked at to tell whether brackets are closed.
    bracket_budget: usize,
    /// Whether a colon at the end of a line ends the statement's header, brackets or not.
    is_in_header: bool,
    /// The compound statement whose block was missing, and the statement behind it.
    blockless: Option<Blockless>,
    /// Whether the statement that is being read has none of the blocks that it should have.
    is_block_missing: bool,
}

/// A compound statement whose line is not followed by an indented one.
#[derive(Clone, Copy)]
struct Blockless {
    stmt: Id<Stmt>,
    /// How many statements were in the list when it was done.
    at: usize,
}

/// What is needed to try another reading.
struct Checkpoint {
    place: lexer::Place,
    token: Token,
    previous: (u32, u32),
    diagnostics: usize,
    python3_diagnostics: usize,
    python2_signs: u32,
    lengths: Lengths,
}

impl<'s> Parser<'s> {
    fn new(source: &'s str) -> Self {
        let start = Token { kind: Kind::Newline, is_first_on_line: false, note: Note::Plain, start: 0, end: 0 };
        Self {
            out: Lowering::new(source),
            lexer: Lexer::new(source),
            token: start,
            previous_start: 0,
            previous_end: 0,
            diagnostics: Vec::new(),
            python3_diagnostics: Vec::new(),
            python2_signs: 0,
            exprs: Vec::new(),
            keywords: Vec::new(),
            patterns: Vec::new(),
            stmts: Vec::new(),
            levels: 0,
            most_levels: 0,
            closers: Vec::new(),
            statement_start: 0,
            checked_brackets: None,
            bracket_budget: source.len() * 8 + 4096,
            is_in_header: false,
            blockless: None,
            is_block_missing: false,
        }
    }

    fn run(&mut self) {
        self.advance();
        self.out.tree.body = self.module();
    }

    fn finish(mut self) -> Lowered {
        // A chain may be deeper than the levels that were counted at its links: at most twice.
        if 2 * self.most_levels > MAX_DEPTH {
            self.out.prune();
        }
        // In broken text one sign may be what is left of something else.
        let least_signs = if self.diagnostics.is_empty() { 1 } else { 2 };
        self.out.has_python2_syntax = self.python2_signs >= least_signs;
        if !self.out.has_python2_syntax {
            self.diagnostics.append(&mut self.python3_diagnostics);
            self.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        }
        self.out.finish(self.diagnostics)
    }

    /// Takes the next token without looking at the one that is left.
    fn advance(&mut self) {
        self.token = self.lexer.next();
        if self.token.note != Note::Plain {
            self.note();
        }
    }

    #[cold]
    fn note(&mut self) {
        let span = self.token.span();
        match self.token.note {
            Note::Plain | Note::Template => {}
            Note::Python2 => self.python2_signs += 1,
            Note::Unclosed => self.error(span, "string that is not closed"),
            Note::Tabs => self.python3_error(span, "tabs and spaces are mixed"),
            Note::Continued => self.error(span, "the text ends after a backslash"),
            Note::Misfit => self.error(span, "unindent that fits no open block"),
        }
        if self.token.kind == Kind::Tabs {
            self.advance();
        }
    }

    /// Leaves the token.
    fn bump(&mut self) {
        if !matches!(
            self.token.kind,
            Kind::Newline | Kind::Indent | Kind::Dedent | Kind::Semicolon | Kind::End | Kind::Tabs
        ) {
            (self.previous_start, self.previous_end) = (self.token.start, self.token.end);
        }
        self.advance();
    }

    fn at(&self, kind: Kind) -> bool {
        self.token.kind == kind
    }

    /// Leaves the token if it is of the kind.
    fn eat(&mut self, kind: Kind) -> bool {
        let is_there = self.at(kind);
        if is_there {
            self.bump();
        }
        is_there
    }

    /// Leaves the token if it is of the kind, and complains if it is not.
    fn expect(&mut self, kind: Kind, what: &str) -> bool {
        let is_there = self.eat(kind);
        if !is_there {
            self.expected(what);
        }
        is_there
    }

    /// The token behind the current one, which must not be the last of its line.
    fn peek(&mut self) -> Token {
        let place = self.lexer.place();
        let token = self.lexer.next();
        self.lexer.rewind(place);
        token
    }

    fn text(&self) -> &'s str {
        self.token.span().text(self.out.source)
    }

    /// Whether the token is a word that is a keyword in some places only.
    fn at_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Name && self.text() == word
    }

    fn span_from(&self, start: u32) -> Span {
        Span::new(start.min(self.previous_end), self.previous_end)
    }

    fn add(&mut self, start: u32, kind: ExprKind) -> Id<Expr> {
        let span = self.span_from(start);
        self.out.add_expr(span, kind)
    }

    /// The expressions that were collected from `base` on, as a list of the tree.
    fn take_exprs(&mut self, base: usize) -> List<Id<Expr>> {
        let list = self.out.tree.add_list(&self.exprs[base..]);
        self.exprs.truncate(base);
        list
    }

    /// A name, or an empty one where there is none.
    fn name(&mut self, what: &str) -> Name {
        if self.token.kind.is_name() {
            if self.token.kind != Kind::Name {
                self.python2_signs += 1;
            }
            let name = Name { span: self.token.span() };
            self.bump();
            return name;
        }
        self.expected(what);
        Name { span: Span::empty(self.previous_end) }
    }

    /// An expression that should be there and is not.
    fn missing(&mut self) -> Id<Expr> {
        self.expected("an expression");
        self.out.add_expr(Span::empty(self.previous_end), ExprKind::Error)
    }

    #[cold]
    fn expected(&mut self, what: &str) {
        // What is missing at the end of a line is missing there, not at the start of the next.
        let at_end = self.token.is_first_on_line && self.lexer.depth > 0
            || matches!(self.token.kind, Kind::Newline | Kind::Dedent | Kind::Indent | Kind::End);
        let previous = Span::new(self.previous_start.min(self.previous_end), self.previous_end);
        let span = if at_end { previous } else { self.token.span() };
        self.error(span, &format!("expected {what}"));
    }

    /// Records an error, one for each place.
    #[cold]
    fn error(&mut self, span: Span, message: &str) {
        let is_new = self.diagnostics.last().is_none_or(|last| span.start > last.span.start);
        if is_new && self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(Diagnostic::new(DiagnosticKind::Syntax, span, message));
        }
    }

    /// Records what is an error in Python 3 only.
    #[cold]
    fn python3_error(&mut self, span: Span, message: &str) {
        if self.python3_diagnostics.len() < MAX_DIAGNOSTICS {
            self.python3_diagnostics.push(Diagnostic::new(DiagnosticKind::Syntax, span, message));
        }
    }

    fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            place: self.lexer.place(),
            token: self.token,
            previous: (self.previous_start, self.previous_end),
            diagnostics: self.diagnostics.len(),
            python3_diagnostics: self.python3_diagnostics.len(),
            python2_signs: self.python2_signs,
            lengths: self.out.tree.lengths(),
        }
    }

    /// Forgets everything since a checkpoint in the same logical line.
    fn restore(&mut self, checkpoint: &Checkpoint) {
        self.lexer.rewind(checkpoint.place);
        self.token = checkpoint.token;
        (self.previous_start, self.previous_end) = checkpoint.previous;
        self.diagnostics.truncate(checkpoint.diagnostics);
        self.python3_diagnostics.truncate(checkpoint.python3_diagnostics);
        self.python2_signs = checkpoint.python2_signs;
        self.out.tree.truncate(&checkpoint.lengths);
    }

    /// Parses one level further down, on more stack where it is short; at the limit the text of the level is skipped.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> T, too_deep: impl FnOnce(&mut Self) -> T) -> T {
        if !self.out.enter(self.token.span()) {
            return too_deep(self);
        }
        self.levels += OPERATOR_LEVELS;
        self.most_levels = self.most_levels.max(self.levels);
        let value = stacker::maybe_grow(STACK_LEFT, STACK_ADDED, || parse(self));
        self.levels -= OPERATOR_LEVELS;
        self.out.leave();
        value
    }

    /// An expression one level further down.
    fn nested_expr(&mut self, parse: impl FnOnce(&mut Self) -> Id<Expr>) -> Id<Expr> {
        self.nested(parse, |parser| {
            let start = parser.token.start;
            parser.skip_level();
            parser.add(start, ExprKind::Error)
        })
    }
}
