//! From the text of a training file to rows of edited copies of it.

use std::collections::HashSet;

use arrow_schema::{DataType, Field};
use examen_corpus::Split;
use examen_data::column;
use examen_syntax::{Language, LazyParsedFile};
use serde::Serialize;

use super::augmentation::{LONGEST_FILE, Original};
use super::file_rows::{file_rows, file_rows_with};
use super::picking::Negatives;
use super::question::TaskRow;
use super::settings::Settings;
use super::tasks::Task;
use crate::source::{LeftOut, SourceKey};
use crate::suite::{File, FileRows, Row};

/// Longer examples are left out: some 4,096 tokens.
const LONGEST_EXAMPLE: usize = 14_000;

/// An edited copy serves as a negative example for so many times the queries that a file does: its edits make positive ones.
const MORE_NEGATIVES: f64 = 5.0;

/// A row of an edited copy.
#[derive(Serialize)]
struct EditedRow {
    #[serde(flatten)]
    row: TaskRow,
    copy: u32,
}

/// The columns that rows of edited copies have beside those of their task.
pub(super) fn copy_columns() -> [Field; 1] {
    [column("copy", DataType::UInt32, "which edited copy of the file this is, from 1")]
}

/// Makes rows of so many edited copies of a training file. An example that the file itself gives, or an earlier copy, is left out.
pub(super) fn augmented_rows(
    file: &File<'_>,
    tasks: &[&'static Task],
    settings: &Settings,
    copies: u32,
) -> Result<FileRows, LeftOut> {
    if file.split != Split::Train {
        return Err(LeftOut("not-training"));
    }
    let text = file.code.source();
    if text.len() > LONGEST_FILE {
        return Err(LeftOut("too-long-to-edit"));
    }
    let known = file_rows(file.code, file.key, file.split, tasks, settings)?;
    let mut known: HashSet<blake3::Hash> =
        known.by_folder.values().flat_map(|rows| &rows.rows).map(|(_, row)| shown(row).0).collect();
    let negatives = Negatives::of_copies(settings.negatives_per_file * MORE_NEGATIVES);
    let original = Original::new(text, &file.key.content_hash, settings.seed);
    let mut out = FileRows::default();
    for copy in 1..=copies {
        let Some(edited) = original.copy(copy) else {
            *out.skipped.entry("nothing-to-edit").or_default() += 1;
            continue;
        };
        *out.inputs.entry("edited-copies").or_default() += 1;
        *out.inputs.entry("edits").or_default() += edited.kinds.len() as u64;
        // Ids of the examples of all copies, and of copies by another seed, differ.
        let content_hash = format!("{}:{}:{copy}", file.key.content_hash, settings.seed);
        let key = SourceKey { content_hash, ..file.key.clone() };
        let code = LazyParsedFile::new(&edited.text, Language::Python);
        let made = match file_rows_with(&code, &key, file.split, tasks, settings, &negatives) {
            Ok(made) => made,
            Err(LeftOut(reason)) => {
                *out.skipped.entry(reason).or_default() += 1;
                continue;
            }
        };
        for (reason, count) in made.skipped {
            *out.skipped.entry(reason).or_default() += count;
        }
        for (folder, rows) in made.by_folder {
            let mut skip = |reason, count| *out.skipped_of_task.entry((folder.clone(), reason)).or_default() += count;
            for (reason, count) in rows.skipped {
                skip(reason, count);
            }
            let kept = out.rows.entry(folder.clone()).or_default();
            for (id, row) in rows.rows {
                let (hash, length) = shown(&row);
                if length > LONGEST_EXAMPLE {
                    skip("too-long-example", 1);
                } else if known.insert(hash) {
                    kept.push(Row::new(id, EditedRow { row, copy }));
                } else {
                    skip("same-as-original", 1);
                }
            }
        }
    }
    Ok(out)
}

/// What a row asks of which code, as a hash, and how long the code is.
fn shown(row: &TaskRow) -> (blake3::Hash, usize) {
    let (query, parts): (&str, Vec<&str>) = match row {
        TaskRow::Span(row) => (&row.query, row.blocks.iter().flat_map(|it| [&*it.header, &*it.content]).collect()),
        TaskRow::Perturbed(row) => {
            (&row.row.query, row.row.blocks.iter().flat_map(|it| [&*it.header, &*it.content]).collect())
        }
        TaskRow::Relevance(row) => (&row.query, vec![&row.block_header, &row.content]),
        TaskRow::Window(row) => (&row.query, row.tokens.iter().map(String::as_str).collect()),
    };
    let mut hasher = blake3::Hasher::new();
    for part in std::iter::once(query).chain(parts.iter().copied()) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    (hasher.finalize(), parts.iter().map(|part| part.len()).sum())
}
