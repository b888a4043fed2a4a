//! What is read, and how it is attributed to projects.

use std::fmt;
use std::sync::Arc;

use examen_syntax::Language;
use serde::{Deserialize, Serialize};

use crate::Limits;

/// How sources are found and read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SourceOptions {
    /// Languages that belong to the corpus; files in others are counted as `other`. All by default.
    pub languages: Vec<Language>,
    /// Which folders are projects.
    pub project_rule: ProjectRule,
    /// Whether the `.gitignore` files of a git working tree are obeyed. On by default. Rules of the user or of the
    /// clone (`core.excludesFile`, `.git/info/exclude`) never are, so that a corpus does not depend on the machine.
    pub git_ignore: bool,
    /// Whether files and folders whose name begins with a dot are read. Off by default.
    pub include_hidden: bool,
    /// Whether folders of other people's code (`node_modules`, `vendor`, `site-packages`, …) are read. Off by default.
    pub include_vendored: bool,
    /// The column of a table that holds the code; otherwise the first of `content`, `code`, `text`.
    pub content_column: Option<String>,
    /// The language of table rows that neither name one nor have a path with a known extension.
    pub language: Option<Language>,
    /// What is read at most.
    pub limits: Limits,
    /// Called on the consumer's thread now and then.
    #[serde(skip)]
    pub progress: Option<ProgressHook>,
}

impl Default for SourceOptions {
    fn default() -> Self {
        Self {
            languages: Language::ALL.to_vec(),
            project_rule: ProjectRule::Auto,
            git_ignore: true,
            include_hidden: false,
            include_vendored: false,
            content_column: None,
            language: None,
            limits: Limits::default(),
            progress: None,
        }
    }
}

/// What counts as a project, the unit that splits keep together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProjectRule {
    /// [`Children`](Self::Children) for a folder that directly holds neither a source file nor a project file
    /// (`setup.py`, `pyproject.toml`, `setup.cfg`, `pom.xml`, `build.gradle`, `.git`), else [`Argument`](Self::Argument).
    #[default]
    Auto,
    /// Each argument is a project, named by its last component (an archive without its extension; a source file by
    /// the folder that it lies in).
    Argument,
    /// Each folder and archive directly in a folder argument is a project; loose files belong to the argument's own.
    Children,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Source files handed to the consumer.
    pub files: u64,
    /// Rows skipped.
    pub skipped: u64,
    /// Bytes of those files.
    pub bytes: u64,
    /// Units of the plan that are done.
    pub units_done: u64,
    /// Units of the plan. An archive or table is one unit, whatever the number of its files.
    pub units_total: u64,
}

/// A function that receives the progress of a run.
#[derive(Clone)]
pub struct ProgressHook(Arc<dyn Fn(&Progress) + Send + Sync>);

impl ProgressHook {
    /// Wraps a function, which should return quickly.
    pub fn new(hook: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(hook))
    }

    /// Tells the function.
    pub fn report(&self, progress: &Progress) {
        (self.0)(progress);
    }
}

impl fmt::Debug for ProgressHook {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ProgressHook")
    }
}
