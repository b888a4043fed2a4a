//! `examen score`: predictions marked.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use examen_data::{
    ExampleMark, ResultHeader, ResultLog, ResultRow, TaskFolder, Tool, find_task_folders, marks_path, write_marks,
};

use crate::Context;
use crate::commands::compare::{above, against};
use examen_evaluation::compare::ResultMarks;
use examen_evaluation::score::{Papers, SplitChoice, TaskMarks, mark, result_rows};
use examen_report::group_table::{By, group_tables};
use examen_report::summary::summary;

/// Mark predictions: which share of the examples a model has right.
///
/// Predictions are matched with examples by id, so that one file may hold several models and tasks. An output is
/// `{"answer_spans": [{"start_line": 3, "start_column": 0, "end_line": 3, "end_column": 9}], "supporting_fact_spans": []}`
/// with places as in the rows (from 0, columns in characters, end line included, end column not); or
/// `{"labels": [4, 2, 0, 1, …]}` for the tokens of a row; or `{"texts": ["import os"]}` when a model tells texts without
/// places, several times for several samples; or, for relevance, `{"relevant": true}`; or, for classes,
/// `{"label": "7", "control_label": "3"}`, where the second is what the same kind of model, trained on the labels of the
/// control task, says, and may be missing; a label alone will do.
///
/// Spans must be exactly the true ones, all of them, also those that a window or a limit cut off. An example without a
/// prediction, or with one that cannot be used, counts as wrong; how many there are stands in the table.
///
/// Accuracy at a class task stands beside chance and the share of the most frequent class. With control labels it stands
/// beside the accuracy on these, and selectivity is the difference of the two (Hewitt and Liang 2019): what a model knows and
/// did not merely learn by heart.
///
/// With --out, the marks of single examples are written beside the figures, as `result.marks.parquet` beside `result.json`:
/// `examen compare` needs them.
#[derive(Args)]
#[command(after_help = "Examples:
  examen score --data exams --predictions engine.parquet
  examen score --data exams/queries/ideal --predictions mine.jsonl theirs.parquet --out result.json
  examen score --data exams --predictions mine.jsonl --split validation --by query
  examen score --data exams/probes --predictions bag.parquet --by class
  examen score --data exams --predictions new.parquet --baseline old.json --fail-below -0.01")]
pub(crate) struct ScoreCommand {
    /// Task folder, or a folder above several, that `examen build` wrote.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,

    /// Predictions, as Parquet or JSONL.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub(crate) predictions: Vec<PathBuf>,

    /// Write all figures to this file.
    #[arg(long, value_name = "FILE.json")]
    pub(crate) out: Option<PathBuf>,

    /// The examples that are marked.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) split: SplitChoice,

    /// Print the figures by part as well.
    #[arg(long, value_enum)]
    pub(crate) by: Option<By>,

    /// Compare with an earlier result, which `examen score --out` wrote.
    #[arg(long, value_name = "RESULT.json")]
    baseline: Option<PathBuf>,

    /// End with exit code 1 if a figure is below this, in the metric's own units; with --baseline, if the model is not better
    /// than the earlier one by this much: -0.01 allows a point less of accuracy.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    fail_below: Option<f64>,
}

impl ScoreCommand {
    /// Marks of predictions, as the main job makes them.
    pub(crate) const fn of_run(data: PathBuf, predictions: Vec<PathBuf>, out: PathBuf, split: SplitChoice) -> Self {
        Self { data, predictions, out: Some(out), split, by: None, baseline: None, fail_below: None }
    }

    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<ExitCode> {
        let baseline = self.baseline.as_deref().map(ResultMarks::read).transpose()?;
        let folders = find_task_folders(&self.data)?;
        let mut papers = Papers::read(&self.predictions)?;
        let mut tasks = Vec::new();
        for folder in &folders {
            let name = format!("{}/{}", folder.manifest().suite, folder.manifest().task);
            match mark(folder, self.split.splits(), &mut papers).with_context(|| format!("cannot mark {name}"))? {
                None => context.remark(format!("{name}: not scored, its columns are of no known exam")),
                Some(task) if task.marks.is_empty() => {
                    context.remark(format!("{name}: no {} example", self.split.name()));
                }
                Some(task) => tasks.push(task),
            }
        }
        if tasks.is_empty() {
            bail!("there is no example to mark: no task below {} has any in this split", self.data.display());
        }
        papers.remarks().iter().for_each(|remark| context.remark(remark));
        if let Some(out) = &self.out {
            self.log(&folders, &tasks, &papers).write(out)?;
            write_marks(&marks_path(out), single_marks(&tasks))?;
        }
        let mut text = self.by.map(|by| group_tables(&tasks, by)).unwrap_or_default();
        text.push_str(&summary(&tasks, matches!(self.split, SplitChoice::Test)));
        anstream::stdout().lock().write_all(text.as_bytes())?;
        if baseline.is_none() && self.fail_below.is_none() {
            return Ok(ExitCode::SUCCESS);
        }
        let marks = ResultMarks::of("these predictions".to_owned(), single_marks(&tasks));
        match baseline {
            Some(baseline) => against(&marks, &baseline, self.fail_below),
            None => above(&marks, self.fail_below),
        }
    }

    fn log(&self, folders: &[TaskFolder], tasks: &[TaskMarks], papers: &Papers) -> ResultLog {
        let marked = |folder: &&TaskFolder| {
            let manifest = folder.manifest();
            tasks.iter().any(|task| task.suite == manifest.suite && task.task == manifest.task)
        };
        let manifests: Vec<_> = folders.iter().filter(marked).map(TaskFolder::manifest).collect();
        let seeds: BTreeSet<u64> = manifests.iter().map(|manifest| manifest.provenance.seed).collect();
        let version = |manifest: &&examen_data::Manifest| {
            (format!("{}/{}", manifest.suite, manifest.task), manifest.provenance.data_version.clone())
        };
        let predictions: Vec<String> = self.predictions.iter().map(|path| path.display().to_string()).collect();
        let header = ResultHeader {
            tool: Tool { name: "examen".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
            recipe: None,
            configuration: serde_json::json!({
                "data": self.data.display().to_string(),
                "predictions": predictions,
                "split": self.split.name(),
            }),
            seeds: seeds.into_iter().collect(),
            data_versions: manifests.iter().map(version).collect(),
            // Marks do not depend on the machine.
            hardware: BTreeMap::new(),
            counts_by_status: papers.counts(),
        };
        let rows: Vec<ResultRow> = tasks.iter().flat_map(result_rows).collect();
        ResultLog::new(header, rows)
    }
}

/// The marks of all single examples.
fn single_marks(tasks: &[TaskMarks]) -> impl Iterator<Item = ExampleMark> {
    tasks.iter().flat_map(|task| task.singles.rows(&task.suite, &task.task))
}
