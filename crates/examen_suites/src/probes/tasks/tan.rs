//! The more frequent kind of token.

use crate::probes::{Category, Classed, Make, Origin, Role, Rules, Sample, Task};

const IDENTIFIERS: &str = "identifiers";
const KEYWORDS: &str = "keywords";

pub(super) static TASK: Task = Task {
    code: "TAN",
    name: "Most frequent kind of token",
    category: Category::Tokens,
    origin: Origin::Discarded,
    description: "Has the function more identifiers or more keywords? Functions with as many of both are left out.",
    java: "`true`, `false` and `null` count as keywords, words such as `var` and `record` as neither.",
    python: "`True`, `False`, `None` and the words `and`, `or`, `not`, `in`, `is` count as keywords, and `match`, `case`, \
             `type` where they are ones; names of built-in functions and types are identifiers.",
    published: "",
    classes: |_| &[IDENTIFIERS, KEYWORDS],
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    let identifiers = sample.with_role(Role::Identifier).count();
    let keywords = sample.with_role(Role::Keyword).count();
    if identifiers == keywords {
        return None;
    }
    Some(Classed { label: if identifiers > keywords { IDENTIFIERS } else { KEYWORDS }, value: None })
}
