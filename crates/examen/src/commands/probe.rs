//! `examen probe`: what every layer of an encoder knows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use examen_evaluation::embed::EncoderSettings;
use examen_evaluation::predict::ModelSpec;
use examen_evaluation::probe::{ProbeMethod, ProbeRun, ProbeSettings, probe};
use examen_report::inspect_tables::write_tables;
use examen_report::probe_scores::{Scores, published_scores};
use examen_report::probe_tables::probe_tables;

use crate::printing::print;
use examen_evaluation::Context;

/// The word for INSPECT's published scores among the results of other models.
const PUBLISHED: &str = "published";

/// Probe a frozen encoder: fit linear probes to the features of all layers.
///
/// Each task is a choice between classes that `examen build probes` made of code, or one of INSPECT's own files
/// (`CPX_1k.txt`). Features are those of `examen embed`: the state of the first position stands for a text (of the last in causal
/// models); for single tokens (KTX, AST) the token's own state does, except by `--protocol paper`.
///
/// `standard` fits a logistic regression to convergence on features standardised on the training split, with the penalty that
/// does best on the validation split. `paper` does what INSPECT's authors ran, `paper-text` what their article says, and `mdl`
/// measures how much shorter the labels become given the layer. Every probe is fitted once more to control labels: selectivity is
/// the accuracy beyond theirs.
///
/// The layer that stands for a model is chosen on the validation split. `best on test`, which is the article's score, is reported
/// beside it and by its own name. Written are `result.json` with scores of each layer, `layers.csv` (for heat maps),
/// `confusion.jsonl`, `predictions.parquet` of the chosen layers and `layers.parquet` of all, and, for several models, INSPECT's
/// tables (`tables.md`, `tables.json`). A run that is started again fits what is missing.
#[derive(Args)]
#[command(after_help = "Examples:
  examen probe --model ./codebert --data exams/probes --out probing
  examen probe --model ./bert ./codebert --baseline bert --data exams --task CPX,JBL --out probing
  examen probe --model ./codebert --data CPX_1k.txt JBL_1k.txt --protocol standard,paper --out probing
  examen probe --with bert/result.json codebert/result.json --baseline bert --out tables
  examen probe --model ./graphcodebert --data exams/probes --out probing --data-flow
  examen probe --model random-encoder --data exams/probes --out baseline
  examen probe --features mine.parquet --data exams/probes --out probing")]
pub(crate) struct ProbeCommand {
    /// Directories of checkpoints or models of our own, `hub:OWNER/NAME`, `builtin`, or `random-encoder`: a small, randomly initialised
    /// encoder, a baseline.
    #[arg(long, value_name = "MODEL", num_args = 1.., required_unless_present_any = ["with", "features"], requires = "data")]
    model: Vec<ModelSpec>,

    /// Features of the examples, made by other encoders: a table with `id` and `layer.N`, or tensors `layer.N` in the order of
    /// `examen functions --data`; each file is a model.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "data")]
    features: Vec<PathBuf>,

    /// Task folders, folders above several, or files of INSPECT's (or folders of these).
    #[arg(long, value_name = "DIR|FILE", num_args = 1..)]
    data: Vec<PathBuf>,

    /// Folder for everything that is written.
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,

    /// How probes are fitted.
    #[arg(long, value_enum, value_name = "PROTOCOL", value_delimiter = ',', default_value = "standard")]
    protocol: Vec<ProbeMethod>,

    /// Only these tasks, by their codes or by the names of their folders.
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    task: Vec<String>,

    /// Fit no probe to the control labels: a quarter less work for `standard`, half for the others.
    #[arg(long)]
    no_control: bool,

    /// Results of other models for the tables; `published` are INSPECT's own scores.
    #[arg(long, value_name = "RESULT.json", num_args = 1..)]
    with: Vec<PathBuf>,

    /// The model that the tables compare the others with [default: the first].
    #[arg(long, value_name = "MODEL")]
    baseline: Option<String>,

    /// The seed of initial weights and of the order of examples, where a protocol needs them.
    #[arg(long, value_name = "N", default_value_t = 0, env = "EXAMEN_SEED")]
    seed: u64,

    /// Keep the features in OUT/features; they are removed after the fits otherwise.
    #[arg(long)]
    keep_features: bool,

    #[command(flatten)]
    encoder: EncoderSettings,
}

impl ProbeCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let (published, with): (Vec<PathBuf>, Vec<PathBuf>) =
            self.with.into_iter().partition(|path| path == Path::new(PUBLISHED));
        let has_models = !self.model.is_empty() || !self.features.is_empty();
        let settings = ProbeSettings {
            models: self.model,
            features: self.features,
            data: self.data,
            out: self.out,
            methods: self.protocol,
            tasks: self.task,
            has_control: !self.no_control,
            encoder: self.encoder,
            seed: self.seed,
            keeps_features: self.keep_features,
            with,
        };
        let run = probe(&settings, context)?;
        print(&probe_tables(&run.rows))?;
        let methods = scores(&run, !published.is_empty());
        match write_tables(&settings.out, &methods, self.baseline.as_deref())? {
            Some(text) => print(&text)?,
            None if !has_models => bail!("there are no two models with scores for the same task in these results"),
            None => {}
        }
        Ok(())
    }
}

/// The scores of all models that are known, by method.
fn scores(run: &ProbeRun, with_published: bool) -> BTreeMap<String, Scores> {
    let mut methods = Scores::by_protocol(&run.rows);
    for log in &run.others {
        for (method, scores) in Scores::by_protocol(&log.rows) {
            methods.entry(method).or_default().join(scores);
        }
    }
    for scores in methods.values_mut().filter(|_| with_published) {
        scores.join(published_scores(&scores.tasks()));
    }
    methods
}
