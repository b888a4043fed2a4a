//! The main job: the exams of all suites, made of one corpus, answered by models of the program, and scored.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use examen_data::{Manifest, ResultRow};
use examen_suites::{Exam, Suite, captions, names, probes, queries, questions, robustness};

use crate::build::{BuildSettings, Built, CodeOf, build_with_bases};
use crate::context::Context;
use crate::embed::EncoderSettings;
use crate::predict::{ModelOptions, ModelSpec, PredictSettings, Sources, predict};
use crate::probe::{ProbeMethod, ProbeSettings, probe};
use crate::score::{ScoreSettings, score};
use crate::split_choice::SplitChoice;

/// A suite of the tour: what answers it, and where its scores go.
pub struct Stage {
    /// The suite.
    pub suite: &'static Suite,
    /// Flags in place of those of the command line: fewer examples, so that it stays a tour.
    pub flags: Option<&'static [&'static str]>,
    /// The models that answer; the first is the one that a summary speaks of.
    pub models: &'static [&'static str],
    /// Whether the layers of the encoder with random weights are probed.
    pub is_probed: bool,
    /// The examples that are scored.
    pub split: SplitChoice,
    /// The file of its scores.
    pub result: &'static str,
}

/// The stages in order.
pub static STAGES: [Stage; 6] = [
    Stage {
        suite: &queries::SUITE,
        flags: None,
        models: &["engine"],
        is_probed: false,
        // Nothing is trained, so that any example will do.
        split: SplitChoice::All,
        result: "result.json",
    },
    Stage {
        suite: &probes::SUITE,
        flags: None,
        models: &["bag-of-tokens", "length-only"],
        is_probed: true,
        split: SplitChoice::Test,
        result: "probes.json",
    },
    Stage {
        suite: &names::SUITE,
        flags: Some(&[]),
        models: &["path-neighbours", "majority"],
        is_probed: false,
        split: SplitChoice::Test,
        result: "names.json",
    },
    Stage {
        suite: &captions::SUITE,
        flags: Some(&[]),
        models: &["pair-classifier", "lexical-overlap", "text-neighbours", "copy-name", "majority"],
        is_probed: false,
        split: SplitChoice::Test,
        result: "captions.json",
    },
    Stage {
        suite: &questions::SUITE,
        flags: Some(&[]),
        models: &["text-neighbours", "line-overlap", "majority"],
        is_probed: false,
        split: SplitChoice::Test,
        result: "questions.json",
    },
    Stage {
        suite: &robustness::SUITE,
        flags: Some(&["--of", names::SUITE.name, "--examples", "200", "--places", "1"]),
        models: &["path-neighbours"],
        is_probed: false,
        split: SplitChoice::Test,
        result: "robustness.json",
    },
];

/// Whether the main job takes the settings of a suite from the command line.
pub fn is_left_to_user(suite: &Suite) -> bool {
    STAGES.iter().any(|stage| stage.suite.name == suite.name && stage.flags.is_none())
}

/// What all stages are told.
pub struct Tour<'t> {
    /// The code, as an exam reads it.
    pub code: CodeOf<'t>,
    /// The code, for models that look files up in it; nothing for the built-in corpus.
    pub sources: Option<Sources>,
    /// How exams are built, and where.
    pub settings: BuildSettings,
    /// The folder for predictions and scores.
    pub out: &'t Path,
    /// The suites that are built already.
    pub built: BTreeSet<&'static str>,
}

/// What came of a stage.
#[derive(Default)]
pub struct StageOutcome {
    /// What was built: an exam, after the one that it rewrites if that was not there.
    pub built: Vec<Built>,
    /// The rows of the probes.
    pub probed: Vec<ResultRow>,
    /// The scores; none where nothing could be scored.
    pub scores: Vec<ResultRow>,
    /// The file of the scores.
    pub result: Option<PathBuf>,
    /// The files of the predictions.
    pub predictions: Vec<PathBuf>,
    /// The file of the rows of the probes.
    pub probing_result: Option<PathBuf>,
    /// Why there are no scores.
    pub why_empty: Option<String>,
}

