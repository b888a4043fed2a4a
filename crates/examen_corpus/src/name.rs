//! Names that archives and tables give to their entries, which nobody vouches for.

use crate::{Limits, SkipReason};

/// The entry's path, `/`-separated and relative, or why it has none. An empty path is the archive's own folder.
pub(crate) fn entry_path(name: &[u8], limits: &Limits) -> Result<String, (SkipReason, &'static str)> {
    let refuse = |why| Err((SkipReason::UnsafeName, why));
    if name.len() > limits.max_name_bytes as usize {
        return refuse("the name is too long");
    }
    if name.contains(&0) {
        return refuse("the name holds a NUL");
    }
    let name = String::from_utf8_lossy(name);
    if name.starts_with(['/', '\\']) {
        return refuse("the name is absolute");
    }
    if has_drive(&name) {
        return refuse("the name begins with a drive letter");
    }
    // Archives made on Windows may separate with backslashes, and `..\` must not slip through.
    if name.split(['/', '\\']).any(|component| component == "..") {
        return refuse("the name climbs out with `..`");
    }
    let path = relative_path(&name);
    if path.matches('/').count() > limits.max_path_depth as usize {
        return Err((SkipReason::PathTooDeep, "too many folders"));
    }
    Ok(path)
}

/// A path of a table's row, made relative: nothing is written to it, so that an odd path need not cost the row.
pub(crate) fn relative_path(path: &str) -> String {
    let path = if has_drive(path) { &path[2..] } else { path };
    let mut relative = String::with_capacity(path.len());
    for component in path.split(['/', '\\']) {
        if matches!(component, "" | "." | "..") {
            continue;
        }
        if !relative.is_empty() {
            relative.push('/');
        }
        relative.push_str(component);
    }
    relative
}

/// A name cut short for a message or a row: a hostile one may be a megabyte long.
pub(crate) fn shown(name: &[u8]) -> String {
    const SHOWN_BYTES: usize = 200;
    let mut text = String::from_utf8_lossy(&name[..name.len().min(SHOWN_BYTES)]).replace('\0', "\u{fffd}");
    if name.len() > SHOWN_BYTES {
        text.push('…');
    }
    relative_path(&text)
}

fn has_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(name: &[u8]) -> Option<SkipReason> {
        entry_path(name, &Limits::default()).err().map(|(reason, _)| reason)
    }

    #[test]
    fn names_that_leave_the_archive_are_refused() {
        for name in
            [&b"../a.py"[..], b"a/../../b.py", b"/a.py", b"\\a.py", b"a\\..\\b.py", b"C:\\a.py", b"c:a.py", b"a\0.py"]
        {
            assert_eq!(reason(name), Some(SkipReason::UnsafeName), "{}", String::from_utf8_lossy(name));
        }
        assert_eq!(reason(&b"a/".repeat(3000)), Some(SkipReason::UnsafeName));
        assert_eq!(reason(&b"a/".repeat(70)), Some(SkipReason::PathTooDeep));
    }

    #[test]
    fn harmless_names_are_made_plain() {
        let limits = Limits::default();
        assert_eq!(entry_path(b"./a//b\\..c.py", &limits), Ok("a/b/..c.py".to_owned()));
        assert_eq!(entry_path(b"./", &limits), Ok(String::new()));
        assert_eq!(relative_path("/home/../x/a.py"), "home/x/a.py");
    }
}
