//! Jumbled blocks.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::support::swap::gap_before;
use crate::probes::{Category, Change, Make, Origin, Role, Rules, Sample, Task, TokenRange};

pub(super) static TASK: Task = Task {
    code: "JBK",
    name: "Jumbled blocks",
    category: Category::Mistyped,
    origin: Origin::Further,
    description: "Have the statements of two blocks changed places? The blocks differ and are not one inside the other; they \
                  may be two branches of one statement.",
    java: "A block is what stands between braces, or after the labels of a `switch`. The braces stay. Constructors that begin \
           with a call of another are left alone.",
    python: "A block is what is indented below a header. Both are indented alike, or both stand behind their header.",
    published: "",
    classes: |_| Task::BROKEN_OR_NOT,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Mutation(jumble),
};

fn jumble(sample: &Sample<'_>, _: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let blocks = sample.bodies().into_iter().map(|body| body.range());
    let blocks: Vec<TokenRange> = blocks.filter(|block| !calls_constructor(sample, block.start)).collect();
    let can_be_first = |block: &&TokenRange| blocks.iter().any(|other| can_be_swapped(sample, **block, *other));
    let firsts: Vec<&TokenRange> = blocks.iter().filter(can_be_first).collect();
    let &&one = firsts.choose(random)?;
    let others: Vec<&TokenRange> = blocks.iter().filter(|other| can_be_swapped(sample, one, **other)).collect();
    let &&other = others.choose(random)?;
    let put = |from, tokens| Change { tokens, mutant: sample.text_of(from).to_owned() };
    Some(vec![put(other, one), put(one, other)])
}

fn can_be_swapped(sample: &Sample<'_>, one: TokenRange, other: TokenRange) -> bool {
    !one.overlaps(other)
        && gap_before(sample, one) == gap_before(sample, other)
        && sample.text_of(one) != sample.text_of(other)
}

/// Returns whether a statement is Java's `super(…)` or `this(…)`, which cannot stand outside of a constructor.
fn calls_constructor(sample: &Sample<'_>, start: usize) -> bool {
    let is_keyword = sample.tokens.get(start).is_some_and(|token| token.role == Role::Keyword);
    is_keyword && matches!(sample.token(start), "super" | "this") && sample.token(start + 1) == "("
}
