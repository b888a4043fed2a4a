//! `train encoder`: pre-training on code.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{PoisonError, RwLock};

use examen_corpus::{Deduplicator, Fingerprint, Item, Plan, SourceFile, SourceOptions, Split, Verdict, try_process};
use examen_models::{CodeHead, initial_code_parameters};
use examen_suites::queries;
use examen_syntax::SourceText;
use examen_tokenizers::{LayoutTokenizer, SpecialToken};
use examen_training::Mixture;
use rayon::prelude::*;
use serde_json::json;

use super::masking::MaskedTokenObjective;
use super::model_folder::{TrainSummary, Training};
use super::settings::{LENGTH, Rates, Size, TrainSettings};
use super::start::{code_files, own_tokenizer, placed_rotary};
use crate::context::Context;
use crate::error::refuse;

/// Shorter texts and pieces say too little.
const FEWEST_TOKENS: usize = 32;

/// Longer files are generated, as a rule.
const LONGEST_FILE: usize = 60_000;

/// The bytes of text that a tokenizer is trained on.
const TOKENIZER_BYTES: usize = 60_000_000;

/// Of so many pieces one is evaluated on, and 200 at most.
const HELD_OUT: usize = 50;
const MOST_HELD_OUT: usize = 200;

/// What `train encoder` is told.
#[derive(Clone, Debug)]
pub struct EncoderTraining {
    /// Files, directories, archives and tables to read.
    pub from: Vec<PathBuf>,
    /// How they are read.
    pub options: SourceOptions,
    /// The size of the encoder.
    pub size: Size,
    /// The most tokens of the vocabulary.
    pub vocabulary: usize,
    /// How it is trained.
    pub train: TrainSettings,
}

/// Trains a tokenizer and an encoder on code.
///
/// Read are the projects whose examples `examen build queries` puts into the training split, without copies, so that no file of
/// another split is seen, nor a near copy of one.
pub fn train_encoder(
    settings: &EncoderTraining,
    stop: &AtomicBool,
    context: &Context<'_>,
) -> crate::Result<TrainSummary> {
    let flags = &settings.train.with_length(LENGTH);
    flags.placement()?;
    let (texts, files, left_out) = training_texts(settings, context)?;
    if texts.is_empty() {
        refuse!("there is no training file below the paths given; {left_out} were left out");
    }
    let tokenizer = own_tokenizer(flags, settings.vocabulary, || {
        let mut bytes = 0;
        let some = texts.iter().take_while(|text| {
            bytes += text.len();
            bytes <= TOKENIZER_BYTES.max(text.len())
        });
        Ok(some.cloned().collect())
    })?;
    examen_data::write_atomically(&flags.out.join("tokenizer.json"), tokenizer.to_json().as_bytes())?;
    examen_data::write_atomically(&flags.out.join("files.tsv"), files.as_bytes())?;
    let pieces = pieces(&texts, &tokenizer, flags.length());
    let tokens: usize = pieces.iter().map(Vec::len).sum();
    context.remark(format!("{} files, {} pieces, {tokens} tokens of {}", texts.len(), pieces.len(), tokenizer.len()));
    let is_held_out =
        |at: usize| at.is_multiple_of(HELD_OUT) && at < HELD_OUT * MOST_HELD_OUT && pieces.len() > HELD_OUT;
    let (held_out, own): (Vec<_>, Vec<_>) = pieces.iter().cloned().enumerate().partition(|(at, _)| is_held_out(*at));
    let only = |numbered: Vec<(usize, Vec<u32>)>| numbered.into_iter().map(|(_, piece)| piece).collect::<Vec<_>>();
    let (held_out, own) = (only(held_out), only(own));
    let mut config = settings.size.size().config(tokenizer.len());
    config.max_position_embeddings = config.max_position_embeddings.max(flags.length());
    let parameters = initial_code_parameters(&config, CodeHead::MaskedTokens, flags.seed);
    let mixture = Mixture::single(own.iter().map(|piece| piece.len() as u32).collect());
    let objective = MaskedTokenObjective {
        rotary: placed_rotary(&config, flags)?,
        mask: tokenizer.special(SpecialToken::Mask),
        special_tokens: tokenizer.special_tokens(),
        batch_tokens: flags.batch_tokens,
        config: config.clone(),
        pieces: own,
        held_out,
    };
    let training = Training {
        objective: &objective,
        mixture,
        files: code_files(&config, &tokenizer)?,
        parameters,
        rates: Rates::PRE_TRAINING,
        extent: format!("{} pieces of {tokens} tokens", pieces.len()),
        data: json!({ "files": texts.len(), "files_left_out": left_out, "pieces": pieces.len(), "tokens": tokens }),
    };
    training.run(flags, stop, context)
}

/// The texts of the training split, a list of their files (project and path), and how many files were left out.
fn training_texts(settings: &EncoderTraining, context: &Context<'_>) -> crate::Result<(Vec<String>, String, u64)> {
    let mut options = settings.options.clone();
    options.progress = context.observer.reading();
    let plan =
        if settings.from.is_empty() { Plan::builtin(&options.languages) } else { Plan::new(&settings.from, &options)? };
    let deduplicator = RwLock::new(Deduplicator::new(Deduplicator::THRESHOLD)?);
    let seed = settings.train.seed;
    let (mut texts, mut files, mut left_out) = (Vec::new(), String::new(), 0);
    let work = |SourceFile { project, path, bytes, language, .. }: SourceFile| {
        let fingerprint = Fingerprint::of(&bytes);
        let is_training = Split::of(&project, 0, queries::SUITE.shares) == Split::Train;
        let is_long = bytes.len() > LONGEST_FILE;
        let text = (is_training && !is_long).then(|| SourceText::decode(bytes, language).text);
        (fingerprint, format!("{project}\t{path}\n"), text)
    };
    try_process(&plan, &options, context.threads, work, |item| -> crate::Result<()> {
        let Item::File((fingerprint, name, text)) = item else {
            left_out += 1;
            return Ok(());
        };
        let verdict = deduplicator.write().unwrap_or_else(PoisonError::into_inner).admit(&fingerprint);
        match (verdict, text) {
            (Verdict::Unique, Some(text)) => {
                texts.push(text);
                files.push_str(&name);
            }
            _ => left_out += 1,
        }
        Ok(())
    })?;
    // The order of projects should not decide which are cut off when the tokenizer has enough.
    texts.sort_by_cached_key(|text| {
        let hash = Fingerprint::of(text.as_bytes()).content_hash_hex();
        (seed, hash)
    });
    Ok((texts, files, left_out))
}

/// Texts as tokens, cut into pieces.
fn pieces(texts: &[String], tokenizer: &LayoutTokenizer, length: usize) -> Vec<Vec<u32>> {
    let of = |text: &String| {
        let class = tokenizer.special(SpecialToken::Class);
        let end = tokenizer.special(SpecialToken::End);
        let own = tokenizer.tokenize(text).into_iter().map(|token| token.id);
        let ids: Vec<u32> = std::iter::once(class).chain(own).chain(std::iter::once(end)).collect();
        ids.chunks(length.max(1)).filter(|piece| piece.len() >= FEWEST_TOKENS).map(<[u32]>::to_vec).collect::<Vec<_>>()
    };
    texts.par_iter().flat_map_iter(of).collect()
}
