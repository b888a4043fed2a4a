//! `NPath`: how many ways lead through a method (B. A. Nejmeh, CACM 31(2), 1988, with the rules that the published labels
//! follow).

use examen_syntax::java::{Kind, Node};

/// The choices met on a walk, as a stack of what is not finished.
pub(super) struct Paths {
    frames: Vec<Frame>,
}

/// A part of the method whose number of paths is being worked out.
struct Frame {
    /// Of its node; 0 for the method as a whole, whose node is at 1.
    depth: usize,
    rule: Rule,
    /// Whether the number is added in the frame around it, and not multiplied.
    is_term: bool,
    sum: u64,
    factor: u64,
    /// Alternatives of an `if` or a loop that were met; for a `for`, only behind its `)`.
    branches: u64,
}

#[derive(Clone, Copy, PartialEq)]
enum Rule {
    /// Statements one after another: their product. Behind a label of a `switch` the operators of its guard are added; a
    /// label without statements has none, which makes 1.
    Sequence,
    /// A condition: its `&&` and `||` are added in the frame around it.
    Condition,
    /// `return e;`
    Return,
    /// A ternary outside of conditions, returns and other ternaries.
    Ternary,
    /// `if`, `while`, `do`: two branches, of which a loop's second one leaves it.
    Choice,
    /// The same with a header that does not count.
    For,
    /// A `for` behind its `)`.
    ForBody,
    Switch,
    Try,
}

impl Rule {
    /// Whether `&&` and `||` add to the frame.
    const fn counts_operators(self) -> bool {
        matches!(self, Self::Condition | Self::Return | Self::Ternary)
    }
}

impl Paths {
    pub(super) fn new() -> Self {
        Self { frames: vec![Frame::new(Rule::Sequence, 0, false)] }
    }

    /// The number of paths through all that was met.
    pub(super) fn finish(mut self) -> u64 {
        self.leave(1);
        self.frames.pop().map_or(1, |frame| frame.value())
    }

    pub(super) fn meet_token(&mut self, node: Node<'_>, depth: usize, source: &str) {
        let depth = depth + 1;
        self.leave(depth);
        if let Some(top) = self.frames.last_mut() {
            top.meet_token(node, depth, source);
        }
    }

    pub(super) fn enter(&mut self, kind: Kind, depth: usize) {
        let depth = depth + 1;
        self.leave(depth);
        let Some(top) = self.frames.last_mut() else { return };
        let is_child = top.depth + 1 == depth && !kind.is_comment() && kind != Kind::Error;
        let above = top.rule;
        match above {
            Rule::Choice | Rule::Switch if is_child && kind == Kind::ParenthesizedExpression => {
                self.push(Rule::Condition, depth, true);
                return;
            }
            Rule::Choice | Rule::ForBody if is_child => {
                top.branches += 1;
                self.push(Rule::Sequence, depth, true);
            }
            Rule::Try if is_child && kind == Kind::ResourceSpecification => top.sum = top.sum.saturating_add(1),
            Rule::Try if is_child => self.push(Rule::Sequence, depth, true),
            Rule::Switch if matches!(kind, Kind::SwitchBlockStatementGroup | Kind::SwitchRule) => {
                self.push(Rule::Sequence, depth, true);
            }
            // What is done in here is not part of the condition.
            _ if above.counts_operators() && matches!(kind, Kind::Block | Kind::ClassBody) => {
                self.push(Rule::Sequence, depth, false);
            }
            _ => {}
        }
        self.enter_construct(kind, depth);
    }

    fn enter_construct(&mut self, kind: Kind, depth: usize) {
        let rule = match kind {
            Kind::IfStatement | Kind::WhileStatement | Kind::DoStatement => Rule::Choice,
            Kind::ForStatement | Kind::EnhancedForStatement => Rule::For,
            Kind::SwitchExpression => Rule::Switch,
            Kind::TryStatement | Kind::TryWithResourcesStatement => Rule::Try,
            Kind::ReturnStatement => Rule::Return,
            Kind::Guard => return self.push(Rule::Condition, depth, true),
            Kind::TernaryExpression => match self.frames.last_mut() {
                Some(Frame { rule: Rule::Condition, .. }) => return,
                Some(Frame { rule: Rule::Return | Rule::Ternary, sum, .. }) => {
                    *sum = sum.saturating_add(2);
                    return;
                }
                _ => Rule::Ternary,
            },
            _ => return,
        };
        self.push(rule, depth, false);
    }

    fn push(&mut self, rule: Rule, depth: usize, is_term: bool) {
        self.frames.push(Frame::new(rule, depth, is_term));
    }

    /// Ends the frames that a node of this depth is not in.
    fn leave(&mut self, depth: usize) {
        while let Some(frame) = self.frames.pop_if(|frame| frame.depth >= depth) {
            let Some(outer) = self.frames.last_mut() else { return };
            if frame.rule == Rule::Condition {
                outer.sum = outer.sum.saturating_add(frame.sum);
                outer.factor = outer.factor.saturating_mul(frame.factor);
            } else if frame.is_term {
                outer.sum = outer.sum.saturating_add(frame.value());
            } else {
                outer.factor = outer.factor.saturating_mul(frame.value());
            }
        }
    }
}

impl Frame {
    fn new(rule: Rule, depth: usize, is_term: bool) -> Self {
        Self { depth, rule, is_term, sum: 0, factor: 1, branches: 0 }
    }

    fn meet_token(&mut self, node: Node<'_>, depth: usize, source: &str) {
        if self.rule.counts_operators() {
            if let "&&" | "||" = node.text(source) {
                self.sum = self.sum.saturating_add(1);
            }
        } else if self.rule == Rule::For && self.depth + 1 == depth && node.text(source) == ")" {
            self.rule = Rule::ForBody;
        }
    }

    fn value(&self) -> u64 {
        let sum = match self.rule {
            Rule::Sequence => return self.factor.saturating_add(self.sum),
            Rule::Condition | Rule::Return | Rule::Switch | Rule::Try => self.sum.max(1),
            Rule::Ternary => self.sum.saturating_add(2),
            // An empty statement is a mere token, and a branch that is not there counts like one.
            Rule::Choice | Rule::For | Rule::ForBody => self.sum.saturating_add(2_u64.saturating_sub(self.branches)),
        };
        sum.saturating_mul(self.factor)
    }
}
