//! Examples of the span exams, and their rewrites: the queries are asked again of every rewritten file.

use examen_data::ExampleId;
use examen_syntax::{LazyParsedFile, LineIndex, Span};

use super::question::TaskRow;
use super::row::{ExampleType, ShownSpan, SpanRow};
use super::{FileRows, Settings, Task, file_rows};
use crate::rewriting::{
    FilePairs, MovedText, Pair, PairRow, Paired, RewriteSettings, carried, content_hash, moved_texts, rewritings,
    row_id,
};
use crate::source::{LeftOut, SourceKey};
use crate::suite::File;

/// The tasks whose rows show code as it is and ask for spans in it.
pub(super) const SPAN_TASKS: [&str; 3] = ["file", "file-ideal", "ideal"];

/// The pairs of the tasks whose rows show code and ask for spans in it.
pub(super) fn query_pairs(
    file: &File<'_>,
    tasks: &[&'static Task],
    of_queries: &Settings,
    settings: &RewriteSettings,
) -> Result<FilePairs, LeftOut> {
    let File { code, key, split, .. } = *file;
    let (text, language) = (code.source(), code.language());
    let made = file_rows(code, key, split, tasks, of_queries)?;
    let mut originals = Vec::new();
    for (folder, rows) in made.by_folder {
        for (id, row) in rows.rows {
            if let TaskRow::Span(row) = row
                && file.wants(&folder, &id)
            {
                originals.push(Original { folder: folder.clone(), id, row });
            }
        }
    }
    let mut out = FilePairs::default();
    if originals.is_empty() {
        return Ok(out);
    }
    let lines = LineIndex::new(text);
    let is_about = |original: &Original, span: Span| original.is_about(span, &lines);
    let rewritings =
        rewritings(code, settings, |function, _| originals.iter().any(|original| is_about(original, function.span)))?;
    for original in &originals {
        let statements = rewritings.iter().find(|it| is_about(original, it.span)).map_or(0, |it| it.statements);
        let pair = Pair::of_original(&original.id, statements);
        let row = Box::new(Paired { row: TaskRow::Span(original.row.clone()), pair });
        let id = row_id(&original.id, &original.folder, None);
        out.push(&original.folder, PairRow { id, content_hash: key.content_hash.clone(), row });
    }
    for (number, rewriting) in rewritings.iter().enumerate() {
        let about: Vec<&Original> = originals.iter().filter(|it| is_about(it, rewriting.span)).collect();
        let is_asked = |id: &str| about.iter().any(|original| original.row.query == id);
        let again = Settings {
            queries: of_queries.queries.iter().copied().filter(|query| is_asked(query.id)).collect(),
            // All that look like an answer, so that those that were chosen are among them.
            negatives_per_file: of_queries.queries.len() as f64,
            // Words of a vocabulary are not carried along: answers are spans.
            subwords: None,
            ..*of_queries
        };
        for rewrite in &rewriting.rewrites {
            let content_hash = content_hash(&rewrite.text);
            let changed_key = SourceKey { content_hash: content_hash.clone(), ..key.clone() };
            let code = LazyParsedFile::new(&rewrite.text, language);
            let made = file_rows(&code, &changed_key, split, tasks, &again).unwrap_or_default();
            let moved = moved_texts(&rewrite.edits, text, &rewrite.text);
            for original in &about {
                let Some(row) = original.counterpart(&made, &moved) else {
                    out.skip(
                        &original.folder,
                        match original.row.example_type {
                            ExampleType::Positive => "answer-changes",
                            // Of many places that look like answers only some are made examples of.
                            ExampleType::Negative => "other-negative-chosen",
                        },
                    );
                    continue;
                };
                if row.blocks.iter().map(|it| &it.content).eq(original.row.blocks.iter().map(|it| &it.content)) {
                    out.skip(&original.folder, "nothing-changed");
                    continue;
                }
                let pair = Pair::of_rewrite(&original.id, rewriting.statements, rewrite, &moved);
                let id = row_id(&original.id, &original.folder, Some((number, rewrite)));
                let row = Box::new(Paired { row: TaskRow::Span(row.clone()), pair });
                out.push(&original.folder, PairRow { id, content_hash: content_hash.clone(), row });
            }
        }
    }
    Ok(out)
}

/// An example of the file as it is.
struct Original {
    folder: String,
    id: ExampleId,
    row: SpanRow,
}

impl Original {
    /// Whether a function holds a span of the example: an answer, a fact, or what looks like an answer.
    fn is_about(&self, function: Span, lines: &LineIndex) -> bool {
        let (first, last) = (lines.line_of(function.start) - 1, lines.line_of(function.end.saturating_sub(1)) - 1);
        let spans = [&self.row.answer_spans, &self.row.supporting_fact_spans, &self.row.plausible_spans];
        spans.into_iter().flatten().any(|span| span.start_line <= last && first <= span.end_line)
    }

    /// The example of the rewritten file whose spans are those of this one, carried through the edits.
    fn counterpart<'r>(&self, made: &'r FileRows, moved: &[MovedText]) -> Option<&'r SpanRow> {
        let wanted =
            places(&self.row).map(|spans| sorted(spans.into_iter().map(|span| carried(span, moved)).collect()));
        let rows = made.by_folder.get(&self.folder)?.rows.iter();
        let mut rows = rows.filter_map(|(_, row)| match row {
            TaskRow::Span(row) => Some(row),
            _ => None,
        });
        rows.find(|row| {
            row.query == self.row.query && row.example_type == self.row.example_type && places(row) == wanted
        })
    }
}

type Places = Vec<((u32, u32), (u32, u32))>;

/// The spans of a row that tell it from others of its query: answers, facts, and of a negative example what looks like an
/// answer.
fn places(row: &SpanRow) -> [Places; 3] {
    let plausible: &[ShownSpan] = match row.example_type {
        ExampleType::Negative => &row.plausible_spans,
        ExampleType::Positive => &[],
    };
    let place = |span: &ShownSpan| ((span.start_line, span.start_column), (span.end_line, span.end_column));
    [&row.answer_spans, &row.supporting_fact_spans, plausible].map(|spans| sorted(spans.iter().map(place).collect()))
}

fn sorted(mut places: Places) -> Places {
    places.sort_unstable();
    places
}
