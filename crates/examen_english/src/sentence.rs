//! Sentences, their words and their roles: what every reader of this crate gets.

use std::ops::Range;

/// One word with its analysis.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Token {
    /// The word as it is read: inline code and links keep their text without markup.
    pub text: String,
    /// The dictionary form.
    pub lemma: String,
    /// The universal part of speech (`NOUN`, `VERB`, …).
    pub upos: String,
    /// The Penn Treebank tag (`NN`, `VBZ`, …).
    pub xpos: String,
    /// Universal features as CoNLL-U writes them, `_` where none are known.
    pub feats: String,
    /// The position of the word this one depends on, `None` for the root.
    pub head: Option<usize>,
    /// The universal dependency relation to the head.
    pub deprel: String,
    /// What the last column of a CoNLL-U file says, `_` where nothing.
    pub misc: String,
    /// The bytes of the text this word was read from; empty for an inserted word.
    pub span: Range<usize>,
}

/// A sentence as a list of words that form a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The words in order.
    pub tokens: Vec<Token>,
}

/// The sentences of a text.
pub type Sentences = Vec<Sentence>;

impl Sentence {
    /// The position of the root; the first word where a file names none.
    pub fn root(&self) -> usize {
        self.tokens.iter().position(|token| token.head.is_none()).unwrap_or(0)
    }

    /// The positions of the words that depend on `head`, in order.
    pub fn children(&self, head: usize) -> impl Iterator<Item = usize> + '_ {
        self.tokens.iter().enumerate().filter(move |(_, token)| token.head == Some(head)).map(|(position, _)| position)
    }

    /// The positions of a word and all that depends on it, in order.
    pub fn subtree(&self, top: usize) -> Vec<usize> {
        (0..self.tokens.len()).filter(|&position| self.is_within(position, top)).collect()
    }

    /// Whether a word is `top` or depends on it, directly or not.
    pub fn is_within(&self, position: usize, top: usize) -> bool {
        let mut at = Some(position);
        for _ in 0..=self.tokens.len() {
            match at {
                Some(here) if here == top => return true,
                Some(here) => at = self.tokens.get(here).and_then(|token| token.head),
                None => return false,
            }
        }
        false
    }

    /// The texts of the words.
    pub fn words(&self) -> Vec<&str> {
        self.tokens.iter().map(|token| token.text.as_str()).collect()
    }

    /// The words of a range as one line, spaced as in the text they were read from.
    pub fn text(&self, range: Range<usize>) -> String {
        let mut out = String::new();
        let mut before: Option<&Token> = None;
        for token in self.tokens.get(range).unwrap_or_default() {
            let glued = before.is_some_and(|before| !before.span.is_empty() && before.span.end == token.span.start);
            if before.is_some() && !glued {
                out.push(' ');
            }
            out.push_str(&token.text);
            before = Some(token);
        }
        out
    }
}

/// One role of a predicate: what `PropBank` calls an argument.
#[derive(Debug, Clone, PartialEq)]
pub struct Role {
    /// `A0` to `A5`, `AM-TMP`, `AM-LOC`, `AM-MNR`, `AM-CAU`, `AM-PRP`, `AM-DIR`, `AM-EXT`, `AM-ADV`, `AM-NEG`, `AM-MOD`, …
    pub label: String,
    /// The position of the argument's head.
    pub head: usize,
    /// The positions from the argument's first word to the one after its last.
    pub span: Range<usize>,
    /// How sure the classifier is, from 0 to 1.
    pub confidence: f32,
}

/// A verb and its roles.
#[derive(Debug, Clone, PartialEq)]
pub struct Predicate {
    /// The position of the verb.
    pub verb: usize,
    /// Its roles in the order of their words.
    pub roles: Vec<Role>,
}
