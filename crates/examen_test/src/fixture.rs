//! Fixtures: Markdown files with blocks of code and blocks of what comes out of it.

use std::path::Path;

use crate::files::files;
use crate::kept::compare;

/// A fenced block of a fixture.
#[derive(Debug, Clone, Copy)]
pub struct Block<'t> {
    /// The text of the last heading `##` before it; empty before the first.
    pub title: &'t str,
    /// The info string: what stands behind the fence that opens it.
    pub info: &'t str,
    /// The lines between the fences, each with its line end.
    pub text: &'t str,
}

/// Checks every fixture of a folder; panics with all problems.
pub fn check_fixtures(folder: &Path, mut fill: impl FnMut(&Path, Block<'_>) -> Result<Option<String>, String>) {
    let paths = files(folder);
    assert!(!paths.is_empty(), "no fixture in {}", folder.display());
    let checked = paths.iter().map(|path| compare_fixture(path, |block| fill(path, block)));
    let problems: Vec<String> = checked.filter_map(Result::err).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

/// Checks that a fixture is what [`remade`] makes of it, or rewrites it if [`crate::is_update`].
pub fn check_fixture(path: &Path, fill: impl FnMut(Block<'_>) -> Result<Option<String>, String>) {
    compare_fixture(path, fill).unwrap_or_else(|problem| panic!("{problem}"));
}

/// Does the same as [`check_fixture`] and returns what is wrong, for tests that look at several.
pub fn compare_fixture(
    path: &Path,
    fill: impl FnMut(Block<'_>) -> Result<Option<String>, String>,
) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let made = remade(&text, fill).map_err(|problem| format!("{}: {problem}", path.display()))?;
    compare(path, &made)
}

/// Returns a fixture with its blocks made anew. `fill` gets the blocks in order and returns the new text of one, nothing
/// if it stays, or what is wrong with it.
pub fn remade(text: &str, mut fill: impl FnMut(Block<'_>) -> Result<Option<String>, String>) -> Result<String, String> {
    let mut made = String::with_capacity(text.len());
    let mut title = "";
    let mut rest = text;
    while let Some(line) = take_line(&mut rest) {
        made.push_str(line);
        let line = line.trim_end_matches('\n');
        if let Some(heading) = line.strip_prefix("## ") {
            title = heading;
        }
        let Some(info) = line.strip_prefix("```") else { continue };
        let block = rest;
        let end = loop {
            let at = block.len() - rest.len();
            match take_line(&mut rest) {
                Some(line) if line.trim_end_matches('\n') == "```" => break at,
                Some(_) => {}
                None => return Err(format!("the block `{info}` under `{title}` has no end")),
            }
        };
        let block = Block { title, info, text: &block[..end] };
        // A block without an info string belongs to the prose.
        let filled = if info.is_empty() { Ok(None) } else { fill(block) };
        let filled = filled.map_err(|problem| format!("`{info}` under `{title}`: {problem}"))?;
        made.push_str(filled.as_deref().unwrap_or(block.text));
        made.push_str("```\n");
    }
    Ok(made)
}

/// The next line with its line end.
fn take_line<'t>(rest: &mut &'t str) -> Option<&'t str> {
    let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
    let (line, after) = rest.split_at(end);
    *rest = after;
    (!line.is_empty()).then_some(line)
}
