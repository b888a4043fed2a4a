//! `build`, `merge` and `load`: exams in folders.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_cast::cast;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use clap::Command;
use examen_corpus::{Deduplicator, SourceOptions, Split};
use examen_data::{AnswerKind, Manifest, Shard, TableReader, TaskFolder, did_you_mean, find_task_folders};
use examen_evaluation::build::{
    BuildSettings, MergeSettings, SplitBy, build_with_bases, has_suite, merge_shards, options_of, read_named,
};
use examen_evaluation::predict::TaskExamples;
use examen_evaluation::predict::prompts::{PromptSettings, ShownLines, prompt, read_reply, read_texts};
use examen_evaluation::score::score_one;
use examen_suites::suite::{Edition, check_choice};
use examen_suites::{Exam as SuiteExam, ExamRequest, SUITES, Suite};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value};

use crate::columns::signed;
use crate::corpus::{plan, project_rule};
use crate::errors::{ExamenError, StreamError, exception, failed};
use crate::host::{panic_message, run, threads as thread_count};
use crate::stream::Stream;
use crate::words::{Names, languages as named_languages, paths, to_json, to_python, value};

/// Makes an exam of code: examples with their expected answers, split by project, in `out`/`suite`/TASK.
///
/// The same source, seed and settings give the same bytes as `examen build`, for any number of threads. Settings of the suite are
/// keywords, named as the program's flags (`examen build SUITE --help`): `build("names", "src", "exams", limit=1000)`,
/// `build("robustness", "src", "exams", of="names", examples=50)`. `source` is a path, several, or `None` for the corpus that is part of
/// the package. `shard` is `i/n`; `merge` joins the parts. `progress` is called with (done, total, unit).
///
/// >>> import examen_code, tempfile
/// >>> exam = examen_code.build("names", None, tempfile.mkdtemp(), languages="java", limit=5, split_by="file")
/// >>> exam.tasks
/// ['names/java']
#[pyfunction]
#[pyo3(signature = (suite, source, out, *, tasks=None, seed=0, limit=None, shard=None, edition=None, split_by="auto", near_duplicates=None, languages=None, projects="auto", content_column=None, threads=None, progress=None, **settings))]
pub(crate) fn build(
    py: Python<'_>,
    suite: &str,
    source: &Bound<'_, PyAny>,
    out: PathBuf,
    tasks: Option<Names>,
    seed: u64,
    limit: Option<u64>,
    shard: Option<&str>,
    edition: Option<&str>,
    split_by: &str,
    near_duplicates: Option<f64>,
    languages: Option<Names>,
    projects: &str,
    content_column: Option<String>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Exam> {
    let suite = suite_named(suite)?;
    if limit == Some(0) {
        return Err(PyValueError::new_err("limit: 0 leaves no example: wanted a number from 1 up"));
    }
    let shard: Option<Shard> = shard.map(str::parse).transpose().map_err(bad_value)?;
    let edition: Option<Edition> = edition.map(|word| value("edition", word)).transpose()?;
    let split_by: SplitBy = value("split_by", split_by)?;
    let sources = if source.is_none() { Vec::new() } else { paths("source", source)? };
    let options = SourceOptions {
        languages: named_languages(languages)?,
        project_rule: project_rule(projects)?,
        content_column,
        ..SourceOptions::default()
    };
    let tasks = Names::of(tasks);
    let exam = exam_of(suite, settings, &tasks, seed, edition, limit, &options)?;
    let bases = exam.base().map(|base| base.suite);
    let suites: Vec<&Suite> = [Some(suite), bases].into_iter().flatten().collect();
    check_choice(&suites, &tasks, edition).map_err(bad_value)?;
    let near_duplicates = near_duplicates.unwrap_or(Deduplicator::THRESHOLD);
    let settings = BuildSettings { out: out.clone(), seed, tasks, edition, limit, shard, near_duplicates, split_by };
    // What is wrong with a path is said before anything is written.
    plan(py, &sources, &options)?;
    run(py, thread_count(threads)?, progress.as_ref(), |context| {
        let code = |exam: &dyn SuiteExam| {
            let options = options_of(exam, SourceOptions { progress: context.observer.reading(), ..options.clone() });
            let plan = if sources.is_empty() {
                examen_corpus::Plan::builtin(&options.languages)
            } else {
                examen_corpus::Plan::new(&sources, &options)?
            };
            Ok((plan, options))
        };
        let is_there = |suite: &Suite| has_suite(&settings.out, suite.name);
        let mut built = Vec::new();
        build_with_bases(suite, &*exam, &code, &settings, &is_there, &mut built, context)?;
        built.iter().filter_map(|built| built.few_projects.as_ref()).for_each(|few| context.remark(few.to_string()));
        Ok(())
    })?;
    Exam::open(py, out.join(suite.name))
}

fn suite_named(name: &str) -> PyResult<&'static Suite> {
    SUITES.iter().copied().find(|suite| suite.name == name).ok_or_else(|| {
        let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        let meant = did_you_mean(name, names.iter().copied());
        PyValueError::new_err(format!("suite: there is no `{name}`{meant}; there are {}", names.join(", ")))
    })
}

