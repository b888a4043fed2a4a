//! `examen train`: trains a model of our own.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use clap::{Args, Subcommand};
use examen_data::grouped;
use examen_evaluation::Context;
use examen_evaluation::train::{
    DecisionTraining, EncoderTraining, GeneratorTraining, NamerTraining, Size, SpanTraining, StartSettings,
    TrainSettings, TrainSummary, train_encoder, train_generator, train_namer, train_pairs, train_relevance,
    train_spans,
};
use examen_models::{GeneratorKind, NamerKind};
use examen_syntax::Language;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::source_flags::ReadingFlags;

/// The exit status of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Train a model: an encoder on code; a span predictor, a classifier or a namer on exams.
#[derive(Args)]
#[command(after_help = "Examples:
  examen train encoder --from corpus/ --out encoder --size small --steps 5000
  examen train spans --data exams --from encoder --out spans
  examen train spans --data exams --out scratch --size tiny --steps 200
  examen train pairs --data exams --from encoder --out pairs
  examen train code2seq --data exams --out code2seq
  examen predict --model spans --data exams --out predictions.parquet")]
pub(crate) struct TrainCommand {
    #[command(subcommand)]
    model: TrainedModel,
}

#[derive(Subcommand)]
enum TrainedModel {
    /// Train code2seq: it names a function part by part, by the paths through its syntax tree.
    ///
    /// Tokens and names are read by their parts, paths node by node. Vocabularies are made of the training split and kept in the model's
    /// directory. A batch is counted in path contexts (--batch-tokens), of which a function has --max-length at most, drawn anew in every
    /// step. F1 of the parts of names on the validation split chooses the best checkpoint. Functions without path contexts are left out, and counted.
    #[command(
        name = "code2seq",
        after_help = "Examples:
  examen train code2seq --data exams --out code2seq
  examen train code2seq --data java-small.train.c2s java-small.val.c2s --out code2seq --seconds 1200 --device cuda
  examen predict --model code2seq --data exams --out names.parquet --details names.jsonl"
    )]
    Code2seq(NamerTraining),

    /// Train code2vec: it names a function by its nearest among the names of the training split.
    ///
    /// Tokens, paths and names are wholes. Functions with a name outside the vocabulary are left out of the training, as are those without
    /// path contexts, and both are counted. The rest is as with code2seq.
    #[command(
        name = "code2vec",
        after_help = "Examples:
  examen train code2vec --data exams --out code2vec --min-count 2
  examen train code2vec --data java-small.train.c2v java-small.val.c2v --out code2vec --seconds 1200 --device cuda
  examen predict --model code2vec --data exams --out names.parquet --details names.jsonl"
    )]
    Code2vec(NamerTraining),

    /// Train a dual encoder: LSTMs read question and code apart from each other, another one writes.
    ///
    /// The Dual Encoder of CodeQA (Liu and Wan 2021): the states of both sides are attended to, and their last states are joined before
    /// the first word. The rest is as with seq2seq.
    #[command(
        name = "dual-encoder",
        mut_arg("from", |flag| flag.hide(true)),
        after_help = "Examples:
  examen train dual-encoder --data questions --out dual-encoder
  examen predict --model dual-encoder --data questions --out written.parquet"
    )]
    DualEncoder(GeneratorTraining),

    Encoder(EncoderFlags),

    /// Train a generator: it writes names, captions and answers to questions, word by word.
    ///
    /// A decoder on an encoder of our own, with attention to its states and with copies of the words of question and code, so that words
    /// can be written that no vocabulary has. It is trained on all tasks below --data that ask for a name or a text, in both languages
    /// together. The mean logarithm of the probability of what is to be written, on validation splits, chooses the best checkpoint.
    #[command(after_help = "Examples:
  examen train generator --data exams --from encoder --out generator
  examen train generator --data names captions questions --from encoder --out generator --seconds 400 --device cuda --precision bf16
  examen predict --model generator --data exams --out written.parquet")]
    Generator(GeneratorTraining),

    Pairs(PairFlags),

    Relevance(RelevanceFlags),

    /// Train a sequence-to-sequence network: LSTMs in both directions read, another one writes names, captions and answers.
    ///
    /// The Seq2seq of CodeQA (Liu and Wan 2021), and with --no-copy the NMT of CodeCaption: two layers on each side (--decoder-layers),
    /// attention to all that was read (Luong et al. 2015), copies of its words. --size says how wide it is. Data, words, loss and search
    /// are those of `examen train generator`.
    #[command(
        name = "seq2seq",
        mut_arg("from", |flag| flag.hide(true)),
        after_help = "Examples:
  examen train seq2seq --data questions --out seq2seq
  examen train seq2seq --data captions --out nmt --no-copy
  examen predict --model seq2seq --data questions --out written.parquet"
    )]
    Seq2seq(GeneratorTraining),

    /// Train Structured Neural Summarization: LSTMs and a graph network over the code read, another LSTM writes.
    ///
    /// The SNS of CodeCaption (Fernandes et al. 2019): tokens are sent messages along the syntax tree, data flow, places of the same word
    /// and the order of tokens, and a gated unit says what they make of them (Li et al. 2016). The rest is as with seq2seq.
    #[command(
        mut_arg("from", |flag| flag.hide(true)),
        after_help = "Examples:
  examen train sns --data captions --out sns
  examen predict --model sns --data captions --out written.parquet"
    )]
    Sns(GeneratorTraining),

    /// Train a span predictor on the task `ideal` of the queries suite.
    ///
    /// The model labels each token as the first of an answer, the first of a supporting fact, a further one, or none, and says which
    /// token is the last of a span. The validation split chooses the best checkpoint. Examples whose spans lie beyond --max-length are
    /// left out, and counted.
    #[command(after_help = "Examples:
  examen train spans --data exams --from encoder --out spans
  examen train spans --data exams --extra mutated --from encoder --out spans --seconds 400 --device cuda --precision bf16
  examen train spans --data exams --out scratch --size tiny --steps 200 --occurrences")]
    Spans(SpanTraining),

    /// Train a transformer from random weights: attention with relative positions reads, a decoder writes.
    ///
    /// The Transformer of CodeQA (Liu and Wan 2021, after Ahmad et al. 2020): learned vectors for how far two tokens are apart, up to 32
    /// and without direction (Shaw et al. 2018). Layers, data, words, copies, loss and search are those of `examen train generator`.
    #[command(
        mut_arg("from", |flag| flag.hide(true)),
        after_help = "Examples:
  examen train transformer --data questions --out transformer
  examen predict --model transformer --data questions --out written.parquet"
    )]
    Transformer(GeneratorTraining),
}

