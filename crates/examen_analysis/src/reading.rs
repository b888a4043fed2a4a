//! Reading what a user named, file by file: what one command after the other does with code.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use examen_corpus::{CorpusError, Item, ProgressHook, SkipReason, Skipped, SourceFile, SourceOptions, try_process};
use examen_syntax::{Language, Unread};

use crate::arguments::Arguments;

/// How code is read.
pub struct Reading<'r> {
    /// What is read, and within which limits.
    pub options: SourceOptions,
    /// Threads to work on; all cores if not given.
    pub threads: Option<NonZeroUsize>,
    /// Makes what hears of progress, for each argument.
    pub progress: &'r dyn Fn() -> Option<ProgressHook>,
}

/// A file of code.
pub struct CodeFile {
    /// The path as the user would write it.
    pub path: String,
    /// Where it is, so that two paths of one file are the same.
    pub place: PathBuf,
    /// The language.
    pub language: Language,
    /// The content.
    pub bytes: Vec<u8>,
}

impl Arguments {
    /// Hands each file to workers, and what they make of it to `take`, with the path of the file and in the order of arguments and
    /// paths. A file that lies in two arguments is taken once.
    pub fn read<T: Send, E: From<CorpusError>>(
        &self,
        reading: &Reading<'_>,
        work: impl Fn(CodeFile) -> T + Sync,
        mut take: impl FnMut(&str, Result<T, Skipped>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut met = MetPlaces::default();
        for argument in &self.list {
            let options = SourceOptions { progress: (reading.progress)(), ..reading.options.clone() };
            let place = |project: &str, path: &str| self.has_overlap.then(|| argument.place(project, path));
            let work = |SourceFile { project, path, bytes, language, .. }: SourceFile| {
                let (shown, met_at) = (argument.shown(&project, &path), place(&project, &path));
                let file = CodeFile { path: shown.clone(), place: argument.place(&project, &path), language, bytes };
                (shown, met_at, work(file))
            };
            try_process(&argument.plan, &options, reading.threads, work, |item| {
                let (path, met_at, outcome) = match item {
                    Item::File((path, met_at, worked)) => (path, met_at, Ok(worked)),
                    Item::Skipped(skipped) => {
                        let (project, path) = (&skipped.project, &skipped.path);
                        (argument.shown(project, path), place(project, path), Err(skipped))
                    }
                };
                if met.knows(met_at) { Ok(()) } else { take(&path, outcome) }
            })?;
            met.end_argument();
        }
        Ok(())
    }
}

/// The reason to skip a file that a parser did not read whole.
pub(crate) const fn reason_of(unread: Unread) -> SkipReason {
    match unread {
        Unread::TooDeep => SkipReason::TooDeep,
        Unread::TooMuchWork => SkipReason::TooMuchWork,
    }
}

/// The files met so far, so that one that lies in two arguments is taken once.
#[derive(Default)]
struct MetPlaces {
    /// Of this argument.
    here: Vec<PathBuf>,
    /// Of those before it.
    before: HashSet<PathBuf>,
}

impl MetPlaces {
    /// Whether a file lies in an argument before this one too. It has a place only where arguments overlap.
    fn knows(&mut self, place: Option<PathBuf>) -> bool {
        let Some(place) = place else { return false };
        let is_known = self.before.contains(&place);
        self.here.push(place);
        is_known
    }

    /// Goes on to the next argument.
    fn end_argument(&mut self) {
        self.before.extend(self.here.drain(..));
    }
}
