//! Random texts.

use examen_models::{Input, Labelled, Method};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A text with its number of tokens and its class.
pub(crate) struct Text {
    tokens: Vec<String>,
    pub(crate) label: String,
}

impl Text {
    pub(crate) fn labelled<'t>(&'t self, text: &'t str) -> Labelled<'t> {
        Labelled { input: Input { text, token_count: self.tokens.len() as u32 }, label: &self.label }
    }
}

/// Texts of 20 to 60 tokens like those of code: some frequent, most rare. `write` gives each its class and may change it.
pub(crate) fn texts(count: usize, seed: u64, mut write: impl FnMut(usize, &mut Vec<String>) -> String) -> Vec<Text> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0..count)
        .map(|at| {
            let length = random.random_range(20..60);
            let mut tokens: Vec<String> = (0..length).map(|_| token(&mut random)).collect();
            let label = write(at, &mut tokens);
            Text { tokens, label }
        })
        .collect()
}

fn token(random: &mut impl Rng) -> String {
    if random.random_bool(0.6) {
        return ["(", ")", ";", "=", "int", "return"][random.random_range(0..6)].to_owned();
    }
    format!("name{}", random.random_range(0..400))
}

/// The accuracy of a model on the last fifth, trained on the first three and tuned on the fourth.
pub(crate) fn accuracy(method: Method, texts: &[Text], seed: u64) -> f64 {
    let answers = answers(method, texts, seed);
    let right = answers.iter().filter(|(given, label)| given == label).count();
    right as f64 / answers.len() as f64
}

/// The answers of a model for the last fifth, beside the labels.
pub(crate) fn answers(method: Method, texts: &[Text], seed: u64) -> Vec<(String, String)> {
    let joined: Vec<String> = texts.iter().map(|text| text.tokens.join(" ")).collect();
    let labelled: Vec<Labelled<'_>> = texts.iter().zip(&joined).map(|(text, joined)| text.labelled(joined)).collect();
    let fifth = texts.len() / 5;
    let (training, rest) = labelled.split_at(3 * fifth);
    let (validation, test) = rest.split_at(fifth);
    let model = method.train(training, validation, seed).unwrap();
    test.iter().map(|example| (model.answer(example.input).to_owned(), example.label.to_owned())).collect()
}
