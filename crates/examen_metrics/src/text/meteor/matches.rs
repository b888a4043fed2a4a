//! Which words of a hypothesis may stand for which words of a reference.
//!
//! All modules are asked for all words: the same word, the same stem, a shared set of synonyms, a paraphrase. Words are
//! compared as kinds, once each, so that long texts cost what their kinds cost and not the product of their lengths.
//!
//! METEOR 1.5 compares words and stems by 32 bits of a hash, which are the same for some short words: to it `to` and `v1`
//! are one word. Comments on code have such words, so this is kept.

use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

use super::synonyms;
use crate::text_resources::Paraphrases;

/// How many of the places that match a word are tried: those around its own place. Only texts with more than this many
/// words of one kind notice, and without a limit a long text of one word would cost the square of its length.
const PLACES_TRIED: usize = 256;

/// The most places that are tried for all words of a text together: beyond 10,000 words there are fewer for each.
const MOST_TRIES: usize = 10_000 * PLACES_TRIED;

/// The modules, by their place in the statistics.
pub(super) const EXACT: u8 = 0;
const STEM: u8 = 1;
const SYNONYM: u8 = 2;
const PARAPHRASE: u8 = 3;

/// Words of the hypothesis that stand for words of the reference.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    pub(super) module: u8,
    pub(super) reference: u32,
    pub(super) reference_length: u32,
    pub(super) hypothesis: u32,
    pub(super) hypothesis_length: u32,
}

/// All matches of a pair.
pub(super) struct Matches {
    /// Kinds of the words of the reference.
    reference: Vec<u32>,
    /// Places in the hypothesis that match a kind by its form, its stem and its synonyms.
    by_word: [(u8, Places); 3],
    /// By place in the reference.
    paraphrases: Vec<Match>,
    /// How many places are tried for a word of the reference.
    tries: usize,
    /// How many matches hold a word of the reference, and of the hypothesis.
    reference_cover: Vec<u32>,
    hypothesis_cover: Vec<u32>,
}

impl Matches {
    /// Finds them.
    pub(super) fn of(hypothesis: &[&str], reference: &[&str], table: Option<&Paraphrases>) -> Self {
        let tries = places_tried(hypothesis.len().max(reference.len()));
        let mut kinds = Kinds::default();
        let hypothesis = kinds.of(hypothesis);
        let reference = kinds.of(reference);
        let places = Places::of_kinds(&hypothesis, kinds.words.len());
        let asked = kinds.asked(&reference);
        let matching = |keys: &[(u32, u32)], is_match: &dyn Fn(u32, u32) -> bool| {
            Places::matching(keys, &asked, &places, is_match)
        };
        let form = |kind: u32| kinds.forms[kind as usize].0;
        let mut by_word = [EXACT, STEM, SYNONYM].map(|module| (module, Places::default()));
        let mut paraphrases = Vec::new();
        by_word[0].1 = matching(&kinds.forms, &|_, _| true);
        // Equal texts are matched word by word, whatever else could be.
        let forms = |kinds: &[u32]| kinds.iter().map(|kind| form(*kind)).collect::<Vec<u32>>();
        if forms(&hypothesis) != forms(&reference) {
            by_word[1].1 = matching(&kinds.stems(), &|one, other| form(one) != form(other));
            by_word[2].1 = matching(&kinds.synonym_sets(), &|one, other| form(one) != form(other));
            if let Some(table) = table {
                paraphrases = find_paraphrases(table, &kinds, [&hypothesis, &reference], tries);
            }
        }
        let mut matches = Self {
            reference_cover: vec![0; reference.len()],
            hypothesis_cover: vec![0; hypothesis.len()],
            reference,
            by_word,
            paraphrases,
            tries,
        };
        matches.count_cover();
        matches
    }

    /// The only match of a word of the reference, if no other holds any of its words.
    pub(super) fn only(&self, reference: usize) -> Option<Match> {
        if self.reference_cover[reference] != 1 {
            return None;
        }
        let only = self.beginning_at(reference).next()?;
        let is_free = self.reference_cover[only.reference_places()].iter().all(|count| *count == 1)
            && self.hypothesis_cover[only.hypothesis_places()].iter().all(|count| *count == 1);
        is_free.then_some(only)
    }

    /// Returns whether any match holds a word of the reference.
    pub(super) fn has_any(&self, reference: usize) -> bool {
        self.reference_cover[reference] > 0
    }

    /// The matches that begin at a word of the reference, module by module, then by place in the hypothesis.
    pub(super) fn beginning_at(&self, reference: usize) -> impl Iterator<Item = Match> {
        let kind = self.reference[reference];
        let begin = self.paraphrases.partition_point(|it| (it.reference as usize) < reference);
        let paraphrases = self.paraphrases[begin..].iter().take_while(move |it| it.reference as usize == reference);
        self.by_word
            .iter()
            .flat_map(move |(module, places)| {
                let places = around(places.of(kind), reference, self.tries).iter();
                places.map(move |place| Match {
                    module: *module,
                    reference: reference as u32,
                    reference_length: 1,
                    hypothesis: *place,
                    hypothesis_length: 1,
                })
            })
            .chain(paraphrases.copied())
    }

