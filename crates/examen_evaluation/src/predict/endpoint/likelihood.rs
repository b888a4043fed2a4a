//! The class that a model finds most likely, by its first token.

use examen_data::Answer;

use crate::predict::prompts::options;

/// How many first tokens a server is asked for.
pub(super) const FIRST_TOKENS: u32 = 20;

/// The most likely class, and the probability of all options together. Options that no first token stands for have none.
pub(super) fn most_likely(classes: &[String], first_tokens: &[(String, f64)]) -> Result<(Answer, f64), String> {
    let probability = |option: &String| -> f64 {
        first_tokens.iter().filter(|(token, _)| token.trim() == option).map(|(_, logarithm)| logarithm.exp()).sum()
    };
    let probabilities: Vec<f64> = options(classes).iter().map(probability).collect();
    let mut best = 0;
    for (at, value) in probabilities.iter().enumerate() {
        if *value > probabilities[best] {
            best = at;
        }
    }
    let mass: f64 = probabilities.iter().sum();
    match classes.get(best).filter(|_| mass > 0.0) {
        Some(label) => Ok((Answer::Class { label: label.clone(), control_label: None }, mass)),
        None => Err("no-option-in-top".to_owned()),
    }
}
