//! Random choices, and text with names filled in.

use std::collections::BTreeMap;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::code::Code;

/// Names that new variables get.
const FRESH: &[&str] = &[
    "count", "data", "extra", "found", "index", "item", "key", "line", "name", "node", "options", "other", "path",
    "result", "size", "status", "text", "tmp", "value", "x",
];

const OPERATORS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];

/// One of several things.
pub(super) fn pick<'t, T>(rng: &mut ChaCha8Rng, things: &'t [T]) -> Option<&'t T> {
    (!things.is_empty()).then(|| &things[rng.random_range(0..things.len())])
}

/// One of the things for which something holds.
pub(super) fn pick_where<T>(
    rng: &mut ChaCha8Rng,
    things: impl Iterator<Item = T>,
    is_meant: impl Fn(&T) -> bool,
) -> Option<T> {
    let mut meant: Vec<T> = things.filter(|thing| is_meant(thing)).collect();
    (!meant.is_empty()).then(|| meant.swap_remove(rng.random_range(0..meant.len())))
}

/// Whether an event of this probability happens.
pub(super) fn happens(rng: &mut ChaCha8Rng, probability: f64) -> bool {
    rng.random_bool(probability)
}

/// One of several texts.
pub(super) fn one_of(rng: &mut ChaCha8Rng, texts: &[&'static str]) -> &'static str {
    pick(rng, texts).copied().unwrap_or_default()
}

/// One of the templates, filled in.
pub(super) fn filled(templates: &[&'static str], code: &Code<'_>, offset: u32, rng: &mut ChaCha8Rng) -> String {
    fill(one_of(rng, templates), code, offset, rng)
}

/// A template with names filled in: `$a` to `$d` are names at hand, `$v` and `$w` new ones, `$k` and `$l` small numbers, `$o` an
/// operator (each time another one), `$f` a function and `$C` a class of the file. The same letter stands for the same thing.
pub(super) fn fill(template: &str, code: &Code<'_>, offset: u32, rng: &mut ChaCha8Rng) -> String {
    let mut known: BTreeMap<char, String> = BTreeMap::new();
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template.chars();
    while let Some(character) = rest.next() {
        if character != '$' {
            out.push(character);
            continue;
        }
        let Some(letter) = rest.next() else { break };
        if letter == 'o' {
            out.push_str(one_of(rng, OPERATORS));
            continue;
        }
        let value = known.entry(letter).or_insert_with(|| drawn(letter, code, offset, rng));
        out.push_str(value);
    }
    out
}

fn drawn(letter: char, code: &Code<'_>, offset: u32, rng: &mut ChaCha8Rng) -> String {
    match letter {
        'k' | 'l' => rng.random_range(0..=20_u32).to_string(),
        'v' | 'w' => one_of(rng, FRESH).to_owned(),
        'f' => {
            pick_where(rng, code.defined.iter().copied(), |name| !name.starts_with("__")).unwrap_or("run").to_owned()
        }
        'C' => code.other_class(rng, None).unwrap_or("object").to_owned(),
        _ => code.name_near(offset, rng).to_owned(),
    }
}
