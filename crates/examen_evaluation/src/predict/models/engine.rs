//! The query engine as a model: the reference on its own exams.
//!
//! It finds the file of an example by the hash of its content, asks the query of the whole file and points at what lies in the
//! blocks shown. Files are read from the sources or, without these, put together from rows that show whole files.

mod file_findings;
mod whole_file;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

use examen_analysis::in_parallel;
use examen_corpus::{Fingerprint, Item, Plan, SourceFile, process};
use examen_data::{Answer, AnswerKind, Place};
use examen_queries::QueryEdition;
use examen_syntax::Language;
use serde::Deserialize;

use self::file_findings::{FileFindings, findings};
use self::whole_file::whole_file;
use super::{Make, Model};
use crate::context::Context;
use crate::predict::{ExampleRow, NoReply, Predictor, Reply, Sources, TaskExamples, TaskInfo};

/// The name of the query engine as a model.
pub const ENGINE: &str = "engine";

pub(super) const MODEL: Model = Model {
    name: ENGINE,
    description: "The query engine",
    kinds: &[AnswerKind::Labels, AnswerKind::Relevance, AnswerKind::Spans],
    make: Make::Predictor(|options| Box::new(Engine::new(options.sources.clone()))),
};

/// Rows whose files are queried at a time.
const ROWS_AT_A_TIME: usize = 256;

/// The column that is part of the truth where an example asks for supporting facts.
const FACTS: &str = "supporting_fact_spans";

struct Engine {
    sources: Option<Sources>,
    /// By the hash of the content.
    files: HashMap<String, FileFindings>,
    /// Ids of examples that ask for facts in one of several tasks that they are in.
    with_facts: HashSet<String>,
    /// Whose texts of the queries the exam follows.
    edition: QueryEdition,
}

/// The queries of examples by the hash of their file.
type Queries = HashMap<String, BTreeSet<String>>;

/// A block of code that an example shows.
#[derive(Deserialize)]
struct Block<'r> {
    #[serde(borrow)]
    content: std::borrow::Cow<'r, str>,
    line_ranges: Vec<LineRange>,
}

/// Lines of a file that follow each other, from 0; the end is not one of them.
#[derive(Clone, Copy, Deserialize)]
struct LineRange {
    start: u32,
    end: u32,
}

impl Engine {
    fn new(sources: Option<Sources>) -> Self {
        Self { sources, files: HashMap::new(), with_facts: HashSet::new(), edition: QueryEdition::default() }
    }

    /// Reads the sources and queries the files that examples are about.
    fn query_sources(&mut self, sources: &Sources, queries: &Queries, context: &Context<'_>) -> crate::Result<()> {
        let edition = self.edition;
        let mut options = sources.options.clone();
        options.languages = vec![Language::Python];
        options.language = Some(Language::Python);
        options.progress = context.observer.reading();
        let plan = Plan::new(&sources.paths, &options)?;
        process(
            &plan,
            &options,
            context.threads,
            |SourceFile { project, path, bytes, language, .. }| {
                let hash = Fingerprint::of(&bytes).content_hash_hex();
                let asked = queries.get(&hash).filter(|_| language == Language::Python)?;
                Some((hash, findings(format!("{project}/{path}"), bytes, asked, edition)))
            },
            |item| {
                if let Item::File(Some((hash, findings))) = item {
                    self.files.insert(hash, findings);
                }
                ControlFlow::Continue(())
            },
        )?;
        Ok(())
    }

    /// Queries the files that rows of a task show as a whole.
    fn query_rows(&mut self, task: &TaskExamples, queries: &Queries, context: &Context<'_>) -> crate::Result<()> {
        let edition = self.edition;
        let mut rows = task.rows(&["blocks"])?;
        loop {
            let mut files: BTreeMap<String, String> = BTreeMap::new();
            let mut read = 0;
            for row in rows.by_ref().take(ROWS_AT_A_TIME) {
                let row = row?;
                read += 1;
                if !self.files.contains_key(&row.content_hash)
                    && !files.contains_key(&row.content_hash)
                    && let Ok(blocks) = row.read::<Vec<Block>>("blocks")
                    && let Some(text) = whole_file(&blocks, &row.content_hash, &task.info.task)
                {
                    files.insert(row.content_hash.clone(), text);
                }
            }
            let files: Vec<(String, String)> = files.into_iter().collect();
            let found = in_parallel(files.len(), context.threads, |at| {
                let (hash, text) = &files[at];
                // The byte order mark says that the text is UTF-8, whatever encoding it declares.
                let bytes = [b"\xef\xbb\xbf", text.as_bytes()].concat();
                queries.get(hash).map(|asked| findings(hash.clone(), bytes, asked, edition))
            })?;
            for ((hash, _), found) in files.into_iter().zip(found) {
                if let Ok(Some(findings)) = found {
                    self.files.insert(hash, findings);
                }
            }
            if read < ROWS_AT_A_TIME {
                return Ok(());
            }
        }
    }

