//! From scores of tokens to spans.

use examen_tokenizers::labels::{Label, TokenRun};

use super::network::SPAN_OUTPUTS;

/// The scores of the tokens of one sequence, as [`CodeNetwork::span_scores`](super::CodeNetwork::span_scores) gives them.
#[derive(Clone, Copy, Debug)]
pub struct ScoredTokens<'s> {
    /// Five for each token.
    pub scores: &'s [f32],
    /// Whether a token is of code; others are in no span.
    pub is_code: &'s [bool],
}

/// The spans that scores say. A span begins where B or F has the highest score. Its end is where the sum of the log-odds of I,
/// from its begin on, and the log-probability of being the last token are highest together, before the next begin.
pub fn decode_spans(tokens: ScoredTokens<'_>) -> Vec<TokenRun> {
    let rows: Vec<Row> = tokens
        .scores
        .chunks_exact(SPAN_OUTPUTS)
        .zip(tokens.is_code)
        .map(|(scores, &is_code)| Row::of(scores, is_code))
        .collect();
    let starts: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].label.begins().is_some()).collect();
    let mut runs = Vec::with_capacity(starts.len());
    for (number, &start) in starts.iter().enumerate() {
        let Some(kind) = rows[start].label.begins() else { continue };
        let next = starts.get(number + 1).copied().unwrap_or(rows.len());
        let (mut inside, mut best, mut end) = (0.0, f32::NEG_INFINITY, start + 1);
        for (at, row) in rows.iter().enumerate().take(next).skip(start) {
            if at > start {
                inside += row.inside_odds;
            }
            if inside + row.last > best {
                (best, end) = (inside + row.last, at + 1);
            }
        }
        runs.push(TokenRun { kind, start, end });
    }
    runs
}

struct Row {
    label: Label,
    /// The log-odds of I.
    inside_odds: f32,
    /// The log-probability of being the last token of a span.
    last: f32,
}

impl Row {
    fn of(scores: &[f32], is_code: bool) -> Self {
        if !is_code {
            // As certain as a network can be that nothing begins, goes on or ends here.
            return Self { label: Label::Outside, inside_odds: -30.0, last: -30.0 };
        }
        let (labels, end) = (&scores[..SPAN_OUTPUTS - 1], scores[SPAN_OUTPUTS - 1]);
        let mut best = 0;
        for (at, score) in labels.iter().enumerate() {
            if *score > labels[best] {
                best = at;
            }
        }
        let label = Label::from_u8(best as u8).unwrap_or(Label::Outside);
        let greatest = labels[best];
        let total: f32 = labels.iter().map(|score| (score - greatest).exp()).sum();
        let inside = ((labels[Label::Inside as usize] - greatest).exp() / total).clamp(1e-6, 1.0 - 1e-6);
        Self { label, inside_odds: (inside / (1.0 - inside)).ln(), last: -((-end).exp().ln_1p()) }
    }
}