    fn count_cover(&mut self) {
        let mut times: Vec<u32> = vec![0; self.reference.iter().map(|kind| *kind as usize + 1).max().unwrap_or(0)];
        for kind in &self.reference {
            times[*kind as usize] += 1;
        }
        for (_, places) in &self.by_word {
            for (kind, times) in times.iter().enumerate().filter(|(_, times)| **times > 0) {
                for place in places.of(kind as u32) {
                    self.hypothesis_cover[*place as usize] += times;
                }
            }
            for (cover, kind) in self.reference_cover.iter_mut().zip(&self.reference) {
                *cover += places.of(*kind).len() as u32;
            }
        }
        for it in &self.paraphrases {
            self.reference_cover[it.reference_places()].iter_mut().for_each(|cover| *cover += 1);
            self.hypothesis_cover[it.hypothesis_places()].iter_mut().for_each(|cover| *cover += 1);
        }
    }
}

impl Match {
    /// Its words in the reference.
    pub(super) fn reference_places(&self) -> Range<usize> {
        self.reference as usize..(self.reference + self.reference_length) as usize
    }

    /// Its words in the hypothesis.
    pub(super) fn hypothesis_places(&self) -> Range<usize> {
        self.hypothesis as usize..(self.hypothesis + self.hypothesis_length) as usize
    }
}

/// The different words of a pair, numbered as they come.
#[derive(Default)]
struct Kinds<'a> {
    words: Vec<&'a str>,
    /// What words are compared by, and the kind.
    forms: Vec<(u32, u32)>,
    numbers: FxHashMap<&'a str, u32>,
}

impl<'a> Kinds<'a> {
    fn of(&mut self, words: &[&'a str]) -> Vec<u32> {
        let mut number = |word: &'a str| {
            *self.numbers.entry(word).or_insert_with(|| {
                let kind = self.words.len() as u32;
                self.words.push(word);
                self.forms.push((hash(word), kind));
                kind
            })
        };
        words.iter().map(|word| number(word)).collect()
    }

    /// Which kinds are in the reference.
    fn asked(&self, reference: &[u32]) -> Vec<bool> {
        let mut asked = vec![false; self.words.len()];
        for kind in reference {
            asked[*kind as usize] = true;
        }
        asked
    }

    /// Stems and kinds.
    fn stems(&self) -> Vec<(u32, u32)> {
        let stemmer = Stemmer::create(Algorithm::English);
        (0..).zip(&self.words).map(|(kind, word)| (hash(&stemmer.stem(word)), kind)).collect()
    }

    /// Sets of synonyms and kinds.
    fn synonym_sets(&self) -> Vec<(u32, u32)> {
        let mut keys = Vec::new();
        let mut sets = Vec::new();
        for (kind, word) in (0..).zip(&self.words) {
            synonyms::push_sets(word, &mut sets);
            keys.extend(sets.drain(..).map(|set| (set, kind)));
        }
        keys
    }
}

/// Places in the hypothesis, by kind of word.
#[derive(Default)]
struct Places {
    /// Where the places of each kind begin; at last the end of the last. Without any, all kinds have none.
    begins: Vec<u32>,
    places: Vec<u32>,
}

impl Places {
    fn of_kinds(kinds: &[u32], count: usize) -> Self {
        let mut begins = vec![0; count + 1];
        for kind in kinds {
            begins[*kind as usize + 1] += 1;
        }
        for kind in 0..count {
            begins[kind + 1] += begins[kind];
        }
        let mut next = begins.clone();
        let mut places = vec![0; kinds.len()];
        for (place, kind) in (0..).zip(kinds) {
            places[next[*kind as usize] as usize] = place;
            next[*kind as usize] += 1;
        }
        Self { begins, places }
    }

    fn of(&self, kind: u32) -> &[u32] {
        match self.begins.get(kind as usize..kind as usize + 2) {
            Some([begin, end]) => &self.places[*begin as usize..*end as usize],
            _ => &[],
        }
    }

