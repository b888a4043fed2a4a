//! An answer of a model as it is shown.

use examen_data::{Answer, AnswerKind, Prediction, PredictionStatus};
use serde::Serialize;

use super::row::{MOST_WORDS, corners, position, spans_in_words};
use crate::html::visible::cut;

/// Spans of an answer that are shown.
const MOST_SPANS: usize = 50;

/// The answer of a model to an example.
#[derive(Default, Serialize)]
pub(super) struct Given {
    /// The number of the model.
    #[serde(rename = "m")]
    pub(super) model: usize,
    /// What it says.
    #[serde(rename = "a")]
    answer: String,
    /// Whether it is right, as it was scored.
    #[serde(rename = "ok", skip_serializing_if = "Option::is_none")]
    pub(super) is_right: Option<bool>,
    /// Whether a rewrite changed it, as it was scored.
    #[serde(rename = "ch", skip_serializing_if = "Option::is_none")]
    pub(super) is_changed: Option<bool>,
    /// Where it points: kind (0 answer, 1 fact) and place.
    #[serde(rename = "s", skip_serializing_if = "Vec::is_empty")]
    spans: Vec<(u8, [u32; 4])>,
    /// Why there is no answer.
    #[serde(rename = "why", skip_serializing_if = "String::is_empty")]
    why: String,
}

impl Given {
    /// Reads a prediction; one that cannot be read is shown as it is, with what is wrong with it.
    pub(super) fn new(model: usize, kind: AnswerKind, prediction: &Prediction) -> Self {
        let mut given = Self { model, ..Self::default() };
        if prediction.status != PredictionStatus::Ok {
            let reason = prediction.reason.as_deref().unwrap_or("no reason given");
            given.why = cut(&format!("{}: {reason}", prediction.status.name()), MOST_WORDS);
            return given;
        }
        let parsed = prediction.output.value().map_err(|error| error.to_string());
        match parsed.and_then(|output| Answer::parse(kind, &output)) {
            Ok(answer) => given.say(answer),
            Err(why) => {
                given.answer = cut(&prediction.output.to_string(), MOST_WORDS);
                given.why = cut(&why, MOST_WORDS);
            }
        }
        if prediction.truncated {
            given.why.push_str("saw only a part of the input");
        }
        given
    }

    fn say(&mut self, answer: Answer) {
        let text = match answer {
            Answer::Choice(choice) => position(u64::from(choice)),
            Answer::Class { label, .. } => label,
            Answer::Labels(labels) => {
                format!("labels for {}", crate::tally::counted(labels.len() as u64, "token", "tokens"))
            }
            Answer::Match(is_yes) | Answer::Relevance(is_yes) => if is_yes { "yes" } else { "no" }.to_owned(),
            Answer::Name(name) => name,
            Answer::Text(text) => text,
            Answer::Texts(texts) => texts.join("\n"),
            Answer::Spans { answer_spans, supporting_fact_spans, unlocated } => {
                let counts = (answer_spans.len(), supporting_fact_spans.len());
                let of = |kind: u8| move |place| (kind, corners(place));
                let spans = answer_spans.into_iter().map(of(0)).chain(supporting_fact_spans.into_iter().map(of(1)));
                self.spans = spans.take(MOST_SPANS).collect();
                match (counts, unlocated) {
                    ((0, 0), 0) => "no span".to_owned(),
                    (counts, 0) => spans_in_words(counts.0, counts.1),
                    (counts, lost) => format!("{}, {lost} not in the code", spans_in_words(counts.0, counts.1)),
                }
            }
        };
        self.answer = cut(&text, MOST_WORDS);
    }
}
