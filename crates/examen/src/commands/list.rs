//! `examen list`: what there is.

use std::borrow::Cow;
use std::io::Write;

use clap::{Args, ValueEnum};
use comfy_table::{ContentArrangement, Table};
use examen_metrics::{METRICS, Metric};
use examen_models::{ARCHITECTURES, Architecture};
use examen_queries::Query;
use examen_suites::suite::TaskInfo;
use examen_suites::{SUITES, Suite, names};
use examen_transforms::{Strength, TRANSFORMS, Transform};
use serde::Serialize;

use crate::printing::{print, terminal_width};
use examen_evaluation::Context;
use examen_evaluation::line_metrics::{LineMetric, better_name, range_text};
use examen_evaluation::predict::{MODELS, Make, Model};
use examen_evaluation::train::{TRAINABLE, Trainable};
use examen_queries::select;
use examen_report::table::table;

/// Characters of a line of a table; longer texts are wrapped.
const WIDTH: usize = 140;

/// List what there is: metrics, models, queries, tasks and transformations.
#[derive(Args)]
#[command(after_help = "Examples:
  examen list queries
  examen list queries --format jsonl
  examen list tasks
  examen list transforms
  examen list metrics
  examen list models")]
pub(crate) struct ListCommand {
    /// What to list.
    #[arg(value_enum)]
    what: What,

    /// How to print the list.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Metrics that predictions are scored by.
    Metrics,
    /// Models that are part of the program, those that `examen train` makes, and architectures of checkpoints that it reads.
    Models,
    /// Semantic queries over Python.
    Queries,
    /// Exams that `examen build` makes.
    Tasks,
    /// Rewrites that `examen transform` makes.
    Transforms,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    #[default]
    #[value(alias = "table")]
    Text,
    Jsonl,
}

#[derive(Serialize)]
struct QueryRow {
    number: u8,
    id: &'static str,
    name: &'static str,
    hops: &'static str,
    severity: &'static str,
    tags: &'static [&'static str],
    description: &'static str,
}

#[derive(Serialize)]
struct ModelRow {
    name: &'static str,
    kind: &'static str,
    command: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct TaskRow {
    suite: &'static str,
    task: Cow<'static, str>,
    is_usual: bool,
    description: Cow<'static, str>,
}

#[derive(Serialize)]
struct TransformRow {
    kind: &'static str,
    language: &'static str,
    name: &'static str,
    has_all_places: bool,
    has_paper_rule: bool,
    description: &'static str,
}

#[derive(Serialize)]
struct MetricRow {
    #[serde(flatten)]
    metric: &'static Metric,
    /// Whether `examen metric` measures two files of lines by it.
    is_of_lines: bool,
}

impl ListCommand {
    pub(crate) fn run(self, _: &Context<'_>) -> anyhow::Result<()> {
        match self.what {
            What::Metrics => {
                let rows: Vec<MetricRow> = METRICS.iter().copied().map(metric_row).collect();
                let mut table = table(&["name", "range", "better", "lines", "about"], |_| false);
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width());
                for MetricRow { metric, is_of_lines } in &rows {
                    let (range, lines) = (range_text(metric), if *is_of_lines { "yes" } else { "" });
                    table.add_row([metric.name, &range, better_name(metric), lines, metric.about]);
                }
                self.print(&table, &rows)
            }
            What::Models => {
                let rows: Vec<ModelRow> = model_rows().collect();
                let mut table = table(&["name", "kind", "command", "about"], |_| false);
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width());
                for ModelRow { name, kind, command, about } in &rows {
                    table.add_row([name, kind, command, about]);
                }
                self.print(&table, &rows)
            }
            What::Queries => {
                let rows: Vec<QueryRow> = select(&[])?.into_iter().map(query_row).collect();
                let mut table = table(&["Q", "id", "name", "hops", "severity"], |column| column == 0);
                for row in &rows {
                    table.add_row([&row.number.to_string(), row.id, row.name, row.hops, row.severity]);
                }
                self.print(&table, &rows)
            }
            What::Tasks => {
                let rows: Vec<TaskRow> = SUITES.iter().copied().flat_map(task_rows).collect();
                let mut table = table(&["suite", "task", "usual", "description"], |_| false);
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width());
                for row in &rows {
                    table.add_row([row.suite, &row.task, if row.is_usual { "yes" } else { "" }, &row.description]);
                }
                self.print(&table, &rows)
            }
            What::Transforms => {
                let rows: Vec<TransformRow> = TRANSFORMS.iter().copied().map(transform_row).collect();
                // A narrow terminal does without two columns, so that there is room for sentences.
                let columns = ["kind", "language", "name", "description", "all places", "paper rule"];
                let columns = &columns[..if usize::from(width()) < WIDTH { 4 } else { 6 }];
                let mut table = table(columns, |_| false);
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width());
                let yes = |is: bool| if is { "yes" } else { "" };
                for row in &rows {
                    let TransformRow { kind, language, name, has_all_places, has_paper_rule, description } = row;
                    let cells = [kind, language, name, description, yes(*has_all_places), yes(*has_paper_rule)];
                    table.add_row(&cells[..columns.len()]);
                }
                self.print(&table, &rows)
            }
        }
    }

    fn print<R: Serialize>(&self, table: &Table, rows: &[R]) -> anyhow::Result<()> {
        match self.format {
            Format::Text => print(&format!("{table}\n"))?,
            Format::Jsonl => {
                for row in rows {
                    writeln!(anstream::stdout().lock(), "{}", serde_json::to_string(row)?)?;
                }
            }
        }
        Ok(())
    }
}

