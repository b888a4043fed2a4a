//! Relational operators turned into assignments.

use std::collections::BTreeMap;

use examen_syntax::java::{Field, Kind, Method};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::{Category, Change, Edition, Make, Origin, Role, Rules, Sample, SampleNode, Task};

const RELATIONAL: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];
const ASSIGNMENT: [&str; 4] = ["+=", "-=", "*=", "/="];

pub(super) static TASK: Task = Task {
    code: "REA",
    name: "Relational operator to assignment",
    category: Category::Mistyped,
    origin: Origin::Paper,
    description: "Does an assignment operator (+= -= *= /=) stand in the place of one relational operator (== != < > <= >=)?",
    java: "The < and > around type arguments are no operators.",
    python: "",
    published: "Every == != <= >= is replaced, all of one kind in a function by the same; < and > stay.",
    classes: |_| Task::BROKEN_OR_NOT,
    published_lengths: 101..=499,
    keeps_case: true,
    make: Make::Mutation(assign),
};

fn assign(sample: &Sample<'_>, rules: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let mut places = match sample.node {
        SampleNode::Java(method) => java_comparisons(sample, method),
        SampleNode::Python(_) => sample.with_role(Role::Operator).map(|(at, _)| at).collect(),
    };
    places.retain(|&at| RELATIONAL.contains(&sample.token(at)));
    match rules.edition {
        Edition::Paper => {
            let &place = places.choose(random)?;
            Some(vec![Change::of_token(place, *ASSIGNMENT.choose(random)?)])
        }
        Edition::Published => {
            places.retain(|&at| sample.token(at).len() == 2);
            let mut drawn: BTreeMap<&str, &str> = BTreeMap::new();
            for operator in RELATIONAL {
                drawn.insert(operator, ASSIGNMENT.choose(random)?);
            }
            let assigned = |&at: &usize| drawn.get(sample.token(at)).map(|&mutant| Change::of_token(at, mutant));
            (!places.is_empty()).then(|| places.iter().filter_map(assigned).collect())
        }
    }
}

/// The operators between two values.
fn java_comparisons(sample: &Sample<'_>, method: Method<'_>) -> Vec<usize> {
    let expressions = method.node.descendants().filter(|node| node.kind() == Kind::BinaryExpression);
    let operators = expressions.filter_map(|node| node.child(Field::Operator));
    let mut places: Vec<usize> = operators.flat_map(|node| sample.tokens_in(node.span()).indices()).collect();
    // An expression comes before those inside it, its operator after that of its left side.
    places.sort_unstable();
    places
}