impl Tour<'_> {
    /// Builds the exam of a stage, lets its models answer it, and scores their predictions. Code without anything that a suite
    /// could be about is no failure of the whole.
    pub fn run(&mut self, stage: &Stage, exam: &dyn Exam, context: &Context<'_>) -> crate::Result<StageOutcome> {
        let mut outcome = StageOutcome::default();
        match self.build(stage.suite, exam, &mut outcome.built, context) {
            Err(error) if error.is_empty_task() => {
                outcome.why_empty = Some(error.explained());
                return Ok(outcome);
            }
            built => built?,
        }
        let scored = |manifest: &Manifest| {
            stage.split.splits().iter().any(|split| manifest.counts.outputs.get(split.name()).is_some_and(|&n| n > 0))
        };
        if !outcome.built.last().is_some_and(|built| built.manifests.iter().any(scored)) {
            let unit = self.settings.split_by.name();
            outcome.why_empty = Some(format!("no test example: split by {unit}, `--split-by file` is finer"));
            return Ok(outcome);
        }
        let data = self.settings.out.join(stage.suite.name);
        let mut predictions = Vec::new();
        for model in stage.models {
            let out = self.out.join(format!("{}-{model}.parquet", stage.suite.name));
            let settings = PredictSettings {
                model: ModelSpec::parse(model),
                options: ModelOptions {
                    seed: self.settings.seed,
                    sources: self.sources.clone(),
                    ..ModelOptions::default()
                },
                data: data.clone(),
                splits: stage.split.splits().to_vec(),
                out: out.clone(),
            };
            let counts = predict(&settings, context)?.counts;
            context.remark(format!("{}, {model}: {counts}", stage.suite.name));
            predictions.push(out);
        }
        if stage.is_probed {
            outcome.probed = self.probe(&data, context)?;
            let of_probes = self.probing().join("predictions.parquet");
            predictions.extend((!outcome.probed.is_empty()).then_some(of_probes));
            outcome.probing_result = (!outcome.probed.is_empty()).then(|| self.probing().join("result.json"));
        }
        let result = self.out.join(stage.result);
        outcome.predictions.clone_from(&predictions);
        let scored = score(&ScoreSettings { data, predictions, split: stage.split }, context)?;
        scored.write(&result)?;
        outcome.scores = scored.log.rows;
        outcome.result = Some(result);
        Ok(outcome)
    }

    /// Builds a suite, after the one that it rewrites.
    fn build(
        &mut self,
        suite: &'static Suite,
        exam: &dyn Exam,
        built: &mut Vec<Built>,
        context: &Context<'_>,
    ) -> crate::Result<()> {
        let is_there = |suite: &Suite| self.built.contains(suite.name);
        let done = build_with_bases(suite, exam, self.code, &self.settings, &is_there, built, context);
        let named = [Some(suite), exam.base().map(|base| base.suite)].into_iter().flatten().map(|suite| suite.name);
        let is_built = |name: &&str| built.iter().flat_map(|made| &made.manifests).any(|it| it.suite == *name);
        self.built.extend(named.filter(is_built));
        done
    }

    /// Probes the layers of the encoder with random weights; there are no rows where no task can be probed.
    fn probe(&self, data: &Path, context: &Context<'_>) -> crate::Result<Vec<ResultRow>> {
        let settings = ProbeSettings {
            features: Vec::new(),
            models: vec![ModelSpec::parse("random-encoder")],
            data: vec![data.to_owned()],
            out: self.probing(),
            methods: vec![ProbeMethod::Standard],
            tasks: Vec::new(),
            has_control: true,
            encoder: EncoderSettings::default(),
            seed: self.settings.seed,
            keeps_features: false,
            with: Vec::new(),
        };
        Ok(probe(&settings, context)?.rows)
    }

    fn probing(&self) -> PathBuf {
        self.out.join("probing")
    }
}
