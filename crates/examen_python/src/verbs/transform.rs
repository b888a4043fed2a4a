//! `transform`: rewrites of the functions of every row.

use std::path::PathBuf;

use arrow_schema::FieldRef;
use examen_analysis::CodeFile;
use examen_analysis::rewrites::{RewriteSettings, RewrittenFile, rewrite_file};
use examen_report::rewrite_text::rewrite_rows;
use examen_suites::robustness::TransformSettings;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::code_table::{CodeTable, TableArguments};
use crate::columns::{number, records, text};
use crate::host::threads as thread_count;
use crate::rows::{BadRows, OutputRow, Rows, output};
use crate::stream::Stream;
use crate::words::{self, Names, value};

/// A rewrite, or a count of places that must stay.
#[derive(Default, Serialize)]
struct Row {
    rewrite_id: Option<String>,
    kind: &'static str,
    place: &'static str,
    function: Option<String>,
    start_line: Option<u32>,
    edits: Option<Vec<Edit>>,
    rewritten: Option<String>,
    refusal: Option<&'static str>,
    refusals: Option<u64>,
}

#[derive(Serialize)]
struct Edit {
    start_byte: u32,
    end_byte: u32,
    text: String,
}

/// Rewrites functions so that they mean the same: a row for each place of each function and kind, with the edits that make it.
///
/// >>> import examen_code
/// >>> code = "def total(items):\n    count = 0\n    for item in items:\n        count += item\n    return count\n"
/// >>> row = next(examen_code.transform(code, kinds="VN", apply=True))
/// >>> print(row["kind"], row["function"], row["rewritten"] != code)
/// VN total True
///
/// `kinds` are codes (`examen list transforms`), `strength` is that of `examen transform --strength`, `place` is `single` or `all`; `apply` adds the whole
/// rewritten text. `refusals` adds a row for each reason why places of a kind must stay, with their number. `language` is that
/// of all rows; otherwise a column `language` or the ending of `path` tells it.
#[pyfunction]
#[pyo3(signature = (code, *, kinds=None, strength="strict", place="single", seed=0, apply=false, refusals=false, language=None, column=None, keep=None, errors="raise", threads=None))]
pub(crate) fn transform(
    code: &Bound<'_, PyAny>,
    kinds: Option<Names>,
    strength: &str,
    place: &str,
    seed: u64,
    apply: bool,
    refusals: bool,
    language: Option<&str>,
    column: Option<String>,
    keep: Option<Names>,
    errors: &str,
    threads: Option<usize>,
) -> PyResult<Stream> {
    let settings = settings(Names::of(kinds), strength, place, seed)?;
    let language = language.map(words::language).transpose()?;
    let table = CodeTable::new(code, TableArguments { column, keep, language })?;
    let rows = Rows::new(table, fields(), BadRows::of(errors)?, thread_count(threads)?, move |input| {
        let file = CodeFile {
            place: PathBuf::from(&input.path),
            path: input.path,
            language: input.language,
            bytes: input.code.to_vec(),
        };
        let file = rewrite_file(file, &settings, None, None).map_err(|left_out| match left_out.detail.as_str() {
            "" => left_out.reason.to_owned(),
            detail => format!("{}: {detail}", left_out.reason),
        })?;
        let mut rows = rewritten(&file, &settings, apply)?;
        if refusals {
            rows.extend(refused(&file, &settings));
        }
        Ok(rows)
    })?;
    Ok(Stream::new(rows))
}

fn settings(kind: Vec<String>, strength: &str, place: &str, seed: u64) -> PyResult<RewriteSettings> {
    let is_all = match place {
        "all" => true,
        "single" => false,
        other => return Err(PyValueError::new_err(format!("place: there is no `{other}`; there are single, all"))),
    };
    let chosen = TransformSettings { kind, strength: value("strength", strength)? };
    let mut transforms = chosen.transforms().map_err(|error| PyValueError::new_err(error.to_string()))?;
    if is_all {
        transforms.retain(|transform| transform.has_all_places);
    }
    if transforms.is_empty() {
        let kinds = chosen.kind.join(", ");
        return Err(PyValueError::new_err(format!("{kinds} is made at one place at a time: leave out place=\"all\"")));
    }
    Ok(RewriteSettings { transforms, strength: chosen.strength.strength(), is_all, seed })
}

fn rewritten(file: &RewrittenFile, settings: &RewriteSettings, apply: bool) -> Result<Vec<OutputRow>, String> {
    let mut rows = Vec::with_capacity(file.rewrites.len());
    for (rewrite, row) in file.rewrites.iter().zip(rewrite_rows(file, settings)) {
        let edit = |edit: examen_report::rewrite_text::EditRow<'_>| Edit {
            start_byte: edit.start_byte,
            end_byte: edit.end_byte,
            text: edit.text.to_owned(),
        };
        let rewritten =
            if apply { Some(rewrite.edits.apply(&file.text.source).map_err(|error| error.to_string())?) } else { None };
        rows.push(output(Row {
            rewrite_id: Some(row.id),
            kind: row.kind,
            place: row.place,
            function: Some(row.method.to_owned()),
            start_line: Some(row.start_line),
            edits: Some(row.edits.into_iter().map(edit).collect()),
            rewritten,
            ..Row::default()
        }));
    }
    Ok(rows)
}

/// The places that must stay, by kind and reason.
fn refused(file: &RewrittenFile, settings: &RewriteSettings) -> Vec<OutputRow> {
    let mut rows = Vec::new();
    for (transform, counts) in settings.transforms.iter().zip(&file.counts.kinds) {
        for (&reason, &count) in &counts.refusals {
            let (kind, place) = (transform.code, settings.place());
            rows.push(output(Row { kind, place, refusal: Some(reason), refusals: Some(count), ..Row::default() }));
        }
    }
    rows
}

fn fields() -> Vec<FieldRef> {
    vec![
        text("rewrite_id"),
        text("kind"),
        text("place"),
        text("function"),
        number("start_line"),
        records("edits", vec![number("start_byte"), number("end_byte"), text("text")]),
        text("rewritten"),
        text("refusal"),
        number("refusals"),
    ]
}
