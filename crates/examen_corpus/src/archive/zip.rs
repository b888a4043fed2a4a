//! `.zip`, `.whl`, `.jar`, `.egg`.
//!
//! Entries are taken from the central directory one by one: of a directory of millions of entries only the places are held, to
//! see that no two overlap (a "better zip bomb" multiplies its bytes so).

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use zip::read::{Config, ZipFileEntry, ZipReadOptions};
use zip::unstable::read::ZipIterable;

use super::{After, Context, Metered};
use crate::SkipReason;
use crate::name::shown;

/// Bits of a Unix mode that say what kind of file it is, and the kinds that are read.
const FILE_TYPE: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;

/// The bytes of an entry's header that are always there.
const HEADER_BYTES: u64 = 30;

pub(super) fn read<R: Read + Seek>(input: R, context: &mut Context<'_, '_>) -> ControlFlow<()> {
    let after = match ZipIterable::try_new(input, Config::default()) {
        Ok(mut archive) => {
            if has_overlap(&mut archive, context.options.limits.max_entries) {
                context.abandon(SkipReason::CorruptArchive, "entries overlap")
            } else {
                read_entries(&mut archive, context)
            }
        }
        Err(error) => context.abandon(SkipReason::CorruptArchive, error.to_string()),
    };
    match after {
        After::Stop => ControlFlow::Break(()),
        After::Next | After::Abandon => ControlFlow::Continue(()),
    }
}

/// Whether two of the first entries claim the same bytes; the directory alone is read.
fn has_overlap<R: Read + Seek>(archive: &mut ZipIterable<R>, max_entries: u64) -> bool {
    let Ok(entries) = archive.files() else { return false };
    let mut places = Vec::new();
    while (places.len() as u64) < max_entries
        && let Some(Ok(entry)) = entries.next()
    {
        places.push((entry.header_start(), HEADER_BYTES.saturating_add(entry.compressed_size())));
    }
    places.sort_unstable();
    places.windows(2).any(|pair| pair[0].0.saturating_add(pair[0].1) > pair[1].0)
}

fn read_entries<R: Read + Seek>(archive: &mut ZipIterable<R>, context: &mut Context<'_, '_>) -> After {
    let entries = match archive.files() {
        Ok(entries) => entries,
        Err(error) => return context.abandon(SkipReason::CorruptArchive, error.to_string()),
    };
    while let Some(entry) = entries.next() {
        if let Err(after) = context.count_entry() {
            return after;
        }
        let after = match entry {
            Ok(entry) => read_entry(entry, entries.reader_mut(), context),
            Err(error) => context.abandon(SkipReason::CorruptArchive, error.to_string()),
        };
        if !matches!(after, After::Next) {
            return after;
        }
    }
    After::Next
}

fn read_entry<R: Read + Seek>(entry: ZipFileEntry<'_>, input: &mut R, context: &mut Context<'_, '_>) -> After {
    if entry.is_dir() {
        return After::Next;
    }
    let file_type = entry.unix_mode().unwrap_or(0) & FILE_TYPE;
    if entry.is_symlink() || !matches!(file_type, 0 | REGULAR) {
        return context.skip(&shown(entry.name_raw()), SkipReason::Link, "");
    }
    let (path, kind) = match context.admit(entry.name_raw()) {
        Ok(admitted) => admitted,
        Err(after) => return after,
    };
    if entry.encrypted() {
        return context.skip(&path, SkipReason::UnreadableEntry, "encrypted");
    }
    match entry.with_reader(input, ZipReadOptions::new()) {
        Ok(stream) => {
            let budget = context.budget;
            context.read_entry(&path, kind, &mut Metered::new(stream, budget), None)
        }
        Err(error) => context.skip(&path, SkipReason::UnreadableEntry, error.to_string()),
    }
}
