//! The `captions` suite: which sentence says what this function does? (`CodeCaption`)
//!
//! A function is shown without its documentation; its caption is the first sentence of that. What one file gives are pairs of code and
//! caption, the pool, which is the task `generate`. The tasks `match` and `choose` need captions of other functions, and so all
//! of the pool: they are made of its table when that is complete. Who trains the classifier that chooses hard ones is no matter
//! of the suite, which says what candidates are ([`negatives`]) and what a row holds.

mod library_code;
pub mod negatives;
mod pairs;
mod pool;
mod row;
pub mod statistics;
mod suite;

use examen_syntax::Language;

pub use pool::{FileCaptions, caption_rows};
pub use row::{
    CAPTION, ChooseRow, IS_MATCH, MatchRow, PoolRow, choose_answer, choose_columns, generate_answer, generate_columns,
    match_answer, match_columns,
};
pub use suite::{CaptionSettings, SUITE};

/// A task of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Which of two captions is that of the function?
    Choose,
    /// What does the function do, in a sentence?
    Generate,
    /// Does the caption say what the function does?
    Match,
}

impl Task {
    /// All tasks, by name.
    pub const ALL: [Self; 3] = [Self::Choose, Self::Generate, Self::Match];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Choose => "choose",
            Self::Generate => "generate",
            Self::Match => "match",
        }
    }

    /// What is asked and shown.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Choose => "Which of the two candidates says what this function does?",
            Self::Generate => {
                "What does this function do? Answer in one sentence, as the summary of its documentation would."
            }
            Self::Match => "Does the caption say what this function does?",
        }
    }

    /// The task of a folder.
    pub fn of_folder(folder: &str) -> Option<Self> {
        let is_folder = |task: &Self| Language::ALL.into_iter().any(|language| task.folder(language) == folder);
        Self::ALL.into_iter().find(is_folder)
    }

    /// The folder of its examples in a language.
    pub fn folder(self, language: Language) -> String {
        match language {
            Language::Java => format!("{}.java", self.name()),
            Language::Python => self.name().to_owned(),
        }
    }
}
