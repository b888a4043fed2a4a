//! Scores by part of the examples, answers by class, questions by type.

use examen_data::ResultRow;
use examen_metrics::{ACCURACY, ANSWER_MATCH, PREDICTION_CHANGE, QuestionType, SPAN_EXACT};

use super::scores::dot;
use crate::error::Result;
use crate::group_table::{By, part_tables};
use crate::html::artefacts::{Artefacts, Section};
use crate::html::charts::{
    Chart, Dot, DotChart, FEWEST_AXES, HeatMap, MOST_SERIES, Radar, confusion_matrix, dot_chart, heat_map, radar_chart,
};
use crate::html::examples::Browser;
use crate::html::grid::Grid;
use crate::html::inputs::{BASELINES, SuiteRows};
use crate::published::{BY_HOPS, BY_QUERY, BY_QUESTION_TYPE};
use crate::rewrite_names::{named, named_at};
use crate::survival_table::REWRITE;
use crate::task_rows::{ModelRows, TaskRows, by_task};

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
            By::Spans => {
                "Exact match by the number of answers and facts of an example: all models around a circle, from 0 in the middle to 100 % \
                 at the rim, and each with its 95 % intervals."
            }
            By::Statements => {
                "Percentage of answers that a rewrite changes, by the number of statements of the function before; the table has the \
                 numbers of examples."
            }
            By::Class => "",
        };
        let (title_text, legend) = (title.to_owned(), legend.to_owned());
        let mut section = Section { title: title_text, legend, is_folded: true, ..Section::default() };
        for task in by_task(&suite.scored) {
            if by == By::Spans {
                let chart = radar(&task);
                section.charts.extend(chart.map(|chart| artefacts.chart(&suite.name, chart)).transpose()?);
            }
            // A class of a probing task is a line of its confusion matrix.
            for model in drawn(&task).iter().filter(|_| by != By::Class) {
                let of_parts: Vec<&ResultRow> =
                    model.rows.iter().copied().filter(|row| is_shown(row, prefix)).collect();
                if of_parts.is_empty() {
                    continue;
                }
                let name = format!("{title}: {}, {}", task.task, model.model);
                let chart = if by == By::Statements {
                    changes_by_length(&name, &of_parts, prefix)
                } else {
                    let dots = of_parts.iter().map(|row| part_dot(row, prefix, task.task)).collect();
                    let (value_name, reference_name) = ("right", "published");
                    dot_chart(&DotChart { title: &name, value_name, reference_name, dots, is_filled: false })
                };
                section.charts.push(artefacts.chart(&suite.name, chart)?);
            }
        }
        for table in part_tables(&suite.scored, by) {
            section
                .tables
                .push(artefacts.table(&suite.name, Grid::of_table(title, &table, "").with_cells(REWRITE, named))?);
        }
        sections.push(section);
    }
    Ok(sections)
}

/// The models of a task that have charts of their own: baselines that know nothing would fill a page with zeros.
fn drawn<'r>(task: &TaskRows<'r>) -> Vec<ModelRows<'r>> {
    let mut models = task.models();
    if models.iter().any(|it| !BASELINES.contains(&it.model)) {
        models.retain(|it| !BASELINES.contains(&it.model));
    }
    models
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

/// What a part is called behind its prefix.
fn part_of<'r>(row: &'r ResultRow, prefix: &str) -> &'r str {
    row.group.as_deref().and_then(|group| group.strip_prefix(prefix)).unwrap_or_default()
}

/// All models of a task by the number of true spans; nothing where there are too few numbers for a circle.
fn radar(task: &TaskRows<'_>) -> Option<Chart> {
    /// A part, its value and its examples.
    type Row = (String, f64, u64);
    const PREFIX: &str = "spans:";
    let models = task.models();
    let rows_of = |model: &ModelRows<'_>| -> Vec<Row> {
        let rows = model.rows.iter().filter(|row| is_shown(row, PREFIX));
        rows.map(|row| (part_of(row, PREFIX).to_owned(), 100.0 * row.value, row.n)).collect()
    };
    let all: Vec<(&str, Vec<Row>)> = models.iter().map(|model| (model.model, rows_of(model))).collect();
    let mut axes: Vec<(String, u64)> = Vec::new();
    for (part, _, n) in all.iter().flat_map(|(_, rows)| rows) {
        if !axes.iter().any(|(name, _)| name == part) {
            axes.push((part.clone(), *n));
        }
    }
    axes.sort_by_key(|(name, _)| name.trim_end_matches('+').parse::<u64>().unwrap_or(u64::MAX));
    let series = all.iter().filter(|(_, rows)| !rows.is_empty()).take(MOST_SERIES).map(|(model, rows)| {
        let value = |(part, _): &(String, u64)| rows.iter().find(|(name, ..)| name == part).map(|(_, value, _)| *value);
        ((*model).to_owned(), axes.iter().map(value).collect())
    });
    let series: Vec<(String, Vec<Option<f64>>)> = series.collect();
    let title = format!("By number of true spans: {}, all models", task.task);
    (axes.len() >= FEWEST_AXES && !series.is_empty())
        .then(|| radar_chart(&Radar { title: &title, axis_name: "spans", axes, series }))
}

/// How many answers change, by kind of rewrite and by the statements of the function.
fn changes_by_length(title: &str, rows: &[&ResultRow], prefix: &str) -> Chart {
    let (mut columns, mut kinds): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let kind = |row: &ResultRow| {
        row.transform
            .as_deref()
            .zip(row.place.as_deref())
            .map(|(code, place)| named_at(code, place))
            .unwrap_or_default()
    };
    for row in rows {
        let part = part_of(row, prefix).to_owned();
        if !columns.contains(&part) {
            columns.push(part);
        }
        if !kinds.contains(&kind(row)) {
            kinds.push(kind(row));
        }
    }
    // `<=5` before `<=10`, and `>50` last.
    let bound = |part: &String| part.trim_start_matches(['<', '=', '>']).parse::<u64>().unwrap_or(u64::MAX);
    columns.sort_by_key(|part| (part.starts_with('>'), bound(part)));
    let value = |name: &String, column: &String| {
        let row = rows.iter().find(|row| kind(row) == *name && part_of(row, prefix) == column);
        row.map(|row| 100.0 * row.value)
    };
    let lines = kinds.iter().map(|name| (name.clone(), columns.iter().map(|column| value(name, column)).collect()));
    let heads = columns.iter().map(|part| part.replace("<=", "≤ ").replace('>', "> ")).collect();
    heat_map(&HeatMap { title, column_name: "statements", rows: lines.collect(), columns: heads })
}

fn part_dot(row: &ResultRow, prefix: &str, task: &str) -> Dot {
    let part = part_of(row, prefix);
    let published: &[(&str, [f64; 3])] = match prefix {
        "query:" => &BY_QUERY,
        "hops:" => &BY_HOPS,
        _ => &[],
    };
    let reference = published.iter().find(|(name, _)| *name == part && task == "ideal").map(|(_, values)| values[0]);
    Dot { reference, ..dot(part.to_owned(), row, None) }
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
            Dot {
                label: kind.name().to_owned(),
                value,
                interval: None,
                n: Some(n),
                reference: Some(published),
                is_vague: false,
            }
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
