//! Released rows as rows of our tasks, with the names that they get here.

use std::collections::HashSet;

use examen_corpus::{Fingerprint, Split};
use examen_data::{ExampleId, ExampleKey};
use examen_suites::queries::native::{
    NativeError, NativeRow, NativeTokens, TokenIds, from_native, from_native_blocks, from_native_prefix,
};
use examen_suites::queries::question::TaskRow;
use examen_suites::queries::row::{RelevanceRow, ShownBlock, SpanRow};
use examen_suites::source::SourceKey;
use examen_syntax::Language;

/// A row for a task.
pub(super) struct Made {
    pub(super) task: &'static str,
    pub(super) id: ExampleId,
    pub(super) source: SourceKey,
    pub(super) split: Split,
    pub(super) row: TaskRow,
}

/// Why a row, or all rows of a file, cannot be used.
pub(super) struct BadRow {
    pub(super) line: u64,
    pub(super) rows: u64,
    pub(super) reason: &'static str,
    pub(super) message: String,
}

/// Reads rows.
pub(super) struct Reader<'i> {
    pub(super) ids: &'i TokenIds,
    /// Tokens that a prefix holds.
    pub(super) max_length: usize,
}

/// The rows of `twostep` by query and file; they follow each other.
#[derive(Default)]
pub(super) struct Files {
    line: u64,
    rows: Vec<NativeRow>,
    seen: HashSet<(String, String)>,
}

impl Made {
    pub(super) fn key(&self) -> ExampleKey<'_> {
        let SourceKey { project, path, content_hash } = &self.source;
        ExampleKey { id: &self.id, language: Language::Python.name(), project, path, content_hash, split: self.split }
    }
}

impl Reader<'_> {
    fn token(&self, id: u32) -> Option<String> {
        self.ids.token(id).map(str::to_owned)
    }

    /// A row of `ideal` or `file_ideal`.
    pub(super) fn blocks(
        &self,
        line: u64,
        row: NativeRow,
        task: &'static str,
        split: Split,
    ) -> Result<Vec<Made>, BadRow> {
        let path = row.code_file_path.clone();
        let row = from_native(row, |id| self.token(id)).map_err(|error| bad(line, 1, &error))?;
        Ok(vec![made(task, &path, split, row)])
    }

    /// A row of `prefix`.
    pub(super) fn prefix(&self, line: u64, row: NativeRow, split: Split) -> Result<Vec<Made>, BadRow> {
        let path = row.code_file_path.clone();
        let row =
            from_native_prefix(row, self.max_length, |id| self.token(id)).map_err(|error| bad(line, 1, &error))?;
        Ok(vec![made("prefix", &path, split, row)])
    }

    /// The rows of one query and file in `twostep`: an example of the whole file, and one for each block.
    fn twostep(&self, line: u64, rows: Vec<NativeRow>, split: Split) -> Result<Vec<Made>, BadRow> {
        let count = rows.len() as u64;
        let path = rows.first().map(|row| row.code_file_path.clone()).unwrap_or_default();
        let tokens = rows.iter().map(|row| self.texts(&row.subtokenized_input_sequence));
        let tokens: Vec<Vec<String>> = tokens.collect::<Result<_, _>>().map_err(|error| bad(line, count, &error))?;
        let whole = from_native_blocks(rows, |id| self.token(id)).map_err(|error| bad(line, count, &error))?;

        let source = source_key(&path, &whole);
        let id = ExampleId::new(["native-file", &whole.query, &path, &source.content_hash]);
        let blocks = whole.blocks.iter().zip(tokens).enumerate().map(|(at, (block, tokens))| Made {
            task: "relevance",
            id: id.part("relevance", at as u32),
            source: source.clone(),
            split,
            row: TaskRow::Relevance(relevance_row(&whole, &id, block, tokens)),
        });
        let mut made: Vec<Made> = blocks.collect();
        made.push(Made { task: "file", id: id.part("file", 0), source, split, row: TaskRow::Span(whole) });
        Ok(made)
    }

    fn texts(&self, tokens: &NativeTokens) -> Result<Vec<String>, NativeError> {
        match tokens {
            NativeTokens::Texts(texts) => Ok(texts.clone()),
            NativeTokens::Ids(ids) => {
                ids.iter().map(|&id| self.token(id).ok_or(NativeError::UnknownToken(id))).collect()
            }
        }
    }
}

