//! Scores by part of the examples, answers by class, questions by type.

use examen_data::ResultRow;
use examen_metrics::{ACCURACY, ANSWER_MATCH, PREDICTION_CHANGE, QuestionType, SPAN_EXACT};

use super::scores::dot;
use crate::error::Result;
use crate::group_table::{By, part_tables};
use crate::html::artefacts::{Artefacts, Section};
use crate::html::charts::{Dot, DotChart, confusion_matrix, dot_chart};
use crate::html::examples::Browser;
use crate::html::grid::Grid;
use crate::html::inputs::SuiteRows;
use crate::published::{BY_HOPS, BY_QUERY, BY_QUESTION_TYPE};
use crate::task_rows::by_task;

/// The kinds of parts with their titles.
const PARTS: [(By, &str, &str); 5] = [
    (By::Hops, "hops:", "By hops"),
    (By::Spans, "spans:", "By number of true spans"),
    (By::Query, "query:", "By query"),
    (By::Class, "class:", "By class"),
    (By::Statements, "statements:", "By number of statements"),
];

/// A section for each kind of parts.
pub(super) fn parts(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Vec<Section>> {
    let mut sections = Vec::new();
    for (by, prefix, title) in PARTS {
        let legend = match by {
            By::Hops | By::Query => {
                "Exact match with 95 % intervals; the upright line is the published value of CuBERT-1K for the task ideal \
                 (CodeQueries, Tables 8 and 9)."
            }
            By::Spans => "Exact match with 95 % intervals, by the number of answers and facts of an example.",
            By::Statements => "Fraction of answers that a rewrite changes, by the length of the function before.",
            By::Class => "",
        };
        let (title_text, legend) = (title.to_owned(), legend.to_owned());
        let mut section = Section { title: title_text, legend, is_folded: true, ..Section::default() };
        for task in by_task(&suite.scored) {
            // A class of a probing task is a line of its confusion matrix.
            for model in task.models().iter().filter(|_| by != By::Class) {
                let of_parts = model.rows.iter().filter(|row| is_shown(row, prefix));
                let dots: Vec<Dot> = of_parts.map(|row| part_dot(row, prefix, task.task)).collect();
                if dots.is_empty() {
                    continue;
                }
                let name = format!("{title}: {}, {}", task.task, model.model);
                let value_name = if by == By::Statements { "change" } else { "right" };
                let chart = DotChart { title: &name, value_name, reference_name: "published", dots, is_filled: false };
                section.charts.push(artefacts.chart(&suite.name, dot_chart(&chart))?);
            }
        }
        for table in part_tables(&suite.scored, by) {
            section.tables.push(artefacts.table(&suite.name, Grid::of_table(title, &table, ""))?);
        }
        sections.push(section);
    }
    Ok(sections)
}

fn is_shown(row: &ResultRow, prefix: &str) -> bool {
    let metrics = [SPAN_EXACT.name, ACCURACY.name, PREDICTION_CHANGE.name];
    // Where facts are asked for as well, the match of answers alone is another value.
    let is_match =
        metrics.contains(&row.metric.as_str()) || row.metric == ANSWER_MATCH.name && row.task == "answers-only";
    let is_part = row.group.as_deref().is_some_and(|group| group.starts_with(prefix));
    let is_all = matches!(row.examples.as_deref(), Some("all" | "rewritten") | None) && row.before.is_none();
    is_part && is_match && is_all
}

fn part_dot(row: &ResultRow, prefix: &str, task: &str) -> Dot {
    let part = row.group.as_deref().and_then(|group| group.strip_prefix(prefix)).unwrap_or_default();
    let label = match row.transform.as_deref().zip(row.place.as_deref()) {
        Some((transform, place)) => format!("{transform} {place} {part}"),
        None => part.to_owned(),
    };
    let published: &[(&str, [f64; 3])] = match prefix {
        "query:" => &BY_QUERY,
        "hops:" => &BY_HOPS,
        _ => &[],
    };
    let reference = published.iter().find(|(name, _)| *name == part && task == "ideal").map(|(_, values)| values[0]);
    Dot { reference, ..dot(label, row, None) }
}

/// The types of questions, beside those of CodeQA.
pub(super) fn question_types(suite: &SuiteRows, browser: &Browser, artefacts: &mut Artefacts) -> Result<Section> {
    let mut section = Section {
        title: "Types of questions".to_owned(),
        legend: "Fraction of the questions of each type; the upright line is that of all pairs of CodeQA (Table 6)."
            .to_owned(),
        ..Section::default()
    };
    for ((_, task), types) in browser.question_types.iter().filter(|((of, _), _)| *of == suite.name) {
        let total: u64 = types.values().sum();
        let dots = QuestionType::ALL.into_iter().zip(BY_QUESTION_TYPE).map(|(kind, published)| {
            let n = types.get(kind.name()).copied().unwrap_or_default();
            let value = 100.0 * n as f64 / total.max(1) as f64;
            Dot { label: kind.name().to_owned(), value, interval: None, n: Some(n), reference: Some(published) }
        });
        let name = format!("Types of questions: {task}");
        let chart = DotChart {
            title: &name,
            value_name: "questions",
            reference_name: "CodeQA",
            dots: dots.collect(),
            is_filled: true,
        };
        section.charts.push(artefacts.chart(&suite.name, dot_chart(&chart))?);
    }
    Ok(section)
}

/// What was answered where what was right, for tasks that ask for a class.
pub(super) fn confusions(suite: &SuiteRows, browser: &Browser, artefacts: &mut Artefacts) -> Result<Section> {
    let mut section = Section {
        title: "Answers by true class".to_owned(),
        legend: "Counts of answers; a row is a true class, and colours are fractions of its row. Right answers have a border."
            .to_owned(),
        is_folded: true,
        ..Section::default()
    };
    for ((_, task), matrices) in browser.confusions.iter().filter(|((of, _), _)| *of == suite.name) {
        for (model, confusion) in matrices {
            let chart = confusion_matrix(&format!("{task}: {model}"), confusion);
            section.charts.push(artefacts.chart(&format!("{}-classes", suite.name), chart)?);
        }
    }
    Ok(section)
}
