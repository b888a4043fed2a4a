//! Functions and examples as texts for encoders: what `embed` reads, ours or anybody's.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use examen_analysis::{Arguments, CodeFile, Reading};
use examen_corpus::{SourceOptions, Split};
use examen_data::{counted, find_task_folders};
use examen_syntax::{LineIndex, ParsedFile, SourceText, Unread};
use serde::Serialize;

use crate::context::Context;
use crate::error::refuse;
use crate::predict::TaskExamples;

/// A text to embed: a line of `functions.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FunctionRow {
    /// The id: that of an example, or the place of a function as `path:line:column`, from 1.
    pub id: String,
    /// The programming language.
    pub language: String,
    /// The file of a function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its name with the names of the classes around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The text.
    pub code: String,
}

/// What was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionCounts {
    /// Functions.
    pub functions: u64,
    /// Files that were read.
    pub files: u64,
    /// Files that were not.
    pub skipped: u64,
}

/// Hands out the functions of files in the order of files and lines: those that are in no other function and have a body.
pub fn read_functions(
    code: &Arguments,
    options: &SourceOptions,
    context: &Context<'_>,
    mut take: impl FnMut(&FunctionRow) -> crate::Result<()>,
) -> crate::Result<FunctionCounts> {
    let reading = Reading { options: options.clone(), threads: context.threads, progress: &|| None };
    let mut counts = FunctionCounts::default();
    code.read(&reading, functions_in, |_, rows| {
        context.go_on()?;
        let Ok(Some(rows)) = rows else {
            counts.skipped += 1;
            return Ok(());
        };
        counts.files += 1;
        counts.functions += rows.len() as u64;
        rows.iter().try_for_each(&mut take)
    })?;
    if counts.functions == 0 {
        let files = counted(counts.files, "file", "files");
        refuse!("there is no function in {files} of Java or Python, {} skipped", counts.skipped);
    }
    Ok(counts)
}

/// The functions of a file in the order of lines: those that are in no other function and have a body. Nothing if the file cannot be
/// analysed.
pub fn functions_in(file: CodeFile) -> Option<Vec<FunctionRow>> {
    let CodeFile { path, language, bytes, .. } = file;
    let source = SourceText::decode(bytes, language).text;
    let file = ParsedFile::of_part(&source, language);
    if Unread::of(file.diagnostics()).is_some() {
        return None;
    }
    let lines = LineIndex::new(&source);
    let functions = examen_syntax::functions(&file, &source).into_iter();
    let rows = functions.filter(|function| !function.is_nested && function.body.is_some()).map(|function| {
        let line = lines.line_of(function.span.start);
        let column = function.span.start - lines.line_span(line).start;
        FunctionRow {
            id: format!("{path}:{line}:{}", column + 1),
            language: language.name().to_owned(),
            path: Some(path.clone()),
            code: function.span.text(&source).to_owned(),
            function: Some(function.qualified_name),
        }
    });
    Some(rows.collect())
}

/// Hands out the texts of all examples that are one text (those of class and name tasks), in the order of tasks, splits and rows, each
/// once. `probe` takes features of them in this order, or by their ids. Returns their number.
pub fn read_example_texts(
    data: &[PathBuf],
    mut take: impl FnMut(&FunctionRow) -> crate::Result<()>,
) -> crate::Result<u64> {
    let mut seen = HashSet::new();
    for folder in data {
        add_example_texts(folder, &mut seen, &mut take)?;
    }
    if seen.is_empty() {
        refuse!("there is no example that is one text: those of `examen build probes` and `names` are");
    }
    Ok(seen.len() as u64)
}

fn add_example_texts(
    data: &Path,
    seen: &mut HashSet<String>,
    take: &mut impl FnMut(&FunctionRow) -> crate::Result<()>,
) -> crate::Result<()> {
    for folder in find_task_folders(data)? {
        let Some(task) = TaskExamples::new(folder, &Split::ALL)? else { continue };
        if !task.info.shown_columns().any(|column| column == "text") {
            continue;
        }
        for row in task.rows(&["text"])? {
            let row = row?;
            if seen.insert(row.id.clone()) {
                let code = row.text("text").map_err(crate::EvaluationError::request)?.to_owned();
                let (id, language) = (row.id, row.language);
                take(&FunctionRow { id, language, path: None, function: None, code })?;
            }
        }
    }
    Ok(())
}
