//! `score`, `score_one` and `metric`: predictions compared with what is right.

use std::path::{Path, PathBuf};

use examen_data::{JsonlWriter, ResultLog, batch_to_rows};
use examen_evaluation::SplitChoice;
use examen_evaluation::compare::ResultScores;
use examen_evaluation::line_metrics::{LineScore, LineSettings, TextLists, measure_texts};
use examen_evaluation::score::{ScoreSettings, Scored, score as score_all};
use examen_report::score_tables::score_tables;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::{Map, Value};

use crate::code_table::reader;
use crate::errors::{exception, failed};
use crate::exams::{Exam, folder_of};
use crate::host::{run, threads as thread_count};
use crate::words::{Names, paths, to_json, to_python, value};

/// Scores predictions: the fraction of the examples that a model has right, by every metric of the task, with intervals.
///
/// `data` is a folder or what `load` gives. `predictions` are files that `predict` or anybody wrote, or a table or a list of
/// dictionaries with `example_id`, `model` and `output` (a dictionary, or its JSON). An example without a prediction counts as wrong.
/// `split` is test, validation, train or all; with `out`, the values are written there and the scores of examples beside them.
///
/// `print(result)` shows the tables of `examen score`.
#[pyfunction]
#[pyo3(signature = (data, predictions, *, split="test", out=None, threads=None, progress=None))]
pub(crate) fn score(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    predictions: &Bound<'_, PyAny>,
    split: &str,
    out: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Result> {
    let split: SplitChoice = value("split", split)?;
    let place = tempfile::tempdir().map_err(|error| failed(&error))?;
    let predictions = files_of(predictions, place.path())?;
    let settings = ScoreSettings { data: folder_of(data)?, predictions, split, run: None };
    let scored = run(py, thread_count(threads)?, progress.as_ref(), |context| {
        let scored = score_all(&settings, context)?;
        if let Some(out) = &out {
            scored.write(out)?;
        }
        Ok(scored)
    })?;
    Ok(Result { scored, is_test: split == SplitChoice::Test })
}

/// Scores one answer to one example of `data` by the task's scorer: a row for each metric that single examples have.
///
/// `example` is a row of the task with its truth, `output` what a prediction has as output: a dictionary, or its JSON as a model wrote it.
/// The task is the one that the row names, unless `task` does.
#[pyfunction]
#[pyo3(signature = (data, example, output, *, task=None))]
pub(crate) fn score_one<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    example: &Bound<'py, PyAny>,
    output: &Bound<'py, PyAny>,
    task: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(exam) = data.cast::<Exam>() {
        return exam.get().score_one(py, example, output, task);
    }
    Exam::open(py, folder_of(data)?)?.score_one(py, example, output, task)
}

/// The files of predictions; those in memory are written to a folder first.
fn files_of(predictions: &Bound<'_, PyAny>, place: &Path) -> PyResult<Vec<PathBuf>> {
    let rows: Vec<Map<String, Value>> =
        if predictions.hasattr("__arrow_c_stream__")? || predictions.hasattr("__arrow_c_array__")? {
            let (reader, _) = reader(predictions)?;
            let mut rows = Vec::new();
            for batch in reader {
                let batch = batch.map_err(|error| failed(&error))?;
                rows.extend(batch_to_rows(&batch).map_err(|error| failed(&error))?);
            }
            rows
        } else if predictions
            .cast::<PyList>()
            .is_ok_and(|list| list.get_item(0).is_ok_and(|first| first.is_instance_of::<PyDict>()))
        {
            match to_json(predictions)? {
                Value::Array(rows) => rows
                    .into_iter()
                    .map(|row| match row {
                        Value::Object(row) => Ok(row),
                        _ => Err(PyTypeError::new_err("predictions: wanted a list of dictionaries")),
                    })
                    .collect::<PyResult<_>>()?,
                _ => Vec::new(),
            }
        } else {
            return paths("predictions", predictions);
        };
    let file = place.join("predictions.jsonl");
    let mut writer = JsonlWriter::create(&file).map_err(|error| failed(&error))?;
    for (number, mut row) in rows.into_iter().enumerate() {
        for name in ["example_id", "model", "output"] {
            if !row.contains_key(name) {
                let names: Vec<&str> = row.keys().map(String::as_str).collect();
                let message = format!("predictions: row {number} has no `{name}`; it has {}", names.join(", "));
                return Err(PyValueError::new_err(message));
            }
        }
        if let Some(Value::String(text)) = row.get("output")
            && let Ok(output) = serde_json::from_str(text)
        {
            row.insert("output".to_owned(), output);
        }
        writer.push(&row).map_err(|error| failed(&error))?;
    }
    writer.finish().map_err(|error| failed(&error))?;
    Ok(vec![file])
}

/// The scores of all models at all tasks.
#[pyclass(frozen, module = "examen_code")]
pub(crate) struct Result {
    scored: Scored,
    is_test: bool,
}

