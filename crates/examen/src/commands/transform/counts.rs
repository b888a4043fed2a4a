//! The counts that end the talk about rewrites.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::rewrites::Request;
use super::verify::Verdict;
use examen_data::grouped;
use examen_report::table::table;
use examen_report::tally::counted;

/// What became of files and functions.
pub(super) struct Counts {
    pub(super) files: u64,
    pub(super) functions: u64,
    /// In the order of the request's transformations.
    pub(super) kinds: Vec<KindCounts>,
    pub(super) skipped: BTreeMap<&'static str, u64>,
    /// Why rewrites were not run.
    pub(super) not_run: BTreeMap<String, u64>,
}

/// What became of the places of one kind.
#[derive(Clone, Default)]
pub(super) struct KindCounts {
    /// Those with a place.
    pub(super) functions: u64,
    pub(super) sites: u64,
    pub(super) rewrites: u64,
    pub(super) refusals: BTreeMap<&'static str, u64>,
    pub(super) verdicts: BTreeMap<&'static str, u64>,
}

impl Counts {
    pub(super) fn new(request: &Request) -> Self {
        let kinds = vec![KindCounts::default(); request.transforms.len()];
        Self { files: 0, functions: 0, kinds, skipped: BTreeMap::new(), not_run: BTreeMap::new() }
    }

    /// Adds those of another file.
    pub(super) fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.functions += other.functions;
        for (reason, count) in &other.not_run {
            *self.not_run.entry(reason.clone()).or_default() += count;
        }
        for (kind, other) in self.kinds.iter_mut().zip(&other.kinds) {
            kind.functions += other.functions;
            kind.sites += other.sites;
            kind.rewrites += other.rewrites;
            add_each(&mut kind.refusals, &other.refusals);
            add_each(&mut kind.verdicts, &other.verdicts);
        }
    }

    /// Counts the verdict on a rewrite.
    pub(super) fn add_verdict(&mut self, transform: usize, verdict: &Verdict) {
        *self.kinds[transform].verdicts.entry(verdict.verdict).or_default() += 1;
        if let Some(reason) = verdict.not_run_reason() {
            *self.not_run.entry(reason.to_owned()).or_default() += 1;
        }
    }

    /// How many rewrites have a verdict.
    pub(super) fn verdicts(&self, verdict: &str) -> u64 {
        self.kinds.iter().filter_map(|kind| kind.verdicts.get(verdict)).sum()
    }

    /// The counts for people.
    pub(super) fn to_text(&self, request: &Request) -> String {
        let mut verdicts: Vec<&str> = self.kinds.iter().flat_map(|kind| kind.verdicts.keys().copied()).collect();
        verdicts.sort_unstable();
        verdicts.dedup();
        let mut header = vec!["kind", "language", "functions", "sites", "refused", "rewrites"];
        header.extend(&verdicts);
        let mut table = table(&header, |column| column > 1);
        for (transform, kind) in request.transforms.iter().zip(&self.kinds) {
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
        let functions = counted(self.functions, "function", "functions");
        let _ = writeln!(text, "{functions} of {}", counted(self.files, "file", "files"));
        self.list_refusals(request, &mut text);
        if !self.not_run.is_empty() {
            let _ = writeln!(text, "{} not run", counted(self.not_run.values().sum(), "rewrite", "rewrites"));
        }
        for (reason, &count) in &self.not_run {
            let _ = writeln!(text, "  {:>8}  {reason}", grouped(count));
        }
        if !self.skipped.is_empty() {
            let _ = writeln!(text, "{} skipped", counted(self.skipped.values().sum(), "file", "files"));
        }
        for (reason, &count) in &self.skipped {
            let _ = writeln!(text, "  {:>8}  {reason}", grouped(count));
        }
        text
    }

    fn list_refusals(&self, request: &Request, text: &mut String) {
        let refused: u64 = self.kinds.iter().flat_map(|kind| kind.refusals.values()).sum();
        if refused > 0 {
            let _ = writeln!(text, "{} refused", counted(refused, "place", "places"));
        }
        for (transform, kind) in request.transforms.iter().zip(&self.kinds) {
            for (reason, &count) in &kind.refusals {
                let (code, language) = (transform.code, transform.language());
                let _ = writeln!(text, "  {:>8}  {code} {language}: {reason}", grouped(count));
            }
        }
    }
}

fn add_each(counts: &mut BTreeMap<&'static str, u64>, others: &BTreeMap<&'static str, u64>) {
    for (key, count) in others {
        *counts.entry(key).or_default() += count;
    }
}
