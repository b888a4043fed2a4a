//! A classifier of our own, from the directory that `examen train pairs` or `examen train relevance` wrote.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use examen_data::{Answer, AnswerKind};
use examen_models::{
    CodeConfig, CodeModel, CodeNetwork, Decision, DecisionSequence, DecisionTokens, ModelError, PackedInput,
    PackedSequence, Placement,
};
use examen_tensor::{Mode, Rotary};
use examen_tokenizers::LayoutTokenizer;

use super::example_row::ExampleRow;
use super::predictor::{NoReply, Predictor, Reply};
use super::task_examples::TaskInfo;

/// A classifier of pairs, or of blocks.
pub(super) struct DecisionPredictor {
    decision: Decision,
    config: CodeConfig,
    tokenizer: LayoutTokenizer,
    /// One batch at a time: the engine computes on all threads by itself.
    network: Mutex<(CodeNetwork, Rotary)>,
}

/// The sequences that an example asks about, and their query.
struct Asked {
    sequences: Vec<DecisionSequence>,
    query: u32,
}

impl DecisionPredictor {
    /// The kinds of answer that a decision gives.
    pub(super) const fn kinds(decision: Decision) -> &'static [AnswerKind] {
        match decision {
            Decision::Match => &[AnswerKind::Choice, AnswerKind::Match],
            Decision::Relevance => &[AnswerKind::Relevance],
        }
    }

    /// A model that was trained to decide.
    pub(super) fn of(model: CodeModel, decision: Decision, placement: Placement) -> crate::Result<Self> {
        let CodeModel { config, tokenizer, network, .. } = model;
        let rotary = CodeNetwork::rotary(&config, config.max_position_embeddings)?;
        let rotary = rotary.placed(placement).map_err(ModelError::from)?;
        Ok(Self { decision, config, tokenizer, network: Mutex::new((network, rotary)) })
    }

    fn asked(&self, task: &TaskInfo, row: &ExampleRow) -> Result<Asked, NoReply> {
        let text = |column: &str| row.text(column).map_err(NoReply::Failed);
        let tokens = DecisionTokens { tokenizer: &self.tokenizer, length: self.config.max_position_embeddings };
        let sequences = |headers: &[Cow<'_, str>], code: &str| {
            let code = tokens.code(code);
            headers.iter().map(|header| tokens.sequence(&tokens.header(header), &code)).collect()
        };
        if self.decision == Decision::Relevance {
            let query = text("query")?;
            let Some(query) = self.config.query_number(query) else {
                return Err(NoReply::Skipped(format!("the model was not trained for the query {query}")));
            };
            return Ok(Asked { sequences: sequences(&[text("block_header")?.into()], text("content")?), query });
        }
        let captions: Vec<Cow<'_, str>> = match task.answer.kind {
            AnswerKind::Choice => row.read("candidates").map_err(NoReply::Failed)?,
            _ => vec![text("caption")?.into()],
        };
        Ok(Asked { sequences: sequences(&captions, text("text")?), query: self.config.no_query() })
    }

    /// One score for each sequence.
    fn scores<'a>(&self, asked: impl Iterator<Item = &'a Asked>) -> Result<Vec<f32>, String> {
        let sequences = asked.flat_map(|asked| {
            asked.sequences.iter().map(|sequence| PackedSequence {
                ids: &sequence.ids,
                occurrences: &sequence.shared,
                query: asked.query,
            })
        });
        let packed = PackedInput::new(sequences);
        if packed.is_empty() {
            return Ok(Vec::new());
        }
        let (network, rotary) = &*self.network.lock().unwrap_or_else(PoisonError::into_inner);
        let scores = network.decision_scores(&packed, rotary, Mode::Eval).map_err(|error| error.to_string())?;
        scores.into_values().map_err(|error| error.to_string())
    }

    fn answer(&self, task: &TaskInfo, scores: &[f32]) -> Answer {
        let is_so = scores.first().is_some_and(|score| *score > 0.0);
        match (self.decision, task.answer.kind) {
            (Decision::Relevance, _) => Answer::Relevance(is_so),
            (Decision::Match, AnswerKind::Choice) => {
                // The first of equal ones.
                let best = (0..scores.len()).rev().max_by(|&one, &other| scores[one].total_cmp(&scores[other]));
                Answer::Choice(best.unwrap_or_default() as u32)
            }
            (Decision::Match, _) => Answer::Match(is_so),
        }
    }
}

impl Predictor for DecisionPredictor {
    fn columns<'t>(&self, task: &'t TaskInfo) -> Vec<&'t str> {
        match (self.decision, task.answer.kind) {
            (Decision::Relevance, _) => vec!["query", "block_header", "content"],
            (Decision::Match, AnswerKind::Choice) => vec!["text", "candidates"],
            (Decision::Match, _) => vec!["text", "caption"],
        }
    }

    fn rows_at_once(&self) -> usize {
        64
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let asked: Vec<Result<Asked, NoReply>> = batch.iter().map(|row| self.asked(task, row)).collect();
        let scores = self.scores(asked.iter().flatten());
        let mut done = 0;
        let reply = |asked: Result<Asked, NoReply>| {
            let asked = asked?;
            let scores = scores.as_ref().map_err(|message| NoReply::Failed(message.clone()))?;
            let own = done..done + asked.sequences.len();
            done = own.end;
            scores.get(own).map(|own| self.answer(task, own)).ok_or_else(|| NoReply::Failed("no score".to_owned()))
        };
        asked.into_iter().map(reply).collect()
    }
}
