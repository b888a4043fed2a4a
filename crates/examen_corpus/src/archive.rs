//! Archives, read as streams: nothing is ever unpacked to disk.
//!
//! One budget is shared by an archive and all archives in it, so that nesting does not multiply the limits. The
//! readers take any stream, which is how the fuzz targets reach them.

mod budget;
mod tar;
mod zip;

use std::io::{BufReader, Cursor, Read, Seek};
use std::ops::ControlFlow;

use crate::name::{entry_path, shown};
use crate::source::{Origin, Sink, SourceFile, SourceKind};
use crate::vendored::is_left_out;
use crate::{ArchiveKind, FileKind, Found, SkipReason, SourceOptions};

pub(crate) use budget::{Budget, Metered};

/// Reads the archive in `bytes`, named by `project`, and tells `sink` what it holds, in the archive's order.
pub fn read_archive_bytes(
    kind: ArchiveKind,
    bytes: &[u8],
    project: &str,
    options: &SourceOptions,
    sink: &mut dyn FnMut(Found) -> ControlFlow<()>,
) -> ControlFlow<()> {
    read_archive(kind, Cursor::new(bytes), Origin { project, path: "" }, options, sink)
}

/// Reads a whole archive.
pub(crate) fn read_archive(
    kind: ArchiveKind,
    input: impl Read + Seek,
    origin: Origin<'_>,
    options: &SourceOptions,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    let budget = Budget::new(&options.limits);
    let mut context = Context { options, budget: &budget, origin, depth: 1, sink };
    let mut input = BufReader::with_capacity(1 << 16, input);
    match kind {
        ArchiveKind::Zip => zip::read(input, &mut context),
        _ => tar::read(kind, &mut input, &mut context),
    }
}

/// What the readers of both formats share while they go through one archive.
struct Context<'a, 's> {
    options: &'a SourceOptions,
    budget: &'a Budget,
    origin: Origin<'a>,
    depth: u32,
    sink: &'a mut Sink<'s>,
}

/// How to go on after an entry.
enum After {
    /// With the next entry.
    Next,
    /// Not at all: the archive is damaged or a limit is spent, and a row says so.
    Abandon,
    /// Not at all: the consumer wants no more.
    Stop,
}

impl From<ControlFlow<()>> for After {
    fn from(flow: ControlFlow<()>) -> Self {
        if flow.is_break() { Self::Stop } else { Self::Next }
    }
}

impl Context<'_, '_> {
    /// Whether the entry's name makes it worth reading, and as what; otherwise it has been reported.
    fn admit(&mut self, raw_name: &[u8]) -> Result<(String, FileKind), After> {
        let path = match entry_path(raw_name, &self.options.limits) {
            Ok(path) if path.is_empty() => return Err(After::Next),
            Ok(path) => path,
            Err((reason, why)) => return Err(self.skip(&shown(raw_name), reason, why)),
        };
        if is_left_out(&path, self.options.include_hidden, self.options.include_vendored) {
            return Err((self.sink)(Found::LeftOut).into());
        }
        match FileKind::of_name(path.rsplit('/').next().unwrap_or(&path)) {
            FileKind::Source(language) if !self.options.languages.contains(&language) => {
                Err((self.sink)(Found::Other).into())
            }
            // A table in an archive is some project's test data more often than a corpus.
            FileKind::Other | FileKind::Table(_) => Err((self.sink)(Found::Other).into()),
            kind => Ok((path, kind)),
        }
    }

    /// Counts one entry; past the limit the archive is abandoned.
    fn count_entry(&mut self) -> Result<(), After> {
        if self.budget.take_entry() {
            return Ok(());
        }
        let detail = format!("more than {} entries", self.options.limits.max_entries);
        Err(self.abandon(SkipReason::TooManyEntries, detail))
    }

