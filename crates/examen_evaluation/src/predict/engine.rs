//! The query engine as a model: it reads the files again, asks each example's query of the whole file and points at what
//! lies in the blocks shown. It never looks at what a row says is true.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use examen_corpus::{Fingerprint, Item, Plan, SkipReason, SourceFile, SourceOptions, Split, process};
use examen_data::TaskFolder;
use examen_queries::python::QUERIES;
use examen_semantics::python::FileId;
use examen_syntax::{Language, Span};
use serde_json::json;

use super::paper::{LineRange, Paper, Question, SPAN_COLUMNS, SpanRow, Wanted};
use super::rebuilt::rebuilt;
use super::{NoReply, Reply};
use crate::context::Context;
use crate::score::{Place, TaskKind};
use examen_analysis::in_parallel;
use examen_analysis::{Found, ParsedFile, QuerySettings, Scope, findings_in_file};
use examen_queries::PythonRules;

/// Rows of which the files are asked about at a time.
const ROWS_AT_A_TIME: usize = 256;

/// Tasks that show whole files, so that blocks without a gap are one even where its hash cannot be made again (files that
/// are not UTF-8).
const TASKS_OF_WHOLE_FILES: [&str; 2] = ["file", "prefix"];

/// The questions by the file that they are about.
struct ByFile<'p> {
    paper: &'p Paper,
    places: HashMap<&'p str, Vec<usize>>,
}

/// Reads the code again and answers what is asked of it, by the hash of the file's bytes. One reply for each question.
pub fn ask_about_files(
    paper: &Paper,
    plan: &Plan,
    mut options: SourceOptions,
    context: &Context<'_>,
) -> crate::Result<Vec<Reply>> {
    options.progress = context.observer.reading();
    let by_file = ByFile::new(paper);
    let mut replies = unasked(paper, "no file with the content of this example was read");
    process(
        plan,
        &options,
        context.threads,
        |SourceFile { project, path, bytes, language, .. }| {
            let hash = Fingerprint::of(&bytes).content_hash_hex();
            match by_file.places.get(hash.as_str()) {
                Some(places) if language == Language::Python => by_file.ask(format!("{project}/{path}"), bytes, places),
                _ => Vec::new(),
            }
        },
        |item| {
            if let Item::File(answered) = item {
                for (place, reply) in answered {
                    replies[place] = reply;
                }
            }
            ControlFlow::Continue(())
        },
    )?;
    Ok(replies)
}

/// Answers without the code, where rows show whole files: what such a file can tell is told to all questions about it.
pub fn ask_about_rows(
    paper: &Paper,
    tasks: &[(TaskFolder, TaskKind)],
    splits: &[Split],
    context: &Context<'_>,
) -> crate::Result<Vec<Reply>> {
    let by_file = ByFile::new(paper);
    let mut replies = unasked(paper, "no row shows the whole file; name its code with --from");
    let mut asked: HashSet<String> = HashSet::new();
    for (folder, kind) in tasks {
        if !matches!(kind, TaskKind::Spans { .. }) {
            continue;
        }
        for &split in splits {
            let mut rows = folder.rows_with::<SpanRow>(split, &SPAN_COLUMNS)?;
            loop {
                let mut files: BTreeMap<String, String> = BTreeMap::new();
                let mut read = 0;
                for row in rows.by_ref().take(ROWS_AT_A_TIME) {
                    let row = row?;
                    read += 1;
                    if !asked.contains(&row.content_hash)
                        && !files.contains_key(&row.content_hash)
                        && let Some(text) = whole_file(&row, &folder.manifest().task)
                    {
                        files.insert(row.content_hash, text);
                    }
                }
                let files: Vec<(String, String)> = files.into_iter().collect();
                let answers = in_parallel(files.len(), context.threads, |at| {
                    let (hash, text) = &files[at];
                    let places = by_file.places.get(hash.as_str()).map(Vec::as_slice).unwrap_or_default();
                    // The mark says that the text is UTF-8, whatever encoding it declares.
                    by_file.ask(hash.clone(), [b"\xef\xbb\xbf", text.as_bytes()].concat(), places)
                })?;
                for ((hash, _), answered) in files.into_iter().zip(answers) {
                    for (place, reply) in answered.into_iter().flatten() {
                        replies[place] = reply;
                    }
                    asked.insert(hash);
                }
                if read < ROWS_AT_A_TIME {
                    break;
                }
            }
        }
    }
    Ok(replies)
}