/// Pre-train a small encoder of our own on Python code, by predicting masked tokens.
///
/// A tokenizer that knows layout is trained on the code first. Read are the projects that `examen build queries` puts into its
/// training split, without copies, so that what is scored later was never seen.
#[derive(Args)]
#[command(after_help = "Examples:
  examen train encoder --from corpus/ --out encoder --size small --steps 5000
  examen train encoder --from corpus/ --out encoder --size medium --seconds 480 --batch-tokens 65536 --device cuda --precision bf16")]
struct EncoderFlags {
    /// Files, folders, archives and tables to learn from; without it, the built-in corpus.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// The size of the encoder.
    #[arg(long, value_enum, default_value_t)]
    size: Size,

    /// The most tokens of the vocabulary.
    #[arg(long, value_name = "N", default_value_t = 8192)]
    vocabulary: usize,

    #[command(flatten)]
    train: TrainSettings,

    #[command(flatten)]
    reading: ReadingFlags,
}

/// Train a classifier of pairs: does this caption say what this function does?
///
/// The model gives one score to a caption and a function, and answers `match` and `choose` of the captions suite. It is trained on
/// the tasks `match` of all languages below --data; half of the captions of other functions are drawn anew in every step. The
/// accuracy on validation splits chooses the best checkpoint.
#[derive(Args)]
#[command(after_help = "Examples:
  examen train pairs --data exams --from encoder --out pairs
  examen train pairs --data random adversarial --from encoder --out pairs --seconds 300 --device cuda --precision bf16
  examen predict --model pairs --data exams --out predictions.parquet")]
