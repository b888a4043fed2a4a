//! What a file is, by its name.

use examen_syntax::Language;

/// What a file is to a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Source code.
    Source(Language),
    /// An archive, whose entries are looked at.
    Archive(ArchiveKind),
    /// A table, whose rows are looked at.
    Table(TableKind),
    /// Nothing of a corpus.
    Other,
}

/// A format of archives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveKind {
    /// `.zip`, `.whl`, `.jar`, `.egg`.
    Zip,
    /// `.tar`.
    Tar,
    /// `.tar.gz`, `.tgz`.
    TarGz,
    /// `.tar.bz2`.
    TarBz2,
    /// `.tar.xz`.
    TarXz,
}

/// A format of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// `.jsonl`, `.ndjson`: one object a line.
    Jsonl,
    /// `.jsonl.gz`, `.ndjson.gz`.
    JsonlGz,
    /// `.parquet`.
    Parquet,
}

const ARCHIVES: [(&str, ArchiveKind); 9] = [
    (".zip", ArchiveKind::Zip),
    (".whl", ArchiveKind::Zip),
    (".jar", ArchiveKind::Zip),
    (".egg", ArchiveKind::Zip),
    (".tar", ArchiveKind::Tar),
    (".tar.gz", ArchiveKind::TarGz),
    (".tgz", ArchiveKind::TarGz),
    (".tar.bz2", ArchiveKind::TarBz2),
    (".tar.xz", ArchiveKind::TarXz),
];

const TABLES: [(&str, TableKind); 5] = [
    (".jsonl", TableKind::Jsonl),
    (".ndjson", TableKind::Jsonl),
    (".jsonl.gz", TableKind::JsonlGz),
    (".ndjson.gz", TableKind::JsonlGz),
    (".parquet", TableKind::Parquet),
];

impl FileKind {
    /// What is read, as a message says it.
    pub const NAMES: &str = "what is read are .java and .py files, folders, archives (.zip .whl .jar .egg .tar .tar.gz .tgz \
                             .tar.bz2 .tar.xz) and tables (.jsonl .ndjson .parquet)";

    /// The kind that a file's name announces.
    pub fn of_name(name: &str) -> Self {
        if let Some(language) = Language::of_file_name(name) {
            Self::Source(language)
        } else if let Some((_, kind)) = suffixed(name, &ARCHIVES) {
            Self::Archive(kind)
        } else if let Some((_, kind)) = suffixed(name, &TABLES) {
            Self::Table(kind)
        } else {
            Self::Other
        }
    }
}

/// The name of an archive or table without its extension, which names a project.
pub(crate) fn stem(name: &str) -> &str {
    let end = suffixed(name, &ARCHIVES).map(|(end, _)| end).or_else(|| suffixed(name, &TABLES).map(|(end, _)| end));
    &name[..end.unwrap_or(name.len())]
}

/// The format whose extension ends `name`, and where the extension begins. A bare extension is a hidden file's name.
fn suffixed<K: Copy>(name: &str, formats: &[(&str, K)]) -> Option<(usize, K)> {
    let ends_with = |suffix: &str| {
        let start = name.len().checked_sub(suffix.len()).filter(|&start| start > 0)?;
        name.get(start..).filter(|end| end.eq_ignore_ascii_case(suffix)).map(|_| start)
    };
    formats.iter().find_map(|&(suffix, kind)| ends_with(suffix).map(|start| (start, kind)))
}
