//! The marks by query, by hops, by number of true spans, by class or by length.

use std::fmt::Write;

use clap::ValueEnum;
use examen_queries::python::QUERIES;

use crate::published::{BY_HOPS, BY_QUERY};
use crate::summary::{relevance_figures, share};
use crate::survival_table::{STATEMENTS_HEADER, statement_lines};
use crate::table::table;
use examen_data::grouped;
use examen_evaluation::score::span_marks::{Group, Subset};
use examen_evaluation::score::{Marks, TaskMarks};

/// What parts the examples.
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
    fn has(self, group: &Group) -> bool {
        match self {
            Self::Query => matches!(group, Group::Query(_)),
            Self::Hops => matches!(group, Group::Hops(_)),
            Self::Spans => matches!(group, Group::Spans(_)),
            Self::Class => matches!(group, Group::Class(_)),
            Self::Statements => false,
        }
    }
}

/// What to print: the published figures (Tables 8 and 9) stand beside those of the task that they are of.
pub fn group_tables(tasks: &[TaskMarks], by: By) -> String {
    let header = ["task", "model", "part", "n", "exact match", "positive", "negative", "CuBERT-1K, published"];
    let mut spans = table(&header, |column| column >= 3);
    let header = ["task", "model", "part", "n", "accuracy", "precision", "recall", "F1"];
    let mut relevance = table(&header, |column| column >= 3);
    let mut labels = table(&["task", "model", "part", "n", "accuracy"], |column| column >= 3);
    let mut statements = table(&STATEMENTS_HEADER, |column| column >= 4);
    for TaskMarks { suite, task, marks, .. } in tasks {
        let name = format!("{suite}/{task}");
        match marks {
            Marks::Spans(marks) => {
                for (model, of_model) in marks.models.iter().filter(|(_, model)| !model.is_text_only()) {
                    for (group, n) in marks.examples.iter().filter(|(group, _)| by.has(group)) {
                        let right = of_model.right(group);
                        let shares = Subset::ALL.map(|subset| share(right.of(subset), n.of(subset)));
                        let beside = if task == "ideal" { published(group) } else { String::new() };
                        let first = [name.clone(), model.clone(), group.to_string(), grouped(n.of(Subset::All))];
                        spans.add_row(first.into_iter().chain(shares).chain([beside]));
                    }
                }
            }
            Marks::Relevance(marks) => {
                for (model, of_model) in &marks.models {
                    for (group, (relevant, other)) in marks.examples.iter().filter(|(group, _)| by.has(group)) {
                        let figures = relevance_figures(&marks.decisions(of_model, group));
                        let first = [name.clone(), model.clone(), group.to_string(), grouped(relevant + other)];
                        relevance.add_row(first.into_iter().chain(figures));
                    }
                }
            }
            Marks::Labels(marks) if by == By::Class => {
                for (model, of_model) in &marks.models {
                    for (class, &n) in &marks.examples {
                        let part = Group::Class(class.clone()).to_string();
                        let accuracy = share(of_model.right_of(class), n);
                        labels.add_row([name.clone(), model.clone(), part, grouped(n), accuracy]);
                    }
                }
            }
            Marks::Survival(marks) if by == By::Statements => {
                for (model, of_model) in &marks.models {
                    statement_lines(&name, model, of_model, &mut statements);
                }
            }
            Marks::Labels(_) | Marks::Names(_) | Marks::Survival(_) => {}
        }
    }
    let mut text = String::new();
    for table in [spans, relevance, labels, statements].iter().filter(|table| table.row_count() > 0) {
        let _ = writeln!(text, "{table}\n");
    }
    text
}

/// Exact match of all, positive and negative examples in the paper.
fn published(group: &Group) -> String {
    let figures = match group {
        Group::Hops(hops) => BY_HOPS.iter().find(|(name, _)| name == hops).map(|(_, figures)| figures),
        Group::Query(id) => {
            let query = QUERIES.iter().find(|query| query.id == id);
            query.and_then(|query| BY_QUERY.get(usize::from(query.number).checked_sub(1)?))
        }
        Group::Whole | Group::Spans(_) | Group::Class(_) | Group::Change(_) => None,
    };
    figures.map(|[all, positive, negative]| format!("{all:.2} / {positive:.2} / {negative:.2}")).unwrap_or_default()
}
