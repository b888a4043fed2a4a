//! The counts of a corpus, as a table.

use std::collections::BTreeMap;
use std::fmt::Write;

use examen_analysis::{CorpusStatistics, DuplicateCounts};

use crate::table::table;
use examen_data::grouped;

/// Renders the counts of a corpus.
pub fn corpus_table(statistics: &CorpusStatistics) -> String {
    let mut text = String::new();
    let header = ["language", "files", "clean", "errors", "bytes", "lines", "functions", "methods", "documented"];
    let mut table = table(&header, |column| column > 0);
    for (language, counts) in &statistics.languages {
        let mut name = language.to_string();
        if counts.python2 > 0 {
            let _ = write!(name, " ({} Python 2)", grouped(counts.python2));
        }
        let values = [
            counts.files,
            counts.clean,
            counts.with_errors,
            counts.bytes,
            counts.lines,
            counts.functions,
            counts.methods,
            counts.documented,
        ];
        table.add_row(std::iter::once(name).chain(values.map(grouped)));
    }
    let _ = writeln!(text, "{table}");
    let skipped: u64 = statistics.skipped.values().sum();
    let _ = writeln!(
        text,
        "\n{} files in, {} read, {} skipped",
        grouped(statistics.files_in),
        grouped(statistics.files),
        grouped(skipped)
    );
    for (reason, &count) in &statistics.skipped {
        let _ = writeln!(text, "  {:>8}  {reason}: {}", grouped(count), reason.description());
    }
    let DuplicateCounts { exact, near } = statistics.duplicates;
    let _ = writeln!(text, "duplicates: {} exact, {} near", grouped(exact), grouped(near));
    let _ = writeln!(text, "splits: {}", listed(&statistics.splits));
    let _ = writeln!(text, "encodings: {}", listed(&statistics.encodings));
    if statistics.other + statistics.left_out > 0 {
        let (other, left_out) = (grouped(statistics.other), grouped(statistics.left_out));
        let _ = writeln!(text, "not part of it: {other} other files; {left_out} hidden or vendored passed over");
    }
    text
}

fn listed(counts: &BTreeMap<String, u64>) -> String {
    let parts: Vec<String> = counts.iter().map(|(name, &count)| format!("{} {name}", grouped(count))).collect();
    parts.join(", ")
}
