//! Statistics of the examples, as in the paper's Tables 1 (files and examples by split), 6 and 7 (examples, lengths and spans by
//! query) and 10 (spans by syntactic pattern).
//!
//! The fields of a row name the examples that its value is of: `split`, `examples` (all, positive or negative), and `group`
//! (a query, a number of hops or a pattern).

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::ResultRow;
use rustc_hash::FxHashSet;
use serde::Deserialize;

use super::row::ExampleType;

/// The columns that a [`CountedRow`] is read from.
pub const COUNTED_COLUMNS: [&str; 9] = [
    "project",
    "path",
    "query",
    "hops",
    "example_type",
    "answer_spans",
    "supporting_fact_spans",
    "length",
    "spans_within_limit",
];

/// The columns of a span exam that are counted: all but the code, which is most of a row.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CountedRow {
    /// The project.
    pub project: String,
    /// The file in it.
    pub path: String,
    /// Id of the query.
    pub query: String,
    /// `single` or `multi`.
    pub hops: String,
    /// Whether there is an answer.
    pub example_type: ExampleType,
    /// The answers.
    pub answer_spans: Vec<CountedSpan>,
    /// What supports them.
    pub supporting_fact_spans: Vec<CountedSpan>,
    /// Sub-tokens of the input.
    pub length: u32,
    /// Answers and facts that lie in the first 1,024 of them.
    pub spans_within_limit: u32,
}

/// A span of such a row.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CountedSpan {
    /// What it is syntactically; empty where that is not known.
    pub pattern: String,
}

/// Counts and sums of the rows added so far.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Hashes of the files with an example; that two files collide does not matter at 64 bits.
    files: BTreeMap<Split, FxHashSet<u64>>,
    examples: BTreeMap<(Split, String), Counts>,
    queries: BTreeMap<String, Sums>,
    hops: BTreeMap<String, Sums>,
    patterns: BTreeMap<String, u64>,
}

/// Numbers of examples.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    positive: u64,
    negative: u64,
}

/// What averages are made of.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    counts: Counts,
    /// Of all examples.
    length: u64,
    /// Of positive ones, as are the next two.
    answers: u64,
    facts: u64,
    within_limit: u64,
}

impl Statistics {
    /// Takes in a row.
    pub fn add(&mut self, split: Split, row: &CountedRow) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(row.project.as_bytes()).update(b"\0").update(row.path.as_bytes());
        let mut key = [0; 8];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        self.files.entry(split).or_default().insert(u64::from_le_bytes(key));

        self.examples.entry((split, row.hops.clone())).or_default().add(row);
        self.queries.entry(row.query.clone()).or_default().add(row);
        self.hops.entry(row.hops.clone()).or_default().add(row);
        for span in row.answer_spans.iter().chain(&row.supporting_fact_spans) {
            // Rows read from the released format have no patterns.
            if !span.pattern.is_empty() {
                *self.patterns.entry(span.pattern.clone()).or_default() += 1;
            }
        }
    }

    /// How many examples there are of one kind.
    pub fn examples(&self, split: Split, hops: &str, example_type: ExampleType) -> u64 {
        let counts = self.examples.iter().find(|((of, with), _)| *of == split && with == hops);
        counts.map_or(0, |(_, counts)| match example_type {
            ExampleType::Positive => counts.positive,
            ExampleType::Negative => counts.negative,
        })
    }

    /// Returns the values in a fixed order, for the result log.
    pub fn rows(&self, suite: &str, task: &str) -> Vec<ResultRow> {
        let mut rows = RowsOfTask { suite, task, rows: Vec::new() };
        self.files_and_examples(&mut rows);
        for (query, sums) in &self.queries {
            sums.add_rows(&format!("query:{query}"), &mut rows);
        }
        for (hops, sums) in &self.hops {
            sums.add_rows(&format!("hops:{hops}"), &mut rows);
        }
        self.spans(&mut rows);
        rows.rows
    }

    fn files_and_examples(&self, rows: &mut RowsOfTask<'_>) {
        for (&split, files) in &self.files {
            let name = split.name();
            let by_hops = self.examples.iter().filter(|((of, _), _)| *of == split);
            let all = by_hops.clone().map(|(_, counts)| counts.all()).sum();
            rows.add("files", Part { split: name, examples: "all", group: None }, files.len() as f64, all);
            for ((_, hops), counts) in by_hops {
                let group = format!("hops:{hops}");
                for (examples, count) in [("positive", counts.positive), ("negative", counts.negative)] {
                    rows.count(Part { split: name, examples, group: Some(&group) }, count);
                }
            }
            rows.count(Part { split: name, examples: "all", group: None }, all);
        }
    }

    fn spans(&self, rows: &mut RowsOfTask<'_>) {
        let examples = self.hops.values().map(|sums| sums.counts.positive).sum();
        let all_of_them = Part { split: ALL_SPLITS, examples: "positive", group: None };
        for (pattern, &count) in &self.patterns {
            let group = format!("pattern:{pattern}");
            rows.add("spans", Part { group: Some(&group), ..all_of_them }, count as f64, examples);
        }
        if !self.patterns.is_empty() {
            let all: u64 = self.patterns.values().sum();
            rows.add("spans", all_of_them, all as f64, examples);
        }
    }
}

