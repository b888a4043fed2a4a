//! Questions that are put together from the parts of a clause.

use super::clause::Clause;
use super::kinds::Category;
use super::words::{Word, capitalised, line, phrase};
use crate::inflection;

/// A question and an answer, before the filters.
pub(super) struct Draft {
    pub(super) question: String,
    pub(super) answer: String,
    pub(super) category: Category,
    pub(super) confidence: f32,
}

impl Clause<'_> {
    /// Wh, auxiliary, subject, other auxiliaries, verb and the rest without the answer.
    pub(super) fn question(&self, wh: &str, without: &[usize]) -> String {
        let mut words: Vec<Word> = wh.split(' ').filter(|word| !word.is_empty()).map(new).collect();
        let supported = self.auxiliaries.is_empty();
        match self.auxiliaries.first() {
            Some(&first) => words.push(Word::Form(first, self.full_auxiliary(first))),
            None => words.push(new(inflection::form_of_do(self.finite_tag()))),
        }
        words.extend(self.subject.iter().map(|&position| Word::At(position)));
        if !wh.is_empty() {
            words.extend(self.negation.map(|negation| new(self.full_negation(negation))));
        }
        for position in self.kept(without) {
            if supported && self.verbs.contains(&position) {
                words.push(Word::Form(position, self.base(position)));
            } else {
                words.push(Word::At(position));
            }
        }
        self.finished(&words)
    }

    /// Wh in the place of the subject: the verb keeps its form, in the singular.
    pub(super) fn subject_question(&self, wh: &str) -> String {
        let mut words = vec![new(wh)];
        if let Some(&first) = self.auxiliaries.first() {
            let auxiliary = self.full_auxiliary(first);
            let singular = match auxiliary.as_str() {
                "are" => "is",
                "were" => "was",
                "have" => "has",
                "do" => "does",
                other => other,
            };
            words.push(Word::Form(first, singular.to_owned()));
        }
        words.extend(self.negation.map(|negation| new(self.full_negation(negation))));
        for position in self.kept(&[]) {
            let plural = self.auxiliaries.is_empty() && self.sentence.tokens[position].xpos == "VBP";
            if plural && self.verbs.contains(&position) {
                words.push(Word::Form(position, inflection::third_person(&self.base(position))));
            } else {
                words.push(Word::At(position));
            }
        }
        self.finished(&words)
    }

    /// The words of a range without punctuation around them.
    pub(super) fn answer(&self, positions: &[usize]) -> String {
        phrase(self.sentence, self.trimmed(positions))
    }

    fn finished(&self, words: &[Word]) -> String {
        format!("{}?", capitalised(&line(self.sentence, words)))
    }

    /// The rest of the clause without the answer, and without commas that have lost one side.
    fn kept(&self, without: &[usize]) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for &position in self.rest.iter().filter(|position| !without.contains(position)) {
            let comma = |position: usize| self.sentence.tokens[position].text == ",";
            if comma(position) {
                // A comma next to a gap, or after another comma.
                let gap = kept.last().is_none_or(|&last| last + 1 != position || comma(last));
                if gap || without.contains(&(position + 1)) {
                    continue;
                }
            }
            kept.push(position);
        }
        let length = self.trimmed(&kept).len();
        let start = kept.len() - self.trimmed_start(&kept).len();
        kept.truncate(start + length);
        kept
    }

    fn trimmed_start<'p>(&self, positions: &'p [usize]) -> &'p [usize] {
        let from = positions.iter().position(|&position| !self.is_loose(position)).unwrap_or(positions.len());
        &positions[from..]
    }

    fn trimmed<'p>(&self, positions: &'p [usize]) -> &'p [usize] {
        let positions = self.trimmed_start(positions);
        let to = positions.iter().rposition(|&position| !self.is_loose(position)).map_or(0, |last| last + 1);
        &positions[..to]
    }

    fn is_loose(&self, position: usize) -> bool {
        matches!(
            self.sentence.tokens[position].text.as_str(),
            "," | "." | ";" | ":" | "-" | "--" | "–" | "—" | "!" | "…" | "..."
        )
    }

    fn base(&self, position: usize) -> String {
        let token = &self.sentence.tokens[position];
        inflection::base(&token.text.to_lowercase(), &token.xpos)
    }

    fn full_auxiliary(&self, position: usize) -> String {
        let token = &self.sentence.tokens[position];
        match token.text.to_lowercase().as_str() {
            "ca" => String::from("can"),
            "wo" | "'ll" | "’ll" => String::from("will"),
            "'s" | "’s" if token.lemma == "have" => String::from("has"),
            "'s" | "’s" => String::from("is"),
            "'re" | "’re" => String::from("are"),
            "'ve" | "’ve" => String::from("have"),
            other => other.to_owned(),
        }
    }

    fn full_negation(&self, position: usize) -> &'static str {
        match self.sentence.tokens[position].text.to_lowercase().as_str() {
            "never" => "never",
            "no" | "longer" => "no longer",
            _ => "not",
        }
    }
}

fn new(text: &str) -> Word {
    Word::New(text.to_owned())
}
