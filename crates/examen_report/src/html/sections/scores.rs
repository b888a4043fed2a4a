//! The main value of every model at every task, and all tables.

use examen_data::{AnswerKind, ResultRow};
use examen_suites::robustness::published::published;
use examen_suites::suite_named;

use crate::error::Result;
use crate::html::artefacts::{Artefacts, Section};
use crate::html::charts::{Chart, Dot, DotChart, dot_chart};
use crate::html::grid::Grid;
use crate::html::inputs::SuiteRows;
use crate::published::TABLES;
use crate::rewrite_names::{described, named, named_at};
use crate::score_tables::titled_score_tables;
use crate::survival_table::REWRITE;
use crate::task_rows::{TaskRows, by_task};
use crate::verdict::{Point, is_conclusive, points};

/// Tasks up to which charts are by task, with the models side by side; with more they are by model.
const FEW_TASKS: usize = 6;

/// A chart for each task or for each model; if asked for, of many tasks only those with enough examples for a verdict.
pub(crate) fn score_charts(suite: &SuiteRows, is_short: bool) -> Vec<Chart> {
    let mut values: Vec<(&str, Vec<Point<'_>>)> = Vec::new();
    for (model, rows) in suite.models() {
        values.push((model, points(rows, model).values));
    }
    let mut tasks: Vec<&str> = Vec::new();
    for row in suite.scored.iter().chain(&suite.probed) {
        if !tasks.contains(&row.task.as_str()) {
            tasks.push(&row.task);
        }
    }
    let mut charts = Vec::new();
    if is_rewritten(suite) {
        for task in tasks {
            for (model, points) in &values {
                let of_task = points.iter().filter(|point| point.row.task == task);
                let dots = of_task.map(|point| dot(point.label(), point.row, None)).collect();
                add(&format!("{task}: {model}"), "change", "", dots, &mut charts);
            }
        }
    } else if tasks.len() <= FEW_TASKS {
        for task in tasks {
            let (mut dots, mut name, mut value_name) = (Vec::new(), "", "right");
            for (model, points) in &values {
                for point in points.iter().filter(|point| point.row.task == task) {
                    name = point.baseline_name;
                    value_name = point.value_name();
                    let baseline = point.baseline.filter(|_| *model != name);
                    dots.push(dot((*model).to_owned(), point.row, baseline));
                }
            }
            add(task, value_name, name, dots, &mut charts);
        }
    } else {
        for (model, points) in &values {
            let name = points.last().map_or("", |point| point.baseline_name);
            let shown = points.iter().filter(|point| !is_short || is_conclusive(point.row));
            let dots = shown.map(|point| dot(point.label(), point.row, point.baseline)).collect();
            add(model, points.last().map_or("right", Point::value_name), name, dots, &mut charts);
        }
    }
    charts
}

/// Whether the examples of a suite are originals and their rewrites.
pub(crate) fn is_rewritten(suite: &SuiteRows) -> bool {
    by_task(&suite.scored).iter().any(TaskRows::is_rewritten)
}

fn add(title: &str, value_name: &str, reference_name: &str, dots: Vec<Dot>, charts: &mut Vec<Chart>) {
    if !dots.is_empty() {
        charts.push(dot_chart(&DotChart { title, value_name, reference_name, dots, is_filled: false }));
    }
}

/// A row in percent.
pub(super) fn dot(label: String, row: &ResultRow, reference: Option<f64>) -> Dot {
    Dot {
        label,
        value: 100.0 * row.value,
        interval: row.ci_low.zip(row.ci_high).map(|(low, high)| (100.0 * low, 100.0 * high)),
        n: Some(row.n),
        reference: reference.map(|it| 100.0 * it),
        is_vague: !is_conclusive(row),
    }
}

/// How the charts of the main values are read.
pub(crate) fn chart_legend(suite: &SuiteRows) -> &'static str {
    let kind = suite.scored.iter().chain(&suite.probed).find_map(|row| row.answer);
    match kind {
        _ if is_rewritten(suite) => {
            "Fraction of answers that a rewrite changes, with 95 % intervals. Hollow: too few examples to conclude anything."
        }
        Some(AnswerKind::Spans | AnswerKind::Labels) => {
            "Fraction of right answers with 95 % intervals; the upright line is that of the baseline no-answer, which points at nothing. Hollow: too few \
             examples to conclude anything."
        }
        Some(AnswerKind::Text | AnswerKind::Match | AnswerKind::Choice) => {
            "Fraction of right answers or, of free texts, ROUGE-L, with 95 % intervals; the upright line is that of the most frequent answer. Hollow: too few \
             examples to conclude anything."
        }
        _ => {
            "Fraction of right answers with 95 % intervals; the upright line is that of the most frequent answer. Hollow: too few \
             examples to conclude anything."
        }
    }
}