impl Counts {
    fn add(&mut self, row: &CountedRow) {
        match row.example_type {
            ExampleType::Positive => self.positive += 1,
            ExampleType::Negative => self.negative += 1,
        }
    }

    const fn all(self) -> u64 {
        self.positive + self.negative
    }
}

impl Sums {
    fn add(&mut self, row: &CountedRow) {
        self.counts.add(row);
        self.length += u64::from(row.length);
        if row.example_type == ExampleType::Positive {
            self.answers += row.answer_spans.len() as u64;
            self.facts += row.supporting_fact_spans.len() as u64;
            self.within_limit += u64::from(row.spans_within_limit);
        }
    }

    fn add_rows(&self, group: &str, rows: &mut RowsOfTask<'_>) {
        let Counts { positive, negative } = self.counts;
        let of = |examples| Part { split: ALL_SPLITS, examples, group: Some(group) };
        for (examples, count) in [("all", self.counts.all()), ("positive", positive), ("negative", negative)] {
            rows.count(of(examples), count);
        }
        rows.average("average_length", of("all"), self.length, self.counts.all());
        let of_positives = [
            ("average_answer_spans", self.answers),
            ("average_fact_spans", self.facts),
            ("average_spans_within_limit", self.within_limit),
        ];
        for (metric, sum) in of_positives {
            rows.average(metric, of("positive"), sum, positive);
        }
    }
}

/// The split of values that are of all splits.
const ALL_SPLITS: &str = "all";

/// The examples that a value is of.
#[derive(Clone, Copy)]
struct Part<'p> {
    split: &'p str,
    examples: &'p str,
    group: Option<&'p str>,
}

/// Rows of the result log in the making.
struct RowsOfTask<'r> {
    suite: &'r str,
    task: &'r str,
    rows: Vec<ResultRow>,
}

impl RowsOfTask<'_> {
    fn count(&mut self, part: Part<'_>, count: u64) {
        self.add("examples", part, count as f64, count);
    }

    /// There is no average of nothing.
    fn average(&mut self, metric: &str, part: Part<'_>, sum: u64, count: u64) {
        if count > 0 {
            self.add(metric, part, sum as f64 / count as f64, count);
        }
    }

    fn add(&mut self, metric: &str, part: Part<'_>, value: f64, n: u64) {
        self.rows.push(ResultRow {
            suite: self.suite.to_owned(),
            task: self.task.to_owned(),
            metric: metric.to_owned(),
            split: Some(part.split.to_owned()),
            examples: Some(part.examples.to_owned()),
            group: part.group.map(str::to_owned),
            value,
            n,
            ..ResultRow::default()
        });
    }
}
