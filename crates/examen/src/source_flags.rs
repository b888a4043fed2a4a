//! The flags that say what code is read; the same for every command that reads code.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use examen_analysis::{Arguments, shown_path};
use examen_corpus::{CorpusError, Limits, Plan, SourceOptions};
use examen_runner::{Choice, LanguageChoice, ProjectChoice, SourceRecipe, plan};
use examen_syntax::Language;
use tempfile::TempDir;

#[derive(Args)]
#[command(next_help_heading = "What is read")]
pub(crate) struct SourceFlags {
    #[command(flatten)]
    language: LanguageFlags,

    /// What counts as a project, the unit that splits keep together.
    #[arg(long, value_enum, default_value_t)]
    projects: ProjectChoice,

    #[command(flatten)]
    reading: ReadingFlags,
}

/// The flag by which a command reads only some languages.
#[derive(Args)]
#[command(next_help_heading = "What is read")]
pub(crate) struct LanguageFlags {
    /// Languages to read [default: java,python].
    #[arg(long, alias = "languages", value_enum, value_delimiter = ',')]
    language: Vec<LanguageChoice>,
}

/// The code that a command reads which is about nothing else. `--from`, the flag of the others, means the same here.
#[derive(Args)]
pub(crate) struct CodeArguments {
    /// Files, folders, archives and tables to read; `-` is standard input.
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

impl SourceFlags {
    /// The files that the paths name; without a path, the built-in corpus.
    pub(crate) fn plan(&self, paths: &[PathBuf]) -> Result<Plan, CorpusError> {
        plan(paths, &self.options())
    }

    pub(crate) fn options(&self) -> SourceOptions {
        SourceOptions {
            languages: self.language.languages(),
            project_rule: self.projects.into(),
            ..self.reading.options()
        }
    }
}

impl SourceFlags {
    /// Lets the flags that were given have the last word over a recipe.
    pub(crate) fn apply(&self, is_given: impl Fn(&str) -> bool, recipe: &mut SourceRecipe) {
        let reading = &self.reading;
        if is_given("language") {
            recipe.language = self.language.language.iter().map(|&language| Choice(language)).collect();
        }
        if is_given("projects") {
            recipe.projects = Choice(self.projects);
        }
        recipe.no_gitignore |= reading.no_gitignore;
        recipe.hidden |= reading.hidden;
        recipe.vendored |= reading.vendored;
        if is_given("content_column") {
            recipe.content_column.clone_from(&reading.content_column);
        }
        if is_given("max_file_bytes") {
            recipe.max_file_bytes = reading.max_file_bytes;
        }
        if is_given("max_archive_depth") {
            recipe.max_archive_depth = reading.max_archive_depth;
        }
        if is_given("max_entries") {
            recipe.max_entries = reading.max_entries;
        }
        if is_given("max_unpacked_bytes") {
            recipe.max_unpacked_bytes = reading.max_unpacked_bytes;
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
        self.language.iter().map(|&language| language.into()).collect()
    }
}

/// The names of languages in a sentence.
pub(crate) fn language_names(languages: &[Language]) -> String {
    let name = |language: &Language| match language {
        Language::Java => "Java",
        Language::Python => "Python",
    };
    languages.iter().map(name).collect::<Vec<_>>().join(" or ")
}

impl CodeArguments {
    /// The paths, however they were given.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        [&self.paths[..], &self.from].concat()
    }

    /// The code to read; without a path, the built-in corpus.
    pub(crate) fn read_or_builtin(&self, options: &SourceOptions) -> anyhow::Result<Code> {
        if self.paths().is_empty() {
            return Ok(Code { arguments: Arguments::builtin(&options.languages), _standard_input: None });
        }
        self.read(options)
    }

    /// The code to read, where `-` is standard input.
    pub(crate) fn read(&self, options: &SourceOptions) -> anyhow::Result<Code> {
        let mut paths: Vec<(PathBuf, String)> = Vec::new();
        let mut standard_input = None;
        for path in self.paths() {
            let shown = shown_path(&path);
            if path == Path::new(STANDARD_INPUT) {
                let folder = match standard_input.take() {
                    Some(folder) => folder,
                    None => tempfile::tempdir().context("cannot keep standard input in a file")?,
                };
                let file = folder.path().join(standard_input_name(options)?);
                if !file.exists() {
                    let mut kept = File::create(&file).context("cannot keep standard input in a file")?;
                    std::io::copy(&mut std::io::stdin().lock(), &mut kept).context("cannot read standard input")?;
                }
                paths.push((file, shown));
                standard_input = Some(folder);
            } else {
                paths.push((path, shown));
            }
        }
        Ok(Code { arguments: Arguments::named(&paths, options)?, _standard_input: standard_input })
    }
}

/// The name that standard input has among paths.
const STANDARD_INPUT: &str = "-";

/// Code that was looked at; what came through standard input is removed with it.
pub(crate) struct Code {
    pub(crate) arguments: Arguments,
    _standard_input: Option<TempDir>,
}

/// A file name by which standard input is of the only language that is read.
fn standard_input_name(options: &SourceOptions) -> anyhow::Result<&'static str> {
    let only = match options.languages.as_slice() {
        [only] => Some(*only),
        _ => options.language,
    };
    match only {
        Some(Language::Java) => Ok("Input.java"),
        Some(Language::Python) => Ok("input.py"),
        None => bail!("standard input may be Java or Python: say which by --language"),
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
