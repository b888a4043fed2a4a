//! The two editions of an exam.

use examen_queries::QueryEdition;
use examen_syntax::LineIndex;
use examen_tokenizers::code_tokens::CodeToken;
use examen_tokenizers::labels::{Encoded, LabelledSpan, encode_exact, encode_published};

/// The rules by which an exam is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edition {
    /// Labels say exactly which spans there are.
    #[default]
    Clean,
    /// As the published data has it.
    Paper,
}

impl Edition {
    /// Whose texts of the queries are followed: the published labels are of August 2021.
    pub(super) const fn of_queries(self) -> QueryEdition {
        match self {
            Self::Clean => QueryEdition::March2022,
            Self::Paper => QueryEdition::August2021,
        }
    }

    /// Labels the tokens of a text, whose lines are `lines`, with the spans in it.
    pub(super) fn encode(self, tokens: &[CodeToken], lines: &LineIndex, spans: &[LabelledSpan]) -> Encoded {
        match self {
            Self::Clean => encode_exact(tokens, spans),
            Self::Paper => encode_published(tokens, lines, spans),
        }
    }
}
