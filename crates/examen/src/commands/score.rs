//! `examen score`: predictions scored.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use examen_evaluation::compare::{
    ResultScores, Settings, Shortfall, compare_with_baseline, falls, low_values, unanswered,
};
use examen_evaluation::score::{ScoreSettings, score};
use examen_report::comparison_table::comparison_table;
use examen_report::group_table::{By, group_tables};
use examen_report::score_tables::score_tables;

use crate::printing::print;
use crate::status::Status;
use examen_evaluation::{Context, SplitChoice};

/// Score predictions: the fraction of the examples that a model has right.
///
/// Predictions are matched with examples by id, so that one file may hold several models and tasks. An output is
/// `{"answer_spans": [{"start_line": 3, "start_column": 0, "end_line": 3, "end_column": 9}], "supporting_fact_spans": []}`
/// with places as in the rows (from 0, columns in characters, end line included, end column not); or
/// `{"labels": [4, 2, 0, 1, …]}` for the tokens of a row; or `{"texts": ["import os"]}` when a model gives texts without
/// places, several times for several samples; or, for relevance, `{"relevant": true}`; or, for classes,
/// `{"label": "7", "control_label": "3"}`, where the second is what the same kind of model, trained on the labels of the
/// control task, says, and may be missing; a label alone will do.
///
/// Spans must be exactly the true ones, all of them, also those that a window or a limit cut off. An example without a
/// prediction, or with one that cannot be used, counts as wrong; how many there are stands in the table.
///
/// Accuracy at a class task stands beside that of a random class and the fraction of the most frequent class. With control labels it stands
/// beside the accuracy on these, and selectivity is the difference of the two (Hewitt and Liang 2019): what a model knows and
/// did not merely learn by heart.
///
/// With --out, the scores of single examples are written beside the values, as `result.scores.parquet` beside `result.json`:
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

    /// Write all values to this file.
    #[arg(long, short, value_name = "FILE.json")]
    pub(crate) out: Option<PathBuf>,

    /// The examples that are scored.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) split: SplitChoice,

    /// Print the values by part as well.
    #[arg(long, value_enum)]
    pub(crate) by: Option<By>,

    /// Compare with an earlier result, which `examen score --out` wrote.
    #[arg(long, value_name = "RESULT.json")]
    baseline: Option<PathBuf>,

    /// End with exit code 1 if a value is below this, in the metric's own units; with --baseline, if the model is not better
    /// than the earlier one by this much: -0.01 allows a point less of accuracy.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    fail_below: Option<f64>,
}

impl ScoreCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<Status> {
        let baseline = self.baseline.as_deref().map(ResultScores::read).transpose()?;
        let settings = ScoreSettings { data: self.data, predictions: self.predictions, split: self.split, run: None };
        let scored = score(&settings, context)?;
        if let Some(out) = &self.out {
            scored.write(out)?;
        }
        let rows = &scored.log.rows;
        let mut text = self.by.map(|by| group_tables(rows, by)).unwrap_or_default();
        if let Some(by) = self.by.filter(|_| text.is_empty()) {
            bail!("{}", by.refusal());
        }
        text.push_str(&score_tables(rows, self.split == SplitChoice::Test));
        print(&text)?;
        if baseline.is_none() && self.fail_below.is_none() {
            return Ok(Status::Done);
        }
        let results = ResultScores::new("these predictions".to_owned(), scored.example_scores());
        let mut short = match &baseline {
            Some(baseline) => compared(&results, baseline, self.fail_below)?,
            None => self.fail_below.map(|limit| low_values(&results, limit)).transpose()?.unwrap_or_default(),
        };
        if self.fail_below.is_some() {
            short.extend(unanswered(rows));
        }
        for shortfall in &short {
            anstream::eprintln!("{shortfall}");
        }
        Ok(if short.is_empty() { Status::Done } else { Status::CheckFailed })
    }
}

/// Prints how the models compare with an earlier result; returns where one is not better by `fail_below`.
fn compared(now: &ResultScores, before: &ResultScores, fail_below: Option<f64>) -> anyhow::Result<Vec<Shortfall>> {
    let mut short = Vec::new();
    for compared in compare_with_baseline(now, before, &Settings::default())? {
        let names = [compared.first.as_str(), &compared.second];
        let text = comparison_table(names, &compared.comparisons, compared.correction);
        print(&format!("\n{text}"))?;
        short.extend(fail_below.map(|least| falls(&compared.comparisons, least)).unwrap_or_default());
    }
    Ok(short)
}
