//! Captions of other functions: which ones may be asked about, and the rows that come of them.
//!
//! A candidate is a caption of another function in the same language and split, so that no pair crosses the splits. In round 0 it is
//! the first of a random order. In later rounds it is the first of a new random order, among as many as the settings say, that a
//! classifier takes for a match; where it takes none, the one of the round before stays.

use examen_data::ExampleId;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::row::{ChooseRow, MatchRow, PoolRow};
use crate::random::{generator, uniform};

/// Captions of one language and split that are drawn from, at most; those with the smallest ids. They are what is in memory of a pool.
pub const MOST_CANDIDATES: usize = 50_000;

/// The random order of candidates for a function in a round, by their places.
pub struct Candidates<'p> {
    random: ChaCha8Rng,
    captions: &'p [String],
    own: &'p str,
    left: usize,
}

impl<'p> Candidates<'p> {
    /// At most `sampled` captions for the function of this id, whose own caption is among those that are no candidates. Some may be
    /// drawn twice.
    pub fn new(seed: u64, round: u32, id: &str, own: &'p str, captions: &'p [String], sampled: usize) -> Self {
        let random = generator(seed, &format!("caption negatives {round}"), id);
        Self { random, captions, own, left: if captions.is_empty() { 0 } else { sampled } }
    }
}

impl Iterator for Candidates<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.left > 0 {
            self.left -= 1;
            let place = self.random.random_range(0..self.captions.len());
            if !is_same(&self.captions[place], self.own) {
                return Some(place);
            }
        }
        None
    }
}

/// Whether two captions say the same, but for case and punctuation.
fn is_same(left: &str, right: &str) -> bool {
    let words = |text: &str| {
        let letters = text.chars().filter(|character| character.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    left == right || words(left) == words(right)
}

/// The two rows of `match`: a function with its own caption, and with another one.
pub fn match_rows(id: &str, row: &PoolRow, negative: &str) -> [(ExampleId, MatchRow); 2] {
    let with = |caption: &str, is_match: bool| {
        (match_id(id, caption), MatchRow { pair: PoolRow { caption: caption.to_owned(), ..row.clone() }, is_match })
    };
    [with(&row.caption, true), with(negative, false)]
}

/// The row of `choose`.
pub fn choose_row(id: &str, row: &PoolRow, negative: &str, seed: u64) -> (ExampleId, ChooseRow) {
    let is_second = uniform(seed, "place of the caption", id) > 0.5;
    let mut candidates = vec![row.caption.clone(), negative.to_owned()];
    if is_second {
        candidates.swap(0, 1);
    }
    let id = choose_id(id, &candidates);
    let PoolRow { function, start_line, text, .. } = row.clone();
    (id, ChooseRow { function, start_line, text, candidates, choice: u32::from(is_second) })
}

/// The name of a function of the pool with a caption.
pub(super) fn match_id(id: &str, caption: &str) -> ExampleId {
    ExampleId::new(["captions", "match", id, caption])
}

/// The name of a function of the pool with captions to choose from.
pub(super) fn choose_id(id: &str, candidates: &[String]) -> ExampleId {
    let parts = ["captions", "choose", id].into_iter().chain(candidates.iter().map(String::as_str));
    ExampleId::new(parts)
}
