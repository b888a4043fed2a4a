//! The stages of the main job that make exams, let the models of the program answer them and score the answers.

use std::io::Write;
use std::path::{Path, PathBuf};

use examen_corpus::SourceOptions;
use examen_evaluation::build::{BuildSettings, build, write_statistics};
use examen_evaluation::embed::EncoderSettings;
use examen_evaluation::predict::{ModelOptions, ModelSpec, PredictSettings, predict};
use examen_evaluation::probe::{ProbeMethod, ProbeSettings, probe};
use examen_evaluation::score::{ScoreSettings, score};
use examen_report::build_table::build_table;
use examen_report::probe_tables::probe_tables;
use examen_report::score_tables::score_tables;
use examen_suites::{Exam, Suite, names, probes, queries, robustness};

use crate::source_flags::{options_of, plan};
use examen_evaluation::{Context, SplitChoice};

/// A suite of the tour: what answers it, and where its scores go.
pub(crate) struct Stage {
    pub(crate) suite: &'static Suite,
    /// Flags in place of those of the command line: fewer examples, so that it stays a tour.
    pub(crate) flags: Option<&'static [&'static str]>,
    /// What is said to be missing when no example could be made.
    noun: &'static str,
    models: &'static [&'static str],
    /// Whether the layers of the encoder with random weights are probed.
    is_probed: bool,
    split: SplitChoice,
    result: &'static str,
}

/// The stages in order.
pub(crate) static STAGES: [Stage; 3] = [
    Stage {
        suite: &queries::SUITE,
        flags: None,
        noun: "exams",
        models: &["engine"],
        is_probed: false,
        split: SplitChoice::All,
        result: "result.json",
    },
    Stage {
        suite: &probes::SUITE,
        flags: None,
        noun: "probes",
        models: &["bag-of-tokens", "length-only"],
        is_probed: true,
        split: SplitChoice::Test,
        result: "probes.json",
    },
    Stage {
        suite: &robustness::SUITE,
        flags: Some(&["--of", names::SUITE.name, "--examples", "200", "--places", "1"]),
        noun: "rewrites",
        models: &["path-neighbours"],
        is_probed: false,
        split: SplitChoice::Test,
        result: "robustness.json",
    },
];

/// Whether the main job takes the settings of a suite from the command line.
pub(crate) fn is_left_to_user(suite: &Suite) -> bool {
    STAGES.iter().any(|stage| stage.suite.name == suite.name && stage.flags.is_none())
}

/// What all stages are told.
pub(crate) struct Tour<'t> {
    pub(crate) from: &'t [PathBuf],
    pub(crate) options: SourceOptions,
    pub(crate) settings: BuildSettings,
    /// The folder for predictions and scores.
    pub(crate) out: &'t Path,
}

impl Tour<'_> {
    /// Builds the exam of a stage into `out/exams`, and writes predictions and scores beside it.
    pub(crate) fn run(&self, stage: &Stage, exam: &dyn Exam, context: &Context<'_>) -> anyhow::Result<()> {
        let built = match self.build(stage.suite, exam, context) {
            // Code without anything that a suite could be about is no failure of the whole job.
            Err(error) if error.is_empty_task() => {
                writeln!(anstream::stdout().lock(), "\n{}: none, {}", stage.noun, error.explained())?;
                return Ok(());
            }
            built => built?,
        };
        writeln!(anstream::stdout().lock(), "\n{built}")?;
        let data = self.settings.out.join(stage.suite.name);
        let mut predictions = Vec::new();
        for model in stage.models {
            let out = self.out.join(format!("{model}.parquet"));
            let settings = PredictSettings {
                model: ModelSpec::parse(model),
                options: ModelOptions { seed: self.settings.seed, ..ModelOptions::default() },
                data: data.clone(),
                splits: stage.split.splits().to_vec(),
                out: out.clone(),
            };
            let counts = predict(&settings, context)?.counts;
            context.remark(counts.to_string());
            predictions.push(out);
        }
        if stage.is_probed {
            predictions.extend(self.probe(&data, context)?);
        }
        let result = self.out.join(stage.result);
        let scored = score(&ScoreSettings { data, predictions, split: stage.split }, context)?;
        scored.write(&result)?;
        let tables = score_tables(&scored.log.rows, stage.split == SplitChoice::Test);
        writeln!(anstream::stdout().lock(), "{tables}\nscores: {}", result.display())?;
        Ok(())
    }

    /// Builds a suite, after the one that it rewrites; returns what was built, for people.
    fn build(
        &self,
        suite: &'static Suite,
        exam: &dyn Exam,
        context: &Context<'_>,
    ) -> examen_evaluation::Result<String> {
        let mut text = match exam.base() {
            Some(base) => format!("{}\n", self.build(base.suite, base.exam, context)?),
            None => String::new(),
        };
        let options = options_of(exam, self.options.clone());
        let plan = plan(self.from, &options)?;
        let built = build(suite, exam, &plan, options, &self.settings, context)?;
        write_statistics(&self.settings.out, &built.manifests)?;
        text.push_str(&build_table(&built.manifests, built.read, &built.folder));
        Ok(text)
    }

    /// Probes the layers of the encoder with random weights; returns the predictions of the chosen layers, if there are any.
    fn probe(&self, data: &Path, context: &Context<'_>) -> anyhow::Result<Option<PathBuf>> {
        let out = self.out.join("probing");
        let settings = ProbeSettings {
            features: Vec::new(),
            models: vec![ModelSpec::parse("random-encoder")],
            data: vec![data.to_owned()],
            out: out.clone(),
            methods: vec![ProbeMethod::Standard],
            tasks: Vec::new(),
            has_control: true,
            encoder: EncoderSettings::default(),
            seed: self.settings.seed,
            keeps_features: false,
            with: Vec::new(),
        };
        let run = probe(&settings, context)?;
        if run.rows.is_empty() {
            return Ok(None);
        }
        write!(anstream::stdout().lock(), "\n{}", probe_tables(&run.rows))?;
        Ok(Some(out.join("predictions.parquet")))
    }
}
