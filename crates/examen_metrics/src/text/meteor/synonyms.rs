//! Which words are synonyms: those that share a set of WordNet 3.0, after irregular and regular forms are led back to
//! their words.
//!
//! The table is made by `scripts/wordnet_table.py` and describes itself there. As in METEOR 1.5, sets of different parts
//! of speech that have the same place in their files are taken for one.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use rustc_hash::FxHashMap;

static PACKED: &[u8] = include_bytes!("../../../data/synonyms.txt.gz");

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut text = String::new();
    // The bytes are part of the program; a test reads them all.
    let read = GzDecoder::new(PACKED).read_to_string(&mut text);
    Table::parse(if read.is_ok() { &text } else { "" })
});

struct Table {
    /// Places of a word's sets in `sets`.
    words: FxHashMap<Box<str>, (u32, u32)>,
    /// Places of the sets of an irregular form's words in `sets`.
    forms: FxHashMap<Box<str>, (u32, u32)>,
    sets: Vec<u32>,
}

/// Adds the sets of a token; two different tokens are synonyms if they share one.
pub(super) fn push_sets(token: &str, sets: &mut Vec<u32>) {
    let table = &*TABLE;
    let mut push = |places: &(u32, u32)| sets.extend_from_slice(&table.sets[places.0 as usize..places.1 as usize]);
    if let Some(places) = table.words.get(token) {
        push(places);
    }
    if let Some(places) = table.forms.get(token).or_else(|| table.base(token)) {
        push(places);
    }
}

/// Regular endings and what the word has in their place. The first that gives a word is taken.
const ENDINGS: [(&str, &str); 18] = [
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
    ("er", ""),
    ("est", ""),
    ("er", "e"),
    ("est", "e"),
];

impl Table {
    fn parse(text: &str) -> Self {
        let mut table = Self { words: FxHashMap::default(), forms: FxHashMap::default(), sets: Vec::new() };
        let (words, forms) = text.split_once("\n\n").unwrap_or_default();
        // Words without shared sets have one of their own, of numbers that no set has.
        let mut own = u32::MAX;
        for line in words.lines() {
            let mut fields = line.split(' ');
            let word = fields.next().unwrap_or_default();
            let begin = table.sets.len();
            table.sets.extend(fields.filter_map(|field| field.parse::<u32>().ok()));
            if table.sets.len() == begin {
                table.sets.push(own);
                own -= 1;
            }
            table.words.insert(word.into(), (begin as u32, table.sets.len() as u32));
        }
        for line in forms.lines() {
            let mut fields = line.split(' ');
            let form = fields.next().unwrap_or_default();
            let begin = table.sets.len();
            for &(first, end) in fields.filter_map(|base| table.words.get(base)) {
                table.sets.extend_from_within(first as usize..end as usize);
            }
            table.forms.insert(form.into(), (begin as u32, table.sets.len() as u32));
        }
        table
    }

    /// The sets of the word that a regular form comes from.
    fn base(&self, form: &str) -> Option<&(u32, u32)> {
        if form.len() <= 2 || form.ends_with("ss") {
            return None;
        }
        let mut word = String::new();
        for (ending, instead) in ENDINGS {
            if let Some(stem) = form.strip_suffix(ending) {
                word.clear();
                word.extend([stem, instead]);
                if let Some(places) = self.words.get(word.as_str()) {
                    return Some(places);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn the_whole_table_is_read() {
        assert_eq!((TABLE.words.len(), TABLE.forms.len()), (83_122, 5_825));
    }
}
