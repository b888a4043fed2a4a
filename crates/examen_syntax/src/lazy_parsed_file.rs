//! A file that is parsed when somebody first asks for its tree, and once for all who ask.

use std::cell::OnceCell;

use crate::parsed_file::is_part;
use crate::{Language, ParsedFile, java};

/// The text of a file with its tree, which is made on demand and kept.
#[derive(Debug)]
pub struct LazyParsedFile<'s> {
    source: &'s str,
    language: Language,
    file: OnceCell<ParsedFile>,
    lone_method: OnceCell<ParsedFile>,
}

impl<'s> LazyParsedFile<'s> {
    /// A file that nobody has asked about yet.
    pub const fn new(source: &'s str, language: Language) -> Self {
        Self { source, language, file: OnceCell::new(), lone_method: OnceCell::new() }
    }

    /// Its text.
    pub const fn source(&self) -> &'s str {
        self.source
    }

    /// Its language.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The file in the tree of its language.
    pub fn file(&self) -> &ParsedFile {
        self.file.get_or_init(|| ParsedFile::new(self.source, self.language))
    }

    /// The tree of a file or of a part of one: a Java text without a type is read as a lone method.
    pub fn part(&self) -> &ParsedFile {
        match self.file() {
            ParsedFile::Java(tree) if is_part(tree) => {
                self.lone_method.get_or_init(|| ParsedFile::Java(java::parse_method(self.source)))
            }
            file => file,
        }
    }
}