    fn answer(&self, task: &TaskInfo, row: &ExampleRow) -> Reply {
        let query = row.text("query").map_err(NoReply::Failed)?;
        let blocks: Vec<Block> = row.read("blocks").map_err(NoReply::Failed)?;
        let Some(findings) = self.files.get(&row.content_hash) else {
            let reason = if self.sources.is_some() {
                "no file with the content of this example was read"
            } else {
                "no row shows the whole file; name its code with --from"
            };
            return Err(NoReply::Skipped(reason.to_owned()));
        };
        let findings = findings.as_ref().map_err(|reason| NoReply::Failed(reason.clone()))?;
        let Some(found) = findings.get(query) else {
            return Err(NoReply::Skipped(format!("the engine knows no query {query}")));
        };
        let shown = |places: &BTreeSet<Place>| -> Vec<Place> {
            places.iter().copied().filter(|place| blocks.iter().any(|block| block.shows(place))).collect()
        };
        let asks_for_facts = task.answer.has_truth(FACTS) || self.with_facts.contains(&row.id);
        Ok(Answer::Spans {
            answer_spans: shown(&found.answers),
            supporting_fact_spans: if asks_for_facts { shown(&found.facts) } else { Vec::new() },
            unlocated: 0,
        })
    }
}

impl Predictor for Engine {
    fn columns<'t>(&self, task: &'t TaskInfo) -> Vec<&'t str> {
        if task.answer.kind == AnswerKind::Spans { vec!["query", "blocks"] } else { Vec::new() }
    }

    fn prepare(&mut self, tasks: &[TaskExamples], context: &Context<'_>) -> crate::Result<()> {
        let of_spans = |task: &&TaskExamples| task.info.answer.kind == AnswerKind::Spans;
        let tasks: Vec<&TaskExamples> = tasks.iter().filter(of_spans).collect();
        if tasks.iter().any(|task| task.setting("edition") == Some("paper")) {
            self.edition = QueryEdition::August2021;
        }
        let asks_for_facts = |task: &TaskExamples| task.info.answer.has_truth(FACTS);
        let is_mixed = !tasks.iter().all(|task| asks_for_facts(task));
        let mut queries = Queries::new();
        for task in &tasks {
            for row in task.rows(&["query"])? {
                let row = row?;
                if let Ok(query) = row.text("query") {
                    queries.entry(row.content_hash.clone()).or_default().insert(query.to_owned());
                }
                if is_mixed && asks_for_facts(task) {
                    self.with_facts.insert(row.id);
                }
            }
        }
        if queries.is_empty() {
            return Ok(());
        }
        if let Some(sources) = self.sources.clone() {
            return self.query_sources(&sources, &queries, context);
        }
        tasks.iter().try_for_each(|task| self.query_rows(task, &queries, context))
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let skipped = |reason: &str| vec![Err(NoReply::Skipped(reason.to_owned())); batch.len()];
        match task.answer.kind {
            AnswerKind::Labels => skipped("the engine points at places and knows no tokens"),
            AnswerKind::Relevance => skipped("the engine does not say which blocks are relevant"),
            _ => batch.iter().map(|row| self.answer(task, row)).collect(),
        }
    }
}

impl Block<'_> {
    /// Returns whether the block shows both the first and the last line of a span.
    fn shows(&self, place: &Place) -> bool {
        let has = |line: u32| self.line_ranges.iter().any(|range| (range.start..range.end).contains(&line));
        has(place.start_line) && has(place.end_line)
    }
}
