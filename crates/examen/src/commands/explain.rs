//! `examen explain`: what a query asks.

use std::io::Write;

use clap::Args;

use crate::Context;
use crate::formats::render_example;
use crate::selection::{hops_name, query, severity_name};

/// Explain a query: what it asks, and an example with its answers marked.
#[derive(Args)]
#[command(after_help = "Examples:
  examen explain py/test-equals-none
  examen explain Q20")]
pub(crate) struct ExplainCommand {
    /// The id or number of a query; `examen list queries` shows them.
    #[arg(value_name = "ID")]
    id: String,
}

impl ExplainCommand {
    pub(crate) fn run(self, _: &Context) -> anyhow::Result<()> {
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
