//! `examen list`: what there is.

use std::io::Write;

use clap::{Args, ValueEnum};
use examen_queries::Query;
use serde::Serialize;

use crate::Context;
use crate::selection::{hops_name, select, severity_name};
use crate::table::table;

/// List what there is: the queries.
#[derive(Args)]
#[command(after_help = "Examples:
  examen list queries
  examen list queries --format jsonl")]
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
    /// Semantic queries over Python.
    Queries,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    #[default]
    Table,
    Jsonl,
}

#[derive(Serialize)]
struct Row {
    number: u8,
    id: &'static str,
    name: &'static str,
    hops: &'static str,
    severity: &'static str,
    tags: &'static [&'static str],
    description: &'static str,
}

impl ListCommand {
    pub(crate) fn run(self, _: &Context) -> anyhow::Result<()> {
        let What::Queries = self.what;
        let rows: Vec<Row> = select(&[])?.into_iter().map(row).collect();
        let mut out = anstream::stdout().lock();
        match self.format {
            Format::Table => {
                let mut table = table(&["Q", "id", "name", "hops", "severity"], |column| column == 0);
                for row in &rows {
                    table.add_row([&row.number.to_string(), row.id, row.name, row.hops, row.severity]);
                }
                writeln!(out, "{table}")?;
            }
            Format::Jsonl => {
                for row in &rows {
                    writeln!(out, "{}", serde_json::to_string(row)?)?;
                }
            }
        }
        Ok(())
    }
}

fn row(query: &'static Query) -> Row {
    let Query { number, id, name, tags, description, .. } = *query;
    Row { number, id, name, hops: hops_name(query.hops), severity: severity_name(query.severity), tags, description }
}
