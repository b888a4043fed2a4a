//! What an exam of questions is like, as the tables 3 to 6 of the paper print it.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use examen_corpus::Split;
use examen_data::ResultRow;
use examen_english::questions::{Category, QuestionType};
use serde::Deserialize;

/// The columns that are counted.
pub const COUNTED_COLUMNS: [&str; 6] = ["text", "question", "answer", "question_type", "category", "polarity"];

/// What is counted of a row.
#[derive(Debug, Deserialize)]
pub struct CountedRow {
    /// The code.
    pub text: String,
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// What the question begins with.
    pub question_type: String,
    /// What it is after.
    pub category: String,
    /// Yes, no or a phrase.
    pub polarity: String,
}

/// Counts of one split. Texts are counted by 64-bit hashes.
#[derive(Debug, Default)]
struct OfSplit {
    pairs: u64,
    codes: HashSet<u64>,
    vocabularies: [HashSet<u64>; 3],
    tokens: [u64; 3],
    phrases: u64,
    repeated: u64,
}

/// Counts of an exam; splits come in the order train, validation, test.
#[derive(Debug, Default)]
pub struct Statistics {
    splits: BTreeMap<Split, OfSplit>,
    /// Answers of train, yes and no apart.
    of_train: HashSet<u64>,
    codes: HashSet<u64>,
    types: BTreeMap<String, u64>,
    categories: BTreeMap<String, u64>,
    spans: u64,
    extracted: u64,
    phrases: u64,
    pairs: u64,
}

impl Statistics {
    /// Counts a row.
    pub fn add(&mut self, split: Split, row: &CountedRow) {
        let of_split = self.splits.entry(split).or_default();
        of_split.pairs += 1;
        self.pairs += 1;
        let code = hash(&row.text);
        self.codes.insert(code);
        of_split.codes.insert(code);
        for (at, text) in [&row.text, &row.question, &row.answer].into_iter().enumerate() {
            for word in words(text) {
                of_split.vocabularies[at].insert(hash(word));
                of_split.tokens[at] += 1;
            }
        }
        *self.types.entry(row.question_type.clone()).or_default() += 1;
        *self.categories.entry(row.category.clone()).or_default() += 1;
        if row.polarity != "phrase" {
            return;
        }
        self.phrases += 1;
        of_split.phrases += 1;
        let answer = row.answer.to_lowercase();
        if split == Split::Train {
            self.of_train.insert(hash(&answer));
        } else if self.of_train.contains(&hash(&answer)) {
            of_split.repeated += 1;
        }
        let code: Vec<String> = words(&row.text).map(str::to_lowercase).collect();
        let answer: Vec<String> = words(&row.answer).map(str::to_lowercase).collect();
        self.spans += u64::from(!answer.is_empty() && code.windows(answer.len()).any(|window| window == answer));
        self.extracted += u64::from(!answer.is_empty() && answer.iter().all(|word| code.contains(word)));
    }

    /// The statistics as result rows: of all examples, or of a split, a question type or a category.
    pub fn rows(&self, suite: &str, task: &str) -> Vec<ResultRow> {
        let mut rows = Vec::new();
        let mut push = |metric: &str, split: Option<Split>, group: Option<&str>, value: f64, n: u64| {
            rows.push(ResultRow {
                suite: suite.to_owned(),
                task: task.to_owned(),
                metric: metric.to_owned(),
                signature: SIGNATURE.to_owned(),
                value,
                n,
                split: split.map(|split| split.name().to_owned()),
                group: group.map(str::to_owned),
                ..ResultRow::default()
            });
        };
        push("pairs", None, None, self.pairs as f64, self.pairs);
        push("codes", None, None, self.codes.len() as f64, self.pairs);
        for (&split, of_split) in &self.splits {
            let n = of_split.pairs;
            push("pairs", Some(split), None, n as f64, n);
            push("codes", Some(split), None, of_split.codes.len() as f64, n);
            for (at, name) in ["code", "question", "answer"].into_iter().enumerate() {
                push(&format!("unique_{name}_tokens"), Some(split), None, of_split.vocabularies[at].len() as f64, n);
                push(&format!("{name}_tokens"), Some(split), None, of_split.tokens[at] as f64 / n.max(1) as f64, n);
            }
            if split != Split::Train {
                push(
                    "answers_in_train",
                    Some(split),
                    None,
                    fraction(of_split.repeated, of_split.phrases),
                    of_split.phrases,
                );
            }
        }
        push("span_answers", None, None, fraction(self.spans, self.phrases), self.phrases);
        push("extracted_answers", None, None, fraction(self.extracted, self.phrases), self.phrases);
        for kind in QuestionType::ALL {
            let count = self.types.get(kind.name()).copied().unwrap_or_default();
            push("question_type", None, Some(kind.name()), fraction(count, self.pairs), self.pairs);
        }
        for category in Category::ALL {
            let count = self.categories.get(category.name()).copied().unwrap_or_default();
            push("category", None, Some(category.name()), fraction(count, self.pairs), self.pairs);
        }
        rows
    }
}

/// Words are runs of letters and digits, or single signs; shares are of answers that are no yes or no.
const SIGNATURE: &str = "words:alphanumeric-runs-and-signs";

fn fraction(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Runs of letters, digits and underscores, and single other signs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    text.split_whitespace().flat_map(move |chunk| {
        let mut rest = chunk;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let length =
                if is_word(first) { rest.find(|next| !is_word(next)).unwrap_or(rest.len()) } else { first.len_utf8() };
            let (word, after) = rest.split_at(length);
            rest = after;
            Some(word)
        })
    })
}