struct PairFlags {
    /// Exams to learn from: folders that `examen build captions` wrote.
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    data: Vec<PathBuf>,

    #[command(flatten)]
    start: StartSettings,

    #[command(flatten)]
    train: TrainSettings,
}

/// Train a classifier of blocks: is this block of a file relevant to the query?
///
/// The model answers the task `relevance` of the queries suite. Relevant blocks weigh two thirds of the others together; of each
/// query at most 10,000 of both are learnt from. F1 on the validation split chooses the best checkpoint.
#[derive(Args)]
#[command(after_help = "Examples:
  examen train relevance --data exams --from encoder --out relevance
  examen predict --model relevance --data exams --out predictions.parquet")]
struct RelevanceFlags {
    /// Exams to learn from: folders that `examen build queries --task relevance` wrote.
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    data: Vec<PathBuf>,

    #[command(flatten)]
    start: StartSettings,

    #[command(flatten)]
    train: TrainSettings,
}

impl EncoderFlags {
    fn training(self) -> EncoderTraining {
        let mut options = self.reading.options();
        options.languages = vec![Language::Python];
        options.language = Some(Language::Python);
        let Self { from, size, vocabulary, train, .. } = self;
        EncoderTraining { from, options, size, vocabulary, train }
    }
}

impl TrainCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let stop = Arc::new(AtomicBool::new(false));
        // The first Ctrl-C ends the training after its step, the second ends the program at once.
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED, Arc::clone(&stop))?;
        flag::register(SIGINT, Arc::clone(&stop))?;
        let summary = match self.model {
            TrainedModel::Code2seq(training) => train_namer(NamerKind::Code2seq, &training, &stop, context)?,
            TrainedModel::Code2vec(training) => train_namer(NamerKind::Code2vec, &training, &stop, context)?,
            TrainedModel::DualEncoder(training) => {
                train_generator(GeneratorKind::DualEncoder, &training, &stop, context)?
            }
            TrainedModel::Encoder(flags) => train_encoder(&flags.training(), &stop, context)?,
            TrainedModel::Generator(training) => train_generator(GeneratorKind::Generator, &training, &stop, context)?,
            TrainedModel::Pairs(PairFlags { data, start, train }) => {
                train_pairs(&DecisionTraining { data, start, train }, &stop, context)?
            }
            TrainedModel::Relevance(RelevanceFlags { data, start, train }) => {
                train_relevance(&DecisionTraining { data, start, train }, &stop, context)?
            }
            TrainedModel::Seq2seq(training) => train_generator(GeneratorKind::Seq2seq, &training, &stop, context)?,
            TrainedModel::Sns(training) => train_generator(GeneratorKind::Sns, &training, &stop, context)?,
            TrainedModel::Spans(training) => train_spans(&training, &stop, context)?,
            TrainedModel::Transformer(training) => {
                train_generator(GeneratorKind::Transformer, &training, &stop, context)?
            }
        };
        let TrainSummary { steps, examples, tokens, parameters, is_interrupted, .. } = summary;
        let [steps, examples, tokens, parameters] = [steps, examples, tokens, parameters].map(grouped);
        context.remark(format!("{parameters} parameters, {steps} steps, {examples} examples, {tokens} tokens"));
        if is_interrupted {
            bail!("stopped before its end; the same command goes on from the checkpoint");
        }
        Ok(())
    }
}
