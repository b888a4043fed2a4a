//! `.tar`, plain or compressed.
//!
//! The `tar` crate reads long names and PAX headers into memory whatever their size, so its raw entries are used and
//! those headers are read here, within bounds.

use std::io::Read;
use std::ops::ControlFlow;

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use tar::{Archive, Entry, EntryType, PaxExtensions};

use super::{After, Context, Metered};
use crate::name::shown;
use crate::{ArchiveKind, SkipReason};

/// A PAX header with more than names and times in it is rare; one past this size is not read.
const MAX_PAX_BYTES: u64 = 1 << 20;

/// Kibibytes that an xz stream may ask for as its dictionary: `xz -9` asks for 64 MiB.
const XZ_MEMORY_KIB: u32 = 96 << 10;

pub(super) fn read(kind: ArchiveKind, input: &mut dyn Read, context: &mut Context<'_, '_>) -> ControlFlow<()> {
    let stream: Box<dyn Read + '_> = match kind {
        ArchiveKind::TarGz => Box::new(MultiGzDecoder::new(input)),
        ArchiveKind::TarBz2 => Box::new(MultiBzDecoder::new(input)),
        ArchiveKind::TarXz => Box::new(XzReader::new_mem_limit(input, true, XZ_MEMORY_KIB)),
        ArchiveKind::Tar | ArchiveKind::Zip => Box::new(input),
    };
    let mut archive = Archive::new(Metered::new(stream, context.budget));
    match read_entries(&mut archive, context) {
        After::Stop => ControlFlow::Break(()),
        After::Next | After::Abandon => ControlFlow::Continue(()),
    }
}

fn read_entries<R: Read>(archive: &mut Archive<R>, context: &mut Context<'_, '_>) -> After {
    let entries = match archive.entries() {
        Ok(entries) => entries.raw(true),
        Err(error) => return context.abandon(SkipReason::CorruptArchive, error.to_string()),
    };
    let mut extension = Extension::default();
    for entry in entries {
        if let Err(after) = context.count_entry() {
            return after;
        }
        let after = match entry {
            Ok(entry) => read_entry(entry, &mut extension, context),
            Err(_) if context.budget.is_spent() => context.abandon_spent(),
            Err(error) => context.abandon(SkipReason::CorruptArchive, error.to_string()),
        };
        if !matches!(after, After::Next) {
            return after;
        }
    }
    After::Next
}

/// What headers before an entry say about it.
#[derive(Default)]
struct Extension {
    name: Option<Vec<u8>>,
    size: Option<u64>,
    is_sparse: bool,
    /// The header was too large to be read, and with it the entry's name.
    is_lost: bool,
}

fn read_entry<R: Read>(mut entry: Entry<'_, R>, extension: &mut Extension, context: &mut Context<'_, '_>) -> After {
    let kind = entry.header().entry_type();
    let header = match kind {
        EntryType::GNULongName => read_header(&mut entry, u64::from(context.options.limits.max_name_bytes) + 1)
            .map(|name| extension.take_name(name)),
        EntryType::XHeader => read_header(&mut entry, MAX_PAX_BYTES).map(|pax| extension.take_pax(pax)),
        EntryType::GNULongLink | EntryType::XGlobalHeader => Ok(()),
        _ => return read_member(entry, kind, std::mem::take(extension), context),
    };
    match header {
        Ok(()) => After::Next,
        Err(_) if context.budget.is_spent() => context.abandon_spent(),
        Err(error) => context.abandon(SkipReason::CorruptArchive, error.to_string()),
    }
}

fn read_member<R: Read>(
    mut entry: Entry<'_, R>,
    kind: EntryType,
    extension: Extension,
    context: &mut Context<'_, '_>,
) -> After {
    let declared = entry.size();
    if extension.size.is_some_and(|size| size != declared) {
        // Readers disagree about where such an entry ends; whoever is wrong takes file contents for headers.
        return context.abandon(SkipReason::CorruptArchive, "two sizes for one entry");
    }
    let name = extension.name.unwrap_or_else(|| entry.path_bytes().into_owned());
    match kind {
        EntryType::Directory => return After::Next,
        _ if extension.is_lost => return context.skip(&shown(&name), SkipReason::UnsafeName, "the name is too long"),
        EntryType::Regular | EntryType::Continuous if name.ends_with(b"/") => return After::Next,
        EntryType::Regular | EntryType::Continuous => {}
        EntryType::GNUSparse => return context.skip(&shown(&name), SkipReason::UnreadableEntry, "sparse"),
        EntryType::Link | EntryType::Symlink | EntryType::Char | EntryType::Block | EntryType::Fifo => {
            return context.skip(&shown(&name), SkipReason::Link, "");
        }
        _ => return context.skip(&shown(&name), SkipReason::UnreadableEntry, "unknown kind of entry"),
    }
    match context.admit(&name) {
        Ok((path, _)) if extension.is_sparse => context.skip(&path, SkipReason::UnreadableEntry, "sparse"),
        Ok((path, kind)) => match context.read_entry(&path, kind, &mut entry, Some(declared)) {
            After::Next if context.budget.is_spent() => context.abandon_spent(),
            after => after,
        },
        Err(after) => after,
    }
}

/// Reads a header's text, or nothing when it is longer than `limit`.
fn read_header<R: Read>(entry: &mut Entry<'_, R>, limit: u64) -> std::io::Result<Option<Vec<u8>>> {
    let mut text = Vec::new();
    entry.take(limit + 1).read_to_end(&mut text)?;
    Ok((text.len() as u64 <= limit).then_some(text))
}

impl Extension {
    fn take_name(&mut self, name: Option<Vec<u8>>) {
        let Some(mut name) = name else {
            self.is_lost = true;
            return;
        };
        if name.last() == Some(&0) {
            name.pop();
        }
        self.name = Some(name);
    }

    fn take_pax(&mut self, pax: Option<Vec<u8>>) {
        let Some(pax) = pax else {
            self.is_lost = true;
            return;
        };
        for record in PaxExtensions::new(&pax).flatten() {
            match record.key_bytes() {
                b"path" | b"GNU.sparse.name" => self.name = Some(record.value_bytes().to_vec()),
                b"size" => self.size = record.value().ok().and_then(|size| size.parse().ok()),
                key => self.is_sparse |= key.starts_with(b"GNU.sparse"),
            }
        }
    }
}
