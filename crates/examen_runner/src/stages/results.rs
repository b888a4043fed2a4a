//! The stages of results: scores, and the report on all of them.

use std::path::PathBuf;

use examen_evaluation::SplitChoice;
use examen_evaluation::score::{ScoreSettings, ScoredRun, score};
use examen_report::html::{ReportInputs, write_report};
use examen_report::score_tables::score_tables;

use super::{At, Job};
use crate::error::Result;
use crate::graph::{Stage, Work};
use crate::record::Done;

/// The folder of the report.
const REPORT: &str = "report";
/// Its first page.
pub(crate) const REPORT_INDEX: &str = "report/index.html";

impl Job<'_> {
    /// Scores the answers of all models to an exam.
    pub(super) fn score(&self, stage: &Stage, number: usize, at: &At<'_>) -> Result<Done> {
        let exam = &self.exams[number];
        let is_answered = |need: &&usize| at.records[**need].as_ref().is_some_and(|record| record.empty.is_none());
        let file = |need: &usize| match &self.stages[*need].work {
            Work::Predict { exam: of, model, .. } if *of == number => Some(exam.predictions(&model.file_name())),
            Work::Probe { exam: of } if *of == number => {
                Some(format!("{}/predictions.parquet", exam.recipe.probing_folder()))
            }
            _ => None,
        };
        let predictions: Vec<String> = stage.needs.iter().filter(is_answered).filter_map(file).collect();
        if predictions.is_empty() {
            return Ok(Done::nothing(Self::empty_need(stage, at).unwrap_or("nobody has answered")));
        }
        let run = ScoredRun {
            folder: self.root.to_owned(),
            recipe: self.name.to_owned(),
            metrics: exam.recipe.metrics.clone(),
        };
        let split = exam.recipe.split.0;
        let settings = ScoreSettings {
            data: self.place(&exam.folder()),
            predictions: predictions.iter().map(|file| self.place(file)).collect(),
            split,
            run: Some(run),
        };
        let scored = score(&settings, at.context)?;
        let result = exam.recipe.result();
        let path = self.place(&result);
        scored.write(&path)?;
        let tables = score_tables(&scored.log.rows, split == SplitChoice::Test);
        let tables = format!("\n{}{tables}\nscores: {result}\n", at.remarks.take());
        let of_examples = examen_data::example_scores_path(&path);
        let of_examples = of_examples.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Done { outputs: [result].into_iter().chain(of_examples).collect(), tables, ..Done::default() })
    }

    /// Writes the report of all results.
    pub(super) fn report(&self, at: &At<'_>) -> Result<Done> {
        let mut inputs = ReportInputs::default();
        for (stage, record) in self.stages.iter().zip(at.records) {
            if record.as_ref().is_none_or(|record| record.empty.is_some()) {
                continue;
            }
            match &stage.work {
                Work::Score { exam } => {
                    let exam = &self.exams[*exam];
                    inputs.results.push(self.place(&exam.recipe.result()));
                    // Its browser shows the exams of one folder.
                    inputs.data.get_or_insert_with(|| self.place(&exam.recipe.folder));
                }
                Work::Probe { exam } => {
                    let exam = &self.exams[*exam];
                    let folder = self.place(&exam.recipe.probing_folder());
                    inputs.results.push(folder.join("result.json"));
                    inputs.predictions.push(folder.join("predictions.parquet"));
                    inputs.data.get_or_insert_with(|| self.place(&exam.recipe.folder));
                }
                Work::Predict { exam, model, .. } => {
                    inputs.predictions.push(self.place(&self.exams[*exam].predictions(&model.file_name())));
                }
                Work::Train { model, .. } => inputs.training.push(self.place(&Self::model_folder(model))),
                Work::Corpus | Work::Findings | Work::Build { .. } | Work::Report => {}
            }
        }
        if inputs.results.is_empty() {
            return Ok(Done::nothing("there is no value to report"));
        }
        let folder: PathBuf = self.place(REPORT);
        write_report(&inputs, &folder)?;
        Ok(Done { outputs: vec![REPORT.to_owned()], ..Done::default() })
    }
}