fn bad_value(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(crate::errors::explained(&error))
}

/// The exam that settings ask for, which are the suite's flags.
fn exam_of(
    suite: &'static Suite,
    settings: Option<&Bound<'_, PyDict>>,
    tasks: &[String],
    seed: u64,
    edition: Option<Edition>,
    limit: Option<u64>,
    options: &SourceOptions,
) -> PyResult<Box<dyn SuiteExam>> {
    let mut words = Vec::new();
    for (name, value) in settings.into_iter().flatten() {
        let name: String = name.extract()?;
        let flag = format!("--{}", name.replace('_', "-"));
        match to_json(&value)? {
            Value::Bool(true) => words.push(flag),
            Value::Bool(false) | Value::Null => {}
            Value::Array(values) => {
                let values: Vec<String> = values.iter().map(word_of).collect();
                words.extend([flag, values.join(",")]);
            }
            value => words.extend([flag, word_of(&value)]),
        }
    }
    let command = Command::new("build").no_binary_name(true).disable_help_flag(true);
    let command = (suite.add_flags)(command);
    let matches = command.try_get_matches_from(words).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        PyTypeError::new_err(format!("settings of the suite {}: {first}", suite.name))
    })?;
    let request =
        ExamRequest { seed, languages: &options.languages, tasks, edition, limit, is_native: false, read: &read_named };
    (suite.exam)(&matches, &request).map_err(bad_value)
}

fn word_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Joins the parts that `build(…, shard="i/n")` wrote: the same bytes as a build without shards.
#[pyfunction]
#[pyo3(signature = (*folders, out, threads=None, progress=None))]
pub(crate) fn merge(
    py: Python<'_>,
    folders: &Bound<'_, PyTuple>,
    out: PathBuf,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Exam> {
    let mut shards = Vec::new();
    for folder in folders {
        shards.extend(paths("folders", &folder)?);
    }
    if shards.is_empty() {
        return Err(PyValueError::new_err("folders: wanted those of the parts"));
    }
    let settings = MergeSettings { shards, out: out.clone(), ..MergeSettings::default() };
    run(py, thread_count(threads)?, progress.as_ref(), |context| merge_shards(&settings, context).map(|_| ()))?;
    Exam::open(py, out)
}

/// Opens a folder that `build` or `examen build` wrote: a task, a suite, or a folder of suites.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, folder: PathBuf) -> PyResult<Exam> {
    Exam::open(py, folder)
}

/// The examples of a folder, task by task.
#[pyclass(frozen, module = "examen_code")]
pub(crate) struct Exam {
    folder: PathBuf,
    tasks: Vec<TaskFolder>,
}

impl Exam {
    pub(crate) fn open(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let tasks = py.detach(|| find_task_folders(&folder)).map_err(|error| failed(&error))?;
        if tasks.is_empty() {
            let place = folder.display();
            return Err(ExamenError::new_err(format!("{place}: no task (a folder with a manifest.json) in it")));
        }
        Ok(Self { folder, tasks })
    }

