//! `examen probe`: what every layer of an encoder knows.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use examen_data::{ResultLog, ResultRow, find_task_folders};
use serde_json::json;

use crate::Context;
use examen_evaluation::build::native_probes::build_from_inspect;
use examen_evaluation::build::{BuildSettings, PROBES_SUITE, SplitBy};
use examen_evaluation::embed::{EncoderChoice, EncoderFlags};
use examen_evaluation::probe::{
    Exam, ProbeMethod, Probed, Settings, probe_model, read_exams, write_outputs, write_result,
};
use examen_report::inspect_tables::write_tables;
use examen_report::probe_scores::{Scores, published_scores};
use examen_report::probe_tables::probe_tables;

/// The word for the paper's own figures among results to stand beside.
const PUBLISHED: &str = "published";

/// Tell what every layer of a frozen encoder knows: linear probes on the features of all layers.
///
/// Each task is a choice between classes that `examen build probes` made of code, or one of INSPECT's own files
/// (`CPX_1k.txt`). Features are those of `examen embed`: the state of the first position stands for a text (of the last in models
/// that see only what was before); for single tokens (KTX, AST) the token's own state does, except by `paper`.
///
/// `standard` fits a logistic regression to convergence on features standardised on the training split, with the penalty that
/// does best on the validation split. `paper` does what INSPECT's authors ran, `paper-text` what their article says, and `mdl`
/// asks how much shorter the labels become for somebody who knows the layer. Every probe is fitted once more to labels that were
/// dealt at random: selectivity is what it knows beyond these.
///
/// The layer that stands for a model is chosen on the validation split. `best on test`, which is the article's figure, is told
/// beside it and by its own name. Written are `result.json` with a figure for each layer, `layers.csv` (for heat maps),
/// `confusion.jsonl`, `predictions.parquet` of the chosen layers and `layers.parquet` of all, and, for several models, INSPECT's
/// tables (`tables.md`, `tables.json`). A run that is started again goes on with what is missing.
#[derive(Args)]
#[command(after_help = "Examples:
  examen probe --model ./codebert --data exams/probes --out probing
  examen probe --model ./bert ./codebert --baseline bert --data exams --task CPX,JBL --out probing
  examen probe --model ./codebert --data CPX_1k.txt JBL_1k.txt --protocol standard,paper --out probing
  examen probe --with bert/result.json codebert/result.json --baseline bert --out tables
  examen probe --model ./graphcodebert --data exams/probes --out probing --data-flow
  examen probe --model random-encoder --data exams/probes --out floor")]
pub(crate) struct ProbeCommand {
    /// Folders of checkpoints, `hub:owner/name`, or `random-encoder`: a small encoder that has learnt nothing, the floor.
    #[arg(long, value_name = "DIR", num_args = 1.., required_unless_present = "with", requires = "data")]
    model: Vec<EncoderChoice>,

    /// Task folders, folders above several, or files of INSPECT's (or folders of these).
    #[arg(long, value_name = "DIR|FILE", num_args = 1..)]
    data: Vec<PathBuf>,

    /// Folder for everything that is written.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// How probes are fitted.
    #[arg(long, value_enum, value_name = "PROTOCOL", value_delimiter = ',', default_value = "standard")]
    protocol: Vec<ProbeMethod>,

    /// Only these tasks, by their codes or by the names of their folders.
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    task: Vec<String>,

    /// Fit no probe to the labels that were dealt at random: a quarter less work for `standard`, half for the others.
    #[arg(long)]
    no_control: bool,

    /// Results of other models to stand beside in the tables; `published` are INSPECT's own figures.
    #[arg(long, value_name = "RESULT.json", num_args = 1..)]
    with: Vec<PathBuf>,

    /// The model that the tables compare the others with [default: the first].
    #[arg(long, value_name = "MODEL")]
    baseline: Option<String>,

    /// Decides the first weights and the order of examples, where a protocol needs them.
    #[arg(long, value_name = "N", default_value_t = 42, env = "EXAMEN_SEED")]
    seed: u64,

    /// Leave the features in OUT/features; they are removed when they are probed otherwise.
    #[arg(long)]
    keep_features: bool,

    #[command(flatten)]
    encoder: EncoderFlags,
}

