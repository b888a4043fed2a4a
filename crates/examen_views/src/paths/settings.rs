//! What is asked of an extractor.

/// Whose lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathFormat {
    /// Tokens of letters, paths of long names or their hashes.
    Code2vec,
    /// Tokens of parts, paths of short names.
    Code2seq,
}

/// What counts as a context, and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathSettings {
    /// Whose lines are written.
    pub format: PathFormat,
    /// The most nodes of a path; for Java that above the others does not count.
    pub max_length: u32,
    /// Java: how far apart the two children may be where the path turns. Python: by how much one side may be longer.
    pub max_width: u32,
    /// Larger numbers of children are written as this one.
    pub max_child_id: u32,
    /// Whether a path is written as its hash; code2vec only.
    pub has_hashes: bool,
    /// Whether the places of the two ends of each context are handed over too.
    pub has_places: bool,
}

impl PathSettings {
    /// What the authors used.
    pub const fn of(format: PathFormat) -> Self {
        let (max_child_id, has_hashes) = match format {
            PathFormat::Code2vec => (u32::MAX, true),
            PathFormat::Code2seq => (3, false),
        };
        Self { format, max_length: 8, max_width: 2, max_child_id, has_hashes, has_places: false }
    }
}
