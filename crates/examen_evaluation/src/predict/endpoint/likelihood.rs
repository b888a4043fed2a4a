//! The class that a model finds most likely.

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
    best_of(classes, &probabilities)
}

/// The class whose option is most likely behind the prompt, by the logarithms of their probabilities.
pub(super) fn most_likely_behind(classes: &[String], logarithms: &[f64]) -> Result<(Answer, f64), String> {
    // Long options can be too unlikely for a number: the best of them is as likely as it is, the others in relation to it.
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let relative: Vec<f64> = logarithms.iter().map(|logarithm| (logarithm - most).exp()).collect();
    best_of(classes, &relative).map(|(answer, mass)| (answer, mass * most.exp()))
}

/// The first of the most likely classes, and the sum of all.
fn best_of(classes: &[String], probabilities: &[f64]) -> Result<(Answer, f64), String> {
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