    /// The places of the kinds that share a key (a form, a stem, a set) with a kind that is asked for, and match it.
    fn matching(keys: &[(u32, u32)], asked: &[bool], places: &Self, is_match: &dyn Fn(u32, u32) -> bool) -> Self {
        let mut by_key: Vec<(u32, u32)> = keys.to_vec();
        by_key.retain(|(_, kind)| !places.of(*kind).is_empty());
        by_key.sort_unstable();
        let mut pairs = Vec::new();
        for &(key, kind) in keys.iter().filter(|(_, kind)| asked[*kind as usize]) {
            let begin = by_key.partition_point(|(it, _)| *it < key);
            let end = by_key.partition_point(|(it, _)| *it <= key);
            // Words can be made up that all have one hash.
            let sharing = tried(&by_key[begin..end], PLACES_TRIED, |(_, other)| *other < kind).iter();
            pairs.extend(sharing.filter(|(_, other)| is_match(kind, *other)).map(|(_, other)| (kind, *other)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut pairs = pairs.into_iter().peekable();
        let mut found = Self { begins: vec![0], places: Vec::new() };
        for kind in 0..asked.len() as u32 {
            let begin = found.places.len();
            while let Some((_, other)) = pairs.next_if(|(it, _)| *it == kind) {
                found.places.extend_from_slice(places.of(other));
            }
            found.places[begin..].sort_unstable();
            found.begins.push(found.places.len() as u32);
        }
        found
    }
}

/// The hash by which the tool compares words: Java's, of UTF-16.
fn hash(word: &str) -> u32 {
    word.encode_utf16().fold(0, |hash: u32, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)))
}

/// How many places are tried for each word of texts that have so many words.
fn places_tried(words: usize) -> usize {
    (MOST_TRIES / words.max(1)).clamp(1, PLACES_TRIED)
}

/// Those of the places that are tried for a word at such a place.
fn around(places: &[u32], place: usize, tries: usize) -> &[u32] {
    tried(places, tries, |it| (*it as usize) < place)
}

/// Those of sorted items that are tried: all, or so many around the first that is not before.
fn tried<T>(items: &[T], tries: usize, is_before: impl Fn(&T) -> bool) -> &[T] {
    if items.len() <= tries {
        return items;
    }
    let first = items.partition_point(is_before);
    let begin = first.saturating_sub(tries / 2).min(items.len() - tries);
    &items[begin..begin + tries]
}

/// Phrases of the reference whose paraphrases are in the hypothesis, then the other way round; by place in the reference.
fn find_paraphrases(
    table: &Paraphrases,
    kinds: &Kinds<'_>,
    [hypothesis, reference]: [&[u32]; 2],
    tries: usize,
) -> Vec<Match> {
    let numbers: Vec<Option<u32>> = kinds.words.iter().map(|word| table.word(word)).collect();
    let hypothesis = Phrased::of(hypothesis, &numbers);
    let reference = Phrased::of(reference, &numbers);
    let mut found = Vec::new();
    for (phrased, other, is_turned) in [(&reference, &hypothesis, false), (&hypothesis, &reference, true)] {
        for begin in 0..phrased.words.len() {
            for (length, paraphrase) in table.beginning_at(&phrased.words, begin) {
                for place in other.places_of(paraphrase, begin, tries) {
                    let here = (begin as u32, length as u32);
                    let there = (place, paraphrase.len() as u32);
                    let (of_reference, of_hypothesis) = if is_turned { (there, here) } else { (here, there) };
                    found.push(Match {
                        module: PARAPHRASE,
                        reference: of_reference.0,
                        reference_length: of_reference.1,
                        hypothesis: of_hypothesis.0,
                        hypothesis_length: of_hypothesis.1,
                    });
                }
            }
        }
    }
    // Stable: what begins at the same word is tried in the order in which it was found.
    found.sort_by_key(|it| it.reference);
    found
}

/// A text in the words of a table of paraphrases.
struct Phrased {
    words: Vec<Option<u32>>,
    places: FxHashMap<u32, Vec<u32>>,
}

impl Phrased {
    fn of(kinds: &[u32], numbers: &[Option<u32>]) -> Self {
        let words: Vec<Option<u32>> = kinds.iter().map(|kind| numbers[*kind as usize]).collect();
        let mut places: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (place, word) in (0..).zip(&words) {
            if let Some(word) = word {
                places.entry(*word).or_default().push(place);
            }
        }
        Self { words, places }
    }

    /// Where a phrase is.
    fn places_of(&self, phrase: &[u32], place: usize, tries: usize) -> impl Iterator<Item = u32> {
        let first = phrase.first().and_then(|first| self.places.get(first)).map_or(&[][..], Vec::as_slice);
        around(first, place, tries).iter().copied().filter(move |place| {
            let words = self.words.get(*place as usize..*place as usize + phrase.len());
            words.is_some_and(|words| words.iter().zip(phrase).all(|(word, wanted)| *word == Some(*wanted)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_TRIES, Matches, PLACES_TRIED, places_tried};

    #[test]
    fn tries_of_a_text_are_bounded_whatever_its_length() {
        assert_eq!(places_tried(10_000), PLACES_TRIED);
        for length in [20_000, 40_000] {
            let words = vec!["a"; length];
            let matches = Matches::of(&words, &words, None);
            let tries: usize = (0..length).map(|place| matches.beginning_at(place).count()).sum();
            assert!(tries <= MOST_TRIES, "{tries} tries for {length} words");
            // The word beside it is one of them.
            let is_beside = |place: usize| matches.beginning_at(place).any(|it| it.hypothesis as usize == place);
            assert!((0..length).all(is_beside));
        }
    }
}
