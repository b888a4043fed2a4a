//! Rows of measures, for people and for machines.

use std::fmt;
use std::io::{BufWriter, Write};

use clap::ValueEnum;
use examen_data::spreadsheet_text;
use examen_views::measures::{MEASURES, Measures};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::printing::print;
use examen_report::table::table;

/// How rows are printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A table, for people.
    #[default]
    #[value(alias = "table")]
    Text,
    /// One JSON object per row.
    Jsonl,
    /// Comma-separated values with a header.
    Csv,
}

/// One function or sample: what is said of it, then every measure.
pub(super) struct Row(Vec<Cell>);

/// A value of a row.
pub(super) enum Cell {
    Text(String),
    Number(u64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Number(number) => write!(formatter, "{number}"),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => serializer.serialize_u64(*number),
        }
    }
}

impl Row {
    pub(super) fn new(cells: impl IntoIterator<Item = Cell>, measures: &Measures) -> Self {
        let metrics = MEASURES.iter().map(|metric| Cell::Number((metric.value)(measures)));
        Self(cells.into_iter().chain(metrics).collect())
    }
}

/// A row with the names of its columns, which JSON repeats.
struct Named<'r>(&'r [&'static str], &'r Row);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.1.0.len()))?;
        for (name, cell) in header(self.0).iter().zip(&self.1.0) {
            map.serialize_entry(name, cell)?;
        }
        map.end()
    }
}

fn header(columns: &[&'static str]) -> Vec<&'static str> {
    columns.iter().copied().chain(MEASURES.iter().map(|metric| metric.code)).collect()
}

/// Rows as they are printed; a table has to wait for all.
pub(super) enum Rendered {
    Text(Vec<u8>),
    Rows(Vec<Row>),
}

impl Format {
    /// Renders some rows under the given columns.
    pub(super) fn render(self, columns: &[&'static str], rows: Vec<Row>) -> anyhow::Result<Rendered> {
        let mut text = Vec::new();
        match self {
            Self::Text => return Ok(Rendered::Rows(rows)),
            Self::Jsonl => {
                for row in &rows {
                    serde_json::to_writer(&mut text, &Named(columns, row))?;
                    text.push(b'\n');
                }
            }
            Self::Csv => {
                let mut writer = csv::Writer::from_writer(&mut text);
                for row in &rows {
                    writer.write_record(row.0.iter().map(|cell| spreadsheet_text(&cell.to_string()).into_owned()))?;
                }
                writer.flush()?;
            }
        }
        Ok(Rendered::Text(text))
    }
}

/// Puts the rows together on standard output.
pub(super) struct Printer {
    out: Box<dyn Write>,
    columns: Vec<&'static str>,
    /// What waits for the table.
    rows: Option<Vec<Row>>,
}

impl Printer {
    pub(super) fn new(format: Format, columns: &[&'static str]) -> anyhow::Result<Self> {
        let columns = header(columns);
        let mut out: Box<dyn Write> = Box::new(BufWriter::new(std::io::stdout().lock()));
        if format == Format::Csv {
            let mut writer = csv::Writer::from_writer(&mut out);
            writer.write_record(&columns)?;
            writer.flush()?;
        }
        Ok(Self { out, columns, rows: (format == Format::Text).then(Vec::new) })
    }

    pub(super) fn print(&mut self, rendered: Rendered) -> anyhow::Result<()> {
        match rendered {
            Rendered::Text(text) => self.out.write_all(&text)?,
            Rendered::Rows(rows) => self.rows.get_or_insert_default().extend(rows),
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        if let Some(rows) = self.rows.take().filter(|rows| !rows.is_empty()) {
            let is_number = |column| rows.first().is_some_and(|row| matches!(row.0.get(column), Some(Cell::Number(_))));
            let mut table = table(&self.columns, is_number);
            for row in &rows {
                table.add_row(row.0.iter().map(Cell::to_string));
            }
            self.out.flush()?;
            print(&format!("{table}\n"))?;
        }
        Ok(self.out.flush()?)
    }
}
