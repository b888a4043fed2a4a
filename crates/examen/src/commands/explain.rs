//! `examen explain`: what a query asks, what a suite or a task is, what a transformation does, what a metric measures, what a
//! model answers.

use std::io::Write;

use anyhow::anyhow;
use arrow_schema::Field;
use clap::Args;
use examen_data::did_you_mean;
use examen_metrics::{METRICS, Metric};
use examen_models::ARCHITECTURES;
use examen_queries::python::QUERIES;
use examen_queries::{Query, query};
use examen_suites::probes::{self, Edition};
use examen_suites::queries::{self, Settings, TASKS, Task};
use examen_suites::suite::TaskPlan;
use examen_suites::{ExamRequest, SUITES, Suite, suite_named};
use examen_syntax::Language;
use examen_transforms::{TRANSFORMS, Transform};

use examen_evaluation::Context;
use examen_evaluation::build::read_named;
use examen_evaluation::line_metrics::{better_name, range_text};
use examen_evaluation::predict::{MODELS, Make, Model, find_model};
use examen_evaluation::train::TRAINABLE;
use examen_report::findings::render_example;

use crate::printing::wrapped_output;

/// Explain a query, with an example that points at its answers; a suite; a task, with its columns or its classes; a
/// transformation; a metric or a family of them; or a model.
#[derive(Args)]
#[command(after_help = "Examples:
  examen explain py/test-equals-none
  examen explain Q20
  examen explain queries/ideal
  examen explain names/python
  examen explain CPX
  examen explain VN
  examen explain bleu
  examen explain engine")]
pub(crate) struct ExplainCommand {
    /// The id or number of a query, a suite, SUITE/TASK, the code of a probing task or transformation, or the name of a metric
    /// or model; `examen list` shows them.
    #[arg(value_name = "ID")]
    id: String,
}

impl ExplainCommand {
    pub(crate) fn run(self, _: &Context<'_>) -> anyhow::Result<()> {
        let id = self.id.as_str();
        if let Some(suite) = suite_named(id) {
            return explain_suite(suite);
        }
        let (suite, task) = id.split_once('/').unwrap_or(("", id));
        if let Some(task) = TASKS.iter().find(|it| it.name == task && matches!(suite, "" | "queries")) {
            return explain_task(task);
        }
        let is_probe = |it: &&&probes::Task| it.code.eq_ignore_ascii_case(task) && matches!(suite, "" | "probes");
        if let Some(task) = probes::TASKS.iter().find(is_probe) {
            return explain_probe(task);
        }
        if let Some(suite) = suite_named(suite)
            && let Some(plan) = planned(suite, task)
        {
            return explain_plan(suite, &plan);
        }
        let transforms: Vec<&Transform> =
            TRANSFORMS.iter().filter(|it| it.code.eq_ignore_ascii_case(id)).copied().collect();
        if !transforms.is_empty() {
            return explain_transforms(&transforms);
        }
        if let Some(metric) = METRICS.iter().find(|metric| metric.name.eq_ignore_ascii_case(id)) {
            return explain_metric(metric);
        }
        let family: Vec<&Metric> =
            METRICS.iter().filter(|it| it.name.starts_with(&format!("{}_", id.to_lowercase()))).copied().collect();
        if !family.is_empty() {
            return explain_family(id, &family);
        }
        if let Some(model) = find_model(id) {
            return explain_model(model);
        }
        if let Some(model) = TRAINABLE.iter().find(|model| model.name == id) {
            let mut out = wrapped_output();
            writeln!(out, "{id}\n\n{}\n", model.about)?;
            writeln!(out, "kind:    made by `examen train {id}`\ncommand: {}, with its directory", model.command)?;
            return Ok(());
        }
        if let Some(architecture) = ARCHITECTURES.iter().find(|it| it.model_type == id) {
            let mut out = wrapped_output();
            writeln!(out, "{id}\n\n{}\n", architecture.about)?;
            writeln!(out, "kind:    checkpoints of this `model_type`\ncommand: embed, probe")?;
            return Ok(());
        }
        explain_query(query(id).map_err(|_| unknown(id))?)
    }
}

