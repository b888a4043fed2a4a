//! `predict`: a model answers examples.

use std::path::PathBuf;

use examen_corpus::SourceOptions;
use examen_evaluation::SplitChoice;
use examen_evaluation::predict::{ModelOptions, ModelSpec, PredictSettings, Sources, predict as answer};
use pyo3::prelude::*;
use serde_json::json;

use crate::exams::folder_of;
use crate::host::{run, threads as thread_count};
use crate::words::{paths, to_python, value};

/// Lets a model answer the examples of a folder and writes its predictions to `out` (JSONL when the name ends in .jsonl, Parquet
/// otherwise). Returns what became of them: `tasks`, `answered`, `skipped`, `failed`, `reasons`.
///
/// `model` is a built-in model (`examen list models`) or a directory that `examen train` wrote; `data` is a folder or what `load` gives;
/// `source` is the code that the examples were made from, for the model `engine`. A model of yours needs no `predict`: `load`
/// gives examples and prompts, `score` takes a table with `example_id`, `model` and `output`.
#[pyfunction]
#[pyo3(signature = (model, data, out, *, source=None, split="test", seed=0, threads=None, progress=None))]
pub(crate) fn predict<'py>(
    py: Python<'py>,
    model: &str,
    data: &Bound<'py, PyAny>,
    out: PathBuf,
    source: Option<&Bound<'py, PyAny>>,
    split: &str,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let split: SplitChoice = value("split", split)?;
    let sources = source.map(|source| paths("source", source)).transpose()?;
    let sources = sources.map(|paths| Sources { paths, options: SourceOptions::default() });
    let settings = PredictSettings {
        model: ModelSpec::parse(model),
        options: ModelOptions { seed, sources, ..ModelOptions::default() },
        data: folder_of(data)?,
        splits: split.splits().to_vec(),
        out,
    };
    let summary = run(py, thread_count(threads)?, progress.as_ref(), |context| answer(&settings, context))?;
    let counts = summary.counts;
    to_python(
        py,
        &json!({
            "tasks": summary.tasks,
            "answered": counts.answered,
            "skipped": counts.skipped,
            "failed": counts.failed,
            "left_out": summary.left_out,
            "reasons": summary.reasons,
        }),
    )
}
