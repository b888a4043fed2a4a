//! What all suites say of the file that an example comes from.

use examen_syntax::Unread;

/// The origin of a file, as far as the names of examples go.
#[derive(Clone, Debug)]
pub struct SourceKey {
    /// The project.
    pub project: String,
    /// The file in it.
    pub path: String,
    /// Hash of its content.
    pub content_hash: String,
}

/// The reason why a file or an example is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut(pub &'static str);

impl From<Unread> for LeftOut {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::TooDeep => Self("too-deep"),
            Unread::TooMuchWork => Self("too-much-work"),
        }
    }
}
