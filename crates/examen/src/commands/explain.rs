//! `examen explain`: what a query asks, what a task is, what a transformation does, what a metric measures.

use std::io::Write;

use clap::Args;
use examen_metrics::{METRICS, Metric};
use examen_suites::probes::{self, Edition};
use examen_suites::queries::{self, Settings, TASKS, Task};
use examen_syntax::Language;
use examen_transforms::{TRANSFORMS, Transform};

use examen_evaluation::Context;
use examen_evaluation::line_metrics::{better_name, range_text};
use examen_queries::query;
use examen_report::findings::render_example;

/// Explain a query, with an example that points at its answers; a task, with its columns or its classes; a transformation; or
/// a metric.
#[derive(Args)]
#[command(after_help = "Examples:
  examen explain py/test-equals-none
  examen explain Q20
  examen explain queries/ideal
  examen explain CPX
  examen explain VN
  examen explain bleu_sacre")]
pub(crate) struct ExplainCommand {
    /// The id or number of a query, SUITE/TASK, the code of a probing task or transformation, or the name of a metric;
    /// `examen list` shows them.
    #[arg(value_name = "ID")]
    id: String,
}

impl ExplainCommand {
    pub(crate) fn run(self, _: &Context<'_>) -> anyhow::Result<()> {
        if let Some((suite, name)) = self.id.split_once('/')
            && suite == queries::SUITE.name
            && let Some(task) = TASKS.iter().find(|task| task.name == name)
        {
            return explain_task(task);
        }
        let code = self.id.strip_prefix("probes/").unwrap_or(&self.id);
        if let Some(task) = probes::TASKS.iter().find(|task| task.code.eq_ignore_ascii_case(code)) {
            return explain_probe(task);
        }
        let is_named = |it: &&&Transform| it.code.eq_ignore_ascii_case(&self.id);
        let transforms: Vec<&Transform> = TRANSFORMS.iter().filter(is_named).copied().collect();
        if !transforms.is_empty() {
            return explain_transforms(&transforms);
        }
        if let Some(metric) = METRICS.iter().find(|metric| metric.name.eq_ignore_ascii_case(&self.id)) {
            return explain_metric(metric);
        }
        let query = query(&self.id)?;
        let mut out = anstream::stdout().lock();
        writeln!(out, "{} ({}, Q{})\n", query.name, query.id, query.number)?;
        writeln!(out, "{}\n", query.description)?;
        writeln!(out, "hops:     {}", query.hops.name())?;
        writeln!(out, "severity: {}", query.severity.name())?;
        writeln!(out, "tags:     {}\n", query.tags.join(", "))?;
        writeln!(out, "{}", render_example(query))?;
        Ok(())
    }
}

fn explain_metric(metric: &Metric) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}\n\n{}\n", metric.name, metric.about)?;
    writeln!(out, "range:     {}", range_text(metric))?;
    writeln!(out, "better:    {}", better_name(metric))?;
    writeln!(out, "signature: {}", metric.signature)?;
    writeln!(out, "source:    {}", metric.source)?;
    Ok(())
}

fn explain_probe(task: &probes::Task) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
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
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}/{}\n\n{}\n", queries::SUITE.name, task.name, task.description)?;
    writeln!(out, "usual:  {}", if task.is_usual { "yes" } else { "no: name it with --task" })?;
    let tokens = if task.needs_tokens { "always" } else { "with --tokenizer" };
    writeln!(out, "tokens: {tokens}\n\ncolumns:")?;
    for column in (task.columns)(&Settings::default()) {
        let meaning = column.metadata().get("description").map_or("", String::as_str);
        writeln!(out, "  {:<22} {meaning}", column.name())?;
    }
    Ok(())
}

/// One kind of rewrite, in all its languages.
fn explain_transforms(transforms: &[&Transform]) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
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
