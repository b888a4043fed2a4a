//! Folders of other people's code.

/// Folder names under which package managers, virtual environments and builds put copies of other projects.
const VENDORED: [&str; 18] = [
    ".eggs",
    ".nox",
    ".tox",
    ".venv",
    "3rdparty",
    "__pycache__",
    "__pypackages__",
    "_vendor",
    "_vendored",
    "bower_components",
    "dist-packages",
    "node_modules",
    "site-packages",
    "third_party",
    "thirdparty",
    "vendor",
    "vendored",
    "venv",
];

/// Whether a folder holds other people's code, by its name and that of the folder around it.
pub(crate) fn is_vendored(parent: Option<&str>, name: &str) -> bool {
    VENDORED.contains(&name) || (name == "lib" && parent == Some("build"))
}

/// Whether a name is hidden by the custom of Unix.
pub(crate) fn is_hidden(name: &str) -> bool {
    name.len() > 1 && name.starts_with('.') && name != ".."
}

/// Whether an entry's path lies in a hidden or vendored folder that is to be left out, or is hidden itself.
pub(crate) fn is_left_out(path: &str, include_hidden: bool, include_vendored: bool) -> bool {
    let mut parent = None;
    let mut rest = path;
    while let Some((folder, after)) = rest.split_once('/') {
        if (!include_hidden && is_hidden(folder)) || (!include_vendored && is_vendored(parent, folder)) {
            return true;
        }
        parent = Some(folder);
        rest = after;
    }
    !include_hidden && is_hidden(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_bear_the_name_of_a_vendored_folder() {
        assert!(!is_left_out("src/vendor", false, false));
        assert!(is_left_out("src/vendor/a.py", false, false));
        assert!(is_left_out("build/lib/a.py", false, false));
        assert!(!is_left_out("lib/build/a.py", false, false));
        assert!(is_left_out("src/.a.py", false, true));
        assert!(!is_left_out("src/.a.py", true, false));
    }
}
