//! `try`: handlers, and a copy of `finally` for each way of leaving.

use examen_syntax::python::{ExprKind, Handler, Id, List, Stmt};

use super::build::{Builder, Frame, Leave};
use super::draft::Label;
use super::{EdgeKind, Event};

/// Copies of `finally` bodies that lie in each other. A `finally` deeper than that has one body for all ways of leaving,
/// so that no code is copied more than 25 times.
const MAX_COPY_DEPTH: u32 = 2;

impl Builder<'_, '_> {
    pub(super) fn try_stmt(
        &mut self,
        is_star: bool,
        body: List<Id<Stmt>>,
        handlers: List<Handler>,
        orelse: List<Id<Stmt>>,
        finally: List<Id<Stmt>>,
    ) {
        if finally.is_empty() {
            return self.try_except(is_star, body, handlers, orelse);
        }
        let outer = self.catch;
        let (raised, done) = (self.label(), self.label());
        self.catch = Some(raised);
        self.frames.push(Frame::Finally { break_to: None, continue_to: None, return_to: None });
        self.try_except(is_star, body, handlers, orelse);
        self.jump(done);
        self.catch = outer;
        let Some(Frame::Finally { break_to, continue_to, return_to }) = self.frames.pop() else { return };
        let ways = [
            (Some(raised), Way::Raise),
            (continue_to, Way::Leave(Leave::Continue)),
            (break_to, Way::Leave(Leave::Break)),
            (return_to, Way::Leave(Leave::Return)),
            (Some(done), Way::Normal),
        ];
        let ways =
            ways.into_iter().filter_map(|(label, way)| Some((label.filter(|&label| self.is_reached(label))?, way)));
        let ways: Vec<(Label, Way)> = ways.collect();
        let after = self.label();
        self.copy_depth += 1;
        if self.copy_depth <= MAX_COPY_DEPTH {
            for (label, way) in ways {
                self.start(label);
                self.stmts(finally);
                self.go(way, after);
            }
        } else {
            self.shared_finally(finally, &ways, after);
        }
        self.copy_depth -= 1;
        self.start(after);
    }

    /// One body after which any of the ways may be the one.
    fn shared_finally(&mut self, finally: List<Id<Stmt>>, ways: &[(Label, Way)], after: Label) {
        let shared = self.label();
        for &(label, _) in ways {
            self.start(label);
            self.jump(shared);
        }
        self.start(shared);
        self.stmts(finally);
        let end = self.current;
        for &(_, way) in ways {
            self.current = end;
            self.go(way, after);
        }
    }

    fn go(&mut self, way: Way, after: Label) {
        match way {
            Way::Normal => self.jump(after),
            Way::Raise => self.raise(),
            Way::Leave(how) => self.leave(how),
        }
    }

    fn try_except(&mut self, is_star: bool, body: List<Id<Stmt>>, handlers: List<Handler>, orelse: List<Id<Stmt>>) {
        if handlers.is_empty() {
            self.stmts(body);
            return self.stmts(orelse);
        }
        let (outer, outer_names) = (self.catch, self.catches_name_errors);
        let (raised, done, after) = (self.label(), self.label(), self.label());
        self.catch = Some(raised);
        self.catches_name_errors |= self.tree.list(handlers).iter().any(|handler| self.handles_name_error(handler));
        self.stmts(body);
        self.jump(done);
        (self.catch, self.catches_name_errors) = (outer, outer_names);
        self.start(raised);
        if self.current.is_some() {
            if is_star {
                self.group_handlers(handlers, after);
            } else {
                self.handlers(handlers, after);
            }
        }
        self.start(done);
        self.stmts(orelse);
        self.jump(after);
        self.start(after);
    }

    /// Any of the handlers may fit; without a bare one, none.
    fn handlers(&mut self, handlers: List<Handler>, after: Label) {
        let labels: Vec<Label> = self.tree.ids(handlers).map(|_| self.label()).collect();
        for &label in &labels {
            self.edge(label, EdgeKind::Exception);
        }
        if self.tree.list(handlers).iter().any(|handler| handler.exception.is_none()) {
            self.end_block();
        } else {
            self.raise();
        }
        for (id, label) in self.tree.ids(handlers).zip(labels) {
            self.start(label);
            self.emit(Event::Handler(id));
            let Handler { exception, target, body, .. } = self.tree[id];
            self.exprs(exception);
            if let Some(target) = target {
                self.target(target);
            }
            self.stmts(body);
            self.jump(after);
        }
    }

    /// `except*`: what one handler leaves over goes to the next.
    fn group_handlers(&mut self, handlers: List<Handler>, after: Label) {
        for id in self.tree.ids(handlers) {
            self.emit(Event::Handler(id));
            let Handler { exception, target, body, .. } = self.tree[id];
            self.exprs(exception);
            let (fits, next) = (self.label(), self.label());
            self.edge(next, EdgeKind::Exception);
            self.jump(fits);
            self.start(fits);
            if let Some(target) = target {
                self.target(target);
            }
            self.stmts(body);
            self.edge(next, EdgeKind::Exception);
            self.jump(after);
            self.start(next);
        }
        self.raise();
    }

    fn handles_name_error(&self, handler: &Handler) -> bool {
        handler.exception.is_some_and(|exception| {
            matches!(self.tree[exception].kind, ExprKind::Name { .. })
                && self.model.text(self.tree[exception].span) == "NameError"
        })
    }
}

/// What comes after a `finally`.
#[derive(Clone, Copy)]
enum Way {
    Normal,
    Raise,
    Leave(Leave),
}
