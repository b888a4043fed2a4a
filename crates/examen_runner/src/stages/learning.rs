//! The stages of models: trainings, predictions, probes.

use std::sync::atomic::AtomicBool;

use clap::{Args, FromArgMatches};
use examen_data::grouped;
use examen_evaluation::EvaluationError;
use examen_evaluation::embed::EncoderSettings;
use examen_evaluation::predict::{LoadedModel, LongInput, ModelOptions, ModelSpec, predict_tasks, two_step};
use examen_evaluation::probe::{ProbeSettings, probe};
use examen_evaluation::train::{
    DecisionTraining, EncoderTraining, GeneratorTraining, NamerTraining, SpanTraining, StartSettings, TrainSettings,
    TrainSummary, train_encoder, train_generator, train_namer, train_pairs, train_relevance, train_spans,
};
use examen_models::{GeneratorKind, NamerKind};
use examen_report::probe_tables::probe_tables;
use examen_syntax::Language;

use super::{At, Job};
use crate::error::{Result, RunError};
use crate::graph::{ModelUse, Stage, Work};
use crate::recipe::{GeneratorSettings, NetworkSettings, SpanSettings, TrainingKind};
use crate::record::Done;
use crate::settings::{Settings, command_of, sentence};

/// Flags of a struct, as settings of a recipe give them.
pub(crate) fn parsed<A: Args + FromArgMatches>(settings: &Settings, of: &str) -> Result<A> {
    let command = command_of::<A>("settings");
    let own = settings.of_command(&command);
    let matches = own.matches(command).map_err(|message| RunError::request(format!("{of}: {message}")))?;
    A::from_arg_matches(&matches).map_err(|error| RunError::request(format!("{of}: {}", sentence(&error))))
}

