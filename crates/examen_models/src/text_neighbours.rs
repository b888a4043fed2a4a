//! Answers in the words of the example that is most like another: nearest neighbour by TF-IDF over sub-tokens.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::error::ModelError;
use crate::neighbours::{Neighbours, Vector};
use crate::sub_tokens::sub_tokens;

/// Texts with the answers to them.
#[derive(Debug)]
pub struct TextNeighbours {
    neighbours: Neighbours,
    answers: Vec<String>,
}

impl TextNeighbours {
    /// The name on the command line and in predictions, for good.
    pub const NAME: &'static str = "text-neighbours";

    /// Learns texts and their answers. The result depends on them and their order alone.
    pub fn train(training: &[(&str, &str)]) -> Result<Self, ModelError> {
        if training.is_empty() {
            return Err(ModelError::NoTrainingExamples);
        }
        let vectors: Vec<Vector> = training.iter().map(|(text, _)| features(text)).collect();
        let answers = training.iter().map(|(_, answer)| (*answer).to_owned()).collect();
        Ok(Self { neighbours: Neighbours::of(&vectors), answers })
    }

    /// The answer to the nearest text; nothing for a text that has nothing in common with any.
    pub fn answer(&self, text: &str) -> Option<&str> {
        let (nearest, _) = *self.neighbours.nearest(&features(text), 1).first()?;
        Some(&self.answers[nearest as usize])
    }
}

/// The sub-tokens of a text, each with 1 + the logarithm of how often it is there.
fn features(text: &str) -> Vector {
    let mut counts = Vector::new();
    for word in sub_tokens(text) {
        let mut hasher = FxHasher::default();
        word.hash(&mut hasher);
        *counts.entry(hasher.finish()).or_default() += 1.0;
    }
    for count in counts.values_mut() {
        *count = 1.0 + count.ln();
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_text_has_the_answer() {
        let training = [("def read_file(path)", "Reads a file."), ("def write_file(path)", "Writes a file.")];
        let model = TextNeighbours::train(&training).expect("a model");
        assert_eq!(model.answer("def writeFiles(paths)"), Some("Writes a file."));
        assert_eq!(model.answer("nothing alike"), None);
        assert_eq!(TextNeighbours::train(&[]).err(), Some(ModelError::NoTrainingExamples));
    }
}
