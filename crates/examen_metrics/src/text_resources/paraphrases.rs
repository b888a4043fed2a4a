//! Phrases that METEOR 1.5 takes for paraphrases of each other, from a table that the caller brings.

use std::io::{BufRead, Error, ErrorKind, Result};

use rustc_hash::FxHashMap;

/// White space between METEOR's tokens; other kinds were dropped or are part of a token.
pub(crate) const SPACES: [char; 5] = [' ', '\t', '\n', '\r', '\u{c}'];

/// A table of paraphrases: for some phrases, the phrases that may stand for them.
#[derive(Default)]
pub struct Paraphrases {
    words: FxHashMap<Box<str>, u32>,
    phrases: FxHashMap<Box<[u32]>, u32>,
    /// Words of all phrases, one phrase behind the other, and where each begins; at last the end of the last.
    phrase_words: Vec<u32>,
    phrase_begins: Vec<usize>,
    /// Paraphrases of all phrases, by phrase and then as they were given, and where those of each phrase begin.
    alternatives: Vec<u32>,
    alternative_begins: Vec<usize>,
    longest: usize,
}

impl Paraphrases {
    /// Reads the tool's own format, unpacked: three lines for each entry, which are a probability, a phrase and its
    /// paraphrase. The probability is not used. An entry without words says nothing; a piece of an entry is an error.
    pub fn read(mut lines: impl BufRead) -> Result<Self> {
        let mut table = Self::default();
        let mut entries: Vec<(u32, u32)> = Vec::new();
        let mut line = String::new();
        while lines.read_line(&mut line)? > 0 {
            let mut ends = [0; 2];
            for end in &mut ends {
                line.clear();
                if lines.read_line(&mut line)? == 0 {
                    let number = 3 * entries.len() + 1;
                    return Err(Error::new(ErrorKind::InvalidData, format!("paraphrases: no entry at line {number}")));
                }
                *end = table.phrase(&line);
            }
            entries.push((ends[0], ends[1]));
            line.clear();
        }
        table.phrase_begins.push(table.phrase_words.len());
        // Stable: the tool tries the paraphrases of a phrase in the order of the file.
        entries.sort_by_key(|(phrase, _)| *phrase);
        for phrase in 0..table.phrase_begins.len() as u32 {
            table.alternative_begins.push(entries.partition_point(|(of, _)| *of < phrase));
        }
        table.alternatives = entries.into_iter().map(|(_, paraphrase)| paraphrase).collect();
        Ok(table)
    }

    /// The number of a word, if the table has it.
    pub(crate) fn word(&self, word: &str) -> Option<u32> {
        self.words.get(word).copied()
    }

    /// The paraphrases of all phrases that begin there, the shortest phrases first: length and words of the paraphrase.
    pub(crate) fn beginning_at<'a>(
        &'a self,
        words: &'a [Option<u32>],
        begin: usize,
    ) -> impl Iterator<Item = (usize, &'a [u32])> {
        let known: Vec<u32> = words[begin..].iter().take(self.longest).map_while(|word| *word).collect();
        (1..=known.len()).flat_map(move |length| {
            let phrase = self.phrases.get(&known[..length]).copied();
            let places = phrase.map_or(0..0, |phrase| self.begin(phrase)..self.begin(phrase + 1));
            places.map(move |place| (length, self.words_of(self.alternatives[place])))
        })
    }

    fn begin(&self, phrase: u32) -> usize {
        self.alternative_begins[phrase as usize]
    }

    fn words_of(&self, phrase: u32) -> &[u32] {
        &self.phrase_words[self.phrase_begins[phrase as usize]..self.phrase_begins[phrase as usize + 1]]
    }

    /// The number of a phrase, which is new or not.
    fn phrase(&mut self, line: &str) -> u32 {
        let mut words = Vec::new();
        for word in line.split(SPACES).filter(|word| !word.is_empty()) {
            let next = self.words.len() as u32;
            // Asked first without a copy of the word: most are known.
            let number = self.words.get(word).copied();
            words.push(number.unwrap_or_else(|| *self.words.entry(word.into()).or_insert(next)));
        }
        if let Some(phrase) = self.phrases.get(words.as_slice()) {
            return *phrase;
        }
        let phrase = self.phrases.len() as u32;
        self.longest = self.longest.max(words.len());
        self.phrase_begins.push(self.phrase_words.len());
        self.phrase_words.extend_from_slice(&words);
        self.phrases.insert(words.into(), phrase);
        phrase
    }
}