impl Job<'_> {
    /// Trains a model. One that was interrupted goes on from its checkpoint.
    pub(super) fn train(
        &self,
        number: usize,
        model: &str,
        seed: u64,
        from: Option<&ModelUse>,
        data: &[usize],
        at: &At<'_>,
    ) -> Result<Done> {
        // An exam without a single example is nothing to learn from, and no failure of the whole.
        let has_examples = |exam: &usize| {
            let built = |stage: &Stage| stage.work == Work::Build { exam: *exam };
            let record = self.stages.iter().position(built).and_then(|stage| at.records[stage].as_ref());
            record.is_none_or(|record| !record.outputs.is_empty())
        };
        let nothing = || Ok(Done::nothing(format!("{model} has no example to learn from")));
        if !data.is_empty() && !data.iter().any(has_examples) {
            return nothing();
        }
        let training = &self.recipe.trainings[number];
        let folder = Self::model_folder(model);
        let train = TrainSettings { out: self.place(&folder), seed, ..training.train_settings()? };
        let NetworkSettings { size, vocabulary } = training.own_settings()?;
        let from = from.and_then(|from| match from {
            ModelUse::Trained(name) => Some(self.place(&Self::model_folder(name))),
            ModelUse::Given(ModelSpec::Directory(path)) => Some(path.clone()),
            ModelUse::Given(_) => None,
        });
        let exams = data.iter().filter(|exam| has_examples(exam));
        let exams: Vec<_> = exams.map(|&exam| self.place(&self.exams[exam].folder())).collect();
        let (stop, context) = (AtomicBool::new(false), at.context);
        let start = StartSettings { from, size, vocabulary };
        let namer =
            |data, train| -> Result<NamerTraining> { Ok(NamerTraining { data, train, ..training.namer_settings()? }) };
        let generator = |data, start, train| -> Result<GeneratorTraining> {
            let GeneratorSettings { decoder_layers, words, min_count, beam, no_copy } = training.own_settings()?;
            Ok(GeneratorTraining { data, start, decoder_layers, words, min_count, beam, no_copy, train })
        };
        let trained = match training.kind.0 {
            TrainingKind::Code2seq => train_namer(NamerKind::Code2seq, &namer(exams, train)?, &stop, context),
            TrainingKind::Code2vec => train_namer(NamerKind::Code2vec, &namer(exams, train)?, &stop, context),
            TrainingKind::Encoder => {
                let mut options = self.recipe.sources.options();
                options.languages = vec![Language::Python];
                options.language = Some(Language::Python);
                let paths = self.recipe.sources.from.clone();
                train_encoder(&EncoderTraining { from: paths, options, size, vocabulary, train }, &stop, context)
            }
            TrainingKind::DualEncoder => {
                train_generator(GeneratorKind::DualEncoder, &generator(exams, start, train)?, &stop, context)
            }
            TrainingKind::Generator => {
                train_generator(GeneratorKind::Generator, &generator(exams, start, train)?, &stop, context)
            }
            TrainingKind::Seq2seq => {
                train_generator(GeneratorKind::Seq2seq, &generator(exams, start, train)?, &stop, context)
            }
            TrainingKind::Transformer => {
                train_generator(GeneratorKind::Transformer, &generator(exams, start, train)?, &stop, context)
            }
            TrainingKind::Pairs => train_pairs(&DecisionTraining { data: exams, start, train }, &stop, context),
            TrainingKind::Relevance => train_relevance(&DecisionTraining { data: exams, start, train }, &stop, context),
            TrainingKind::Sns => train_generator(GeneratorKind::Sns, &generator(exams, start, train)?, &stop, context),
            TrainingKind::Spans => {
                let mut exams = exams.into_iter();
                let Some(data) = exams.next() else {
                    return Err(RunError::request(format!("training {model}: names no exam to learn from")));
                };
                let extra = exams.collect();
                let SpanSettings { occurrences, one_pass } = training.own_settings()?;
                let settings = SpanTraining { data, extra, start, occurrences, one_pass, train };
                train_spans(&settings, &stop, context)
            }
        };
        let TrainSummary { steps, examples, tokens, parameters, .. } = match trained {
            // All examples may be of other splits.
            Err(EvaluationError::NoTrainingExample(_)) => return nothing(),
            trained => trained?,
        };
        // How fast the steps were is the machine's, and no part of what is kept.
        at.remarks.take();
        let [steps, examples, tokens, parameters] = [steps, examples, tokens, parameters].map(grouped);
        let tables =
            format!("\n{model}: {parameters} parameters, {steps} steps, {examples} examples, {tokens} tokens\n");
        // What a resumed training goes on from is no part of the model.
        let checkpoints = self.place(&folder).join("checkpoints");
        if checkpoints.is_dir() {
            std::fs::remove_dir_all(&checkpoints).map_err(RunError::file(&checkpoints))?;
        }
        Ok(Done { outputs: vec![folder], tables, ..Done::default() })
    }

    /// Lets a model answer an exam.
    pub(super) fn predict(
        &self,
        stage: &Stage,
        number: usize,
        model: &ModelUse,
        relevance: Option<&ModelUse>,
        at: &At<'_>,
    ) -> Result<Done> {
        if let Some(why) = Self::empty_need(stage, at) {
            return Ok(Done::nothing(why));
        }
        let exam = &self.exams[number];
        let reading = &exam.recipe.reading;
        let options = ModelOptions {
            seed: self.recipe.seed,
            sources: self.recipe.sources.sources(),
            reading: LongInput {
                procedure: reading.procedure.0,
                max_length: reading.max_length,
                stride: reading.stride,
            },
            ..ModelOptions::default()
        };
        let mut loaded = self.load(model, &options)?;
        if let Some(relevance) = relevance {
            loaded = two_step(self.load(relevance, &options)?, loaded)?;
        }
        let file = exam.predictions(&model.file_name());
        let data = self.place(&exam.folder());
        let only = exam.recipe.only.get(&model.name()).map_or(&[][..], Vec::as_slice);
        let splits = exam.recipe.split.0.splits();
        let summary = predict_tasks(loaded, &data, splits, only, self.place(&file).as_path().into(), at.context)?;
        let counts = summary.counts;
        let tables = format!("\n{}{}, {}: {counts}\n", at.remarks.take(), exam.recipe.name(), model.name());
        // A model without a single answer ends its part of the run, and no other.
        let reason = summary.reasons.keys().next().map(|reason| format!(": {reason}")).unwrap_or_default();
        let empty = (counts.answered == 0).then(|| format!("{} answered none of the examples{reason}", model.name()));
        Ok(Done { outputs: vec![file.clone(), format!("{file}.run.json")], tables, empty, ..Done::default() })
    }

    fn load(&self, model: &ModelUse, options: &ModelOptions) -> Result<LoadedModel> {
        let spec = match model {
            ModelUse::Trained(name) => ModelSpec::Directory(self.place(&Self::model_folder(name))),
            ModelUse::Given(spec) => spec.clone(),
        };
        Ok(spec.load(options)?)
    }

    /// Probes the layers of encoders.
    pub(super) fn probe(&self, stage: &Stage, number: usize, at: &At<'_>) -> Result<Done> {
        if let Some(why) = Self::empty_need(stage, at) {
            return Ok(Done::nothing(why));
        }
        let exam = &self.exams[number];
        let Some(probing) = &exam.recipe.probing else { return Ok(Done::default()) };
        let folder = exam.recipe.probing_folder();
        let encoder: EncoderSettings = parsed(&probing.settings, "probing")?;
        let settings = ProbeSettings {
            features: Vec::new(),
            models: probing.models.iter().map(|name| ModelSpec::parse(name)).collect(),
            data: vec![self.place(&exam.folder())],
            out: self.place(&folder),
            methods: probing.methods.iter().map(|method| method.0).collect(),
            tasks: Vec::new(),
            has_control: probing.control,
            encoder,
            seed: self.recipe.seed,
            keeps_features: false,
            with: Vec::new(),
        };
        let rows = probe(&settings, at.context)?.rows;
        let tables = format!("\n{}\n{}", at.remarks.take(), probe_tables(&rows));
        let empty = rows.is_empty().then(|| "no task can be probed".to_owned());
        Ok(Done { outputs: vec![folder], tables, empty, ..Done::default() })
    }
}
