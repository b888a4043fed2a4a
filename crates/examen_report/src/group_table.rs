//! Scores by query, by hops, by number of true spans, by class or by length.

use std::fmt::Write;

use clap::ValueEnum;
use comfy_table::Table;
use examen_data::{AnswerKind, ResultRow, grouped};
use examen_metrics::{ACCURACY, ANSWER_MATCH, SPAN_EXACT};

use crate::published::{BY_HOPS, BY_QUERY};
use crate::score_tables::{SUBSETS, decision_values};
use crate::survival_table::{STATEMENTS_HEADER, statement_lines};
use crate::table::table;
use crate::task_rows::{ModelRows, by_task, fraction};

/// The parts of the examples.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// The query that is asked.
    Query,
    /// Whether one block tells or several have to be put together.
    Hops,
    /// The number of true spans, answers and supporting facts.
    Spans,
    /// The class that is right.
    Class,
    /// The number of statements of a function that was rewritten.
    Statements,
}

impl By {
    /// What the names of these parts begin with.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Query => "query:",
            Self::Hops => "hops:",
            Self::Spans => "spans:",
            Self::Class => "class:",
            Self::Statements => "statements:",
        }
    }

    /// What is said where no task has such parts.
    pub fn refusal(self) -> String {
        let suites = match self {
            Self::Query | Self::Hops | Self::Spans => "queries",
            Self::Class => "probes",
            Self::Statements => "robustness",
        };
        let word = self.prefix().trim_end_matches(':');
        format!("--by {word} is for tasks of the suite {suites}, and none of these has such parts")
    }

    /// The parts that a model has values of, in order.
    fn groups<'r>(self, model: &ModelRows<'r>) -> Vec<&'r str> {
        let mut groups = Vec::new();
        for group in model.rows.iter().filter_map(|row| row.group.as_deref()) {
            if group.starts_with(self.prefix()) && !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }
}

/// Renders the scores of parts; published values (Tables 8 and 9) stand beside those of the task that they are of.
pub fn group_tables(rows: &[ResultRow], by: By) -> String {
    let mut text = String::new();
    for table in part_tables(rows, by) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{table}\n");
    }
    text
}

/// The tables of the scores of parts, those that have lines.
pub(crate) fn part_tables(rows: &[ResultRow], by: By) -> Vec<Table> {
    let header = ["task", "model", "part", "n", "exact match", "positive", "negative", "CuBERT-1K, published"];
    let mut spans = table(&header, |column| column >= 3);
    let header = ["task", "model", "part", "n", "accuracy", "precision", "recall", "F1"];
    let mut decisions = table(&header, |column| column >= 3);
    let mut classes = table(&["task", "model", "part", "n", "accuracy"], |column| column >= 3);
    let mut statements = table(&STATEMENTS_HEADER, |column| column >= 4);
    for task in by_task(rows) {
        let name = task.name();
        for model in task.models() {
            if by == By::Statements {
                statement_lines(&name, &model, &mut statements);
                continue;
            }
            for group in by.groups(&model) {
                let of = |metric, examples: &str| {
                    let is_wanted = |row: &ResultRow| {
                        row.group.as_deref() == Some(group) && row.examples.as_deref() == Some(examples)
                    };
                    model.find(metric, is_wanted)
                };
                let exact = |examples: &str| of(&SPAN_EXACT, examples).or_else(|| of(&ANSWER_MATCH, examples));
                let n = |row: Option<&ResultRow>| row.map(|row| grouped(row.n)).unwrap_or_default();
                let first = [name.clone(), model.model.to_owned(), group.to_owned()];
                let first = first.into_iter();
                match task.answer() {
                    Some(AnswerKind::Spans | AnswerKind::Labels) => {
                        let beside = if task.task == "ideal" { published(group) } else { String::new() };
                        let fractions = SUBSETS.map(|subset| fraction(exact(subset)));
                        spans.add_row(first.chain([n(exact("all"))]).chain(fractions).chain([beside]));
                    }
                    Some(AnswerKind::Relevance | AnswerKind::Match) => {
                        let values = decision_values(&model, Some(group));
                        decisions.add_row(first.chain([n(of(&ACCURACY, "all"))]).chain(values));
                    }
                    Some(AnswerKind::Class) => {
                        let accuracy = of(&ACCURACY, "all");
                        classes.add_row(first.chain([n(accuracy), fraction(accuracy)]));
                    }
                    _ => {}
                }
            }
        }
    }
    [spans, decisions, classes, statements].into_iter().filter(|table| table.row_count() > 0).collect()
}

/// Exact match of all, positive and negative examples in the paper.
fn published(group: &str) -> String {
    let (table, key): (&[_], _) = match group.split_once(':') {
        Some(("hops", hops)) => (&BY_HOPS, hops),
        Some(("query", id)) => (&BY_QUERY, id),
        _ => return String::new(),
    };
    let values = table.iter().find(|(name, _)| *name == key).map(|(_, values)| values);
    values.map(|[all, positive, negative]| format!("{all:.2} / {positive:.2} / {negative:.2}")).unwrap_or_default()
}
