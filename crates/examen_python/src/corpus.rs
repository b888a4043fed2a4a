//! `corpus`: the files of folders, archives and tables.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, FieldRef, Schema, SchemaRef};
use examen_analysis::{AnalysisError, SurveySettings, survey_rows};
use examen_corpus::{CorpusError, Deduplicator, Limits, Plan, ProjectRule, SourceOptions};
use examen_data::{CorpusRow, corpus_schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_arrow::ArrayBuilder;

use crate::columns::signed;
use crate::errors::{StreamError, explained, failed};
use crate::host::{look_at_signals, threads as thread_count, without_lock};
use crate::stream::Stream;
use crate::words::{Names, languages as named_languages, paths};

/// Rows, and bytes of text, of a batch.
const BATCH_ROWS: usize = 512;
const BATCH_BYTES: usize = 4 << 20;

/// Reads folders, archives and tables of code: a row for each file, and one with its reason for each that cannot be read.
///
/// The rows are those of `examen corpus --out`, in the same order: id, project, path, language, split, counts, duplicates, content.
/// Without a source, the corpus that is part of the package is read.
///
/// >>> import examen_code
/// >>> rows = examen_code.corpus(languages="java").rows()
/// >>> print(rows[0]["language"], rows[0]["status"])
/// java ok
///
/// `projects` says what a project is: `auto`, `argument` or `children`. `content=False` leaves the texts out.
#[pyfunction]
#[pyo3(signature = (*sources, languages=None, projects="auto", content=true, content_column=None, seed=0, near_duplicates=None, hidden=false, vendored=false, gitignore=true, max_file_bytes=None, threads=None))]
pub(crate) fn corpus(
    sources: &Bound<'_, PyTuple>,
    languages: Option<Names>,
    projects: &str,
    content: bool,
    content_column: Option<String>,
    seed: u64,
    near_duplicates: Option<f64>,
    hidden: bool,
    vendored: bool,
    gitignore: bool,
    max_file_bytes: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Stream> {
    let options = SourceOptions {
        languages: named_languages(languages)?,
        project_rule: project_rule(projects)?,
        git_ignore: gitignore,
        include_hidden: hidden,
        include_vendored: vendored,
        content_column,
        limits: Limits {
            max_file_bytes: max_file_bytes.unwrap_or(Limits::default().max_file_bytes),
            ..Limits::default()
        },
        ..SourceOptions::default()
    };
    let mut places: Vec<PathBuf> = Vec::new();
    for source in sources {
        if source.hasattr("__arrow_c_stream__")? {
            return Err(PyTypeError::new_err("corpus reads paths; a table in memory is one of files already"));
        }
        places.extend(paths("sources", &source)?);
    }
    let plan = plan(sources.py(), &places, &options)?;
    let near_duplicates = near_duplicates.unwrap_or(Deduplicator::THRESHOLD);
    if !(0.0..=1.0).contains(&near_duplicates) {
        return Err(PyValueError::new_err(format!("near_duplicates: {near_duplicates} is no fraction")));
    }
    let settings = SurveySettings { near_duplicates, seed };
    let fields: Vec<FieldRef> = corpus_schema()
        .map_err(|error| failed(&error))?
        .arrow()
        .fields()
        .iter()
        .map(|field| Arc::new(signed(field)))
        .collect();
    let (send, receive) = sync_channel(1);
    let threads = thread_count(threads)?;
    let of_thread = fields.clone();
    let work = move || {
        let mut batches = Batches { fields: of_thread, rows: Vec::new(), bytes: 0, send };
        let read = survey_rows(&plan, &options, &settings, content, threads, |row, _| batches.push(row));
        match read.and_then(|_| batches.flush()) {
            Ok(()) | Err(Ended::NobodyListens) => {}
            Err(Ended::Failed(message)) => {
                // Who does not listen any more does not miss it.
                let _ = batches.send.send(Err(StreamError::Failed(message)));
            }
        }
    };
    Builder::new().spawn(work).map_err(|error| failed(&error))?;
    Ok(Stream::new(Files { schema: Arc::new(Schema::new(fields)), receive: Some(receive) }))
}

/// What a word says of projects.
pub(crate) fn project_rule(word: &str) -> PyResult<ProjectRule> {
    match word {
        "auto" => Ok(ProjectRule::Auto),
        "argument" => Ok(ProjectRule::Argument),
        "children" => Ok(ProjectRule::Children),
        other => {
            let message = format!("projects: there is no `{other}`; there are auto, argument, children");
            Err(PyValueError::new_err(message))
        }
    }
}

/// The files that paths name; without a path, those of the built-in corpus.
pub(crate) fn plan(py: Python<'_>, paths: &[PathBuf], options: &SourceOptions) -> PyResult<Plan> {
    if paths.is_empty() {
        return Ok(Plan::builtin(&options.languages));
    }
    py.detach(|| Plan::new(paths, options)).map_err(|error| failed(&error))
}

/// Why the rows end early.
enum Ended {
    NobodyListens,
    Failed(String),
}

impl From<AnalysisError> for Ended {
    fn from(error: AnalysisError) -> Self {
        Self::Failed(explained(&error))
    }
}

impl From<CorpusError> for Ended {
    fn from(error: CorpusError) -> Self {
        Self::Failed(explained(&error))
    }
}

/// Gathers rows to batches.
struct Batches {
    fields: Vec<FieldRef>,
    rows: Vec<CorpusRow>,
    bytes: usize,
    send: SyncSender<Result<RecordBatch, StreamError>>,
}

impl Batches {
    fn push(&mut self, row: CorpusRow) -> Result<(), Ended> {
        self.bytes += row.content.as_ref().map_or(0, String::len);
        self.rows.push(row);
        if self.rows.len() >= BATCH_ROWS || self.bytes >= BATCH_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Ended> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let failed = |error: serde_arrow::Error| Ended::Failed(error.to_string());
        let mut builder = ArrayBuilder::from_arrow(&self.fields).map_err(failed)?;
        for row in self.rows.drain(..) {
            builder.push(&row).map_err(failed)?;
        }
        self.bytes = 0;
        let columns = builder.to_arrow().map_err(failed)?;
        let schema = Arc::new(Schema::new(self.fields.clone()));
        let batch = RecordBatch::try_new(schema, columns).map_err(|error| Ended::Failed(error.to_string()))?;
        self.send.send(Ok(batch)).map_err(|_| Ended::NobodyListens)
    }
}

/// The batches that another thread makes, at most one ahead.
struct Files {
    schema: SchemaRef,
    receive: Option<Receiver<Result<RecordBatch, StreamError>>>,
}

impl Iterator for Files {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let receive = self.receive.as_mut()?;
        let next = without_lock(move || {
            loop {
                match receive.recv_timeout(std::time::Duration::from_millis(50)) {
                    Ok(batch) => return Some(batch),
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                        if let Err(error) = look_at_signals() {
                            return Some(Err(error));
                        }
                    }
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return None,
                }
            }
        });
        let next = next.flatten();
        if !matches!(next, Some(Ok(_))) {
            self.receive = None;
        }
        next.map(|batch| batch.map_err(|error| ArrowError::ExternalError(Box::new(error))))
    }
}

impl RecordBatchReader for Files {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
