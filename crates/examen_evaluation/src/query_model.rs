//! The semantic queries, answered by a span predictor instead of the query engine.

use examen_analysis::{Found, ParsedFile, QuerySettings, in_order};
use examen_models::{BlockSpan, CodeBlock, CodeHead, CodeModel, Placement, SpanReader};
use examen_queries::{Fact, Finding, FindingKind, Query};
use examen_semantics::python::FileId;
use examen_suites::queries::edition::Edition;
use examen_suites::queries::page::Page;
use examen_suites::queries::row::ShownBlock;
use examen_syntax::{LineIndex, Span};
use examen_tokenizers::labels::SpanKind;
use examen_views::blocks::blocks;

use crate::error::{While as _, refuse};
use crate::predict::{BUILT_IN, ModelSpec};

/// Tokens that are read at once. Most files are shorter, and attention costs the square.
const WINDOW: usize = 2048;

/// Tokens from the begin of a window to that of the next.
const STRIDE: usize = WINDOW / 2;

/// A span predictor that answers queries about files.
pub struct QueryModel(SpanReader);

impl QueryModel {
    /// Loads the built-in span predictor, or one that `examen train spans` wrote.
    pub fn load(model: &ModelSpec) -> crate::Result<Self> {
        let placement = Placement::default();
        let model = match model {
            ModelSpec::BuiltIn(BUILT_IN) => CodeModel::built_in_spans(placement)?,
            ModelSpec::BuiltIn(name) => {
                refuse!(
                    "{name} does not point at code; `engine`, `{BUILT_IN}` and the directories of span predictors do"
                )
            }
            ModelSpec::Directory(directory) if CodeModel::is_in(directory) => CodeModel::load(directory, placement)?,
            ModelSpec::Directory(directory) if directory.is_dir() => {
                refuse!("{}: no span predictor; `examen train spans` makes one", directory.display())
            }
            ModelSpec::Directory(_) => refuse!("{}", model.unknown()),
            ModelSpec::Hub(name) | ModelSpec::Url(name) => {
                refuse!("{name}: only span predictors answer queries about files; `examen predict` asks other models")
            }
        };
        if model.head != CodeHead::Spans {
            refuse!("the model was not trained for spans; `examen train spans` does that");
        }
        Ok(Self(SpanReader::new(model, placement)?))
    }

    /// The findings in a file by itself, in the order of the text. Queries that the model was not trained for have none.
    pub fn findings(&self, file: &ParsedFile, settings: &QuerySettings) -> crate::Result<Vec<Found>> {
        let lines = file.lines();
        let blocks = blocks(file.tree(), &file.text, lines);
        let page = Page::new(&file.text, &blocks, Edition::Clean);
        let shown: Vec<ShownBlock> = blocks
            .iter()
            .zip(0..)
            .map(|(block, index)| page.shown_block(block, index, file.tree(), &file.text))
            .collect();
        let input =
            self.0.input(shown.iter().map(|block| CodeBlock { header: &block.header, content: &block.content }));
        let length = WINDOW.min(self.0.config().max_position_embeddings);
        let windows = input.windows(length, STRIDE.min(length.div_ceil(2)));
        let number = |query: &&'static Query| Some((*query, self.0.config().query_number(query.id)?));
        let (queries, numbers): (Vec<_>, Vec<u32>) = settings.queries.iter().filter_map(number).unzip();
        let spans = self.0.read(&windows, &numbers).doing(|| file.path.clone())?;
        let places: Vec<Place> = shown.iter().map(|block| Place::new(block, lines)).collect();
        let in_file = |span: &BlockSpan| (span.kind, places[span.block as usize].span(span.start, span.end));
        let mut found = Vec::new();
        for (query, spans) in queries.into_iter().zip(spans) {
            let spans: Vec<(SpanKind, Span)> = spans.iter().map(in_file).collect();
            found.extend(findings(query, &spans).into_iter().map(|finding| Found { query, finding }));
        }
        Ok(in_order(found, file, settings))
    }
}

/// Findings of the spans of a query. A model does not say which answer a fact supports: it is given to the nearest.
fn findings(query: &Query, spans: &[(SpanKind, Span)]) -> Vec<Finding> {
    let of = |wanted: SpanKind| spans.iter().filter(move |(kind, _)| *kind == wanted).map(|&(_, span)| span);
    let answer = |span| Finding {
        kind: FindingKind::Answer,
        span,
        message: query.name.to_owned(),
        subject: None,
        facts: Vec::new(),
    };
    let mut answers: Vec<Finding> = of(SpanKind::Answer).map(answer).collect();
    for span in of(SpanKind::Fact) {
        if let Some(nearest) = answers.iter_mut().min_by_key(|answer| answer.span.start.abs_diff(span.start)) {
            nearest.facts.push(Fact { file: FileId(0), span, label: "supporting fact".to_owned() });
        }
    }
    answers
}

/// Where the text of a block stands in its file.
struct Place {
    /// The first byte of each run of lines in the block, and in the file.
    runs: Vec<(u32, u32)>,
}

impl Place {
    fn new(block: &ShownBlock, lines: &LineIndex) -> Self {
        let mut start = 0;
        let runs = block.line_ranges.iter().map(|range| {
            let (first, end) = (lines.line_span(range.start + 1).start, lines.line_span(range.end).end);
            let run = (start, first);
            start += end - first;
            run
        });
        Self { runs: runs.collect() }
    }

    /// A span of the block, which ends where its last character does.
    fn span(&self, start: u32, end: u32) -> Span {
        let start = self.byte(start);
        Span::new(start, self.byte(end.saturating_sub(1)).saturating_add(1).max(start))
    }

    fn byte(&self, at: u32) -> u32 {
        let run = self.runs.partition_point(|&(start, _)| start <= at).saturating_sub(1);
        self.runs.get(run).map_or(at, |&(start, first)| first + (at - start))
    }
}
