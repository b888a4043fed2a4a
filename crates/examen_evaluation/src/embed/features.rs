//! Features of texts: a window of texts at a time, batches by length, the same bytes after any interruption.

use std::collections::BTreeMap;
use std::path::Path;

use examen_data::{FeatureReader, FeatureShape, grouped, open_features};
use examen_models::{Encoder, Pooling, Sequence, Tokens, batches_by_length};
use examen_syntax::Language;
use rayon::prelude::*;

use super::Pool;
use super::input_encoder::{EncodedText, InputEncoder};
use crate::context::{Context, Steps};
use crate::error::While as _;

/// The most positions of a batch, with its padding, for each of its texts: long texts come in smaller batches.
const POSITIONS: usize = 256;

/// About how many bytes of features, and of texts, a window may have.
const WINDOW_BYTES: usize = 64 << 20;

/// The fewest and the most texts of a window. They are sorted by length in it: few cannot be sorted well.
const WINDOW_ROWS: (usize, usize) = (64, 4_096);

/// Counts of `texts`, `tokens`, `truncated` texts, `unknown` tokens and, with data flow, `variables`.
pub type Counts = BTreeMap<String, u64>;

/// A text to embed.
pub struct TextRow {
    /// The text.
    pub text: String,
    /// The byte at which the token stands that is asked about.
    pub byte: usize,
    /// The language, if it is known.
    pub language: Option<Language>,
}

/// How texts become features.
#[derive(Clone, Copy)]
pub struct Embedding<'e> {
    /// The network.
    pub encoder: &'e Encoder,
    /// The encoder of its inputs.
    pub input: InputEncoder<'e>,
    /// The state that stands for a text.
    pub pool: Pool,
    /// The most texts in a batch.
    pub batch_size: usize,
}

/// Features in a file.
pub struct Embedded {
    /// The file.
    pub features: FeatureReader,
    /// Counts over all texts; nothing if the features were there already.
    pub counts: Option<Counts>,
    /// By row, whether the text was truncated; nothing if features of some texts were there already.
    pub truncated: Option<Vec<bool>>,
}

/// Writes the features of texts to a file, unless they are there.
///
/// `texts` must give `rows` of them, always the same for the same fingerprint.
pub fn embed<I>(
    embedding: Embedding<'_>,
    rows: usize,
    texts: I,
    path: &Path,
    fingerprint: &str,
    context: &Context<'_>,
) -> crate::Result<Embedded>
where
    I: Iterator<Item = crate::Result<TextRow>>,
{
    let (layers, width) = (embedding.encoder.layers(), embedding.encoder.width());
    let mut writer = match open_features(path, FeatureShape { layers, rows, width }, fingerprint)? {
        Ok(features) => return Ok(Embedded { features, counts: None, truncated: None }),
        Err(writer) => writer,
    };
    let first = writer.rows();
    let steps = context.observer.start(rows as u64, "texts");
    steps.add(first as u64);
    if first > 0 {
        context.remark_on_work(format!("{}: resumed after {} texts", path.display(), grouped(first as u64)));
    }
    let most_rows = (WINDOW_BYTES / (layers * width * size_of::<f32>())).clamp(WINDOW_ROWS.0, WINDOW_ROWS.1);
    let mut texts = texts.skip(first);
    let mut truncated = Vec::new();
    loop {
        let window = next_window(&mut texts, most_rows)?;
        if window.is_empty() {
            break;
        }
        context.go_on()?;
        let inputs = encoded(embedding.input, &window)?;
        truncated.extend(inputs.iter().map(|input| input.tokens.is_truncated()));
        let features = window_features(embedding, &window, &inputs, &*steps)?;
        writer.add(&features, &counts(embedding.input, &inputs))?;
    }
    let counts = writer.counts().clone();
    let truncated = (first == 0).then_some(truncated);
    Ok(Embedded { features: writer.finish()?, counts: Some(counts), truncated })
}