/// The width of a table whose texts are wrapped: that of the terminal, if it is narrower.
fn width() -> u16 {
    let width = terminal_width().map_or(WIDTH, |terminal| terminal.min(WIDTH));
    u16::try_from(width).unwrap_or(u16::MAX)
}

fn model_rows() -> impl Iterator<Item = ModelRow> {
    let built_in = MODELS.iter().map(|&&Model { name, description: about, make, .. }| {
        let command = if matches!(make, Make::Encoder) { "embed, probe" } else { "predict" };
        ModelRow { name, kind: "built in", command, about }
    });
    let checkpoints = ARCHITECTURES.iter().map(|&Architecture { model_type, about, .. }| ModelRow {
        name: model_type,
        kind: "checkpoint",
        command: "embed, probe",
        about,
    });
    let endpoint = cfg!(feature = "endpoints").then_some(ModelRow {
        name: "http(s)://…",
        kind: "endpoint",
        command: "predict, ratings judge",
        about: "a language model behind an OpenAI-compatible address",
    });
    let trained = TRAINABLE.iter().map(|&Trainable { name, about, command }| ModelRow {
        name,
        kind: "examen train",
        command,
        about,
    });
    built_in.chain(trained).chain(checkpoints).chain(endpoint)
}

fn metric_row(metric: &'static Metric) -> MetricRow {
    MetricRow { metric, is_of_lines: LineMetric::all().any(|of_lines| of_lines.name == metric.name) }
}

fn query_row(query: &'static Query) -> QueryRow {
    let Query { number, id, name, tags, description, .. } = *query;
    let (hops, severity) = (query.hops.name(), query.severity.name());
    QueryRow { number, id, name, hops, severity, tags, description }
}

fn task_rows(suite: &'static Suite) -> Vec<TaskRow> {
    let tasks = (suite.tasks)();
    if tasks.is_empty() {
        // It makes its tasks of those of the others.
        let row = |of: &&'static Suite| TaskRow {
            suite: suite.name,
            task: format!("{}.TASK", of.name).into(),
            is_usual: of.name == names::SUITE.name,
            description: format!("Test examples of the suite {}, each followed by its rewrites (--of {0}).", of.name)
                .into(),
        };
        return SUITES.iter().filter(|of| of.name != suite.name).map(row).collect();
    }
    let row = |TaskInfo { name, description, is_usual }| TaskRow {
        suite: suite.name,
        task: name.into(),
        is_usual,
        description: description.into(),
    };
    tasks.into_iter().map(row).collect()
}

fn transform_row(transform: &'static Transform) -> TransformRow {
    let Transform { code, name, description, has_all_places, .. } = *transform;
    let (language, has_paper_rule) = (transform.language().name(), transform.has_strength(Strength::Paper));
    TransformRow { kind: code, language, name, has_all_places, has_paper_rule, description }
}
