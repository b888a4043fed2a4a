//! Paths as the user gave them: what is found below an argument is shown as its continuation.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use examen_corpus::{CorpusError, FileKind, Plan, ProjectRule, SourceOptions};
use examen_syntax::Language;

/// All arguments, in an order that does not depend on how they were given.
pub struct Arguments {
    /// One by one.
    pub list: Vec<Argument>,
    /// Whether one lies in another, so that files are met twice.
    pub has_overlap: bool,
}

/// A folder, archive or table to read, or the loose files among the arguments.
pub struct Argument {
    /// The files to read.
    pub plan: Plan,
    root: Root,
}

enum Root {
    /// Paths start from here.
    Container(Given),
    /// Paths are those of the rows, or begin with the table's name.
    Table(Given),
    /// By project and name.
    Files(BTreeMap<(String, String), Given>),
    /// The corpus that is part of the program: paths begin with the project.
    Builtin,
}

struct Given {
    shown: String,
    place: PathBuf,
}

impl Arguments {
    /// The corpus that is part of the program.
    pub fn builtin(languages: &[Language]) -> Self {
        Self { list: vec![Argument { plan: Plan::builtin(languages), root: Root::Builtin }], has_overlap: false }
    }

    /// Looks at the paths. Every argument is taken for one project, so that paths start from it.
    pub fn new(paths: &[PathBuf], options: &SourceOptions) -> Result<Self, CorpusError> {
        let paths: Vec<(PathBuf, String)> = paths.iter().map(|path| (path.clone(), shown_path(path))).collect();
        Self::named(&paths, options)
    }

    /// Looks at paths that are shown by other names.
    pub fn named(paths: &[(PathBuf, String)], options: &SourceOptions) -> Result<Self, CorpusError> {
        let options = SourceOptions { project_rule: ProjectRule::Argument, ..options.clone() };
        let mut by_place: BTreeMap<PathBuf, String> = BTreeMap::new();
        for (path, shown) in paths {
            let shown = shown.clone();
            let known = by_place.entry(canonical(path)?).or_insert_with(|| shown.clone());
            if shown < *known {
                *known = shown;
            }
        }
        let places: Vec<&PathBuf> = by_place.keys().collect();
        let has_overlap = places.windows(2).any(|pair| pair[1].starts_with(pair[0]));
        let mut list = Vec::new();
        let mut files: Vec<BTreeMap<(String, String), Given>> = Vec::new();
        for (place, shown) in by_place {
            let name = lossy(place.file_name());
            let given = Given { shown, place };
            let root = match FileKind::of_name(&name) {
                _ if given.place.is_dir() => Root::Container(given),
                FileKind::Archive(_) => Root::Container(given),
                FileKind::Table(_) => Root::Table(given),
                FileKind::Source(_) | FileKind::Other => {
                    add_file(&mut files, name, given);
                    continue;
                }
            };
            list.push(Argument::new(root, &options)?);
        }
        for files in files {
            list.push(Argument::new(Root::Files(files), &options)?);
        }
        Ok(Self { list, has_overlap })
    }
}

impl Argument {
    fn new(root: Root, options: &SourceOptions) -> Result<Self, CorpusError> {
        let places: Vec<PathBuf> = match &root {
            Root::Container(given) | Root::Table(given) => vec![given.place.clone()],
            Root::Files(files) => files.values().map(|given| given.place.clone()).collect(),
            Root::Builtin => Vec::new(),
        };
        Ok(Self { plan: Plan::new(&places, options)?, root })
    }

    /// What the corpus calls `path` of `project`, as the user would write it.
    pub fn shown(&self, project: &str, path: &str) -> String {
        match &self.root {
            Root::Container(given) => join(&given.shown, path),
            Root::Table(given) => {
                let name = lossy(given.place.file_name());
                let inside = path.strip_prefix(&name).unwrap_or(path);
                join(&given.shown, inside.strip_prefix('/').unwrap_or(inside))
            }
            Root::Files(files) => file(files, project, path).map_or_else(|| path.to_owned(), |it| it.shown.clone()),
            Root::Builtin => join(project, path),
        }
    }

    /// Where that is, to tell whether two arguments mean the same file.
    pub fn place(&self, project: &str, path: &str) -> PathBuf {
        match &self.root {
            Root::Container(given) | Root::Table(given) => given.place.join(path),
            Root::Files(files) => file(files, project, path).map_or_else(|| path.into(), |it| it.place.clone()),
            Root::Builtin => join(project, path).into(),
        }
    }
}

/// Files are read together as long as the corpus, which names them by folder and name, can tell them apart.
fn add_file(layers: &mut Vec<BTreeMap<(String, String), Given>>, name: String, given: Given) {
    let key = (lossy(given.place.parent().and_then(Path::file_name)), name);
    match layers.iter_mut().find(|layer| !layer.contains_key(&key)) {
        Some(layer) => {
            layer.insert(key, given);
        }
        None => layers.push(BTreeMap::from([(key, given)])),
    }
}

fn file<'f>(files: &'f BTreeMap<(String, String), Given>, project: &str, path: &str) -> Option<&'f Given> {
    files.get(&(project.to_owned(), path.to_owned()))
}

/// A path as it is shown: without the `.` that means nothing.
pub fn shown_path(path: &Path) -> String {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.collect::<PathBuf>().to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

fn join(base: &str, path: &str) -> String {
    match (base, path) {
        ("", "") => ".".to_owned(),
        ("", one) | (one, "") => one.to_owned(),
        (base, path) if base.ends_with('/') => format!("{base}{path}"),
        (base, path) => format!("{base}/{path}"),
    }
}

fn lossy(name: Option<&std::ffi::OsStr>) -> String {
    name.unwrap_or_default().to_string_lossy().into_owned()
}

fn canonical(path: &Path) -> Result<PathBuf, CorpusError> {
    fs::canonicalize(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CorpusError::Missing { path: path.to_owned() },
        _ => CorpusError::Argument { path: path.to_owned(), error },
    })
}
