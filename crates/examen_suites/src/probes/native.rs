//! Files in the form of INSPECT: `split TAB label TAB text`, one sample per line.
//!
//! A text with a line break cannot stand on one line. Java loses nothing by a space instead; Python is written with
//! `\n`, backslash and letter, for each line break and `\\` for each backslash, and [`read_python`] takes that back.

mod leaks;
mod mend;
mod name;
mod write;

use examen_corpus::Split;
use examen_syntax::Language;

pub use leaks::{Leaks, leaks};
pub use mend::mended;
pub use name::NativeName;
pub use write::{escaped, unescaped, write};

/// What is in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeFile {
    /// The samples, in the order of the file.
    pub samples: Vec<NativeSample>,
    /// What is wrong with the file, in its order.
    pub defects: Vec<NativeDefect>,
}

/// One sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeSample {
    /// What it is used for.
    pub split: Split,
    /// Its class.
    pub label: String,
    /// What a model is shown.
    pub text: String,
    /// The line on which it starts, from 1.
    pub line: usize,
}

/// Something that is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NativeDefect {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: DefectKind,
}

/// What can be wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefectKind {
    /// The line has no split and goes on with the text of the sample before it.
    ContinuedText,
    /// The line is empty and left out.
    EmptyLine,
    /// There is a TAB in the text, where it stays.
    ExtraTab,
    /// There is no label; the line is left out.
    MissingLabel,
    /// There is nothing to show; the line is left out.
    MissingText,
    /// The line has no split, and no sample stands before it; it is left out.
    TextWithoutSample,
    /// The line has the three fields, but the first is no split; it is left out.
    UnknownSplit,
}

impl DefectKind {
    /// The stable kebab-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ContinuedText => "continued-text",
            Self::EmptyLine => "empty-line",
            Self::ExtraTab => "extra-tab",
            Self::MissingLabel => "missing-label",
            Self::MissingText => "missing-text",
            Self::TextWithoutSample => "text-without-sample",
            Self::UnknownSplit => "unknown-split",
        }
    }
}

/// Reads a file. Never fails: what does not fit is left out or put up with, and reported.
pub fn read(text: &str) -> NativeFile {
    let mut reader = Reader::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (line, content) in (1..).zip(text.split_terminator('\n')) {
        reader.line(line, content.strip_suffix('\r').unwrap_or(content));
    }
    reader.file
}

/// Reads a file of Python samples, whose line breaks and backslashes are escaped.
pub fn read_python(text: &str) -> NativeFile {
    let mut file = read(text);
    for sample in &mut file.samples {
        sample.text = unescaped(&sample.text);
    }
    file
}

/// Reads a file of samples in a language.
pub fn read_language(text: &str, language: Language) -> NativeFile {
    match language {
        Language::Java => read(text),
        Language::Python => read_python(text),
    }
}

/// The two letters of a split.
pub const fn split_code(split: Split) -> &'static str {
    match split {
        Split::Train => "tr",
        Split::Validation => "va",
        Split::Test => "te",
    }
}

#[derive(Default)]
struct Reader {
    file: NativeFile,
    /// Whether the last sample goes on, rather than a line that was left out.
    is_sample_open: bool,
}

impl Reader {
    fn line(&mut self, line: usize, content: &str) {
        if content.is_empty() {
            return self.complain(line, DefectKind::EmptyLine);
        }
        let Some((first, rest)) = content.split_once('\t') else { return self.go_on(line, content) };
        match Split::ALL.into_iter().find(|&split| split_code(split) == first) {
            Some(split) => self.sample(line, split, rest),
            None if is_word(first) && rest.contains('\t') => self.leave_out(line, DefectKind::UnknownSplit),
            None => self.go_on(line, content),
        }
    }

    fn sample(&mut self, line: usize, split: Split, rest: &str) {
        let Some((label, text)) = rest.split_once('\t').filter(|(label, _)| !label.is_empty()) else {
            return self.leave_out(line, DefectKind::MissingLabel);
        };
        if text.trim().is_empty() {
            return self.leave_out(line, DefectKind::MissingText);
        }
        if text.contains('\t') {
            self.complain(line, DefectKind::ExtraTab);
        }
        self.file.samples.push(NativeSample { split, label: label.to_owned(), text: text.to_owned(), line });
        self.is_sample_open = true;
    }

    fn go_on(&mut self, line: usize, content: &str) {
        match self.file.samples.last_mut().filter(|_| self.is_sample_open) {
            Some(sample) => {
                sample.text.push('\n');
                sample.text.push_str(content);
                self.complain(line, DefectKind::ContinuedText);
            }
            None => self.complain(line, DefectKind::TextWithoutSample),
        }
    }

    fn leave_out(&mut self, line: usize, kind: DefectKind) {
        self.is_sample_open = false;
        self.complain(line, kind);
    }

    fn complain(&mut self, line: usize, kind: DefectKind) {
        self.file.defects.push(NativeDefect { line, kind });
    }
}

/// Returns whether a field could be the name of a split, and not the middle of a program.
fn is_word(field: &str) -> bool {
    !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests;