    fn task(&self, name: Option<&str>) -> PyResult<&TaskFolder> {
        let names = || self.tasks.iter().map(name_of).collect::<Vec<_>>().join(", ");
        let Some(name) = name else {
            return match self.tasks.as_slice() {
                [one] => Ok(one),
                _ => Err(PyValueError::new_err(format!("task: there are several, name one: {}", names()))),
            };
        };
        let is_meant = |folder: &&TaskFolder| name == name_of(folder) || name == folder.manifest().task;
        let meant: Vec<&TaskFolder> = self.tasks.iter().filter(is_meant).collect();
        match meant.as_slice() {
            [one] => Ok(one),
            [] => Err(PyKeyError::new_err(format!("task: there is no `{name}`; there are {}", names()))),
            _ => Err(PyValueError::new_err(format!("task: `{name}` is in several suites; there are {}", names()))),
        }
    }
}

fn name_of(folder: &TaskFolder) -> String {
    let Manifest { suite, task, .. } = folder.manifest();
    format!("{suite}/{task}")
}

#[pymethods]
impl Exam {
    /// The folder.
    #[getter]
    pub(crate) fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// The tasks, as `suite/task`.
    #[getter]
    fn tasks(&self) -> Vec<String> {
        self.tasks.iter().map(name_of).collect()
    }

    /// The manifest of a task: how it was made, what it asks for, counts and hashes.
    #[pyo3(signature = (task=None))]
    fn manifest<'py>(&self, py: Python<'py>, task: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.task(task)?.manifest())
    }

    /// The examples of a task in order of id, those of a split. With `integers="signed"`, unsigned integers become signed ones, for Spark.
    #[pyo3(signature = (task=None, *, split="test", integers="as-written"))]
    fn examples(&self, task: Option<&str>, split: &str, integers: &str) -> PyResult<Stream> {
        let folder = self.task(task)?;
        let split = Split::ALL.into_iter().find(|it| it.name() == split).ok_or_else(|| {
            PyValueError::new_err(format!("split: there is no `{split}`; there are train, validation, test"))
        })?;
        let is_signed = match integers {
            "as-written" => false,
            "signed" => true,
            other => {
                let message = format!("integers: there is no `{other}`; there are as-written, signed");
                return Err(PyValueError::new_err(message));
            }
        };
        let reader = folder.read(split).map_err(|error| failed(&error))?;
        Ok(Stream::new(Examples::new(reader, is_signed)))
    }

    /// What a model is asked about an example, in words: `prompt`, `question`, `code`, `answer_form` and more.
    #[pyo3(signature = (example, task=None))]
    fn prompt<'py>(
        &self,
        py: Python<'py>,
        example: &Bound<'py, PyAny>,
        task: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let example = object("example", example)?;
        let folder = self.task(task.or_else(|| task_in(&example)))?;
        let examples = TaskExamples::new(folder.clone(), &[Split::Test]).map_err(|error| exception(&error))?;
        let Some(examples) = examples else {
            return Err(ExamenError::new_err(format!("{} asks for no known kind of answer", name_of(folder))));
        };
        let made = prompt(&examples.info, &examples.info.shown(example), PromptSettings::default());
        to_python(py, &made.map_err(|reason| ExamenError::new_err(format!("{}: {reason}", name_of(folder))))?)
    }

    /// The answer in a model's reply to the prompt of an example, as an output that `score` and `score_one` take. A reply without an answer
    /// is a `ValueError` with the reason.
    #[pyo3(signature = (example, reply, task=None))]
    fn read_reply<'py>(
        &self,
        py: Python<'py>,
        example: &Bound<'py, PyAny>,
        reply: &str,
        task: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let example = object("example", example)?;
        let folder = self.task(task.or_else(|| task_in(&example)))?;
        let examples = TaskExamples::new(folder.clone(), &[Split::Test]).map_err(|error| exception(&error))?;
        let Some(TaskExamples { info, .. }) = examples else {
            return Err(ExamenError::new_err(format!("{} asks for no known kind of answer", name_of(folder))));
        };
        // The prompts ask for the texts of spans.
        let read = if info.answer.kind == AnswerKind::Spans {
            read_texts(reply)
        } else {
            ShownLines::of_row(&info.shown(example)).and_then(|lines| read_reply(&info, &lines, reply))
        };
        let answer = read.map_err(PyValueError::new_err)?.answer;
        to_python(py, &answer.to_output())
    }

    /// The scores of an answer to an example, by the task's scorer: what `score` gives for it.
    #[pyo3(signature = (example, output, task=None))]
    pub(crate) fn score_one<'py>(
        &self,
        py: Python<'py>,
        example: &Bound<'py, PyAny>,
        output: &Bound<'py, PyAny>,
        task: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let example = object("example", example)?;
        let folder = self.task(task.or_else(|| task_in(&example)))?;
        let output = match to_json(output)? {
            // What a model wrote; other texts are answers that are texts.
            Value::String(text) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
            value => value,
        };
        let scores = py.detach(|| score_one(folder, &example, &output)).map_err(|error| exception(&error))?;
        let scores: Vec<Value> = scores
            .iter()
            .map(|(measure, value)| {
                let mut row = serde_json::to_value(measure).unwrap_or_default();
                row["value"] = (*value).into();
                row
            })
            .collect();
        to_python(py, &scores)
    }

    fn __repr__(&self) -> String {
        format!("Exam({}: {})", self.folder.display(), self.tasks().join(", "))
    }
}

