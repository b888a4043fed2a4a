//! Counts of rewrites.

use std::collections::BTreeMap;

use super::rewrite::RewriteSettings;
use super::verify::Verdict;

/// What became of files and functions.
pub struct RewriteCounts {
    /// Files that were read.
    pub files: u64,
    /// Functions in them.
    pub functions: u64,
    /// In the order of the transformations of [`RewriteSettings`].
    pub kinds: Vec<KindCounts>,
    /// Files that were not read, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    /// Why rewrites were not run.
    pub not_run: BTreeMap<String, u64>,
}

/// What became of the places of one kind.
#[derive(Clone, Default)]
pub struct KindCounts {
    /// Functions with a place.
    pub functions: u64,
    /// Places.
    pub sites: u64,
    /// Rewrites that were made.
    pub rewrites: u64,
    /// Refused places by reason.
    pub refusals: BTreeMap<&'static str, u64>,
    /// Rewrites by verdict.
    pub verdicts: BTreeMap<&'static str, u64>,
}

impl RewriteCounts {
    /// Counts of nothing yet.
    pub fn new(settings: &RewriteSettings) -> Self {
        let kinds = vec![KindCounts::default(); settings.transforms.len()];
        Self { files: 0, functions: 0, kinds, skipped: BTreeMap::new(), not_run: BTreeMap::new() }
    }

    /// Adds those of another file.
    pub fn add(&mut self, other: &Self) {
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
    pub fn add_verdict(&mut self, transform: usize, verdict: &Verdict) {
        *self.kinds[transform].verdicts.entry(verdict.verdict).or_default() += 1;
        if let Some(reason) = verdict.not_run_reason() {
            *self.not_run.entry(reason.to_owned()).or_default() += 1;
        }
    }

    /// How many rewrites have a verdict.
    pub fn verdicts(&self, verdict: &str) -> u64 {
        self.kinds.iter().filter_map(|kind| kind.verdicts.get(verdict)).sum()
    }
}

fn add_each(counts: &mut BTreeMap<&'static str, u64>, others: &BTreeMap<&'static str, u64>) {
    for (key, count) in others {
        *counts.entry(key).or_default() += count;
    }
}
