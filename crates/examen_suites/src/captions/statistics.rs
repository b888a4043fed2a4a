//! Statistics of the pool, as in Table 1 of the paper: examples by split, vocabularies, unknown words.
//!
//! Words are runs of letters, digits and underscores that begin with none of the digits, in lower case, those of comments and decorators
//! apart; the vocabularies are those of training and validation together, the paper's training part.

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::ResultRow;
use examen_syntax::Language;
use rustc_hash::FxHashSet;

use crate::shown_code::code_key;

/// Counts of the rows added so far. Training and validation rows have to come before those of test.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    functions: BTreeMap<Split, u64>,
    code: FxHashSet<String>,
    captions: FxHashSet<String>,
    test_words: u64,
    unknown_words: u64,
    /// Words of code and of captions.
    lengths: [u64; 2],
}

impl Statistics {
    /// Takes in a function.
    pub fn add(&mut self, split: Split, code: &str, language: Language, caption: &str) {
        *self.functions.entry(split).or_default() += 1;
        for word in words(&code_key(code, language)) {
            self.lengths[0] += 1;
            if split != Split::Test && !self.code.contains(&word) {
                self.code.insert(word);
            }
        }
        for word in words(caption) {
            self.lengths[1] += 1;
            if split == Split::Test {
                self.test_words += 1;
                self.unknown_words += u64::from(!self.captions.contains(&word));
            } else if !self.captions.contains(&word) {
                self.captions.insert(word);
            }
        }
    }

    /// The functions of a split.
    pub fn functions(&self, split: Split) -> u64 {
        self.functions.get(&split).copied().unwrap_or_default()
    }

    /// Different words of the code in training.
    pub fn code_vocabulary(&self) -> usize {
        self.code.len()
    }

    /// Different words of the captions in training.
    pub fn caption_vocabulary(&self) -> usize {
        self.captions.len()
    }

    /// The fraction of the words of test captions that no training caption has.
    pub fn unknown_words(&self) -> Option<f64> {
        (self.test_words > 0).then(|| self.unknown_words as f64 / self.test_words as f64)
    }

    /// The values as result rows of a task.
    pub fn rows(&self, suite: &str, task: &str) -> Vec<ResultRow> {
        let all: u64 = self.functions.values().sum();
        let row = |metric: &str, split: &str, value: f64, n: u64| ResultRow {
            suite: suite.to_owned(),
            task: task.to_owned(),
            metric: metric.to_owned(),
            split: Some(split.to_owned()),
            value,
            n,
            ..ResultRow::default()
        };
        let mut rows = vec![row("functions", "all", all as f64, all)];
        for split in Split::ALL {
            let count = self.functions(split);
            rows.push(row("functions", split.name(), count as f64, count));
        }
        let [code, captions] = self.lengths.map(|length| length as f64 / all.max(1) as f64);
        rows.push(row("code_words", "all", code, all));
        rows.push(row("caption_words", "all", captions, all));
        let trained = self.functions(Split::Train) + self.functions(Split::Validation);
        rows.push(row("code_vocabulary", "train", self.code_vocabulary() as f64, trained));
        rows.push(row("caption_vocabulary", "train", self.caption_vocabulary() as f64, trained));
        rows.extend(self.unknown_words().map(|share| row("unknown_words", "test", share, self.test_words)));
        rows
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = String> {
    let runs = text.split(|character: char| !(character.is_alphanumeric() || character == '_'));
    let words = runs.map(|run| run.trim_start_matches(|character: char| character.is_numeric()));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}
