//! Which columns of a table matter.

use crate::SourceOptions;

/// Names of columns, most wanted first. The first ones are The Stack's.
const PROJECT: [&str; 5] = ["max_stars_repo_name", "repo_name", "repository_name", "repo", "project"];
const PATH: [&str; 4] = ["max_stars_repo_path", "path", "file_path", "filename"];
const CONTENT: [&str; 3] = ["content", "code", "text"];
const LANGUAGE: [&str; 2] = ["lang", "language"];

/// What a column is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Content,
    Project,
    Path,
    Language,
}

impl Role {
    pub(super) const ALL: [Self; 4] = [Self::Content, Self::Project, Self::Path, Self::Language];
}

/// The columns that are looked for.
#[derive(Clone, Copy)]
pub(super) struct Columns<'a> {
    content: Option<&'a str>,
}

impl<'a> Columns<'a> {
    pub(super) fn new(options: &'a SourceOptions) -> Self {
        Self { content: options.content_column.as_deref() }
    }

    /// What the column is for and its rank among those for the same; rank 0 is most wanted.
    pub(super) fn role(self, column: &str) -> Option<(Role, usize)> {
        if let Some(content) = self.content
            && content == column
        {
            return Some((Role::Content, 0));
        }
        let content: &[&str] = if self.content.is_some() { &[] } else { &CONTENT };
        let ranks =
            [(Role::Content, content), (Role::Project, &PROJECT), (Role::Path, &PATH), (Role::Language, &LANGUAGE)];
        ranks
            .into_iter()
            .find_map(|(role, names)| names.iter().position(|&name| name == column).map(|rank| (role, rank)))
    }

    /// The best column for a role among those that a table has.
    pub(super) fn best<'c>(self, role: Role, columns: impl Iterator<Item = &'c str>) -> Option<usize> {
        let ranked = columns.enumerate().filter_map(|(index, column)| match self.role(column) {
            Some((found, rank)) if found == role => Some((rank, index)),
            _ => None,
        });
        ranked.min().map(|(_, index)| index)
    }

    /// The names that were looked for in vain, for a message.
    pub(super) fn wanted(self) -> String {
        self.content.map_or_else(|| CONTENT.join(", "), str::to_owned)
    }
}

/// The columns of a table of code, by their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeColumns {
    /// The code.
    pub content: Option<usize>,
    /// The path.
    pub path: Option<usize>,
    /// The language.
    pub language: Option<usize>,
}

impl CodeColumns {
    /// Finds the columns among those of a table by the rules for files of tables; `content` names that of the code.
    pub fn among(names: &[&str], content: Option<&str>) -> Self {
        let columns = Columns { content };
        let best = |role| columns.best(role, names.iter().copied());
        Self { content: best(Role::Content), path: best(Role::Path), language: best(Role::Language) }
    }

    /// The names that the column of the code is looked for by, for a message.
    pub fn wanted() -> String {
        Columns { content: None }.wanted()
    }
}
