//! The counts that end the talk about rewrites.

use std::fmt::Write;

use examen_analysis::rewrites::{RewriteCounts, RewriteSettings};
use examen_data::grouped;

use crate::table::table;
use crate::tally::counted;

/// The counts for people.
pub fn rewrite_counts_table(counts: &RewriteCounts, settings: &RewriteSettings) -> String {
    let mut verdicts: Vec<&str> = counts.kinds.iter().flat_map(|kind| kind.verdicts.keys().copied()).collect();
    verdicts.sort_unstable();
    verdicts.dedup();
    let mut header = vec!["kind", "language", "functions", "sites", "refused", "rewrites"];
    header.extend(&verdicts);
    let mut table = table(&header, |column| column > 1);
    for (transform, kind) in settings.transforms.iter().zip(&counts.kinds) {
        let refused = kind.refusals.values().sum();
        let numbers = [kind.functions, kind.sites, refused, kind.rewrites];
        if numbers == [0; 4] {
            continue;
        }
        let mut row = vec![transform.code.to_owned(), transform.language().name().to_owned()];
        row.extend(numbers.map(grouped));
        row.extend(verdicts.iter().map(|verdict| grouped(kind.verdicts.get(verdict).copied().unwrap_or_default())));
        table.add_row(row);
    }
    let mut text = String::new();
    if !table.is_empty() {
        let _ = writeln!(text, "{table}\n");
    }
    let functions = counted(counts.functions, "function", "functions");
    let _ = writeln!(text, "{functions} of {}", counted(counts.files, "file", "files"));
    list_refusals(counts, settings, &mut text);
    if !counts.not_run.is_empty() {
        let _ = writeln!(text, "{} not run", counted(counts.not_run.values().sum(), "rewrite", "rewrites"));
    }
    for (reason, &count) in &counts.not_run {
        let _ = writeln!(text, "  {:>8}  {reason}", grouped(count));
    }
    if !counts.skipped.is_empty() {
        let _ = writeln!(text, "{} skipped", counted(counts.skipped.values().sum(), "file", "files"));
    }
    for (reason, &count) in &counts.skipped {
        let _ = writeln!(text, "  {:>8}  {reason}", grouped(count));
    }
    text
}

fn list_refusals(counts: &RewriteCounts, settings: &RewriteSettings, text: &mut String) {
    let refused: u64 = counts.kinds.iter().flat_map(|kind| kind.refusals.values()).sum();
    if refused > 0 {
        let _ = writeln!(text, "{} refused", counted(refused, "place", "places"));
    }
    for (transform, kind) in settings.transforms.iter().zip(&counts.kinds) {
        for (reason, &count) in &kind.refusals {
            let (code, language) = (transform.code, transform.language());
            let _ = writeln!(text, "  {:>8}  {code} {language}: {reason}", grouped(count));
        }
    }
}