/// An example as an object.
fn object(argument: &str, given: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    match to_json(given)? {
        Value::Object(object) => Ok(object),
        _ => Err(PyTypeError::new_err(format!("{argument}: wanted a dictionary, a row of the examples"))),
    }
}

/// The task that an example names, where it does.
fn task_in(example: &Map<String, Value>) -> Option<&str> {
    example.get("task").and_then(Value::as_str)
}

/// The batches of examples.
struct Examples {
    reader: TableReader,
    schema: SchemaRef,
    is_signed: bool,
}

impl Examples {
    fn new(reader: TableReader, is_signed: bool) -> Self {
        let schema = reader.schema();
        let schema = if is_signed {
            let fields: Vec<_> = schema.fields().iter().map(|field| signed(field)).collect();
            Arc::new(Schema::new(fields).with_metadata(schema.metadata().clone()))
        } else {
            Arc::clone(schema)
        };
        Self { reader, schema, is_signed }
    }

    fn next_batch(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        let external = |error: StreamError| ArrowError::ExternalError(Box::new(error));
        let batch = match self.reader.next()? {
            Ok(batch) => batch,
            Err(error) => return Some(Err(external(StreamError::failed(crate::errors::explained(&error))))),
        };
        if !self.is_signed {
            return Some(Ok(batch));
        }
        let fields = self.schema.fields().iter();
        let columns = batch.columns().iter().zip(fields).map(|(column, field)| cast(column, field.data_type()));
        Some(
            columns
                .collect::<Result<_, _>>()
                .and_then(|columns| RecordBatch::try_new(Arc::clone(&self.schema), columns)),
        )
    }
}

impl Iterator for Examples {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = catch_unwind(AssertUnwindSafe(|| self.next_batch()));
        next.unwrap_or_else(|payload| {
            Some(Err(ArrowError::ExternalError(Box::new(StreamError::Failed(panic_message(&*payload))))))
        })
    }
}

impl RecordBatchReader for Examples {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// A folder, or an exam that was opened: what `data` arguments take.
pub(crate) fn folder_of(data: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    if let Ok(exam) = data.cast::<Exam>() {
        return Ok(exam.get().folder.clone());
    }
    data.extract::<PathBuf>().map_err(|_| {
        let kind = data.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyTypeError::new_err(format!("data: wanted a folder or what load() gives, got {kind}"))
    })
}
