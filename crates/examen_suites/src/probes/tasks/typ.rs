//! Detect invalid types.

use std::collections::BTreeSet;

use examen_syntax::Span;
use examen_syntax::python::{Context, ExprKind, Function, Node, StmtKind};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::support::keywords::keywords;
use crate::probes::{Category, Change, Code, Edition, Make, Origin, Role, Rules, Sample, SampleNode, Task};

const JAVA_TYPES: [&str; 8] = ["boolean", "byte", "char", "double", "float", "int", "long", "short"];
const PYTHON_TYPES: [&str; 11] =
    ["bool", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"];

pub(super) static TASK: Task = Task {
    code: "TYP",
    name: "Detect invalid types",
    category: Category::Mistyped,
    origin: Origin::Paper,
    description: "Is the name of a built-in type misspelt once, by two neighbouring letters that changed places? The result \
                  is no other type, no keyword and no word of the function.",
    java: "The types are boolean, byte, char, double, float, int, long and short.",
    python: "The types are bool, bytes, complex, dict, float, frozenset, int, list, set, str and tuple, where the function \
             reads these names and does not give them to something else.",
    published: "Every such name is misspelt, each at random; functions have at least two different ones.",
    classes: |_| Task::BROKEN_OR_NOT,
    published_lengths: Task::LONG,
    keeps_case: false,
    make: Make::Mutation(misspell),
};

fn misspell(sample: &Sample<'_>, rules: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let places = match sample.node {
        SampleNode::Java(_) => java_places(sample),
        SampleNode::Python(function) => python_places(sample, function),
    };
    let mut taken: BTreeSet<String> = sample.words().map(|(_, _, word)| word.to_lowercase()).collect();
    taken.extend(keywords(rules.language).chain(PYTHON_TYPES).map(str::to_lowercase));
    let places = match rules.edition {
        Edition::Paper => vec![*places.choose(random)?],
        Edition::Published => {
            let kinds: BTreeSet<&str> = places.iter().map(|&place| sample.token(place)).collect();
            if kinds.len() < 2 {
                return None;
            }
            places
        }
    };
    let swapped = |place| Some(Change::of_token(place, misspelt(sample.token(place), &taken, random)?));
    places.into_iter().map(swapped).collect()
}

fn java_places(sample: &Sample<'_>) -> Vec<usize> {
    let types = sample.with_role(Role::Keyword).filter(|(_, word)| JAVA_TYPES.contains(word));
    types.map(|(at, _)| at).collect()
}

fn python_places(sample: &Sample<'_>, function: &Function) -> Vec<usize> {
    let Code::Python { file, .. } = &sample.page.code else { return Vec::new() };
    let (tree, source) = (&file.tree, sample.page.source);
    let mut read: Vec<Span> = Vec::new();
    let mut given: BTreeSet<&str> = BTreeSet::new();
    tree.walk(Node::Stmt(function.stmt), &mut |node| {
        let parameters = match node {
            Node::Stmt(id) => match tree[id].kind {
                StmtKind::Function(id) => tree[id].parameters,
                _ => return,
            },
            Node::Expr(id) => match tree[id].kind {
                ExprKind::Name { context: Context::Load } => return read.push(tree[id].span),
                ExprKind::Name { .. } => {
                    given.insert(tree[id].span.text(source));
                    return;
                }
                ExprKind::Lambda { parameters, .. } => parameters,
                _ => return,
            },
            Node::Pattern(_) => return,
        };
        given.extend(tree.list(parameters).iter().map(|parameter| parameter.name.text(source)));
    });
    read.retain(|name| PYTHON_TYPES.contains(&name.text(source)) && !given.contains(name.text(source)));
    // A name inside a string has no token of its own.
    let mut places: Vec<usize> = read.into_iter().flat_map(|name| sample.tokens_in(name).indices()).collect();
    places.sort_unstable();
    places
}

/// A word with two neighbouring letters swapped that differ; none of those that are taken.
fn misspelt(word: &str, taken: &BTreeSet<String>, random: &mut ChaCha8Rng) -> Option<String> {
    let letters: Vec<char> = word.chars().collect();
    let swapped = |at: usize| {
        let mut letters = letters.clone();
        letters.swap(at - 1, at);
        letters.into_iter().collect::<String>()
    };
    // Equal letters give the word itself, which is taken.
    let all: Vec<String> = (1..letters.len()).map(swapped).filter(|it| !taken.contains(it)).collect();
    all.choose(random).cloned()
}
