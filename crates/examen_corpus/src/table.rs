//! Tables of code: JSONL and Parquet. The layout of The Stack works as it is.

mod columns;
mod jsonl;
mod parquet;
mod parquet_depth;

use std::fs::File;
use std::io::Cursor;
use std::ops::ControlFlow;

use bytes::Bytes;
use examen_syntax::Language;

use crate::name::relative_path;
use crate::source::{Origin, Sink, SourceFile, SourceKind};
use crate::{Found, SkipReason, SourceOptions, TableKind};

pub use columns::CodeColumns;
use columns::Columns;
pub use parquet_depth::is_too_deep as is_parquet_too_deep;

/// Reads the table in `bytes`, named by `name`, and tells `sink` what it holds, in the order of its rows.
pub fn read_table_bytes(
    kind: TableKind,
    bytes: Vec<u8>,
    name: &str,
    options: &SourceOptions,
    sink: &mut dyn FnMut(Found) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let origin = Origin { project: name, path: name };
    match kind {
        TableKind::Parquet => parquet::read(Bytes::from(bytes), &mut Context::new(origin, options, sink)),
        _ => jsonl::read(kind, Cursor::new(bytes), &mut Context::new(origin, options, sink)),
    }
}

/// Reads a whole table from a file.
pub(crate) fn read_table(
    kind: TableKind,
    file: File,
    origin: Origin<'_>,
    options: &SourceOptions,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    match kind {
        TableKind::Parquet => parquet::read(file, &mut Context::new(origin, options, sink)),
        _ => jsonl::read(kind, file, &mut Context::new(origin, options, sink)),
    }
}

/// What the readers of both formats share while they go through one table.
struct Context<'a, 's> {
    columns: Columns<'a>,
    options: &'a SourceOptions,
    origin: Origin<'a>,
    sink: &'a mut Sink<'s>,
}

/// The cells of one row that matter.
#[derive(Debug, Default)]
struct Row {
    content: Option<Vec<u8>>,
    project: Option<String>,
    path: Option<String>,
    language: Option<String>,
}

impl<'a, 's> Context<'a, 's> {
    fn new(origin: Origin<'a>, options: &'a SourceOptions, sink: &'a mut Sink<'s>) -> Self {
        Self { columns: Columns::new(options), options, origin, sink }
    }

    /// Reports a row; `number` counts from 1.
    fn take_row(&mut self, number: u64, row: Row) -> ControlFlow<()> {
        let language = match self.language_of(&row) {
            Ok(language) if self.options.languages.contains(&language) => language,
            Ok(_) => return (self.sink)(Found::Other),
            Err(found @ Found::Other) => return (self.sink)(found),
            Err(_) => return self.skip_row(number, &row, SkipReason::UnknownLanguage, ""),
        };
        let limit = self.options.limits.max_file_bytes;
        match &row.content {
            None => return self.skip_row(number, &row, SkipReason::RowWithoutContent, ""),
            Some(content) if content.len() as u64 > limit => {
                return self.skip_row(number, &row, SkipReason::TooLarge, &format!("more than {limit} bytes"));
            }
            Some(_) => {}
        }
        let (project, path) = self.provenance(number, &row);
        let bytes = row.content.unwrap_or_default();
        (self.sink)(Found::File(SourceFile { project, path, language, source: SourceKind::Table, bytes }))
    }

    /// The row's language: what it says, else its path's extension, else the option.
    fn language_of(&self, row: &Row) -> Result<Language, Found> {
        if let Some(name) = &row.language {
            return Language::of_name(name).ok_or(Found::Other);
        }
        let by_path = row.path.as_deref().and_then(Language::of_file_name);
        match (by_path.or(self.options.language), &row.path) {
            (Some(language), _) => Ok(language),
            (None, Some(_)) => Err(Found::Other),
            (None, None) => Err(Found::LeftOut),
        }
    }

    /// The row's project and path, where it names them.
    fn provenance(&self, number: u64, row: &Row) -> (String, String) {
        let project = row.project.as_deref().map(relative_path).filter(|project| !project.is_empty());
        let path = row.path.as_deref().map(relative_path).filter(|path| !path.is_empty());
        (
            project.unwrap_or_else(|| self.origin.project.to_owned()),
            path.unwrap_or_else(|| self.origin.join(&number.to_string())),
        )
    }

    fn skip_row(&mut self, number: u64, row: &Row, reason: SkipReason, detail: &str) -> ControlFlow<()> {
        let (project, path) = self.provenance(number, row);
        let detail = if detail.is_empty() { format!("row {number}") } else { format!("row {number}: {detail}") };
        (self.sink)(Found::Skipped(crate::Skipped { project, path, reason, detail }))
    }

    /// A row for the table itself.
    fn skip_table(&mut self, reason: SkipReason, detail: impl Into<String>) -> ControlFlow<()> {
        (self.sink)(self.origin.skipped("", reason, detail))
    }
}
