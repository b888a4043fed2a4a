//! What each task may change.

use std::collections::{BTreeMap, BTreeSet};

use examen_suites::probes::{Edition, Mutation, ProbeRow, TASKS};
use examen_syntax::Language;

use crate::lexing::{can_be_parsed, can_be_read, is_name, words};

const JAVA_TYPES: &str = "boolean byte char double float int long short";
const PYTHON_TYPES: &str = "bool bytes complex dict float frozenset int list set str tuple";
const RELATIONAL: &str = "== != <= >= < >";
const ASSIGNMENT: &str = "+= -= *= /=";

/// What the rows of a folder go by.
pub(crate) struct Exam {
    pub(crate) code: &'static str,
    pub(crate) language: Language,
    pub(crate) edition: Edition,
    pub(crate) is_lower_case: bool,
    /// The reserved words, as the documentation of `SCK` has them.
    categories: Vec<Vec<String>>,
}

/// A row with its words before and after.
struct Edit<'a> {
    before: Vec<&'a str>,
    after: Vec<&'a str>,
    changes: &'a [Mutation],
}

impl Exam {
    pub(crate) fn new(code: &'static str, language: Language, edition: Edition, is_lower_case: bool) -> Self {
        let documented = TASKS.iter().find(|task| task.code == "SCK").map_or("", |task| match language {
            Language::Java => task.java,
            Language::Python => task.python,
        });
        let case = |word: &str| if is_lower_case { word.to_lowercase() } else { word.to_owned() };
        let lists = documented.split('`').skip(1).step_by(2);
        let categories = lists.map(|list| list.split(' ').map(case).collect()).collect();
        Self { code, language, edition, is_lower_case, categories }
    }

    /// Says what is wrong with a change from `original` to the row's text.
    pub(crate) fn check(&self, original: &str, row: &ProbeRow) -> Result<(), String> {
        if original == row.text {
            return Err("the text is what it was".to_owned());
        }
        let pair = words(original, self.language).zip(words(&row.text, self.language));
        let (before, after) = pair.ok_or("something is no token")?;
        let edit = Edit { before, after, changes: &row.mutations };
        let breaks_syntax = || !can_be_parsed(&row.text, self.language);
        let keeps_syntax = || can_be_read(&row.text, self.language);
        let is_right = match (self.code, self.edition) {
            ("TYP", Edition::Paper) => edit.is_of_one_word() && self.misspells(&edit),
            ("TYP", Edition::Published) => edit.is_of_words() && edit.originals().len() > 1 && self.misspells(&edit),
            ("REA", Edition::Paper) => edit.is_of_one_word() && assigns(&edit),
            ("REA", Edition::Published) => edit.is_of_words() && assigns(&edit) && assigns_all(&edit),
            ("JBL", Edition::Paper) => edit.is_of_neighbours(self.language) && breaks_syntax(),
            ("JBL", Edition::Published) | ("JFT", _) => edit.is_of_words() && edit.is_shuffled(),
            ("JMB", _) => edit.is_of_words() && edit.is_shuffled() && edit.changes.len() <= edit.before.len() / 2,
            ("SRI", Edition::Paper) => edit.is_of_one_word() && self.renames(&edit) && edit.has_its_mutants(),
            ("SRI", Edition::Published) => edit.is_of_one_word() && self.renames(&edit) && !edit.has_its_mutants(),
            ("SAI", _) => {
                edit.is_of_words() && self.renames(&edit) && edit.has_its_mutants() && edit.is_of_all_like_it()
            }
            ("SRK", _) => edit.is_of_one_word() && self.are_keywords(&edit, false),
            ("SCK", _) => edit.is_of_one_word() && self.are_keywords(&edit, true),
            ("JST", _) => edit.is_of_two_parts(self.language) && keeps_syntax(),
            ("JBK", _) => edit.is_of_two_places() && keeps_syntax(),
            _ => return Err("no rule for this task".to_owned()),
        };
        if is_right { Ok(()) } else { Err("the change is not the task's".to_owned()) }
    }

    /// Each of the words is a type with two neighbouring letters swapped, and nothing else that the text has.
    fn misspells(&self, edit: &Edit<'_>) -> bool {
        let types = match self.language {
            Language::Java => JAVA_TYPES,
            Language::Python => PYTHON_TYPES,
        };
        let is_type = |word: &str| types.split(' ').any(|it| it == word);
        edit.changes.iter().all(|Mutation { original, mutant, .. }| {
            let is_taken = is_type(mutant) || self.is_keyword(mutant) || edit.before.contains(&mutant.as_str());
            is_type(original) && is_transposed(original, mutant) && !is_taken
        })
    }

    fn renames(&self, edit: &Edit<'_>) -> bool {
        // In lower case, names of types can look like keywords: `Double`.
        let is_name = |word: &str| is_name(word) && (self.is_lower_case || !self.is_keyword(word));
        edit.changes.iter().all(|change| is_name(&change.original) && is_name(&change.mutant))
    }

    fn is_keyword(&self, word: &str) -> bool {
        self.categories.iter().flatten().any(|it| it == word)
    }