impl ProbeCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let mut methods = self.protocol.clone();
        methods.sort_unstable();
        methods.dedup();
        let mut rows = Vec::new();
        if !self.model.is_empty() {
            let names: Vec<String> = self.model.iter().map(EncoderChoice::name).collect();
            if let Some(name) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
                bail!("two models are called `{}`; results could not tell them apart", name.1);
            }
            // All models, before the first is asked.
            for model in self.model.iter().filter(|_| self.encoder.data_flow) {
                self.encoder.check(&model.at_hand(context)?).with_context(|| model.name())?;
            }
            let exams = self.exams(context)?;
            let settings = Settings {
                methods: &methods,
                encoder: &self.encoder,
                seed: self.seed,
                out: &self.out,
                keeps_features: self.keep_features,
            };
            rows = probe_all(&self.model, &exams, &settings, context)?;
        }
        self.tables(&rows)
    }

    /// The tasks that are asked for.
    fn exams(&self, context: &Context<'_>) -> anyhow::Result<Vec<Exam>> {
        let mut folders = Vec::new();
        let mut native = Vec::new();
        for path in &self.data {
            let found = if path.is_dir() { find_task_folders(path)? } else { Vec::new() };
            if found.is_empty() { native.push(path.clone()) } else { folders.extend(found) }
        }
        if !native.is_empty() {
            let settings = BuildSettings::of_run(self.out.join("exams"), 0, SplitBy::default());
            let built = build_from_inspect(&native, &settings, context)
                .context("--data has neither task folders nor files of INSPECT's")?;
            folders.extend(find_task_folders(&built.folder)?);
        }
        let exams = read_exams(folders, &self.task, !self.no_control, context)?;
        if exams.is_empty() {
            let paths: Vec<String> = self.data.iter().map(|path| path.display().to_string()).collect();
            bail!("there is no task to probe in {}: it has to ask for a class", paths.join(", "));
        }
        Ok(exams)
    }

    /// Tables of all models that are known, where there are two at least.
    fn tables(&self, rows: &[ResultRow]) -> anyhow::Result<()> {
        let mut methods = Scores::by_protocol(rows);
        for path in self.with.iter().filter(|path| *path != Path::new(PUBLISHED)) {
            let log = ResultLog::read(path).with_context(|| format!("--with {}", path.display()))?;
            for (method, scores) in Scores::by_protocol(&log.rows) {
                methods.entry(method).or_default().join(scores);
            }
        }
        if self.with.iter().any(|path| path == Path::new(PUBLISHED)) {
            for scores in methods.values_mut() {
                scores.join(published_scores(&scores.tasks()));
            }
        }
        let text = write_tables(&self.out, &methods, self.baseline.as_deref())?;
        match text {
            Some(text) => anstream::stdout().lock().write_all(text.as_bytes())?,
            None if self.model.is_empty() => {
                bail!("there are no two models with figures for the same task in these results")
            }
            None => {}
        }
        Ok(())
    }
}

/// Probes all models at all tasks, writes everything into the folder of the settings, and prints a table for each model.
pub(crate) fn probe_all(
    models: &[EncoderChoice],
    exams: &[Exam],
    settings: &Settings<'_>,
    context: &Context<'_>,
) -> anyhow::Result<Vec<ResultRow>> {
    let mut probed: Vec<Probed<'_>> = Vec::new();
    for model in models {
        probed.extend(probe_model(model, exams, settings, context)?);
    }
    let names: Vec<String> = models.iter().map(EncoderChoice::name).collect();
    let protocols: Vec<&str> = settings.methods.iter().map(|method| method.name()).collect();
    let configuration = json!({
        "suite": PROBES_SUITE,
        "models": names,
        "protocols": protocols,
        "seed": settings.seed,
        "pool": settings.encoder.pool.map(examen_evaluation::embed::Pool::name),
        "max_length": settings.encoder.max_length,
        "data_flow": settings.encoder.data_flow,
        "precision": settings.encoder.precision.to_string(),
        "control": exams.iter().any(|exam| exam.labels.control().is_some()),
    });
    let rows = write_result(&settings.out.join("result.json"), exams, &probed, configuration, settings.seed)?;
    write_outputs(settings.out, &probed)?;
    anstream::stdout().lock().write_all(probe_tables(&rows).as_bytes())?;
    context.remark(format!("figures: {}", settings.out.join("result.json").display()));
    Ok(rows)
}
