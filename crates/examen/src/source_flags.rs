//! The flags that say what code is read; the same for every command that reads code.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use examen_corpus::{CorpusError, Limits, Plan, ProjectRule, SourceOptions};
use examen_suites::Exam;
use examen_syntax::Language;

#[derive(Args)]
#[command(next_help_heading = "What is read")]
pub(crate) struct SourceFlags {
    #[command(flatten)]
    language: LanguageFlags,

    /// What counts as a project, the unit that splits keep together.
    #[arg(long, value_enum, default_value_t)]
    projects: ProjectFlag,

    #[command(flatten)]
    reading: ReadingFlags,
}

/// The flag by which a command reads only some languages.
#[derive(Args)]
#[command(next_help_heading = "What is read")]
pub(crate) struct LanguageFlags {
    /// Languages to read [default: java,python].
    #[arg(long, alias = "languages", value_enum, value_delimiter = ',')]
    language: Vec<LanguageFlag>,
}

/// The code that a command reads which is about nothing else. `--from`, the flag of the others, means the same here.
#[derive(Args)]
pub(crate) struct CodeArguments {
    /// Files, folders, archives and tables to read.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    #[arg(long, value_name = "PATH", num_args = 1.., hide = true)]
    from: Vec<PathBuf>,
}

/// The part of them that every language and every use shares.
#[derive(Args)]
#[command(next_help_heading = "What is read")]
pub(crate) struct ReadingFlags {
    /// Read what `.gitignore` files leave out.
    #[arg(long)]
    no_gitignore: bool,

    /// Read files and folders whose name begins with a dot.
    #[arg(long)]
    hidden: bool,

    /// Read folders of other people's code (`node_modules`, `vendor`, `site-packages`, …).
    #[arg(long)]
    vendored: bool,

    /// Column of a table that holds the code [default: the first of content, code, text].
    #[arg(long, value_name = "NAME")]
    content_column: Option<String>,

    /// Skip source files larger than this.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_file_bytes)]
    max_file_bytes: u64,

    /// Read archives inside archives to this depth.
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_archive_depth)]
    max_archive_depth: u32,

    /// Read at most this many entries of one archive.
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_entries)]
    max_entries: u64,

    /// Unpack at most this many bytes of one archive.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_unpacked_bytes)]
    max_unpacked_bytes: u64,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum LanguageFlag {
    Java,
    Python,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum ProjectFlag {
    /// Children for a folder without source files or project files of its own, else argument.
    #[default]
    Auto,
    /// Each argument is a project.
    Argument,
    /// Each folder or archive directly in a folder argument is a project.
    Children,
}

/// The files that the paths name; without a path, the built-in corpus.
pub(crate) fn plan(paths: &[PathBuf], options: &SourceOptions) -> Result<Plan, CorpusError> {
    if paths.is_empty() {
        return Ok(Plan::builtin(&options.languages));
    }
    Plan::new(paths, options)
}

impl SourceFlags {
    /// The files that the paths name; without a path, the built-in corpus.
    pub(crate) fn plan(&self, paths: &[PathBuf]) -> Result<Plan, CorpusError> {
        plan(paths, &self.options())
    }

    pub(crate) fn options(&self) -> SourceOptions {
        SourceOptions {
            languages: self.language.languages(),
            project_rule: match self.projects {
                ProjectFlag::Auto => ProjectRule::Auto,
                ProjectFlag::Argument => ProjectRule::Argument,
                ProjectFlag::Children => ProjectRule::Children,
            },
            ..self.reading.options()
        }
    }
}

impl LanguageFlags {
    /// The languages to read, all of them where none is named.
    pub(crate) fn languages(&self) -> Vec<Language> {
        if self.language.is_empty() { Language::ALL.to_vec() } else { self.named() }
    }

    /// The languages that are named.
    pub(crate) fn named(&self) -> Vec<Language> {
        let language = |flag: &LanguageFlag| match flag {
            LanguageFlag::Java => Language::Java,
            LanguageFlag::Python => Language::Python,
        };
        self.language.iter().map(language).collect()
    }
}

impl CodeArguments {
    /// The paths, however they were given.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        [&self.paths[..], &self.from].concat()
    }
}

impl ReadingFlags {
    pub(crate) fn options(&self) -> SourceOptions {
        SourceOptions {
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
}

/// The options by which files are read for an exam.
pub(crate) fn options_of(exam: &dyn Exam, mut options: SourceOptions) -> SourceOptions {
    let languages = exam.languages(&options.languages);
    if languages != options.languages {
        // A file that says nothing else is of the only language.
        if let [only] = languages.as_slice() {
            options.language.get_or_insert(*only);
        }
        options.languages = languages;
    }
    options
}
