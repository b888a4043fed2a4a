//! Where `break`, `continue` and `yield` lead.

use std::ops::Range;

use super::outline::Index;

/// A statement around the walk that a jump may lead to, or not get past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind<'t> {
    /// A loop.
    Loop,
    /// A switch statement.
    Switch,
    /// A switch expression, which only `yield` leaves.
    SwitchExpression,
    /// A labelled statement; `body` is the statement behind all labels.
    Label { name: &'t str, body: Index },
    /// The body of a lambda or of a class's member.
    Callable,
}

#[derive(Clone, Copy, Debug)]
struct Frame<'t> {
    kind: FrameKind<'t>,
    index: Index,
    exits: Exits,
}

/// How many jumps lead to a statement, without those that a `finally` swallows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exits {
    /// Those by `break`.
    pub(super) breaks: u32,
    /// Those by `continue`.
    pub(super) continues: u32,
}

/// The way a jump goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JumpKind {
    Break,
    Continue,
    Yield,
}

/// The statements around the walk, and the jumps that were met.
#[derive(Debug, Default)]
pub(super) struct JumpScopes<'t> {
    frames: Vec<Frame<'t>>,
    /// The frame and kind of each counted jump, so that a `finally` can take them back.
    counted: Vec<(usize, JumpKind)>,
    jumps: Vec<(Index, Index)>,
}

/// The state before a `try` or behind it; see [`JumpScopes::swallow`].
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpCount(usize);

impl<'t> JumpScopes<'t> {
    pub(super) fn enter(&mut self, kind: FrameKind<'t>, index: Index) {
        self.frames.push(Frame { kind, index, exits: Exits::default() });
    }

    /// The jumps that led to the innermost frame, which is closed.
    pub(super) fn leave(&mut self) -> Exits {
        self.frames.pop().map_or_else(Exits::default, |frame| frame.exits)
    }

    /// Follows a jump from `statement`; whether it leads anywhere.
    pub(super) fn jump(&mut self, statement: Index, kind: JumpKind, label: Option<&str>) -> bool {
        let reach = self.frames.iter().rposition(|frame| frame.kind == FrameKind::Callable).map_or(0, |at| at + 1);
        let is_target = |frame: &Frame<'_>| match (frame.kind, label, kind) {
            (FrameKind::Label { name, .. }, Some(label), JumpKind::Break | JumpKind::Continue) => name == label,
            (FrameKind::Loop, None, JumpKind::Break | JumpKind::Continue)
            | (FrameKind::Switch, None, JumpKind::Break)
            | (FrameKind::SwitchExpression, _, JumpKind::Yield) => true,
            _ => false,
        };
        let Some(found) = self.frames[reach..].iter().rposition(is_target) else { return false };
        let mut at = reach + found;
        let target = match self.frames[at].kind {
            FrameKind::Label { body, .. } => body,
            _ => self.frames[at].index,
        };
        self.jumps.push((statement, target));
        if kind == JumpKind::Continue {
            // Whether a `do` gets to its condition depends on the loop's own jumps, not on its label's.
            at = self.frames[at..].iter().position(|frame| frame.index == target).map_or(at, |below| at + below);
            self.frames[at].exits.continues += 1;
        } else {
            self.frames[at].exits.breaks += 1;
        }
        self.counted.push((at, kind));
        true
    }

    /// Returns how many jumps were counted so far.
    pub(super) fn count(&self) -> JumpCount {
        JumpCount(self.counted.len())
    }

    /// No jump of a range gets to a frame that is still open: a `finally` on the way never completes.
    pub(super) fn swallow(&mut self, range: Range<JumpCount>) {
        for (at, kind) in self.counted.drain(range.start.0..range.end.0) {
            // Jumps inside the `try` went to frames that are closed by now.
            let Some(frame) = self.frames.get_mut(at) else { continue };
            if kind == JumpKind::Continue {
                frame.exits.continues -= 1;
            } else {
                frame.exits.breaks -= 1;
            }
        }
    }

    /// All jumps with their targets.
    pub(super) fn into_jumps(self) -> Jumps {
        let by_jump = self.jumps;
        let mut by_target: Vec<_> = by_jump.iter().map(|&(jump, target)| (target, jump)).collect();
        by_target.sort_unstable();
        Jumps { by_jump, by_target }
    }
}

/// The jumps of a method that lead somewhere, by their places in the outline.
#[derive(Debug, Default)]
pub(super) struct Jumps {
    /// Jump and target, in the order of the text.
    by_jump: Vec<(Index, Index)>,
    by_target: Vec<(Index, Index)>,
}

impl Jumps {
    /// Where a jump leads.
    pub(super) fn target(&self, jump: Index) -> Option<Index> {
        let at = self.by_jump.binary_search_by_key(&jump, |&(jump, _)| jump).ok()?;
        Some(self.by_jump[at].1)
    }

    /// The jumps to a statement, in the order of the text.
    pub(super) fn to(&self, target: Index) -> impl Iterator<Item = Index> + '_ {
        let first = self.by_target.partition_point(|&(at, _)| at < target);
        self.by_target[first..].iter().take_while(move |&&(at, _)| at == target).map(|&(_, jump)| jump)
    }
}
