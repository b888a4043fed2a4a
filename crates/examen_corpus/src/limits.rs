//! How much of hostile input is read before it becomes a row.

use serde::{Deserialize, Serialize};

/// Limits on what is read. Sizes that an archive declares are never trusted: bytes are counted as they come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Bytes of one source file; larger ones are `too-large`. 2 MiB by default.
    pub max_file_bytes: u64,
    /// How many archives may lie around a file: 1 is an archive, 2 an archive in an archive, and so on. 2 by default.
    pub max_archive_depth: u32,
    /// Entries of one archive, those of the archives in it included. 500,000 by default.
    pub max_entries: u64,
    /// Bytes that one archive or compressed table may unpack to, archives in it included. 8 GiB by default.
    pub max_unpacked_bytes: u64,
    /// Bytes of a zip in an archive, which is held in memory because its directory stands at its end. 62 MiB by default.
    pub max_nested_bytes: u64,
    /// Bytes of one line of a JSONL table. 62 MiB by default.
    pub max_line_bytes: u64,
    /// Folders in the path of a file or an entry. 64 by default.
    pub max_path_depth: u32,
    /// Bytes in the name of an entry. 4096 by default.
    pub max_name_bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_file_bytes: 2 << 20,
            max_archive_depth: 2,
            max_entries: 500_000,
            max_unpacked_bytes: 8 << 30,
            max_nested_bytes: 64 << 20,
            max_line_bytes: 64 << 20,
            max_path_depth: 64,
            max_name_bytes: 4096,
        }
    }
}
