//! `examen explain`: what a query asks, what a task is.

use std::io::Write;

use clap::Args;
use examen_suites::queries::{Settings, TASKS, Task};

use crate::Context;
use crate::building::SUITE;
use crate::formats::render_example;
use crate::selection::{hops_name, query, severity_name};

/// Explain a query, with an example whose answers are marked; or a task, with its columns.
#[derive(Args)]
#[command(after_help = "Examples:
  examen explain py/test-equals-none
  examen explain Q20
  examen explain queries/ideal")]
pub(crate) struct ExplainCommand {
    /// The id or number of a query, or SUITE/TASK; `examen list` shows them.
    #[arg(value_name = "ID")]
    id: String,
}

impl ExplainCommand {
    pub(crate) fn run(self, _: &Context) -> anyhow::Result<()> {
        if let Some((SUITE, name)) = self.id.split_once('/')
            && let Some(task) = TASKS.iter().find(|task| task.name == name)
        {
            return explain_task(task);
        }
        let query = query(&self.id)?;
        let mut out = anstream::stdout().lock();
        writeln!(out, "{} ({}, Q{})\n", query.name, query.id, query.number)?;
        writeln!(out, "{}\n", query.description)?;
        writeln!(out, "hops:     {}", hops_name(query.hops))?;
        writeln!(out, "severity: {}", severity_name(query.severity))?;
        writeln!(out, "tags:     {}\n", query.tags.join(", "))?;
        writeln!(out, "{}", render_example(query))?;
        Ok(())
    }
}

fn explain_task(task: &Task) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{SUITE}/{}\n\n{}\n", task.name, task.description)?;
    writeln!(out, "usual:  {}", if task.is_usual { "yes" } else { "no: name it with --task" })?;
    let tokens = if task.needs_tokens { "always" } else { "with --tokenizer" };
    writeln!(out, "tokens: {tokens}\n\ncolumns:")?;
    for column in (task.columns)(&Settings::default()) {
        let meaning = column.metadata().get("description").map_or("", String::as_str);
        writeln!(out, "  {:<22} {meaning}", column.name())?;
    }
    Ok(())
}
