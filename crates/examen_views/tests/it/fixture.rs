//! Fixtures as prose: Markdown files in which a code block is followed by what should come out of it.
//!
//! With `EXAMEN_UPDATE=1` in the environment the expected blocks are rewritten; read the difference before you keep it.

use std::path::Path;

/// Makes a block of what is under test from the source before it and the word that names its language.
pub(crate) type Make<'m> = &'m dyn Fn(&str, &str) -> String;

/// Checks every fixture of a folder: blocks that are not `java`, `py` or `py2` must be what their function makes of the
/// source block before them.
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
    let (mut source, mut language) = (String::new(), "");
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        made.push_str(line);
        made.push('\n');
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        match info {
            "java" | "py" | "py2" => {
                made.push_str(&block);
                (source, language) = (block, info);
            }
            _ => {
                let (_, maker) = outputs.iter().find(|(name, _)| *name == info).expect("a function for the block");
                made.push_str(&maker(&source, language));
            }
        }
        made.push_str("```\n");
    }
    made
}
