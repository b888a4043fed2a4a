//! A lexical judge of pairs of code and caption: logistic regression on the words that they have in common.

use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, TaskFolder};
use examen_models::{CodePair, CodeWords, PairClassifier};
use serde::Deserialize;

use super::{Make, Model};
use crate::context::Context;
use crate::predict::{ExampleRow, NoReply, Predictor, Reply, TaskInfo, Trainer};

pub(super) const MODEL: Model = Model {
    name: PairClassifier::NAME,
    description: "Logistic regression on the words that code and caption have in common (TF-IDF)",
    kinds: &[AnswerKind::Choice, AnswerKind::Match],
    make: Make::Trainer(|options| Box::new(PairTrainer { seed: options.seed })),
};

/// Training pairs at most: some 2 kB each. Rows are in order of their ids, which are hashes, so that the first are a sample.
const MOST_PAIRS: usize = 40_000;

struct PairTrainer {
    seed: u64,
}

/// A training example of `match`.
#[derive(Deserialize)]
pub(super) struct MatchRow {
    pub(super) text: String,
    pub(super) caption: String,
    pub(super) is_match: bool,
}

/// A training example of `choose`.
#[derive(Deserialize)]
struct ChooseRow {
    text: String,
    candidates: Vec<String>,
    choice: usize,
}

impl Trainer for PairTrainer {
    fn train(&self, training: &TaskFolder, _: &Context<'_>) -> crate::Result<Box<dyn Predictor>> {
        let pairs = training_pairs(training)?;
        let pair = |code, caption| CodePair { code, caption };
        let labelled: Vec<(CodePair<'_>, bool)> =
            pairs.iter().map(|row| (pair(row.text.as_str(), row.caption.as_str()), row.is_match)).collect();
        Ok(Box::new(PairPredictor { model: PairClassifier::train(&labelled, self.seed)? }))
    }
}

/// The training pairs of a task that has pairs, or candidates that are one each.
pub(super) fn training_pairs(training: &TaskFolder) -> crate::Result<Vec<MatchRow>> {
    let kind = training.answer()?.map(|answer| answer.kind);
    if kind == Some(AnswerKind::Match) {
        let rows = training.rows_with(Split::Train, &["text", "caption", "is_match"])?;
        return Ok(rows.take(MOST_PAIRS).collect::<examen_data::Result<_>>()?);
    }
    let mut pairs = Vec::new();
    for row in training.rows_with::<ChooseRow>(Split::Train, &["text", "candidates", "choice"])?.take(MOST_PAIRS / 2) {
        let ChooseRow { text, candidates, choice } = row?;
        for (at, caption) in candidates.into_iter().enumerate() {
            pairs.push(MatchRow { text: text.clone(), caption, is_match: at == choice });
        }
    }
    Ok(pairs)
}

struct PairPredictor {
    model: PairClassifier,
}

impl Predictor for PairPredictor {
    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        judged(task, batch, |code, caption| f64::from(self.model.score(code, caption)), 0.0)
    }
}

/// Replies by a score of pairs: a match is above the threshold, the candidate with the highest score is chosen.
pub(super) fn judged(
    task: &TaskInfo,
    batch: &[ExampleRow],
    score: impl Fn(&CodeWords, &str) -> f64,
    threshold: f64,
) -> Vec<Reply> {
    // Rows about the same code may follow each other; its words are worth keeping.
    let mut last: (&str, CodeWords) = ("", CodeWords::default());
    let mut replies = Vec::with_capacity(batch.len());
    for row in batch {
        replies.push(judge(task, row, &mut last, &score, threshold).map_err(NoReply::Failed));
    }
    replies
}

fn judge<'r>(
    task: &TaskInfo,
    row: &'r ExampleRow,
    last: &mut (&'r str, CodeWords),
    score: &impl Fn(&CodeWords, &str) -> f64,
    threshold: f64,
) -> Result<Answer, String> {
    let code = row.text("text")?;
    if last.0 != code {
        *last = (code, CodeWords::of(code));
    }
    if task.answer.kind == AnswerKind::Match {
        return Ok(Answer::Match(score(&last.1, row.text("caption")?) > threshold));
    }
    let candidates: Vec<String> = row.read("candidates")?;
    let mut best = (0, f64::NEG_INFINITY);
    for (at, candidate) in candidates.iter().enumerate() {
        let score = score(&last.1, candidate);
        if score > best.1 {
            best = (at as u32, score);
        }
    }
    Ok(Answer::Choice(best.0))
}