/// Says that nothing has this name, and what may be meant.
fn unknown(id: &str) -> anyhow::Error {
    let tasks = SUITES.iter().flat_map(|suite| {
        let tasks = (suite.tasks)().into_iter();
        tasks.flat_map(|task| [task.name.to_owned(), format!("{}/{}", suite.name, task.name)])
    });
    let names = SUITES.iter().map(|it| it.name).chain(QUERIES.iter().map(|it| it.id));
    let names = names.chain(TRANSFORMS.iter().map(|it| it.code)).chain(METRICS.iter().map(|it| it.name));
    let names = names.chain(MODELS.iter().map(|it| it.name)).chain(ARCHITECTURES.iter().map(|it| it.model_type));
    let names = names.chain(TRAINABLE.iter().map(|it| it.name));
    let names: Vec<String> = names.map(str::to_owned).chain(tasks).collect();
    let meant = did_you_mean(id, names.iter().map(String::as_str));
    anyhow!(
        "there is no query, suite, task, transformation, metric or model `{id}`{meant}; `examen list queries` shows the \
         queries, `tasks`, `transforms`, `metrics` and `models` the others"
    )
}

/// The plan of a task, with the settings that a suite has without flags.
fn planned(suite: &Suite, task: &str) -> Option<TaskPlan> {
    let tasks = ["all".to_owned()];
    let request = ExamRequest {
        seed: 0,
        languages: &Language::ALL,
        tasks: &tasks,
        edition: None,
        limit: None,
        is_native: false,
        read: &read_named,
    };
    // A suite that rewrites others names a task after the other suite and its task.
    let (flags, base) = match task.split_once('.') {
        Some((of, folder)) if (suite.tasks)().is_empty() => {
            planned(suite_named(of)?, folder)?;
            (vec!["--of", of], vec![folder.to_owned()])
        }
        _ => (Vec::new(), Vec::new()),
    };
    let exam = suite.exam_of(&flags, &request).ok()?;
    exam.tasks(&base).into_iter().find(|plan| plan.folder == task)
}

fn explain_suite(suite: &Suite) -> anyhow::Result<()> {
    let mut out = wrapped_output();
    writeln!(out, "{}\n\n{}\n", suite.name, suite.about)?;
    let languages: Vec<&str> = suite.languages.iter().map(|language| language.name()).collect();
    writeln!(out, "languages: {}", languages.join(", "))?;
    let tasks: Vec<&str> = (suite.tasks)().iter().map(|task| task.name).collect();
    if !tasks.is_empty() {
        writeln!(out, "tasks:     {}", tasks.join(", "))?;
    }
    writeln!(out, "flags:     `examen build {} --help`", suite.name)?;
    Ok(())
}

fn explain_plan(suite: &Suite, plan: &TaskPlan) -> anyhow::Result<()> {
    let mut out = wrapped_output();
    writeln!(out, "{}/{}\n\n{}\n", suite.name, plan.folder, plan.about)?;
    writeln!(out, "answer: {}", plan.answer.kind.name())?;
    writeln!(out, "shown:  {}", plan.answer.input.join(", "))?;
    writeln!(out, "truth:  {}\n\ncolumns:", plan.answer.truth.join(", "))?;
    write_columns(&mut out, &plan.columns)
}

fn write_columns(out: &mut impl Write, columns: &[Field]) -> anyhow::Result<()> {
    for column in columns {
        let meaning = column.metadata().get("description").map_or("", String::as_str);
        writeln!(out, "  {:<22} {meaning}", column.name())?;
    }
    Ok(())
}

fn explain_query(query: &Query) -> anyhow::Result<()> {
    let mut out = wrapped_output();
    writeln!(out, "{} ({}, Q{})\n", query.name, query.id, query.number)?;
    writeln!(out, "{}\n", query.description)?;
    writeln!(out, "hops:     {}", query.hops.name())?;
    writeln!(out, "severity: {}", query.severity.name())?;
    writeln!(out, "tags:     {}\n", query.tags.join(", "))?;
    writeln!(out, "{}", render_example(query))?;
    Ok(())
}

