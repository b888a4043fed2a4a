//! The blocks of a file that one has to read to see why a finding holds (CodeQueries, Appendix C).
//!
//! Two readings are published: the *context* is everything the rule of a query takes in, the *flagged* blocks are the
//! part of it that the per-result examples show.

mod shown;

use crate::Finding;

pub use shown::Shown;

/// The blocks that matter for a finding, as positions in [`Shown::blocks`], in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relevance {
    /// Everything that the query's rule takes in.
    pub context: Vec<usize>,
    /// The part of it that is needed.
    pub flagged: Vec<usize>,
    /// Methods of built-in classes that are needed and have no block.
    pub built_in_methods: Vec<BuiltInMethod>,
}

/// A method of a built-in class, for which an exam shows an artificial block.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BuiltInMethod {
    /// The class.
    pub class: String,
    /// The method.
    pub method: &'static str,
    /// The body that stands for the real one.
    pub body: StubBody,
}

/// The body of an artificial method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StubBody {
    /// It takes a value and compares it with the object.
    Compares,
    /// It raises `NotImplementedError`.
    Raises,
}

/// The rule by which a query chooses the relevant blocks of a finding. The block of the finding is always one.
#[derive(Clone, Copy, Debug)]
pub struct RelevanceRule {
    /// Adds what a multi-hop query takes in beside facts, given the finding and its block.
    pub blocks: Option<AddBlocks>,
    /// What the facts of the finding add.
    pub facts: FactBlocks,
}

/// Adds relevant blocks of a file for a finding in the block at a position of [`Shown::blocks`].
pub type AddBlocks = fn(&Shown<'_, '_>, &Finding, usize, &mut RelevantBlocks);

/// The blocks that the facts of a finding add to the relevant ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactBlocks {
    /// None.
    Ignored,
    /// The blocks that the facts are in.
    Own,
    /// These, and the outlines of the classes between the class of the finding and that of the fact.
    OwnAndClasses,
}

impl RelevanceRule {
    /// The rule of single-hop queries: the blocks of the finding and of its facts.
    pub const SINGLE_HOP: Self = Self { blocks: None, facts: FactBlocks::OwnAndClasses };

    /// The rule of a multi-hop query that takes in further blocks.
    pub const fn multi_hop(blocks: AddBlocks) -> Self {
        Self { blocks: Some(blocks), ..Self::SINGLE_HOP }
    }
}

/// Collects the blocks of a [`Relevance`].
#[derive(Debug, Default)]
pub struct RelevantBlocks {
    relevance: Relevance,
}

impl RelevantBlocks {
    /// Adds blocks to the context.
    pub(crate) fn show(&mut self, blocks: impl IntoIterator<Item = usize>) {
        self.relevance.context.extend(blocks);
    }

    /// Adds blocks to the context and to the flagged ones.
    pub(crate) fn flag(&mut self, blocks: impl IntoIterator<Item = usize>) {
        for block in blocks {
            self.relevance.context.push(block);
            self.relevance.flagged.push(block);
        }
    }

    /// Adds a method of a built-in class.
    pub(crate) fn flag_built_in(&mut self, method: BuiltInMethod) {
        self.relevance.built_in_methods.push(method);
    }

    fn into_sorted(self) -> Relevance {
        let mut relevance = self.relevance;
        for list in [&mut relevance.context, &mut relevance.flagged] {
            list.sort_unstable();
            list.dedup();
        }
        relevance.built_in_methods.sort();
        relevance.built_in_methods.dedup();
        relevance
    }
}