    /// Reads one admitted entry from its unpacked, metered stream.
    ///
    /// `declared` is the size that the bytes must have, where the format would end short entries silently.
    fn read_entry(&mut self, path: &str, kind: FileKind, stream: &mut dyn Read, declared: Option<u64>) -> After {
        match kind {
            FileKind::Source(language) => match self.read_bounded(stream, self.options.limits.max_file_bytes) {
                Ok(bytes) if declared.is_some_and(|size| (bytes.len() as u64) < size) => {
                    self.abandon(SkipReason::CorruptArchive, format!("breaks off in {path}"))
                }
                Ok(bytes) => {
                    let file = SourceFile {
                        project: self.origin.project.to_owned(),
                        path: self.origin.join(path),
                        language,
                        source: SourceKind::Archive,
                        bytes,
                    };
                    (self.sink)(Found::File(file)).into()
                }
                // In a tar a broken stream is the end of the archive, and one row says so.
                Err(ReadFailure::Broken(message)) if declared.is_some() => {
                    self.abandon(SkipReason::CorruptArchive, format!("{path}: {message}"))
                }
                Err(failure) => self.fail(path, failure),
            },
            FileKind::Archive(kind) => self.read_nested(path, kind, stream),
            FileKind::Table(_) | FileKind::Other => (self.sink)(Found::Other).into(),
        }
    }

    fn read_nested(&mut self, path: &str, kind: ArchiveKind, stream: &mut dyn Read) -> After {
        let limits = &self.options.limits;
        if self.depth >= limits.max_archive_depth {
            return self.skip(
                path,
                SkipReason::NestedTooDeep,
                format!("more than {} archives", limits.max_archive_depth),
            );
        }
        let inner_path = self.origin.join(path);
        let flow = if kind == ArchiveKind::Zip {
            let bytes = match self.read_bounded(stream, limits.max_nested_bytes) {
                Ok(bytes) => bytes,
                Err(failure) => return self.fail(path, failure),
            };
            zip::read(Cursor::new(bytes), &mut self.inner(&inner_path))
        } else {
            tar::read(kind, stream, &mut self.inner(&inner_path))
        };
        if flow.is_break() {
            After::Stop
        } else if self.budget.is_spent() {
            // The inner archive has already written the row.
            After::Abandon
        } else {
            After::Next
        }
    }

    fn inner<'b>(&'b mut self, path: &'b str) -> Context<'b, 'b> {
        Context {
            options: self.options,
            budget: self.budget,
            origin: Origin { project: self.origin.project, path },
            depth: self.depth + 1,
            sink: &mut *self.sink,
        }
    }

    /// Reads to the end, but not past `limit`. The buffer grows with what comes, not with what was declared.
    fn read_bounded(&self, stream: &mut dyn Read, limit: u64) -> Result<Vec<u8>, ReadFailure> {
        let mut bytes = Vec::new();
        match stream.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
            Ok(_) if bytes.len() as u64 > limit => Err(ReadFailure::TooLarge(limit)),
            Ok(_) => Ok(bytes),
            Err(_) if self.budget.is_spent() => Err(ReadFailure::Spent),
            Err(error) => Err(ReadFailure::Broken(error.to_string())),
        }
    }

    fn fail(&mut self, path: &str, failure: ReadFailure) -> After {
        match failure {
            ReadFailure::TooLarge(limit) => self.skip(path, SkipReason::TooLarge, format!("more than {limit} bytes")),
            ReadFailure::Spent => self.abandon_spent(),
            ReadFailure::Broken(message) => self.skip(path, SkipReason::UnreadableEntry, message),
        }
    }

    fn skip(&mut self, path: &str, reason: SkipReason, detail: impl Into<String>) -> After {
        (self.sink)(self.origin.skipped(path, reason, detail)).into()
    }

    fn abandon(&mut self, reason: SkipReason, detail: impl Into<String>) -> After {
        match (self.sink)(self.origin.skipped("", reason, detail)) {
            ControlFlow::Continue(()) => After::Abandon,
            ControlFlow::Break(()) => After::Stop,
        }
    }

    fn abandon_spent(&mut self) -> After {
        let detail = format!("more than {} bytes", self.options.limits.max_unpacked_bytes);
        self.abandon(SkipReason::TooManyBytes, detail)
    }
}

/// Why an entry gave no bytes.
enum ReadFailure {
    TooLarge(u64),
    Spent,
    Broken(String),
}
