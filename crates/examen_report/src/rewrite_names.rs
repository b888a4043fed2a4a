//! The plain names of rewrites, which result rows know by their codes.

use std::collections::BTreeSet;

use examen_suites::robustness::transforms_named;

use crate::table::fit;

/// How wide the lines of legends are.
const WIDTH: usize = 120;

/// The code with its name; a word that is no code stays as it is.
pub(crate) fn named(code: &str) -> String {
    match transforms_named(code).first() {
        Some(transform) => format!("{code} {}", transform.name),
        None => code.to_owned(),
    }
}

/// A rewrite and where it was made, in words.
pub(crate) fn named_at(code: &str, place: &str) -> String {
    match place {
        "single" => format!("{}, one place", named(code)),
        "all" => format!("{}, all places", named(code)),
        other => format!("{} {other}", named(code)),
    }
}

/// The names of some rewrites in lines of a terminal, for those who read their codes.
pub(crate) fn legend(codes: &[&str]) -> String {
    let names: BTreeSet<String> = codes.iter().map(|code| named(code)).filter(|name| name.contains(' ')).collect();
    if names.is_empty() {
        return String::new();
    }
    let names: Vec<String> = names.into_iter().collect();
    fit(&format!("Rewrites: {}.\n", names.join(", ")), WIDTH)
}

/// What rewrites do: the code, the name, the language, a sentence.
pub(crate) fn described(codes: &[&str]) -> Vec<Vec<String>> {
    let mut codes = codes.to_vec();
    codes.sort_unstable();
    codes.dedup();
    let of_code = |code: &&str| {
        transforms_named(code)
            .into_iter()
            .map(|it| [it.code, it.name, it.language().name(), it.description].map(str::to_owned).to_vec())
    };
    codes.iter().flat_map(of_code).collect()
}