impl Result {
    /// The scores of single examples, to be compared with others.
    pub(crate) fn scores(&self, name: &str) -> ResultScores {
        ResultScores::new(name.to_owned(), self.scored.example_scores())
    }
}

#[pymethods]
impl Result {
    /// The values, a dictionary for each: suite, task, model, metric, signature, value, `ci_low`, `ci_high`, n and more.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.scored.log.rows)
    }

    /// The scores of single examples, a dictionary for each: what is measured, `model`, `example_id`, `project`, `counts`.
    #[getter]
    fn examples<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.scored.example_scores().collect::<Vec<_>>())
    }

    /// The value of a metric of a model at a task, where it is one.
    #[pyo3(signature = (metric, *, task=None, model=None))]
    fn value(&self, metric: &str, task: Option<&str>, model: Option<&str>) -> PyResult<f64> {
        let ResultLog { rows, .. } = &self.scored.log;
        let is_task =
            |suite: &str, name: &str| task.is_none_or(|task| task == name || task == format!("{suite}/{name}"));
        let is_model = |name: Option<&str>| model.is_none_or(|model| name == Some(model));
        let is_whole =
            |row: &&examen_data::ResultRow| row.group.is_none() && row.examples.as_deref().is_none_or(|it| it == "all");
        let meant: Vec<_> = rows
            .iter()
            .filter(|row| row.metric == metric && is_task(&row.suite, &row.task) && is_model(row.model.as_deref()))
            .filter(is_whole)
            .collect();
        match meant.as_slice() {
            [row] => Ok(row.value),
            [] => Err(PyValueError::new_err(format!("there is no such value of {metric}; .rows has all"))),
            several => {
                let message =
                    format!("there are {} values of {metric}: name task and model, or look at .rows", several.len());
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// Writes the values to a file, and the scores of examples beside it: what `examen compare` and `examen report` read.
    fn write(&self, py: Python<'_>, out: PathBuf) -> PyResult<()> {
        py.detach(|| self.scored.write(&out)).map_err(|error| exception(&error))
    }

    fn __str__(&self) -> String {
        score_tables(&self.scored.log.rows, self.is_test)
    }

    fn __repr__(&self) -> String {
        format!("Result({} values)", self.scored.log.rows.len())
    }
}

/// Measures texts against expected ones by a metric, or several: value, interval, and the signature that says which variant it is.
///
/// >>> import examen_code
/// >>> score = examen_code.metric("bleu_codeqa", predictions=["sort the list"], references=["sort the list"])
/// >>> print(score["name"], score["n"])
/// bleu_codeqa 1
///
/// `predictions` is another name of `hypotheses`. `groups` names what belongs together in resamples. With `each`, the values of single
/// pairs are in `each`. One name gives a dictionary, several give a list of them.
#[pyfunction]
#[pyo3(signature = (name, hypotheses=None, references=None, *, predictions=None, groups=None, paraphrases=None, seed=0, replicates=2_000, each=false, threads=None))]
pub(crate) fn metric<'py>(
    py: Python<'py>,
    name: Names,
    hypotheses: Option<Vec<String>>,
    references: Option<Vec<String>>,
    predictions: Option<Vec<String>>,
    groups: Option<Vec<String>>,
    paraphrases: Option<PathBuf>,
    seed: u64,
    replicates: u32,
    each: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let hypotheses = match (hypotheses, predictions) {
        (Some(texts), None) | (None, Some(texts)) => texts,
        _ => return Err(PyTypeError::new_err("wanted hypotheses, or predictions, which is another name of the same")),
    };
    let references = references.ok_or_else(|| PyTypeError::new_err("wanted references"))?;
    let is_one = matches!(&name, Names::One(text) if !text.contains(','));
    let settings = LineSettings {
        metrics: name.list(),
        hypotheses: PathBuf::new(),
        references: PathBuf::new(),
        groups: None,
        paraphrases,
        seed,
        replicates,
    };
    let mut of_pairs: Vec<LineScore> = Vec::new();
    let values = run(py, thread_count(threads)?, None, |context| {
        let texts = TextLists { hypotheses: &hypotheses, references: &references, groups: groups.as_deref() };
        let mut keep = |score: LineScore| {
            of_pairs.push(score);
            Ok(())
        };
        measure_texts(texts, &settings, context, each.then_some(&mut keep))
    })?;
    let mut rows = Vec::new();
    for value in &values {
        let mut row = serde_json::to_value(value).map_err(|error| failed(&error))?;
        if each {
            let of_metric = of_pairs.iter().filter(|pair| pair.name == value.name).map(|pair| pair.value);
            row["each"] = of_metric.collect::<Vec<f64>>().into();
        }
        rows.push(row);
    }
    match (is_one, rows.as_slice()) {
        (true, [row]) => to_python(py, row),
        _ => to_python(py, &rows),
    }
}
