//! Path contexts of a file, in the lines of code2vec's and code2seq's extractors.

use std::cell::{LazyCell, RefCell};
use std::ops::Deref;

use examen_corpus::SkipReason;
use examen_syntax::{DiagnosticKind, Language, LineIndex, SourceText, python};
use examen_views::paths::{LeftOut, MethodLine, PathSettings, java_lines, original_reading, python_lines};

/// How much memory a thread keeps from one file to the next.
const MOST_KEPT_BYTES: usize = 8 << 20;

/// The most bytes of lines of one file; methods beyond them are left out like those whose own line is too long.
const MOST_BYTES: usize = 128 << 20;

/// The lines of a file, and what has none.
#[derive(Default)]
pub struct PathLines {
    /// One line for each method.
    pub text: Box<str>,
    /// How many methods have a line.
    pub methods: u64,
    /// How many are empty, or have no path that is short enough.
    pub empty: u64,
    /// The lines in the file of methods with errors in them.
    pub with_errors: Vec<u32>,
    /// The lines in the file of those with too many contexts.
    pub too_long: Vec<u32>,
}

/// Writes the methods of a file as lines.
pub fn path_lines(bytes: Vec<u8>, language: Language, settings: &PathSettings) -> Result<PathLines, SkipReason> {
    let source = SourceText::decode(bytes, language).text;
    match language {
        Language::Java => java(&source, settings),
        Language::Python => python(&source, settings),
    }
}

fn java(source: &str, settings: &PathSettings) -> Result<PathLines, SkipReason> {
    let (text, tree, _) = original_reading(source);
    if let Some(diagnostic) = tree.diagnostics().iter().find(|diagnostic| diagnostic.kind != DiagnosticKind::Syntax) {
        return Err(match diagnostic.kind {
            DiagnosticKind::TooDeep => SkipReason::TooDeep,
            _ => SkipReason::TooMuchWork,
        });
    }
    let index = LazyCell::new(|| LineIndex::new(&text));
    Ok(PathLines::collect(&index, |take| java_lines(&text, &tree, settings, take)))
}

fn python(source: &str, settings: &PathSettings) -> Result<PathLines, SkipReason> {
    let file = python::parse(source);
    if file.diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::TooMuchWork) {
        return Err(SkipReason::TooMuchWork);
    }
    let index = LazyCell::new(|| LineIndex::new(source));
    Ok(PathLines::collect(&index, |take| python_lines(source, &file, settings, take)))
}

thread_local! {
    /// Lines are long: where they are put together stays, so that only what is handed over is made anew.
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

impl PathLines {
    /// What `write` hands over; the index of the file's lines is made when one has to be named.
    fn collect(index: &impl Deref<Target = LineIndex>, write: impl FnOnce(&mut dyn FnMut(MethodLine<'_>))) -> Self {
        let mut lines = Self::default();
        TEXT.with_borrow_mut(|text| {
            text.clear();
            write(&mut |method| match method.line {
                Ok(line) if text.len() + line.len() > MOST_BYTES => {
                    lines.too_long.push(index.line_of(method.name.start));
                }
                Ok(line) => {
                    lines.methods += 1;
                    text.push_str(line);
                    text.push('\n');
                }
                Err(LeftOut::Empty) => lines.empty += 1,
                Err(LeftOut::SyntaxError) => lines.with_errors.push(index.line_of(method.name.start)),
                Err(LeftOut::TooLong) => lines.too_long.push(index.line_of(method.name.start)),
            });
            if text.len() <= MOST_KEPT_BYTES {
                lines.text = text.as_str().into();
            } else {
                // One huge file should neither be copied nor remembered.
                lines.text = std::mem::take(text).into_boxed_str();
            }
        });
        lines
    }
}
