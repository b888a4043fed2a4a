//! Texts that are kept in the repository and made anew by tests.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::files::files;

/// The number of differing lines that a message shows.
const SHOWN: usize = 20;

/// Returns whether kept texts are to be rewritten: whether `EXAMEN_UPDATE` is `1`. Every other value means no.
pub fn is_update() -> bool {
    std::env::var_os("EXAMEN_UPDATE").is_some_and(|value| value == "1")
}

/// Checks that a file has this text, or writes it there if [`is_update`].
pub fn check_text(path: &Path, made: &str) {
    compare(path, made).unwrap_or_else(|problem| panic!("{problem}"));
}

/// The same; the error names the lines that differ.
pub(crate) fn compare(path: &Path, made: &str) -> Result<(), String> {
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    if kept == made {
        return Ok(());
    }
    if is_update() {
        return std::fs::write(path, made).map_err(|error| format!("{}: {error}", path.display()));
    }
    Err(format!(
        "{} is not what the code makes; EXAMEN_UPDATE=1 rewrites it.{}",
        path.display(),
        difference(&kept, made)
    ))
}

/// Checks that a folder has these pages, by file name, and no other files.
pub fn check_pages(folder: &Path, pages: &BTreeMap<String, String>) {
    if is_update() {
        std::fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    }
    let mut problems: Vec<String> =
        pages.iter().filter_map(|(name, text)| compare(&folder.join(name), text).err()).collect();
    for path in files(folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !pages.contains_key(&*name) {
            problems.push(format!("{} belongs to nothing", path.display()));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The lines that differ, kept ones with `-` and made ones with `+`, each group behind the number of its line.
pub(crate) fn difference(kept: &str, made: &str) -> String {
    let (kept, made): (Vec<&str>, Vec<&str>) = (kept.lines().collect(), made.lines().collect());
    let (mut text, mut shown, mut is_in_group) = (String::new(), 0, false);
    let (mut left, mut right) = (0, 0);
    while left < kept.len() || right < made.len() {
        if left < kept.len() && kept.get(left) == made.get(right) {
            (left, right, is_in_group) = (left + 1, right + 1, false);
            continue;
        }
        if shown == SHOWN {
            text.push_str("\n…");
            break;
        }
        if !is_in_group {
            let _ = write!(text, "\nline {}", right + 1);
        }
        (shown, is_in_group) = (shown + 1, true);
        // The side that is alike again after fewer lines goes on.
        let distance =
            |lines: &[&str], line: Option<&&str>| line.and_then(|line| lines.iter().position(|it| it == line));
        let skipped_kept = distance(&kept[left.min(kept.len())..], made.get(right));
        let skipped_made = distance(&made[right.min(made.len())..], kept.get(left));
        let removes = match (skipped_kept, skipped_made) {
            (Some(kept), Some(made)) => kept <= made,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => left < kept.len(),
        };
        if removes && left < kept.len() {
            let _ = write!(text, "\n- {}", kept[left]);
            left += 1;
        }
        if (!removes || skipped_kept.is_none()) && right < made.len() {
            let _ = write!(text, "\n+ {}", made[right]);
            right += 1;
        }
    }
    text
}