/// Metrics whose names begin alike: which of them is meant has to be said.
fn explain_family(name: &str, metrics: &[&Metric]) -> anyhow::Result<()> {
    let mut out = wrapped_output();
    writeln!(out, "{name}: {} metrics, whose values are not comparable\n", metrics.len())?;
    for metric in metrics {
        writeln!(out, "{}\n  {}", metric.name, metric.about)?;
    }
    Ok(())
}

fn explain_model(model: &Model) -> anyhow::Result<()> {
    let mut out = wrapped_output();
    writeln!(out, "{}\n\n{}\n", model.name, model.description)?;
    let kinds: Vec<&str> = model.kinds.iter().map(|kind| kind.name()).collect();
    match model.make {
        Make::Encoder => writeln!(out, "command: embed, probe")?,
        Make::Predictor(_) => writeln!(out, "answers: {}\ncommand: predict", kinds.join(", "))?,
        Make::Trainer(_) => writeln!(out, "answers: {}, after training\ncommand: predict", kinds.join(", "))?,
    }
    Ok(())
}

fn explain_metric(metric: &Metric) -> anyhow::Result<()> {
    let mut out = wrapped_output();
    writeln!(out, "{}\n\n{}\n", metric.name, metric.about)?;
    writeln!(out, "range:     {}", range_text(metric))?;
    writeln!(out, "better:    {}", better_name(metric))?;
    writeln!(out, "signature: {}", metric.signature)?;
    writeln!(out, "source:    {}", metric.source)?;
    Ok(())
}

fn explain_probe(task: &probes::Task) -> anyhow::Result<()> {
    let mut out = wrapped_output();
    writeln!(out, "{}/{}: {}\n\n{}\n", probes::SUITE.name, task.code, task.name, task.description)?;
    writeln!(out, "category: {}", task.category.name())?;
    writeln!(out, "origin:   {}", task.origin.about())?;
    writeln!(out, "usual:    {}", if task.is_usual() { "yes" } else { "no: name it with --task" })?;
    for language in [Language::Java, Language::Python] {
        let classes = task.classes_of(language, Edition::Paper).join(" ");
        writeln!(out, "\n{}: {}", language.name(), task.folder(language))?;
        writeln!(out, "  classes: {classes}")?;
        writeln!(out, "  {}", task.definition(language))?;
    }
    if !task.published.is_empty() {
        writeln!(out, "\n--edition published: {}", task.published)?;
        writeln!(out, "  classes: {}", task.classes_of(Language::Java, Edition::Published).join(" "))?;
    }
    Ok(())
}

fn explain_task(task: &Task) -> anyhow::Result<()> {
    let mut out = wrapped_output();
    writeln!(out, "{}/{}\n\n{}\n", queries::SUITE.name, task.name, task.description)?;
    writeln!(out, "usual:  {}", if task.is_usual { "yes" } else { "no: name it with --task" })?;
    let tokens = if task.needs_tokens { "always" } else { "with --tokenizer" };
    writeln!(out, "tokens: {tokens}\n\ncolumns:")?;
    write_columns(&mut out, &(task.columns)(&Settings::default()))
}

/// One kind of rewrite, in all its languages.
fn explain_transforms(transforms: &[&Transform]) -> anyhow::Result<()> {
    let mut out = wrapped_output();
    for (at, transform) in transforms.iter().enumerate() {
        let Transform { code, name, description, reason, refuses, paper: paper_rule, has_all_places, .. } = transform;
        if at == 0 {
            writeln!(out, "{code}: {name}")?;
        }
        let places = if *has_all_places { "single, or all at once" } else { "single" };
        writeln!(out, "\n{}\n  {description}\n", transform.language().name())?;
        writeln!(out, "  places:  {places}")?;
        writeln!(out, "  why the meaning stays: {reason}")?;
        writeln!(out, "  refused: {refuses}")?;
        if !paper_rule.is_empty() {
            writeln!(out, "  --strength paper: {paper_rule}")?;
        }
    }
    Ok(())
}
