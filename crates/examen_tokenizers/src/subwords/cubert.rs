//! `CuBERT`'s sub-words: the algorithm of tensor2tensor's `SubwordTextEncoder`.
//!
//! A token is escaped so that it can be spelled with the characters of the vocabulary and ends in `_`, which then occurs nowhere
//! else in it. From its start the longest entry that fits is taken, again and again.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::error::TokenizerError;

const VOCABULARY: &str = include_str!("../../vocabularies/cubert/vocab.txt");
const UNKNOWN: &str = "[UNK]_";

/// With these the escapes are written; they count as part of every vocabulary.
const ESCAPES: &str = "\\_u;0123456789";

/// A vocabulary.
pub(super) struct Cubert {
    alphabet: Alphabet,
    /// A tree of all beginnings of entries: the root first, children side by side in the order of their bytes.
    nodes: Vec<Node>,
    /// For each node the last byte of the beginning, apart from the nodes so that many lie side by side.
    bytes: Vec<u8>,
    /// For each two bytes the node that they lead to from the root, or the root where they lead nowhere: the root has too
    /// many children to search them for every piece.
    pairs: Vec<u32>,
    unknown: Option<u32>,
}

#[derive(Clone, Copy)]
struct Node {
    child_count: u16,
    first_child: u32,
    /// Where the beginning is an entry.
    id: Option<u32>,
}

impl Cubert {
    /// The vocabulary for Python that is part of the program.
    pub(super) fn embedded() -> Self {
        Self::build(VOCABULARY).0
    }

    /// Reads a vocabulary: an entry a line, with or without quotes around it.
    pub(super) fn new(text: &str) -> Result<Self, TokenizerError> {
        let (cubert, missing) = Self::build(text);
        missing.map_or(Ok(cubert), |character| Err(TokenizerError::MissingCharacter(character)))
    }

    /// The vocabulary, and a character that it cannot spell.
    fn build(text: &str) -> (Self, Option<char>) {
        let mut entries: Vec<(&str, u32)> = text.split('\n').map(entry).zip(0..).collect();
        entries.retain(|(entry, _)| !entry.is_empty());
        // Of an entry that is there twice the last one counts, so it comes first among equals.
        entries.sort_unstable_by(|a, b| a.0.cmp(b.0).then(b.1.cmp(&a.1)));
        entries.dedup_by_key(|(entry, _)| *entry);
        let characters: BTreeSet<char> =
            entries.iter().flat_map(|(entry, _)| entry.chars()).chain(ESCAPES.chars()).collect();

        let (nodes, bytes) = tree(&entries);
        let mut cubert = Self { alphabet: Alphabet::new(&characters), nodes, bytes, pairs: Vec::new(), unknown: None };
        cubert.pairs = cubert.pairs();
        cubert.unknown = cubert.find(UNKNOWN);
        let missing =
            characters.into_iter().find(|character| cubert.find(character.encode_utf8(&mut [0; 4])).is_none());
        (cubert, missing)
    }

