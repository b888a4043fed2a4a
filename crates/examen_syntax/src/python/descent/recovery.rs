//! Brackets, closed or not, and what is skipped where text does not fit.

use super::Parser;
use super::kind::Kind;

/// What became of brackets whose content does not fit.
enum Recovered {
    /// Their closing bracket was found.
    Closed,
    /// There is another element.
    Resumed,
    /// They are never closed: the statement, or what is around the brackets, goes on.
    Abandoned,
}

impl Parser<'_> {
    /// Leaves an opening bracket; how many brackets are open around it.
    pub(super) fn open(&mut self) -> u32 {
        let outer = self.lexer.depth.saturating_sub(1);
        self.closers.push(match self.token.kind {
            Kind::OpenRound => Kind::CloseRound,
            Kind::OpenSquare => Kind::CloseSquare,
            _ => Kind::CloseCurly,
        });
        self.bump();
        outer
    }

    fn shut(&mut self, outer: u32) {
        self.lexer.depth = outer;
        self.closers.pop();
        self.bump();
    }

    /// Leaves the closing bracket, or what keeps it from being here.
    pub(super) fn close(&mut self, closer: Kind, outer: u32) {
        if self.at(closer) {
            return self.shut(outer);
        }
        self.expected("a closing bracket");
        while let Recovered::Resumed = self.recover(closer, outer) {
            self.bump_balanced();
        }
    }

    /// Elements and commas up to the closing bracket, which is left behind; how many commas there were.
    pub(super) fn separated(
        &mut self,
        closer: Kind,
        outer: u32,
        is_begun: bool,
        is_element: impl Fn(&Self) -> bool,
        mut element: impl FnMut(&mut Self),
    ) -> usize {
        let mut commas = 0;
        let mut needs_comma = is_begun;
        loop {
            if self.at(closer) {
                self.shut(outer);
                return commas;
            }
            if needs_comma && self.eat(Kind::Comma) {
                commas += 1;
                needs_comma = false;
                continue;
            }
            if !needs_comma && is_element(self) && !self.is_behind_unclosed_brackets() {
                element(self);
                needs_comma = true;
                continue;
            }
            self.expected(if needs_comma { "`,` or a closing bracket" } else { "an expression" });
            if needs_comma && is_element(self) && !self.ends_statement() {
                // Only the comma is missing.
                needs_comma = false;
                continue;
            }
            match self.recover(closer, outer) {
                Recovered::Closed | Recovered::Abandoned => return commas,
                Recovered::Resumed => needs_comma = false,
            }
        }
    }

    /// Skips what does not fit in brackets: at least one token before the next element.
    fn recover(&mut self, closer: Kind, outer: u32) -> Recovered {
        let mut has_skipped = false;
        loop {
            let kind = self.token.kind;
            if kind == closer {
                self.shut(outer);
                return Recovered::Closed;
            }
            let is_header_end = kind == Kind::Colon && self.is_in_header && self.is_last_on_line();
            if is_header_end || self.ends_statement() {
                return self.abandon(outer);
            }
            if kind.is_closer() {
                if self.closers.contains(&kind) {
                    return self.abandon(outer);
                }
                self.lexer.depth = outer + 1;
            } else if kind == Kind::Comma {
                self.bump();
                return Recovered::Resumed;
            } else if has_skipped && self.token.is_first_on_line && kind.starts_expression() {
                return Recovered::Resumed;
            }
            self.bump_balanced();
            has_skipped = true;
        }
    }

    /// Gives brackets up: what is left belongs to what is around them.
    fn abandon(&mut self, outer: u32) -> Recovered {
        self.closers.pop();
        self.lexer.depth = outer;
        if outer == 0 && self.token.is_first_on_line && !matches!(self.token.kind, Kind::Indent | Kind::Dedent) {
            self.lexer.end_brackets_at(self.previous_end);
            self.advance();
        }
        Recovered::Abandoned
    }

    /// Leaves a token, with all that is in its brackets if it opens some.
    fn bump_balanced(&mut self) {
        if !self.token.kind.is_opener() {
            return self.bump();
        }
        let outer = self.lexer.depth.saturating_sub(1);
        self.bump();
        while !self.ends_statement() {
            let is_closed = self.token.kind.is_closer() && self.lexer.depth <= outer;
            self.bump();
            if is_closed {
                break;
            }
        }
    }

    /// Whether the token, which does not fit in brackets, more likely begins the next statement: it is the first of a
    /// line that is not indented more than this statement, or a keyword that nothing else can begin with.
    fn ends_statement(&self) -> bool {
        match self.token.kind {
            Kind::End | Kind::Newline | Kind::Indent | Kind::Dedent => true,
            _ if !self.token.is_first_on_line => false,
            kind if kind.starts_statement_only() => true,
            kind => !kind.is_closer() && self.is_not_indented(),
        }
    }

    fn is_not_indented(&self) -> bool {
        self.lexer.column_of(self.token.start) <= self.lexer.block_column()
    }

    /// Whether the token would fit, but begins a line that is not indented more than the statement, and nothing closes
    /// the brackets before the next line that can only be a statement.
    fn is_behind_unclosed_brackets(&mut self) -> bool {
        if !self.token.is_first_on_line || self.lexer.limit < self.out.source.len() || !self.is_not_indented() {
            return false;
        }
        if let Some((statement, is_closed)) = self.checked_brackets
            && statement == self.statement_start
        {
            return !is_closed;
        }
        let is_closed = self.lexer.closes_brackets(self.token, &mut self.bracket_budget);
        self.checked_brackets = Some((self.statement_start, is_closed));
        !is_closed
    }

    /// Whether a line ends behind the token.
    fn is_last_on_line(&self) -> bool {
        let rest = &self.out.source[self.token.end as usize..];
        rest.trim_start_matches([' ', '\t', '\x0c']).chars().next().is_none_or(|next| matches!(next, '\n' | '\r' | '#'))
    }

    /// Skips a level that the tree has no place for: at least one token, and all up to a comma or the end of what is
    /// around it.
    pub(super) fn skip_level(&mut self) {
        let base = self.lexer.depth - u32::from(self.token.kind.is_opener()).min(self.lexer.depth);
        let mut has_skipped = false;
        loop {
            match self.token.kind {
                Kind::End | Kind::Newline | Kind::Indent | Kind::Dedent => return,
                Kind::Comma if has_skipped && self.lexer.depth <= base => return,
                kind if kind.is_closer() && self.lexer.depth < base => return,
                _ => self.bump(),
            }
            has_skipped = true;
        }
    }

    /// Skips the rest of the logical line, so that the next token is behind it or ends it.
    pub(super) fn skip_line(&mut self) {
        while !matches!(self.token.kind, Kind::Newline | Kind::Semicolon | Kind::End | Kind::Indent | Kind::Dedent) {
            if self.token.is_first_on_line && self.lexer.depth > 0 && self.ends_statement() {
                self.lexer.end_brackets_at(self.previous_end);
                self.advance();
                continue;
            }
            self.bump();
        }
        if self.lexer.depth > 0 && self.at(Kind::End) && self.lexer.limit == self.out.source.len() {
            self.lexer.end_brackets_at(self.previous_end);
            self.advance();
        }
    }
}
