//! Fixtures as prose: Markdown files in which a code block is followed by what should come out of it.

use std::path::Path;

/// What stands under one heading.
#[derive(Default)]
pub(crate) struct Section {
    pub(crate) title: String,
    /// The info string of its source block: `py`, `java` or `java method`; or `json` for the text as one string, where
    /// Markdown could not show it.
    pub(crate) language: String,
    /// The text of that block. Characters that editors do not keep are written as `⟨NUL⟩`, `⟨CR⟩`, `⟨FF⟩`, `⟨SUB⟩`.
    pub(crate) source: String,
}

/// Makes the block that follows a section's source.
pub(crate) type Make<'m> = &'m dyn Fn(&Section) -> String;

/// Checks every fixture of a folder: each block that is not a source must be what its function makes of the section.
pub(crate) fn check(folder: &str, outputs: &[(&str, Make)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let mut section = Section::default();
    examen_test::check_fixtures(&folder, |_, block| {
        block.title.clone_into(&mut section.title);
        if let Some((_, make)) = outputs.iter().find(|(name, _)| *name == block.info) {
            return Ok(Some(make(&section)));
        }
        section.source = match block.info {
            "py" | "java" | "java method" => with_escapes(block.text),
            "json" => serde_json::from_str(block.text).map_err(|error| error.to_string())?,
            _ => return Err("no such kind of block".to_owned()),
        };
        block.info.clone_into(&mut section.language);
        Ok(None)
    });
}

fn with_escapes(block: &str) -> String {
    block.replace("⟨NUL⟩", "\0").replace("⟨CR⟩", "\r").replace("⟨FF⟩", "\x0c").replace("⟨SUB⟩\n", "\x1a")
}
