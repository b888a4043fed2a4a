//! Texts in, features out: a window of texts at a time, batches by length, the same bytes after any interruption.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::While as _;
use examen_data::{FeatureReader, FeatureShape, open_features};
use examen_models::{Encoder, Pooling, Sequence, Tokens, batches_by_length};
use examen_syntax::Language;
use rayon::prelude::*;

use super::Pool;
use super::showing::{Showing, ShownText};
use crate::context::Context;
use crate::context::Steps;

/// The most positions of a batch, with its padding, for each of its texts: long texts come in smaller batches.
const POSITIONS: usize = 256;

/// About how many bytes of features, and of texts, a window may have.
const WINDOW_BYTES: usize = 64 << 20;

/// The fewest and the most texts of a window. They are sorted by length in it: few cannot be sorted well.
const WINDOW_ROWS: (usize, usize) = (64, 4_096);

/// What there is to count in texts, by name.
type Counts = BTreeMap<String, u64>;

/// A text, the byte of it that is asked about, and its language if that is known.
pub struct TextRow {
    pub text: String,
    pub byte: usize,
    pub language: Option<Language>,
}

/// How texts become features.
#[derive(Clone, Copy)]
pub struct Embedding<'e> {
    pub encoder: &'e Encoder,
    pub showing: Showing<'e>,
    pub pool: Pool,
    pub batch_size: usize,
}

/// The features of texts in a file, and what was counted while they were made; nothing if they were there.
///
/// `texts` must give `rows` of them, always the same for the same fingerprint.
pub fn embed<I>(
    embedding: Embedding<'_>,
    rows: usize,
    texts: I,
    path: &Path,
    fingerprint: &str,
    context: &Context<'_>,
) -> crate::Result<(FeatureReader, Option<Counts>)>
where
    I: Iterator<Item = crate::Result<TextRow>>,
{
    let (layers, width) = (embedding.encoder.layers(), embedding.encoder.width());
    let mut writer = match open_features(path, FeatureShape { layers, rows, width }, fingerprint)? {
        Ok(reader) => return Ok((reader, None)),
        Err(writer) => writer,
    };
    let steps = context.observer.start(rows as u64, "texts");
    steps.add(writer.rows() as u64);
    if writer.rows() > 0 {
        context.remark(format!("{}: going on after {} texts", path.display(), writer.rows()));
    }
    let most_rows = (WINDOW_BYTES / (layers * width * size_of::<f32>())).clamp(WINDOW_ROWS.0, WINDOW_ROWS.1);
    let mut texts = texts.skip(writer.rows());
    loop {
        let window = next_window(&mut texts, most_rows)?;
        if window.is_empty() {
            break;
        }
        let (features, counts) = window_features(embedding, &window, &*steps)?;
        writer.add(&features, &counts)?;
    }
    let counts = writer.counts().clone();
    Ok((writer.finish()?, Some(counts)))
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

/// The features of a window, for each layer one row after the other, and what there is to count in it.
fn window_features(
    embedding: Embedding<'_>,
    window: &[TextRow],
    steps: &dyn Steps,
) -> crate::Result<(Vec<Vec<f32>>, Counts)> {
    let Embedding { encoder, showing, pool, batch_size } = embedding;
    let shown: Vec<ShownText> = window.par_iter().map(|row| showing.show(row)).collect::<crate::Result<_>>()?;
    let width = encoder.width();
    let mut layers = vec![vec![0.0; window.len() * width]; encoder.layers()];
    let lengths: Vec<usize> = shown.iter().map(ShownText::length).collect();
    let rows = batch_size.max(1);
    for batch in batches_by_length(&lengths, rows, rows.saturating_mul(POSITIONS)) {
        let sequences: Vec<Sequence> = batch.iter().map(|&at| shown[at].sequence()).collect();
        let pooling = match pool {
            Pool::First => Pooling::First,
            Pool::Mean => Pooling::Mean,
            Pool::Last => Pooling::Last,
            Pool::Token => {
                let place = |&at: &usize| token_place(&shown[at].tokens, window[at].byte);
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
    let count = |is: fn(&Tokens) -> usize| shown.iter().map(|shown| is(&shown.tokens)).sum::<usize>() as u64;
    let mut counts = vec![
        ("texts", window.len() as u64),
        ("tokens", count(|tokens| tokens.ids.len())),
        ("truncated", count(|tokens| usize::from(tokens.is_truncated()))),
        ("unknown", count(|tokens| tokens.unknown)),
    ];
    if let Showing::DataFlow(_) = showing {
        counts.push(("variables", shown.iter().map(|shown| shown.flow.len()).sum::<usize>() as u64));
    }
    Ok((layers, counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()))
}

/// The token at a byte of the text. Where that was cut off, or stands for nothing, the last token before it.
fn token_place(tokens: &Tokens, byte: usize) -> usize {
    let before = || tokens.offsets.iter().rposition(|place| !place.is_empty() && place.start <= byte);
    tokens.at_byte(byte).or_else(before).unwrap_or(0)
}
