//! Rewrites every function of files, to be compiled and compared with the original:
//! `cargo run --release -p examen_transforms --example rewrite_files -- KIND PLACE SEED LIST FROM TO`.
//!
//! LIST has one path per line below FROM; the files are written to the same paths below TO. PLACE is `single` for one site
//! of each function, chosen by the seed, or `all`; `paper-single` and `paper-all` follow the authors' rules. Counts of
//! functions, sites and refusals by reason go to the standard output.

#![expect(clippy::print_stdout, reason = "the counts are the point")]

use std::collections::BTreeMap;
use std::path::Path;

use examen_syntax::{Edit, Edits, Language};
use examen_transforms::{Function, Strength, TRANSFORMS, Transform, functions};

#[derive(Default)]
struct Counts {
    functions: usize,
    rewritten: usize,
    sites: usize,
    refusals: BTreeMap<&'static str, usize>,
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, place, seed, list, from, to] = &arguments[..] else {
        println!("wanted: KIND PLACE SEED LIST FROM TO");
        return Ok(());
    };
    let strength = if place.starts_with("paper-") { Strength::Paper } else { Strength::Strict };
    let is_all = place.ends_with("all");
    let seed: u64 = seed.parse().unwrap_or_default();
    let mut counts = Counts::default();
    for path in std::fs::read_to_string(list)?.lines() {
        let Ok(source) = std::fs::read_to_string(Path::new(from).join(path)) else { continue };
        let Some(language) = Language::of_file_name(path) else { continue };
        let Some(transform) = TRANSFORMS.iter().find(|it| it.code == kind && it.language() == language) else {
            continue;
        };
        let mut edits = Vec::new();
        let shown = functions(&source, language, seed, |function| {
            counts.functions += 1;
            edits.extend(edits_of(function, transform, strength, is_all.then_some(()).ok_or(seed), &mut counts));
        });
        if let Err(reason) = shown {
            println!("{path}: {reason:?}");
        }
        let edited = Edits::new(edits).and_then(|edits| edits.apply(&source));
        let edited = edited.unwrap_or_else(|error| {
            println!("{path}: {error}");
            source
        });
        let target = Path::new(to).join(path);
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(target, edited)?;
    }
    let Counts { functions, rewritten, sites, refusals } = counts;
    println!("{kind} {place}: {functions} functions, {rewritten} rewritten, {sites} sites, refused {refusals:?}");
    Ok(())
}

/// The edits of one function: of all sites, or of the one that a seed chooses.
fn edits_of(
    function: &Function<'_>,
    transform: &Transform,
    strength: Strength,
    choice: Result<(), u64>,
    counts: &mut Counts,
) -> Vec<Edit> {
    let Some(found) = function.find(transform, strength) else { return Vec::new() };
    counts.sites += found.sites.len();
    for refusal in &found.refusals {
        *counts.refusals.entry(refusal.reason).or_default() += 1;
    }
    if found.sites.is_empty() {
        return Vec::new();
    }
    counts.rewritten += 1;
    match choice {
        Ok(()) => found.all_places(),
        Err(seed) => {
            let at = (u64::from(function.span.start) ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 3;
            found.sites[(at % found.sites.len() as u64) as usize].edits.clone()
        }
    }
}
