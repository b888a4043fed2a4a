//! The code of a recipe.

use std::path::PathBuf;

use examen_corpus::{CorpusError, Limits, Plan, SourceOptions};
use examen_evaluation::predict::Sources;

use crate::recipe::SourceRecipe;

impl SourceRecipe {
    /// How files are read.
    pub fn options(&self) -> SourceOptions {
        SourceOptions {
            languages: self.language.iter().map(|language| language.0.into()).collect(),
            project_rule: self.projects.0.into(),
            git_ignore: !self.no_gitignore,
            include_hidden: self.hidden,
            include_vendored: self.vendored,
            content_column: self.content_column.clone(),
            limits: Limits {
                max_file_bytes: self.max_file_bytes,
                max_archive_depth: self.max_archive_depth,
                max_entries: self.max_entries,
                max_unpacked_bytes: self.max_unpacked_bytes,
                ..Limits::default()
            },
            ..SourceOptions::default()
        }
    }

    /// The code, for models that look files up in it; nothing for the built-in corpus.
    pub(crate) fn sources(&self) -> Option<Sources> {
        (!self.from.is_empty()).then(|| Sources { paths: self.from.clone(), options: self.options() })
    }
}

/// The files that the paths name; without a path, the built-in corpus.
pub fn plan(paths: &[PathBuf], options: &SourceOptions) -> Result<Plan, CorpusError> {
    if paths.is_empty() {
        return Ok(Plan::builtin(&options.languages));
    }
    Plan::new(paths, options)
}
