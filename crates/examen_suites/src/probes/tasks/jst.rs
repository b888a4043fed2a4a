//! Jumbled statements.

use examen_syntax::Language;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::support::swap::{gap_before, swap};
use crate::probes::{Category, Change, Make, Origin, Role, Rules, Sample, Task, TokenRange};

pub(super) static TASK: Task = Task {
    code: "JST",
    name: "Jumbled statements",
    category: Category::Mistyped,
    origin: Origin::Further,
    description: "Have two statements that follow each other in a block changed places? The second mentions a name to which \
                  the first assigns, so that their order matters.",
    java: "",
    python: "",
    published: "",
    classes: |_| Task::BROKEN_OR_NOT,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Mutation(jumble),
};

fn jumble(sample: &Sample<'_>, _: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let bodies = sample.bodies();
    let neighbours = bodies.iter().flat_map(|body| body.statements.windows(2));
    // `a = 1; b = 2`, then a loop on the next line: it cannot stand behind the `;`.
    let is_bound = |pair: &[TokenRange]| gap_before(sample, pair[0]) == " " && gap_before(sample, pair[1]) != " ";
    let pairs = neighbours.filter(|pair| depends(sample, pair[1], pair[0]) && !is_bound(pair));
    let pairs: Vec<&[TokenRange]> = pairs.collect();
    let pair = pairs.choose(random)?;
    Some(vec![swap(sample, pair[0], pair[1])])
}

/// Returns whether a statement mentions a name to which an earlier one assigns, and is not the same.
///
/// A function or lambda of Python reads its names only when it is called: it may stand before the assignment.
fn depends(sample: &Sample<'_>, statement: TokenRange, earlier: TokenRange) -> bool {
    let is_delayed = |at: usize| matches!(sample.token(at), "def" | "lambda") && has_role(sample, at, Role::Keyword);
    let mentions = |name: &str| statement.indices().any(|at| sample.token(at) == name && is_variable(sample, at));
    assigned(sample, earlier).into_iter().any(mentions)
        && !statement.indices().any(is_delayed)
        && sample.text_of(statement) != sample.text_of(earlier)
}

/// The names that stand before a `=` outside of all brackets.
fn assigned<'s>(sample: &'s Sample<'_>, statement: TokenRange) -> Vec<&'s str> {
    // `name: int = 1`
    if sample.language() == Language::Python && sample.token(statement.start + 1) == ":" {
        return vec![sample.token(statement.start)];
    }
    let mut names = Vec::new();
    let mut depth = 0;
    for at in statement.indices() {
        match sample.token(at) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            name if depth == 0 && sample.token(at + 1) == "=" && is_variable(sample, at) => names.push(name),
            _ => {}
        }
    }
    names
}

/// Returns whether a token is a name, but neither `.name` nor that of an argument, `(name=` or `, name=`.
fn is_variable(sample: &Sample<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| sample.token(before));
    let is_argument = matches!(before, "(" | ",") && sample.token(at + 1) == "=";
    has_role(sample, at, Role::Identifier) && before != "." && !is_argument
}

fn has_role(sample: &Sample<'_>, at: usize, role: Role) -> bool {
    sample.tokens.get(at).is_some_and(|token| token.role == role)
}
