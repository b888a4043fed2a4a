//! The findings of a query in a file.

use examen_semantics::python::FileId;
use examen_syntax::Span;

/// An answer of a query, or a place that looks like one and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which of the two.
    pub kind: FindingKind,
    /// Where.
    pub span: Span,
    /// One sentence about it.
    pub message: String,
    /// The name it is about, where neither span nor facts give it: the attribute that bases disagree on.
    pub subject: Option<String>,
    /// What supports it, in the order of the message.
    pub facts: Vec<Fact>,
}

/// Whether a finding is an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FindingKind {
    Answer,
    Negative,
}

/// A supporting fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The file it is in, which for one file alone is that of the finding.
    pub file: FileId,
    /// Where.
    pub span: Span,
    /// What it is, in a few words: `method Base.__init__`.
    pub label: String,
}

impl Finding {
    /// The facts that an exam shows beside the answer: those of the same file that do not overlap it. `CodeQL` links
    /// parts of the answer too, which say nothing new.
    pub fn shown_facts(&self, file: FileId) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |fact| fact.file == file && !fact.span.overlaps(self.span))
    }
}

/// Collects the findings of one query in one file.
#[derive(Debug)]
pub struct Findings {
    file: FileId,
    kind: FindingKind,
    found: Vec<Finding>,
}

impl Findings {
    pub(crate) const fn new(file: FileId, kind: FindingKind) -> Self {
        Self { file, kind, found: Vec::new() }
    }

    /// Adds a finding; facts are added to what is returned.
    pub fn add(&mut self, span: Span, message: impl Into<String>) -> Added<'_> {
        // Formatting takes room for twice the sentence, and a file may have half a million of them.
        let mut message: String = message.into();
        message.shrink_to_fit();
        self.found.push(Finding { kind: self.kind, span, message, subject: None, facts: Vec::new() });
        let file = self.file;
        let at = self.found.len() - 1;
        Added { file, finding: &mut self.found[at] }
    }

    /// How many there are so far.
    pub(crate) const fn count(&self) -> usize {
        self.found.len()
    }

    /// The findings in the order of the text; those for the same span stay in the order in which they were added.
    pub(crate) fn into_sorted(mut self) -> Vec<Finding> {
        self.found.sort_by_key(|finding| finding.span);
        self.found
    }
}

/// A finding that was just added.
#[derive(Debug)]
pub struct Added<'f> {
    file: FileId,
    finding: &'f mut Finding,
}

impl Added<'_> {
    /// Names what the finding is about.
    pub fn about(self, name: impl Into<String>) -> Self {
        self.finding.subject = Some(name.into());
        self
    }

    /// Adds a supporting fact of the same file.
    pub fn fact(self, span: Span, label: impl Into<String>) -> Self {
        let file = self.file;
        self.fact_in(file, span, label)
    }

    /// Adds a supporting fact of any file.
    pub fn fact_in(self, file: FileId, span: Span, label: impl Into<String>) -> Self {
        if self.finding.facts.is_empty() {
            // Most have one, and a file may have a million of them.
            self.finding.facts.reserve_exact(1);
        }
        self.finding.facts.push(Fact { file, span, label: label.into() });
        self
    }

    /// Adds a supporting fact unless it has no place in the program.
    pub fn fact_at(self, place: Option<(FileId, Span)>, label: impl Into<String>) -> Self {
        match place {
            Some((file, span)) => self.fact_in(file, span, label),
            None => self,
        }
    }
}
