//! Fixtures as markdown: a heading names a case, fenced blocks hold its parts.

use std::collections::BTreeMap;

/// A case: its name and its blocks by their word after the fence.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) blocks: BTreeMap<String, String>,
}

/// The cases of a fixture.
pub(crate) fn cases(markdown: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in markdown.lines() {
        match &mut open {
            Some((kind, content)) if line == "~~~" => {
                let (kind, content) = (kind.clone(), content.clone());
                open = None;
                if let Some(case) = cases.last_mut() {
                    case.blocks.insert(kind, content);
                }
            }
            Some((_, content)) => {
                content.push_str(line);
                content.push('\n');
            }
            None => {
                if let Some(name) = line.strip_prefix("## ") {
                    cases.push(Case { name: name.to_owned(), blocks: BTreeMap::new() });
                } else if let Some(kind) = line.strip_prefix("~~~") {
                    open = Some((kind.to_owned(), String::new()));
                }
            }
        }
    }
    assert!(!cases.is_empty(), "the fixture holds no case");
    cases
}
