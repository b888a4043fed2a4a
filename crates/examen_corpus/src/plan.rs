//! From arguments to an ordered list of units.

mod contents;
mod ignore_files;
mod walk;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use examen_syntax::Language;

pub use self::contents::PlanContents;
use self::walk::walk;
use crate::format::stem;
use crate::{ArchiveKind, CorpusError, FileKind, ProjectRule, SkipReason, SourceOptions, TableKind, builtin};

/// Files whose presence makes a folder a project.
const PROJECT_FILES: [&str; 6] = [".git", "build.gradle", "pom.xml", "pyproject.toml", "setup.cfg", "setup.py"];

/// The project of files that lie in no named folder.
const NAMELESS_PROJECT: &str = "corpus";

/// What is to be read, in order: by project, then path, then place. The order of arguments changes nothing, and a file
/// that several arguments reach is read once, for the outermost of them.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub(crate) units: Vec<Unit>,
    pub(crate) other: u64,
    pub(crate) left_out: u64,
}

/// One thing to read. Kept small: a corpus may have a million.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) project: Arc<str>,
    /// Path in the project; empty when the unit, an archive, is the project.
    pub(crate) path: Box<str>,
    pub(crate) kind: UnitKind,
    /// The folder that `path` starts from.
    base: Arc<Path>,
    /// Where the unit is, when that does not follow from `base` and `path` because its name is not Unicode.
    odd_place: Option<Box<Path>>,
}

/// What a unit is.
#[derive(Clone, Debug)]
pub(crate) enum UnitKind {
    Source(Language),
    Archive(ArchiveKind),
    Table(TableKind),
    BuiltIn(Language, &'static [u8]),
    Skipped(SkipReason, Box<str>),
}

impl Plan {
    /// Looks at the arguments, walks the folders among them, and puts what is found in order. Symbolic links are
    /// followed when they are arguments, and nowhere else.
    pub fn new(paths: &[PathBuf], options: &SourceOptions) -> Result<Self, CorpusError> {
        let mut roots = paths.iter().map(|path| canonical(path)).collect::<Result<Vec<_>, _>>()?;
        roots.sort();
        roots.dedup();
        let mut plan = Self::default();
        for root in &roots {
            plan.add_argument(root, options)?;
        }
        if roots.windows(2).any(|pair| pair[1].starts_with(&pair[0])) {
            // Outer folders sort before what lies in them, so that the first of several is the outermost.
            let mut seen = HashSet::new();
            plan.units.retain(|unit| seen.insert(unit.place()));
        }
        plan.sort();
        Ok(plan)
    }

    /// The corpus that is part of the binary, or its files in some languages.
    pub fn builtin(languages: &[Language]) -> Self {
        let units = builtin::files(languages).map(|file| Unit {
            project: file.project.into(),
            path: file.path.into(),
            kind: UnitKind::BuiltIn(file.language, file.bytes),
            base: Path::new("").into(),
            odd_place: None,
        });
        let mut plan = Self { units: units.collect(), other: 0, left_out: 0 };
        plan.sort();
        plan
    }

    /// Number of units: files, archives, tables, and paths that are skipped already.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Whether there are archives or tables, which hold files that the plan does not know.
    pub fn has_containers(&self) -> bool {
        self.units.iter().any(|unit| matches!(unit.kind, UnitKind::Archive(_) | UnitKind::Table(_)))
    }

    /// The projects of the units, in order. Rows of a table may name others.
    pub fn projects(&self) -> Vec<&str> {
        let mut projects: Vec<&str> = self.units.iter().map(|unit| &*unit.project).collect();
        projects.dedup();
        projects
    }

    fn sort(&mut self) {
        let order = |left: &Unit, right: &Unit| {
            let keys = (&left.project, &left.path).cmp(&(&right.project, &right.path));
            keys.then_with(|| left.place().cmp(&right.place()))
        };
        self.units.sort_unstable_by(order);
    }

    fn add_argument(&mut self, root: &Path, options: &SourceOptions) -> Result<(), CorpusError> {
        let failed = |error| CorpusError::Argument { path: root.to_owned(), error };
        let metadata = fs::metadata(root).map_err(failed)?;
        if metadata.is_dir() {
            let rule = match options.project_rule {
                ProjectRule::Auto if is_project(root).map_err(failed)? => ProjectRule::Argument,
                ProjectRule::Auto => ProjectRule::Children,
                rule => rule,
            };
            walk(root, rule, options, self);
            return Ok(());
        }
        let name = lossy_name(root);
        let folder = root.parent().unwrap_or(Path::new(""));
        let project = project_name(folder);
        let kind = if metadata.is_file() {
            FileKind::of_name(&name)
        } else {
            let detail = SkipReason::NotARegularFile;
            self.units.push(Unit::new(project, &name, UnitKind::Skipped(detail, "".into()), &folder.into(), root));
            return Ok(());
        };
        match kind {
            FileKind::Archive(kind) => {
                self.units.push(Unit::new(stem(&name).into(), "", UnitKind::Archive(kind), &root.into(), root));
            }
            FileKind::Table(kind) => {
                self.units.push(Unit::new(stem(&name).into(), &name, UnitKind::Table(kind), &folder.into(), root));
            }
            FileKind::Source(language) if options.languages.contains(&language) => {
                self.units.push(Unit::new(project, &name, UnitKind::Source(language), &folder.into(), root));
            }
            FileKind::Source(_) | FileKind::Other => self.other += 1,
        }
        Ok(())
    }
}

impl Unit {
    /// A unit at `place`, which is `path` from `base`, unless its name is not Unicode.
    pub(crate) fn new(project: Arc<str>, path: &str, kind: UnitKind, base: &Arc<Path>, place: &Path) -> Self {
        let mut unit = Self { project, path: path.into(), kind, base: Arc::clone(base), odd_place: None };
        if *unit.place() != *place {
            unit.odd_place = Some(place.into());
        }
        unit
    }

    /// Where the unit is in the file system.
    pub(crate) fn place(&self) -> PathBuf {
        match &self.odd_place {
            Some(place) => place.to_path_buf(),
            None if self.path.is_empty() => self.base.to_path_buf(),
            None => self.base.join(&*self.path),
        }
    }
}

fn canonical(path: &Path) -> Result<PathBuf, CorpusError> {
    fs::canonicalize(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CorpusError::Missing { path: path.to_owned() },
        _ => CorpusError::Argument { path: path.to_owned(), error },
    })
}

/// Whether a folder is one project rather than a shelf of projects.
fn is_project(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_source = matches!(FileKind::of_name(&name), FileKind::Source(_)) && entry.file_type()?.is_file();
        if is_source || PROJECT_FILES.contains(&&*name) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The name of a folder as a project.
pub(crate) fn project_name(folder: &Path) -> Arc<str> {
    folder.file_name().map_or_else(|| NAMELESS_PROJECT.into(), |name| name.to_string_lossy().into())
}

fn lossy_name(path: &Path) -> String {
    path.file_name().map(OsStr::to_string_lossy).unwrap_or_default().into_owned()
}
