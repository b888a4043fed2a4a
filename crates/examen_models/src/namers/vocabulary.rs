//! The vocabularies of a namer.

use serde::{Deserialize, Serialize};

use super::config::NamerKind;
use super::contexts::ContextTexts;
use crate::vocabulary::{Vocabulary, WordCounts};

/// The vocabularies of a namer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamerVocabulary {
    /// Tokens at the ends of paths; for code2seq their parts.
    pub words: Vocabulary,
    /// Paths; for code2seq their nodes.
    pub paths: Vocabulary,
    /// Names; for code2seq their parts.
    pub names: Vocabulary,
}

impl NamerVocabulary {
    /// The vocabularies of training functions, of which there are all contexts and all names: at most so many words, paths and names,
    /// of which names count that occur so often at least.
    pub fn of<'n>(
        kind: NamerKind,
        texts: &ContextTexts,
        names: impl Iterator<Item = &'n str>,
        [most_words, most_paths, most_names]: [usize; 3],
        least: u64,
    ) -> Self {
        let (mut words, mut paths, mut of_names) =
            (WordCounts::default(), WordCounts::default(), WordCounts::default());
        texts.tokens().for_each(|(token, count)| kind.parts(token).for_each(|word| words.add(word, count)));
        texts.paths().for_each(|(path, count)| kind.parts(path).for_each(|node| paths.add(node, count)));
        names.for_each(|name| kind.parts(name).for_each(|word| of_names.add(word, 1)));
        Self {
            words: words.vocabulary(most_words, 1),
            paths: paths.vocabulary(most_paths, 1),
            names: of_names.vocabulary(most_names, least),
        }
    }
}