    /// Hands out the pieces of a token in order.
    pub(super) fn cut(&self, spelling: &str, mut each: impl FnMut(&str)) {
        let escaped = self.escape(spelling);
        let mut rest = escaped.as_str();
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(self.longest_entry(rest));
            each(piece);
            rest = after;
        }
    }

    /// The number of a piece, or that of the entry for unknown ones if there is one.
    pub(super) fn id(&self, piece: &str) -> Option<u32> {
        self.find(piece).or(self.unknown)
    }

    fn escape(&self, spelling: &str) -> String {
        let mut escaped = String::with_capacity(spelling.len() + 8);
        for character in spelling.chars() {
            match character {
                '\\' => escaped.push_str("\\\\"),
                '_' => escaped.push_str("\\u"),
                '\n' => escaped.push_str("\\10;"),
                _ if self.alphabet.contains(character) => escaped.push(character),
                _ => {
                    // Writing to a string does not fail.
                    let _ = write!(escaped, "\\{};", u32::from(character));
                }
            }
        }
        escaped.push('_');
        escaped
    }

    /// Length in bytes of the longest entry at the start of a text. Where there is none, which no vocabulary that was checked
    /// allows, that of a character.
    fn longest_entry(&self, text: &str) -> usize {
        let (mut node, mut longest, mut at) = (0, None, 0);
        if let &[first, second, ..] = text.as_bytes()
            && let pair = self.pairs[usize::from(first) << 8 | usize::from(second)]
            && pair != 0
        {
            (node, at) = (pair as usize, 2);
            if self.nodes[node].id.is_some() {
                longest = Some(2);
            }
        }
        while let Some(child) = text.as_bytes().get(at).and_then(|&byte| self.child(node, byte)) {
            (node, at) = (child, at + 1);
            if self.nodes[node].id.is_some() {
                longest = Some(at);
            }
        }
        // Every character by itself is an entry.
        longest.unwrap_or_else(|| text.chars().next().map_or(text.len(), char::len_utf8))
    }

    fn find(&self, piece: &str) -> Option<u32> {
        let node = piece.bytes().try_fold(0, |node, byte| self.child(node, byte))?;
        self.nodes[node].id
    }

    fn child(&self, node: usize, byte: u8) -> Option<usize> {
        let Node { first_child, child_count, .. } = self.nodes[node];
        let first = first_child as usize;
        let children = &self.bytes[first..first + usize::from(child_count)];
        children.iter().position(|&child| child == byte).map(|at| first + at)
    }

    fn pairs(&self) -> Vec<u32> {
        let mut pairs = vec![0; 1 << 16];
        let children = |node: usize| {
            let Node { first_child, child_count, .. } = self.nodes[node];
            first_child as usize..first_child as usize + usize::from(child_count)
        };
        for first in children(0) {
            for second in children(first) {
                pairs[usize::from(self.bytes[first]) << 8 | usize::from(self.bytes[second])] = second as u32;
            }
        }
        pairs
    }
}

/// The characters that need no escape.
struct Alphabet {
    ascii: [bool; 128],
    others: FxHashSet<char>,
}

impl Alphabet {
    fn new(characters: &BTreeSet<char>) -> Self {
        let others = characters.iter().copied().filter(|character| !character.is_ascii()).collect();
        Self { ascii: std::array::from_fn(|code| characters.contains(&char::from(code as u8))), others }
    }

    fn contains(&self, character: char) -> bool {
        self.ascii.get(character as usize).copied().unwrap_or_else(|| self.others.contains(&character))
    }
}

/// The entries of the vocabulary that is part of the program, in the order of their numbers.
pub fn cubert_entries() -> impl Iterator<Item = &'static str> {
    VOCABULARY.split('\n').map(entry)
}

/// The text of an entry: whitespace after it goes, and then one pair of quotes.
fn entry(line: &str) -> &str {
    let line = line.trim_end();
    ['\'', '"'].iter().find_map(|&quote| line.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(line)
}

/// The tree of entries that are sorted and all different, and the last byte of each node.
fn tree(entries: &[(&str, u32)]) -> (Vec<Node>, Vec<u8>) {
    const NODE: Node = Node { child_count: 0, first_child: 0, id: None };
    let (mut nodes, mut bytes) = (vec![NODE], vec![0]);
    let mut open = VecDeque::from([(0, 0, entries)]);
    while let Some((at, depth, mut entries)) = open.pop_front() {
        // The shortest entry with a beginning is the first of them.
        if let Some((&(entry, id), others)) = entries.split_first()
            && entry.len() == depth
        {
            nodes[at].id = Some(id);
            entries = others;
        }
        nodes[at].first_child = nodes.len() as u32;
        for group in entries.chunk_by(|a, b| a.0.as_bytes()[depth] == b.0.as_bytes()[depth]) {
            open.push_back((nodes.len(), depth + 1, group));
            nodes[at].child_count += 1;
            nodes.push(NODE);
            bytes.push(group[0].0.as_bytes()[depth]);
        }
    }
    (nodes, bytes)
}
