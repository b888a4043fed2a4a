//! Rewritten files, each in a folder of its own.

use std::path::{Component, Path, PathBuf};

use examen_data::write_renamed;

use super::rewrite::{EditableText, Rewrite, RewriteSettings};
use crate::error::{AnalysisError, Result};

/// Longer names of functions are cut in the names of folders.
const NAME_CHARS: usize = 80;

/// Writes the whole file of every rewrite: `DIR/KIND/FILE/LINE-METHOD-NUMBER/NAME`, where NAME is the file's own name, so
/// that a compiler takes it.
pub fn write_rewritten_files(
    folder: &Path,
    file: &str,
    text: &EditableText,
    settings: &RewriteSettings,
    rewrites: &[Rewrite],
) -> Result<()> {
    for rewrite in rewrites {
        let code = settings.transforms[rewrite.transform].code;
        let target = folder.join(code).join(inside(file)).join(leaf(rewrite));
        let path = target.join(Path::new(file).file_name().unwrap_or("file".as_ref()));
        let mut bytes = if text.shift > 0 { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
        let rewritten = rewrite.edits.apply(&text.source);
        let rewritten = rewritten.map_err(|source| AnalysisError::Edits { id: rewrite.id(file, settings), source })?;
        bytes.extend(rewritten.into_bytes());
        write_renamed(&path, &bytes)?;
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
