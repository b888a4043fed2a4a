//! Rows for what was not read, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One file, entry, row or archive that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The project that it would have belonged to.
    pub project: String,
    /// Its path in the project, `/`-separated; never absolute.
    pub path: String,
    /// Why it was skipped.
    pub reason: SkipReason,
    /// What exactly was met: a message, a size, a row number. May be empty.
    pub detail: String,
}

/// Why something was skipped. The names are stable: they are keys of manifests and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// A row of a table that is not what the table's format asks for.
    BadRow,
    /// An archive that breaks off or is not one.
    CorruptArchive,
    /// A table that breaks off or is not one.
    CorruptTable,
    /// The same bytes as an earlier file.
    ExactDuplicate,
    /// A line of a table past the limit.
    LineTooLong,
    /// A link or device in an archive.
    Link,
    /// Almost the same words as an earlier file.
    NearDuplicate,
    /// An archive in too many archives.
    NestedTooDeep,
    /// A pipe, socket or device.
    NotARegularFile,
    /// Bytes that are no text.
    NotText,
    /// The worker panicked on this file.
    Panicked,
    /// A path of too many folders.
    PathTooDeep,
    /// A row of a table without content.
    RowWithoutContent,
    /// A symbolic link.
    Symlink,
    /// A table without a column of code.
    TableWithoutContent,
    /// Code nested too deeply for its analysis.
    TooDeep,
    /// A file past the limit.
    TooLarge,
    /// An archive that unpacks to too many bytes.
    TooManyBytes,
    /// An archive of too many entries.
    TooManyEntries,
    /// Code whose analysis would take too long.
    TooMuchWork,
    /// A row of a table in an unknown language.
    UnknownLanguage,
    /// A file that the system does not let us read.
    Unreadable,
    /// An archive entry that cannot be unpacked.
    UnreadableEntry,
    /// An entry name that points out of its archive.
    UnsafeName,
}

impl SkipReason {
    /// All of them, sorted by name.
    pub const ALL: [Self; 24] = [
        Self::BadRow,
        Self::CorruptArchive,
        Self::CorruptTable,
        Self::ExactDuplicate,
        Self::LineTooLong,
        Self::Link,
        Self::NearDuplicate,
        Self::NestedTooDeep,
        Self::NotARegularFile,
        Self::NotText,
        Self::Panicked,
        Self::PathTooDeep,
        Self::RowWithoutContent,
        Self::Symlink,
        Self::TableWithoutContent,
        Self::TooDeep,
        Self::TooLarge,
        Self::TooManyBytes,
        Self::TooManyEntries,
        Self::TooMuchWork,
        Self::UnknownLanguage,
        Self::Unreadable,
        Self::UnreadableEntry,
        Self::UnsafeName,
    ];

    /// The stable kebab-case name.
    pub const fn name(self) -> &'static str {
        self.name_and_description().0
    }

    /// One sentence for people.
    pub const fn description(self) -> &'static str {
        self.name_and_description().1
    }

    /// The reason of a stable name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    const fn name_and_description(self) -> (&'static str, &'static str) {
        match self {
            Self::BadRow => ("bad-row", "The row of the table is not well formed."),
            Self::CorruptArchive => {
                ("corrupt-archive", "The archive is damaged; what stood before the damage was kept.")
            }
            Self::CorruptTable => ("corrupt-table", "The table is damaged; the rows before the damage were kept."),
            Self::ExactDuplicate => ("exact-duplicate", "An earlier file has the same bytes."),
            Self::LineTooLong => ("line-too-long", "The line of the table is longer than the limit."),
            Self::Link => ("link", "The archive entry is a link or a device; neither is ever followed."),
            Self::NearDuplicate => ("near-duplicate", "An earlier file has almost the same words."),
            Self::NestedTooDeep => ("nested-too-deep", "The archive lies in more archives than the limit allows."),
            Self::NotARegularFile => {
                ("not-a-regular-file", "The path is a pipe, a socket or a device; none is ever opened.")
            }
            Self::NotText => ("not-text", "The file is bytes rather than text."),
            Self::Panicked => ("panicked", "The analysis of the file failed in an unforeseen way."),
            Self::PathTooDeep => ("path-too-deep", "The path has more folders than the limit allows."),
            Self::RowWithoutContent => ("row-without-content", "The row of the table has no content."),
            Self::Symlink => ("symlink", "The path is a symbolic link; links are never followed."),
            Self::TableWithoutContent => ("table-without-content", "The table has no text column with code."),
            Self::TooDeep => ("too-deep", "The code is nested too deeply."),
            Self::TooLarge => ("too-large", "The file is larger than the limit."),
            Self::TooManyBytes => ("too-many-bytes", "The archive unpacks to more bytes than the limit allows."),
            Self::TooManyEntries => ("too-many-entries", "The archive has more entries than the limit allows."),
            Self::TooMuchWork => ("too-much-work", "The analysis of the code would take too long."),
            Self::UnknownLanguage => ("unknown-language", "Nothing says in which language the row's code is written."),
            Self::Unreadable => ("unreadable", "The system does not let us read the file."),
            Self::UnreadableEntry => {
                ("unreadable-entry", "The archive entry is encrypted, damaged, or packed in an unknown way.")
            }
            Self::UnsafeName => ("unsafe-name", "The name of the archive entry points out of the archive."),
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