impl Files {
    /// Takes in a row; gives the examples of the file before, when this one is of another.
    pub(super) fn add(
        &mut self,
        line: u64,
        row: NativeRow,
        reader: &Reader<'_>,
        split: Split,
    ) -> Result<Vec<Made>, BadRow> {
        let is_next = self
            .rows
            .first()
            .is_some_and(|first| (&first.query_name, &first.code_file_path) != (&row.query_name, &row.code_file_path));
        let made = if is_next { self.finish(reader, split) } else { Ok(Vec::new()) };
        if self.rows.is_empty() {
            self.line = line;
        }
        self.rows.push(row);
        made
    }

    /// The examples of the last file.
    pub(super) fn finish(&mut self, reader: &Reader<'_>, split: Split) -> Result<Vec<Made>, BadRow> {
        let rows = std::mem::take(&mut self.rows);
        let Some(first) = rows.first() else { return Ok(Vec::new()) };
        if self.seen.insert((first.query_name.clone(), first.code_file_path.clone())) {
            return reader.twostep(self.line, rows, split);
        }
        let message = format!("rows of {} for this query stand further up", first.code_file_path);
        Err(BadRow { line: self.line, rows: rows.len() as u64, reason: "rows-not-together", message })
    }
}

fn bad(line: u64, rows: u64, error: &NativeError) -> BadRow {
    BadRow { line, rows, reason: error.reason(), message: error.to_string() }
}

fn made(task: &'static str, code_file_path: &str, split: Split, row: SpanRow) -> Made {
    let source = source_key(code_file_path, &row);
    // Rows may show the same code and ask for other spans of it.
    let spans = row.answer_spans.iter().chain(&row.supporting_fact_spans);
    let places: Vec<String> =
        spans.map(|it| format!("{} {} {} {}", it.start_line, it.start_column, it.end_line, it.end_column)).collect();
    let id = ExampleId::new(["native", task, &row.query, code_file_path, &source.content_hash, &places.join(",")]);
    Made { task, id, source, split, row: TaskRow::Span(row) }
}

/// `owner/repository/path` as project and path; a path without folders is a project of its own.
fn source_key(code_file_path: &str, row: &SpanRow) -> SourceKey {
    let mut slashes = code_file_path.match_indices('/').map(|(at, _)| at);
    let (first, second) = (slashes.next(), slashes.next());
    let (project, path) = match second.or(first) {
        Some(at) => (&code_file_path[..at], &code_file_path[at + 1..]),
        None => (code_file_path, code_file_path),
    };
    let shown = if row.blocks.is_empty() {
        row.tokens.as_ref().map(|tokens| tokens.join(" ")).unwrap_or_default()
    } else {
        row.blocks.iter().map(|block| block.content.as_str()).collect::<Vec<_>>().join("\n")
    };
    let content_hash = Fingerprint::of(shown.as_bytes()).content_hash_hex();
    SourceKey { project: project.to_owned(), path: path.to_owned(), content_hash }
}

fn relevance_row(whole: &SpanRow, id: &ExampleId, block: &ShownBlock, tokens: Vec<String>) -> RelevanceRow {
    RelevanceRow {
        query: whole.query.clone(),
        query_name: whole.query_name.clone(),
        hops: whole.hops.clone(),
        example_type: whole.example_type,
        file_example_id: id.as_str().to_owned(),
        block_index: block.index,
        block_kind: block.kind.clone(),
        block_path: block.path.clone(),
        block_header: block.header.clone(),
        content: block.content.clone(),
        is_relevant: block.is_relevant,
        tokens: Some(tokens),
    }
}
