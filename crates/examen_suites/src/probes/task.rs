//! The description of a probing task.

use std::ops::RangeInclusive;

use examen_corpus::Split;
use examen_syntax::{Language, Span};
use examen_views::measures::MEASURES;
use rand_chacha::ChaCha8Rng;

use super::change::Change;
use super::page::Page;
use super::sample::Sample;
use super::settings::Edition;

/// One thing to ask of the layers of an encoder.
pub struct Task {
    /// Three capital letters.
    pub code: &'static str,
    /// What it is about, in a few words.
    pub name: &'static str,
    /// The paper's grouping.
    pub category: Category,
    /// Where it comes from.
    pub origin: Origin,
    /// What is asked, in a sentence or two.
    pub description: &'static str,
    /// What holds for Java only: classes, lists of words. Metrics are defined in `examen_views::measures`.
    pub java: &'static str,
    /// What holds for Python only.
    pub python: &'static str,
    /// How the published files differ from the paper, as the published edition makes them; empty when they do not.
    pub published: &'static str,
    /// The classes, in order.
    pub classes: fn(&Rules) -> &'static [&'static str],
    /// How many tokens the published samples have.
    pub published_lengths: RangeInclusive<u32>,
    /// Whether the published texts keep their capital letters.
    pub keeps_case: bool,
    /// How an example is made.
    pub make: Make,
}

/// The paper's grouping of the tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// About single tokens and their number.
    Tokens,
    /// Code with a slip of the fingers.
    Mistyped,
    /// Code with a word in the wrong place.
    Replacement,
    /// Something is counted.
    Counts,
    /// How involved the code is.
    Complexity,
}

/// Where a task comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// One of the paper's fifteen.
    Paper,
    /// Tried by its authors and left out (appendix B).
    Discarded,
    /// Thought of in appendix B, made here.
    Further,
}

/// What a task may depend on beside the code.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The language of the code.
    pub language: Language,
    /// Whose definitions are followed.
    pub edition: Edition,
    /// Decides choices that go by word and not by example.
    pub seed: u64,
    /// The split of the code's project.
    pub split: Split,
}

/// How a task makes examples.
pub enum Make {
    /// Samples have a class by what they are; none for those that the task does not ask about.
    Class(fn(&Sample<'_>, &Rules) -> Option<Classed>),
    /// Half of the samples are broken: what to change, or nothing when the sample cannot be broken in this way.
    ///
    /// Asked of all samples, so that those left whole are of the same kind; the class says whether the change is made.
    Mutation(fn(&Sample<'_>, &Rules, &mut ChaCha8Rng) -> Option<Vec<Change>>),
    /// One word of a sample is asked about.
    SampleWord(for<'s> fn(&'s Sample<'_>, &Rules, &mut ChaCha8Rng) -> Option<Word<'s>>),
    /// Words of a file are asked about, each once in all files.
    FileWords(for<'p> fn(&'p Page<'_>, &Rules) -> Vec<Word<'p>>),
}

/// The class of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classed {
    /// One of the task's classes.
    pub label: &'static str,
    /// The number behind the class, if there is one.
    pub value: Option<u64>,
}

/// A word that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'s> {
    /// The word.
    pub text: &'s str,
    /// One of the task's classes.
    pub label: &'static str,
    /// Where it stands in the file.
    pub place: Span,
}

impl Task {
    /// The classes of a task whose samples are broken or left whole; the first are whole.
    pub const BROKEN_OR_NOT: &'static [&'static str] = &["ORIG", "FAULT"];

    /// The lengths of published samples, where nothing else is known.
    pub const LONG: RangeInclusive<u32> = 101..=u32::MAX;
    /// The lengths of published samples of the tasks that take any.
    pub const ANY_LENGTH: RangeInclusive<u32> = 0..=u32::MAX;

    /// Returns whether a unit is always of the same class, whatever split it is in.
    pub const fn is_of_one_class(&self) -> bool {
        matches!(self.make, Make::Class(_) | Make::Mutation(_))
    }

    /// Returns whether it is made when nobody says which are.
    pub fn is_usual(&self) -> bool {
        self.origin == Origin::Paper
    }

    /// Returns what exactly is asked, in a language: what is counted, and which words there are.
    pub fn definition(&self, language: Language) -> String {
        let metric = MEASURES.iter().find(|metric| metric.code == self.code);
        let (counted, own) = match language {
            Language::Java => (metric.map_or("", |metric| metric.java), self.java),
            Language::Python => (metric.map_or("", |metric| metric.python), self.python),
        };
        [counted, own].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The classes of an edition.
    pub fn classes_of(&self, language: Language, edition: Edition) -> &'static [&'static str] {
        // They do not depend on the rest.
        (self.classes)(&Rules { language, edition, seed: 0, split: Split::Train })
    }

    /// The name of the task's folder for a language: the paper's tasks are about Java.
    pub fn folder(&self, language: Language) -> String {
        match language {
            Language::Java => self.code.to_owned(),
            Language::Python => format!("{}.python", self.code),
        }
    }
}

impl Category {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Mistyped => "mistyped",
            Self::Replacement => "replacement",
            Self::Counts => "counts",
            Self::Complexity => "complexity",
        }
    }
}

impl Origin {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Discarded => "discarded",
            Self::Further => "further",
        }
    }

    /// Returns what it means.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Paper => "one of the paper's fifteen",
            Self::Discarded => "tried by the paper's authors and left out (appendix B)",
            Self::Further => "an idea of the paper's appendix B",
        }
    }
}

impl Classed {
    /// The class of a number where classes are the numbers from `first` up; nothing beyond them.
    pub fn exact(value: u64, first: u64, classes: &'static [&'static str]) -> Option<Self> {
        let label = classes.get(usize::try_from(value.checked_sub(first)?).ok()?)?;
        Some(Self { label, value: Some(value) })
    }

    /// The class of a number where each class has its last number; nothing below `first` or beyond the last.
    pub fn binned(value: u64, first: u64, lasts: &[u64], classes: &'static [&'static str]) -> Option<Self> {
        let bin = lasts.iter().position(|&last| value <= last).filter(|_| value >= first)?;
        Some(Self { label: classes.get(bin)?, value: Some(value) })
    }
}
