//! Folders.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, WalkBuilder};

use super::ignore_files::{IgnoreFiles, Refused};
use super::{Plan, Unit, UnitKind, project_name};
use crate::format::stem;
use crate::vendored::{is_hidden, is_vendored};
use crate::{FileKind, ProjectRule, SkipReason, SourceOptions};

/// Adds what a folder holds to a plan, in no particular order.
pub(super) fn walk(root: &Path, rule: ProjectRule, options: &SourceOptions, plan: &mut Plan) {
    let left_out = Arc::new(AtomicU64::new(0));
    let ignore_files = options.git_ignore.then(|| Arc::new(Mutex::new(IgnoreFiles::around(root))));
    let mut shelf = Shelf::new(root, rule);
    let max_depth = options.limits.max_path_depth as usize + 1;
    for entry in walker(root, options, max_depth, &left_out, ignore_files.clone()).build() {
        match entry {
            Ok(entry) if entry.depth() == 0 => {}
            Ok(entry) => add_entry(&entry, max_depth, options, &mut shelf, plan),
            Err(error) => {
                let place = path_of(&error).unwrap_or(root).to_owned();
                let detail = error_message(&error);
                plan.units.push(shelf.unit(&place, UnitKind::Skipped(SkipReason::Unreadable, detail.into())));
            }
        }
    }
    plan.left_out += left_out.load(Ordering::Relaxed);
    // The walker and its filter are gone.
    let ignore_files = ignore_files.and_then(Arc::into_inner).and_then(|files| files.into_inner().ok());
    let refused = ignore_files.map(IgnoreFiles::into_refused).unwrap_or_default();
    // Those of folders above are in no project that is read.
    for Refused { path, reason, detail } in refused.into_iter().filter(|refused| refused.path.starts_with(root)) {
        plan.units.push(shelf.unit(&path, UnitKind::Skipped(reason, detail.into())));
    }
}

fn walker(
    root: &Path,
    options: &SourceOptions,
    max_depth: usize,
    left_out: &Arc<AtomicU64>,
    ignore_files: Option<Arc<Mutex<IgnoreFiles>>>,
) -> WalkBuilder {
    let mut walker = WalkBuilder::new(root);
    walker.standard_filters(false).max_depth(Some(max_depth)).follow_links(false);
    let (include_hidden, include_vendored) = (options.include_hidden, options.include_vendored);
    let left_out = Arc::clone(left_out);
    walker.filter_entry(move |entry| {
        if entry.depth() == 0 {
            return true;
        }
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        if let Some(files) = &ignore_files
            && files.lock().unwrap_or_else(PoisonError::into_inner).leave_out(entry.path(), is_folder)
        {
            return false;
        }
        let is_read = !is_left_out(entry, include_hidden, include_vendored);
        if !is_read {
            left_out.fetch_add(1, Ordering::Relaxed);
        }
        is_read
    });
    walker
}

fn is_left_out(entry: &DirEntry, include_hidden: bool, include_vendored: bool) -> bool {
    let name = entry.file_name().to_string_lossy();
    if !include_hidden && is_hidden(&name) {
        return true;
    }
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    let parent = if entry.depth() > 1 { entry.path().parent().and_then(Path::file_name) } else { None };
    is_folder && !include_vendored && is_vendored(parent.and_then(|name| name.to_str()), &name)
}

fn add_entry(entry: &DirEntry, max_depth: usize, options: &SourceOptions, shelf: &mut Shelf, plan: &mut Plan) {
    let skip = |reason| UnitKind::Skipped(reason, "".into());
    let kind = match entry.file_type() {
        Some(kind) if kind.is_dir() && entry.depth() < max_depth => return,
        Some(kind) if kind.is_dir() => skip(SkipReason::PathTooDeep),
        Some(kind) if kind.is_symlink() => skip(SkipReason::Symlink),
        Some(kind) if kind.is_file() => match FileKind::of_name(&entry.file_name().to_string_lossy()) {
            FileKind::Source(language) if options.languages.contains(&language) => UnitKind::Source(language),
            FileKind::Archive(kind) => UnitKind::Archive(kind),
            FileKind::Table(kind) => UnitKind::Table(kind),
            FileKind::Source(_) | FileKind::Other => {
                plan.other += 1;
                return;
            }
        },
        _ => skip(SkipReason::NotARegularFile),
    };
    plan.units.push(shelf.unit(entry.path(), kind));
}

/// Attributes paths under a folder argument to projects.
struct Shelf {
    root: PathBuf,
    has_children: bool,
    own: Project,
    /// The child that the last path lay in: paths come folder by folder.
    child: Option<Project>,
}

#[derive(Clone)]
struct Project {
    name: Arc<str>,
    base: Arc<Path>,
}

impl Shelf {
    fn new(root: &Path, rule: ProjectRule) -> Self {
        let own = Project { name: project_name(root), base: root.into() };
        Self { root: root.to_owned(), has_children: rule == ProjectRule::Children, own, child: None }
    }

    fn unit(&mut self, place: &Path, kind: UnitKind) -> Unit {
        let relative = place.strip_prefix(&self.root).unwrap_or(Path::new(""));
        let mut components: Vec<_> = relative.iter().map(|name| name.to_string_lossy()).collect();
        let project = match components.as_slice() {
            [_, _, ..] if self.has_children => {
                let child = components.remove(0);
                self.child(&child, relative)
            }
            [name] if self.has_children && matches!(kind, UnitKind::Archive(_)) => {
                let project = Project { name: stem(name).into(), base: place.into() };
                components.clear();
                project
            }
            [name] if self.has_children && matches!(kind, UnitKind::Table(_)) => {
                Project { name: stem(name).into(), base: Arc::clone(&self.own.base) }
            }
            _ => self.own.clone(),
        };
        Unit::new(project.name, &components.join("/"), kind, &project.base, place)
    }

    fn child(&mut self, name: &str, relative: &Path) -> Project {
        match &self.child {
            Some(child) if *child.name == *name => child.clone(),
            _ => {
                let folder = relative.iter().next().map(|first| self.root.join(first));
                let base = folder.unwrap_or_else(|| self.root.clone());
                let child = Project { name: name.into(), base: base.into() };
                self.child = Some(child.clone());
                child
            }
        }
    }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        ignore::Error::Partial(errors) => errors.iter().find_map(path_of),
        _ => None,
    }
}

/// What the system said, without the path: it would make the row depend on the machine.
fn error_message(error: &ignore::Error) -> String {
    error.io_error().map_or_else(|| "cannot be walked".to_owned(), |error| error.kind().to_string())
}
