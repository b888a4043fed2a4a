//! From units to files. Containers are read on the reader's thread; loose files are left to the workers.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use examen_syntax::Language;

use crate::archive::read_archive;
use crate::panic_message::panic_message;
use crate::plan::{Unit, UnitKind};
use crate::source::{Origin, Sink, SourceFile, SourceKind};
use crate::table::read_table;
use crate::{Found, SkipReason, Skipped, SourceOptions};

/// A step for a worker.
pub(crate) enum Job<'p> {
    /// A file that is to be read, of this size when it was last looked at.
    OnDisk(&'p Unit, Language, u64),
    /// A file that has been read from a container.
    Ready(SourceFile),
    /// Nothing to do; the row keeps its place in the order.
    Skipped(Skipped),
}

/// Either a job or something that is only counted.
pub(crate) enum Step<'p> {
    Job(Job<'p>),
    Other,
    LeftOut,
}

/// Reads one unit. A panic of a container's codec becomes a row like other damage.
pub(crate) fn read_unit<'p>(
    unit: &'p Unit,
    options: &SourceOptions,
    emit: &mut dyn FnMut(Step<'p>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let origin = unit.origin();
    match &unit.kind {
        UnitKind::Source(language) => match regular_size(unit) {
            Ok(size) if size > options.limits.max_file_bytes => emit(unit.too_large(options)),
            Ok(size) => emit(Step::Job(Job::OnDisk(unit, *language, size))),
            Err(skipped) => emit(Step::Job(Job::Skipped(skipped))),
        },
        UnitKind::BuiltIn(language, bytes) => emit(Step::Job(Job::Ready(SourceFile {
            project: unit.project.as_ref().to_owned(),
            path: unit.path.as_ref().to_owned(),
            language: *language,
            source: SourceKind::BuiltIn,
            bytes: bytes.to_vec(),
        }))),
        UnitKind::Skipped(reason, detail) => emit(Step::Job(Job::Skipped(unit.skipped(*reason, detail)))),
        UnitKind::Archive(kind) => {
            let file = match open(unit) {
                Ok(file) => file,
                Err(skipped) => return emit(Step::Job(Job::Skipped(skipped))),
            };
            guarded(unit, SkipReason::CorruptArchive, emit, |sink| read_archive(*kind, file, origin, options, sink))
        }
        UnitKind::Table(kind) => {
            let file = match open(unit) {
                Ok(file) => file,
                Err(skipped) => return emit(Step::Job(Job::Skipped(skipped))),
            };
            guarded(unit, SkipReason::CorruptTable, emit, |sink| read_table(*kind, file, origin, options, sink))
        }
    }
}

/// Reads a loose file, on a worker's thread.
pub(crate) fn read_file(unit: &Unit, language: Language, size: u64, limit: u64) -> Result<SourceFile, Skipped> {
    let mut bytes = Vec::with_capacity(size.min(limit) as usize + 1);
    let read = File::open(unit.place()).and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes));
    if let Err(error) = read {
        return Err(unit.unreadable(&error));
    }
    if bytes.len() as u64 > limit {
        return Err(unit.skipped(SkipReason::TooLarge, &format!("more than {limit} bytes")));
    }
    let (project, path) = (unit.project.as_ref().to_owned(), unit.path.as_ref().to_owned());
    Ok(SourceFile { project, path, language, source: SourceKind::File, bytes })
}

fn guarded<'p>(
    unit: &Unit,
    damage: SkipReason,
    emit: &mut dyn FnMut(Step<'p>) -> ControlFlow<()>,
    read: impl FnOnce(&mut Sink<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut sink = |found| {
        emit(match found {
            Found::File(file) => Step::Job(Job::Ready(file)),
            Found::Skipped(skipped) => Step::Job(Job::Skipped(skipped)),
            Found::Other => Step::Other,
            Found::LeftOut => Step::LeftOut,
        })
    };
    match catch_unwind(AssertUnwindSafe(|| read(&mut sink))) {
        Ok(flow) => flow,
        Err(payload) => emit(Step::Job(Job::Skipped(unit.skipped(damage, &panic_message(&*payload))))),
    }
}

/// Opens an archive or table, once it is known to be a regular file: opening a pipe would wait for ever.
fn open(unit: &Unit) -> Result<File, Skipped> {
    regular_size(unit)?;
    File::open(unit.place()).map_err(|error| unit.unreadable(&error))
}

fn regular_size(unit: &Unit) -> Result<u64, Skipped> {
    match fs::symlink_metadata(unit.place()) {
        Ok(metadata) if metadata.is_file() => Ok(metadata.len()),
        Ok(metadata) if metadata.is_symlink() => Err(unit.skipped(SkipReason::Symlink, "")),
        Ok(_) => Err(unit.skipped(SkipReason::NotARegularFile, "")),
        Err(error) => Err(unit.unreadable(&error)),
    }
}

impl Unit {
    fn origin(&self) -> Origin<'_> {
        Origin { project: &self.project, path: &self.path }
    }

    fn skipped(&self, reason: SkipReason, detail: &str) -> Skipped {
        Skipped {
            project: self.project.as_ref().to_owned(),
            path: self.path.as_ref().to_owned(),
            reason,
            detail: detail.to_owned(),
        }
    }

    fn unreadable(&self, error: &io::Error) -> Skipped {
        self.skipped(SkipReason::Unreadable, &error.kind().to_string())
    }

    fn too_large<'p>(&self, options: &SourceOptions) -> Step<'p> {
        let detail = format!("more than {} bytes", options.limits.max_file_bytes);
        Step::Job(Job::Skipped(self.skipped(SkipReason::TooLarge, &detail)))
    }
}
