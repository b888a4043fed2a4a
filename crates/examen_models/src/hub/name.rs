//! Names of models: `owner/name` or `owner/name@revision`.

use super::HubError;

/// The revision that is meant where none is named.
const USUAL_REVISION: &str = "main";

/// A model of the hub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ModelName {
    pub(super) owner: String,
    pub(super) name: String,
    /// A branch, a tag or a commit.
    pub(super) revision: String,
}

impl ModelName {
    pub(super) fn parse(given: &str) -> Result<Self, HubError> {
        let (model, revision) = given.split_once('@').unwrap_or((given, USUAL_REVISION));
        let parsed = model.split_once('/').map(|(owner, name)| Self {
            owner: owner.to_owned(),
            name: name.to_owned(),
            revision: revision.to_owned(),
        });
        let is_sound = |model: &Self| is_part(&model.owner) && is_part(&model.name) && is_revision(&model.revision);
        parsed.filter(is_sound).ok_or_else(|| HubError::Name { given: given.to_owned() })
    }

    /// As the hub writes it, without the revision.
    pub(super) fn model(&self) -> String {
        format!("{}/{}", self.owner, self.name)
    }

    /// With the revision.
    pub(super) fn full(&self) -> String {
        format!("{}/{}@{}", self.owner, self.name, self.revision)
    }

    /// The revision as one part of a path or an address: its strokes would be more.
    pub(super) fn encoded_revision(&self) -> String {
        self.revision.replace('/', "%2F")
    }
}

/// Whether this is a commit, which names the same files for ever.
pub(super) fn is_commit(revision: &str) -> bool {
    revision.len() == 40 && revision.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a name is one that a file may have beside others.
pub(super) fn is_part(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !name.is_empty() && name.len() <= 200 && !name.starts_with('.') && name.bytes().all(is_plain)
}

/// Parts with strokes between them, as in `refs/pr/1`.
fn is_revision(revision: &str) -> bool {
    revision.split('/').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::ModelName;

    #[test]
    fn names_are_owner_and_name() {
        let full = |given: &str| ModelName::parse(given).map(|name| name.full()).ok();
        assert_eq!(full("microsoft/codebert-base").as_deref(), Some("microsoft/codebert-base@main"));
        assert_eq!(full("a/b@refs/pr/1").as_deref(), Some("a/b@refs/pr/1"));
        for wrong in
            ["", "gpt2", "a/", "/b", "a/b/c", "../b", "a/..", "a/b@", "a/b@../c", "a/b@x/", "a b/c", "a/b?c", "a\\b/c"]
        {
            assert_eq!(full(wrong), None, "{wrong}");
        }
    }
}
