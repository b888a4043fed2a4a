//! What all suites say of the file that an example comes from.

/// Where a file comes from, as far as the names of examples go.
#[derive(Clone, Debug)]
pub struct SourceKey {
    /// The project.
    pub project: String,
    /// The file in it.
    pub path: String,
    /// Hash of its content.
    pub content_hash: String,
}

/// Why a file or an example is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut(pub &'static str);
