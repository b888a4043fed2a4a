//! Fixtures as prose: Markdown files in which a code block is followed by what should come out of it.
//!
//! With `EXAMEN_UPDATE=1` in the environment the expected blocks are rewritten; read the difference before you keep it.

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
    let mut paths: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "no fixture in {}", folder.display());
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let made = remake(&text, outputs);
        if made == text {
            continue;
        }
        if std::env::var_os("EXAMEN_UPDATE").is_some() {
            std::fs::write(&path, made).unwrap();
            continue;
        }
        let differs = |(_, (is, wanted)): &(usize, (&str, &str))| is != wanted;
        let (at, (is, wanted)) = made.lines().zip(text.lines()).enumerate().find(differs).unwrap_or_default();
        panic!("{}:{}: expected\n{wanted}\nbut got\n{is}", path.display(), at + 1);
    }
}

/// The fixture with every expected block made anew.
fn remake(text: &str, outputs: &[(&str, Make)]) -> String {
    let mut made = String::new();
    let mut section = Section::default();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        made.push_str(line);
        made.push('\n');
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut section.title);
        }
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        if outputs.iter().all(|(name, _)| *name != info) {
            info.clone_into(&mut section.language);
        }
        match info {
            "py" | "java" | "java method" => section.source = with_escapes(&block),
            "json" => section.source = serde_json::from_str(&block).expect(&section.title),
            _ => {
                let (_, maker) = outputs.iter().find(|(name, _)| *name == info).expect("a function for the block");
                made.push_str(&maker(&section));
                made.push_str("```\n");
                continue;
            }
        }
        made.push_str(&block);
        made.push_str("```\n");
    }
    made
}

fn with_escapes(block: &str) -> String {
    block.replace("⟨NUL⟩", "\0").replace("⟨CR⟩", "\r").replace("⟨FF⟩", "\x0c").replace("⟨SUB⟩\n", "\x1a")
}