fn whole_file(row: &SpanRow, task: &str) -> Option<String> {
    let text = rebuilt(&row.blocks)?;
    // The last line's end is not part of a block's content.
    for text in [text.clone(), format!("{text}\n")] {
        if Fingerprint::of(text.as_bytes()).content_hash_hex() == row.content_hash {
            return Some(text);
        }
    }
    // The same tasks may be sat again, rewritten.
    let task = task.strip_prefix("queries.").unwrap_or(task);
    TASKS_OF_WHOLE_FILES.contains(&task).then_some(text)
}

/// Replies before anything is asked.
fn unasked(paper: &Paper, reason: &str) -> Vec<Reply> {
    let reply = |question: &Question| {
        let reason = match question.wanted {
            Wanted::Spans => reason,
            Wanted::Labels => "the engine points at places and knows no tokens",
            Wanted::Relevance => "the engine does not say which blocks are relevant",
        };
        Err(NoReply::Skipped(reason.to_owned()))
    };
    paper.questions.iter().map(reply).collect()
}

impl<'p> ByFile<'p> {
    fn new(paper: &'p Paper) -> Self {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, question) in paper.questions.iter().enumerate() {
            if question.wanted == Wanted::Spans {
                places.entry(&question.content_hash).or_default().push(place);
            }
        }
        Self { paper, places }
    }

    /// Answers the questions at some places, all about this file. A panic costs these answers and nothing else.
    fn ask(&self, path: String, bytes: Vec<u8>, places: &[usize]) -> Vec<(usize, Reply)> {
        let failed = |reason: String| -> Vec<(usize, Reply)> {
            places.iter().map(|&place| (place, Err(NoReply::Failed(reason.clone())))).collect()
        };
        let asked = catch_unwind(AssertUnwindSafe(|| match ParsedFile::new(path, bytes) {
            Ok(file) => self.ask_file(&file, places),
            Err(reason) => failed(reason.to_string()),
        }));
        asked.unwrap_or_else(|_| failed(SkipReason::Panicked.to_string()))
    }

    fn ask_file(&self, file: &ParsedFile, places: &[usize]) -> Vec<(usize, Reply)> {
        let asked: BTreeSet<&str> = places.iter().map(|&place| self.paper.questions[place].query.as_str()).collect();
        let questions = QuerySettings {
            queries: QUERIES.iter().copied().filter(|query| asked.contains(query.id)).collect(),
            scope: Scope::File,
            python: PythonRules::Three,
            has_negatives: false,
            respects_noqa: false,
        };
        let mut found: BTreeMap<&str, Vec<Found>> = BTreeMap::new();
        for finding in findings_in_file(file, &questions) {
            found.entry(finding.query.id).or_default().push(finding);
        }
        let answer = |&place: &usize| {
            let question = &self.paper.questions[place];
            let findings = found.get(question.query.as_str()).map(Vec::as_slice).unwrap_or_default();
            let reply = if questions.queries.iter().any(|query| query.id == question.query) {
                Ok(output(file, question, findings))
            } else {
                Err(NoReply::Skipped(format!("the engine knows no query {}", question.query)))
            };
            (place, reply)
        };
        places.iter().map(answer).collect()
    }
}

/// The answers and facts that lie in the blocks shown.
fn output(file: &ParsedFile, question: &Question, findings: &[Found]) -> serde_json::Value {
    let answers: Vec<Span> = findings.iter().map(|found| found.finding.span).collect();
    let facts = if question.wants_facts { kept_facts(findings, &answers) } else { Vec::new() };
    let shown = |spans: &[Span]| -> BTreeSet<Place> {
        let places = spans.iter().map(|&span| place(file, span));
        places.filter(|place| question.blocks.iter().any(|block| holds(block, place))).collect()
    };
    json!({ "answer_spans": shown(&answers), "supporting_fact_spans": shown(&facts) })
}

/// Facts that overlap neither an answer nor a fact that came before.
fn kept_facts(findings: &[Found], answers: &[Span]) -> Vec<Span> {
    let mut kept: Vec<Span> = Vec::new();
    for fact in findings.iter().flat_map(|found| found.finding.shown_facts(FileId(0))) {
        if !fact.span.is_empty() && !answers.iter().chain(&kept).any(|span| span.overlaps(fact.span)) {
            kept.push(fact.span);
        }
    }
    kept
}

fn place(file: &ParsedFile, span: Span) -> Place {
    let region = file.region(span);
    Place {
        start_line: region.start_line - 1,
        start_column: region.start_col - 1,
        end_line: region.end_line - 1,
        end_column: region.end_col,
    }
}

/// Whether a block shows both the first and the last line of a span.
fn holds(block: &[LineRange], place: &Place) -> bool {
    let has = |line: u32| block.iter().any(|range| (range.start..range.end).contains(&line));
    has(place.start_line) && has(place.end_line)
}
