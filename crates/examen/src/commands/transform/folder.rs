//! Rewritten files, each in a folder of its own.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Context;

use super::rewrites::{Request, Rewrite, Text};

/// Longer names of functions are cut in the names of folders.
const NAME_CHARS: usize = 80;

/// Writes the whole file of every rewrite: `DIR/KIND/FILE/LINE-METHOD-NUMBER/NAME`, where NAME is the file's own name, so
/// that a compiler takes it.
pub(super) fn write(
    folder: &Path,
    file: &str,
    text: &Text,
    request: &Request,
    rewrites: &[Rewrite],
) -> anyhow::Result<()> {
    for rewrite in rewrites {
        let code = request.transforms[rewrite.transform].code;
        let target = folder.join(code).join(inside(file)).join(leaf(rewrite));
        fs::create_dir_all(&target).with_context(|| format!("cannot make {}", target.display()))?;
        let path = target.join(Path::new(file).file_name().unwrap_or("file".as_ref()));
        let mut bytes = if text.shift > 0 { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
        bytes.extend(rewrite.edits.apply(&text.source).with_context(|| rewrite.id(file, request))?.into_bytes());
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// A path that stays where it is put: without a root, and `_` for each step up.
fn inside(file: &str) -> PathBuf {
    let parts = Path::new(file).components().filter_map(|part| match part {
        Component::Normal(name) => Some(name),
        Component::ParentDir => Some("_".as_ref()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
    });
    parts.collect()
}

fn leaf(rewrite: &Rewrite) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || matches!(char, '.' | '_' | '$');
    let name = rewrite.method.name.chars().map(|char| if is_plain(char) { char } else { '_' });
    // The last letters of a qualified name tell more than the first.
    let name: Vec<char> = name.collect();
    let name: String = name[name.len().saturating_sub(NAME_CHARS)..].iter().collect();
    format!("{}-{name}-{}", rewrite.method.label(), rewrite.number_text())
}