/// The charts of the main values.
pub(super) fn charts(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Section> {
    let title = if is_rewritten(suite) { "Prediction change" } else { "Scores" };
    let mut section = Section { title: title.to_owned(), legend: chart_legend(suite).to_owned(), ..Section::default() };
    for chart in score_charts(suite, false) {
        section.charts.push(artefacts.chart(&suite.name, chart)?);
    }
    Ok(section)
}

/// Published prediction changes beside ours.
pub(super) fn published_changes(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Option<Section>> {
    let is_of_names = suite.scored.iter().any(|row| row.task == "names.java");
    if !is_rewritten(suite) || !is_of_names || !suite.has_published {
        return Ok(None);
    }
    let mut models: Vec<(&str, &str)> = Vec::new();
    let all = published();
    for value in &all {
        if !models.contains(&(value.model, value.data)) {
            models.push((value.model, value.data));
        }
    }
    let mut section = Section {
        title: "Published prediction change".to_owned(),
        legend: "Of other data and of the authors' looser rules, Java only: Rabin et al., Information and Software Technology \
                 135 (2021)."
            .to_owned(),
        is_folded: true,
        ..Section::default()
    };
    for (model, data) in models {
        let of_model = all.iter().filter(|it| it.model == model && it.data == data);
        let dots = of_model.filter_map(|it| {
            let label = named_at(it.transform, it.place);
            Some(Dot { label, value: it.values[0]?, interval: None, n: it.counts[1], reference: None, is_vague: false })
        });
        let mut charts = Vec::new();
        add(&format!("{model} ({data})"), "change", "", dots.collect(), &mut charts);
        for chart in charts {
            section.charts.push(artefacts.chart(&suite.name, chart)?);
        }
    }
    Ok(Some(section))
}

/// All tables of scores, with published values.
pub(super) fn tables(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Vec<Section>> {
    let mut sections = Vec::new();
    for (title, table, legend) in titled_score_tables(&suite.scored, suite.has_published) {
        let grid = Grid::of_table(title, &table, &legend).with_cells(REWRITE, named);
        let table = artefacts.table(&suite.name, grid)?;
        // One word, the kind of answer, is no heading of a page.
        let title =
            if title.contains(' ') { title.to_owned() } else { format!("All values: {}", title.to_lowercase()) };
        sections.push(Section { title, tables: vec![table], ..Section::default() });
    }
    Ok(sections)
}

/// What the tasks ask that the other tables name.
pub(super) fn asked(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Option<Section>> {
    let rows = || suite.scored.iter().chain(&suite.probed);
    let is_shown = |name: &str| {
        rows().any(|row| row.task.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    };
    let tasks = suite_named(&suite.name).map(|suite| (suite.tasks)()).unwrap_or_default();
    let shown = tasks.iter().filter(|task| is_shown(task.name));
    let rows: Vec<Vec<String>> = shown.map(|task| [task.name, task.description].map(str::to_owned).to_vec()).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let title = "What the tasks ask";
    let tables = vec![artefacts.table(&suite.name, Grid::new(title, "", &["task", "what is asked"], rows))?];
    Ok(Some(Section { title: title.to_owned(), tables, is_folded: true, ..Section::default() }))
}

/// What the rewrites do whose codes the other tables name.
pub(super) fn rewrites(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Option<Section>> {
    let codes: Vec<&str> = suite.scored.iter().filter_map(|row| row.transform.as_deref()).collect();
    let rows = described(&codes);
    if rows.is_empty() {
        return Ok(None);
    }
    let title = "What the rewrites do";
    let grid = Grid::new(title, "", &["code", "name", "language", "what becomes of the code"], rows);
    let tables = vec![artefacts.table(&suite.name, grid)?];
    Ok(Some(Section { title: title.to_owned(), tables, is_folded: true, ..Section::default() }))
}

/// Published values that have tables of their own.
pub(super) fn published_tables(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Vec<Section>> {
    let mut sections = Vec::new();
    for table in TABLES.iter().filter(|table| table.suite == suite.name && suite.has_published) {
        let rows = table.lines.iter().map(|line| line.iter().map(|&cell| cell.to_owned()).collect()).collect();
        let grid = Grid::new(table.title, table.source, table.header, rows);
        let tables = vec![artefacts.table(&suite.name, grid)?];
        sections.push(Section { title: table.title.to_owned(), tables, ..Section::default() });
    }
    Ok(sections)
}