    /// Whether keywords stand in the place of keywords; of the same category, if `is_compatible`.
    fn are_keywords(&self, edit: &Edit<'_>, is_compatible: bool) -> bool {
        let category = |word: &String| self.categories.iter().position(|category| category.contains(word));
        edit.changes.iter().all(|Mutation { original, mutant, .. }| match (category(original), category(mutant)) {
            (Some(one), Some(other)) => original != mutant && (one == other || !is_compatible),
            _ => false,
        })
    }
}

impl<'a> Edit<'a> {
    /// Whether the texts differ exactly at the places of the changes, each a word for a word.
    fn is_of_words(&self) -> bool {
        let differing = self.before.iter().zip(&self.after).enumerate().filter(|(_, (was, is))| was != is);
        let differing: Vec<(u32, &str, &str)> = differing.map(|(at, (was, is))| (at as u32, *was, *is)).collect();
        let noted = self.changes.iter().map(|it| (it.position, it.original.as_str(), it.mutant.as_str()));
        self.before.len() == self.after.len() && differing.into_iter().eq(noted)
    }

    fn is_of_one_word(&self) -> bool {
        self.changes.len() == 1 && self.is_of_words()
    }

    /// Whether two words that follow each other are swapped, and what is between them is not.
    fn is_of_neighbours(&self, language: Language) -> bool {
        let [Mutation { original, mutant, .. }] = self.changes else { return false };
        let Some((was, is)) = words(original, language).zip(words(mutant, language)) else { return false };
        let gap = |text: &str, first: &str, last: &str| {
            text.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)).map(str::to_owned)
        };
        match (was.as_slice(), is.as_slice()) {
            (&[one, other], &[first, second]) => {
                one != other && (other, one) == (first, second) && gap(original, one, other) == gap(mutant, other, one)
            }
            _ => false,
        }
    }

    /// Whether the words that came are those that went, in another order.
    fn is_shuffled(&self) -> bool {
        let sorted = |mut words: Vec<&'a str>| {
            words.sort_unstable();
            words
        };
        sorted(self.before.clone()) == sorted(self.after.clone())
    }

    /// Whether two parts changed places, with nothing or a `;` between them.
    fn is_of_two_parts(&self, language: Language) -> bool {
        let [Mutation { original, mutant, .. }] = self.changes else { return false };
        let Some((was, is)) = words(original, language).zip(words(mutant, language)) else { return false };
        let rotations = (1..was.len()).any(|at| {
            let (first, second) = was.split_at(at);
            let between = usize::from(language == Language::Python && second[0] == ";");
            [0, between].iter().any(|&between| {
                let (between, second) = second.split_at(between);
                !second.is_empty() && [second, between, first].concat() == is
            })
        });
        rotations && self.is_shuffled()
    }

    /// Whether two places have what the other had.
    fn is_of_two_places(&self) -> bool {
        match self.changes {
            [one, other] => one.original == other.mutant && one.mutant == other.original && self.is_shuffled(),
            _ => false,
        }
    }

    fn originals(&self) -> BTreeSet<&str> {
        self.changes.iter().map(|change| change.original.as_str()).collect()
    }

    /// Whether the new words were in the text before.
    fn has_its_mutants(&self) -> bool {
        self.changes.iter().all(|change| self.before.contains(&change.mutant.as_str()))
    }

    /// Whether one word is replaced by one other, wherever it stood.
    fn is_of_all_like_it(&self) -> bool {
        let mutants: BTreeSet<&str> = self.changes.iter().map(|change| change.mutant.as_str()).collect();
        let is_gone = self.changes.iter().all(|change| !self.after.contains(&change.original.as_str()));
        self.changes.len() > 1 && self.originals().len() == 1 && mutants.len() == 1 && is_gone
    }
}

/// Whether assignments stand in the place of relations.
fn assigns(edit: &Edit<'_>) -> bool {
    let is_in = |list: &str, word: &str| list.split(' ').any(|it| it == word);
    edit.changes.iter().all(|change| is_in(RELATIONAL, &change.original) && is_in(ASSIGNMENT, &change.mutant))
}

/// Whether no relation of two characters is left, all of a kind have become the same, and shorter ones are untouched.
fn assigns_all(edit: &Edit<'_>) -> bool {
    let mut drawn: BTreeMap<&str, &str> = BTreeMap::new();
    let is_alike = edit.changes.iter().all(|it| *drawn.entry(&it.original).or_insert(&it.mutant) == it.mutant);
    let is_long = |word: &str| word.len() == 2 && RELATIONAL.split(' ').any(|it| it == word);
    is_alike && edit.originals().into_iter().all(is_long) && !edit.after.iter().any(|word| is_long(word))
}

/// Whether two neighbouring letters are swapped, and nothing else.
fn is_transposed(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let differing: Vec<usize> = (0..one.len()).filter(|&at| other.get(at) != Some(&one[at])).collect();
    match differing[..] {
        [first, second] => {
            one.len() == other.len()
                && second == first + 1
                && (one[first], one[second]) == (other[second], other[first])
        }
        _ => false,
    }
}