/// Returns the features of texts in memory: for each layer the vectors of the texts one after the other. All texts and features are in
/// memory together: for a few thousand texts, not for a corpus.
pub fn embed_texts(embedding: Embedding<'_>, texts: &[TextRow], context: &Context<'_>) -> crate::Result<Vec<Vec<f32>>> {
    let mut layers: Vec<Vec<f32>> = vec![Vec::new(); embedding.encoder.layers()];
    let steps = context.observer.start(texts.len() as u64, "texts");
    for window in texts.chunks(WINDOW_ROWS.1) {
        context.go_on()?;
        let inputs = encoded(embedding.input, window)?;
        for (layer, values) in layers.iter_mut().zip(window_features(embedding, window, &inputs, &*steps)?) {
            layer.extend(values);
        }
    }
    Ok(layers)
}

/// Returns for each text whether the encoder truncates it.
pub(crate) fn truncation(
    input: InputEncoder<'_>,
    mut texts: impl Iterator<Item = crate::Result<TextRow>>,
) -> crate::Result<Vec<bool>> {
    let mut truncated = Vec::new();
    loop {
        let window = next_window(&mut texts, WINDOW_ROWS.1)?;
        if window.is_empty() {
            return Ok(truncated);
        }
        truncated.extend(encoded(input, &window)?.iter().map(|input| input.tokens.is_truncated()));
    }
}

fn encoded(input: InputEncoder<'_>, window: &[TextRow]) -> crate::Result<Vec<EncodedText>> {
    window.par_iter().map(|row| input.encode(row)).collect()
}

fn next_window(
    texts: &mut impl Iterator<Item = crate::Result<TextRow>>,
    most_rows: usize,
) -> crate::Result<Vec<TextRow>> {
    let (mut window, mut bytes) = (Vec::new(), 0);
    while window.len() < most_rows && bytes < WINDOW_BYTES {
        let Some(row) = texts.next().transpose()? else { break };
        bytes += row.text.len();
        window.push(row);
    }
    Ok(window)
}

/// The features of a window: for each layer the rows one after the other.
fn window_features(
    embedding: Embedding<'_>,
    window: &[TextRow],
    inputs: &[EncodedText],
    steps: &dyn Steps,
) -> crate::Result<Vec<Vec<f32>>> {
    let Embedding { encoder, pool, batch_size, .. } = embedding;
    let width = encoder.width();
    let mut layers = vec![vec![0.0; window.len() * width]; encoder.layers()];
    let lengths: Vec<usize> = inputs.iter().map(EncodedText::length).collect();
    let rows = batch_size.max(1);
    for batch in batches_by_length(&lengths, rows, rows.saturating_mul(POSITIONS)) {
        let sequences: Vec<Sequence> = batch.iter().map(|&at| inputs[at].sequence()).collect();
        let pooling = match pool {
            Pool::First => Pooling::First,
            Pool::Mean => Pooling::Mean,
            Pool::Last => Pooling::Last,
            Pool::Token => {
                let place = |&at: &usize| token_place(&inputs[at].tokens, window[at].byte);
                Pooling::Position(batch.iter().map(place).collect())
            }
        };
        let features = encoder.features(&sequences, &pooling).doing(|| "cannot embed a batch")?;
        for (layer, values) in layers.iter_mut().zip(&features) {
            for (&at, vector) in batch.iter().zip(values.chunks_exact(width)) {
                layer[at * width..(at + 1) * width].copy_from_slice(vector);
            }
        }
        steps.add(batch.len() as u64);
    }
    Ok(layers)
}

fn counts(input: InputEncoder<'_>, inputs: &[EncodedText]) -> Counts {
    let count = |of: fn(&Tokens) -> usize| inputs.iter().map(|input| of(&input.tokens)).sum::<usize>() as u64;
    let mut counts = vec![
        ("texts", inputs.len() as u64),
        ("tokens", count(|tokens| tokens.ids.len())),
        ("truncated", count(|tokens| usize::from(tokens.is_truncated()))),
        ("unknown", count(|tokens| tokens.unknown)),
    ];
    if let InputEncoder::DataFlow(_) = input {
        counts.push(("variables", inputs.iter().map(|input| input.flow.len()).sum::<usize>() as u64));
    }
    counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
}

/// The token at a byte of the text. Where that was cut off, or stands for nothing, the last token before it.
fn token_place(tokens: &Tokens, byte: usize) -> usize {
    let before = || tokens.offsets.iter().rposition(|place| !place.is_empty() && place.start <= byte);
    tokens.at_byte(byte).or_else(before).unwrap_or(0)
}
