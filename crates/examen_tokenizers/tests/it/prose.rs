//! Fixtures as prose: Markdown whose code blocks say what goes in and what comes out.

use std::path::Path;

/// Checks a fixture, whole text against whole text. `fill` gets the word behind each fence and the block; what it gives back
/// is what the block should hold, and nothing means that it stays. With `EXAMEN_UPDATE=1` in the environment the blocks are
/// written anew; read the difference before you keep it.
pub(crate) fn check(path: &Path, mut fill: impl FnMut(&str, &str) -> Option<String>) -> Result<(), String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut made = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        made.extend([line, "\n"]);
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        made.push_str(&fill(info, &block).unwrap_or(block));
        made.push_str("```\n");
    }
    if made == text {
        return Ok(());
    }
    if std::env::var_os("EXAMEN_UPDATE").is_some() {
        std::fs::write(path, &made).unwrap();
        return Ok(());
    }
    let name = path.file_name().unwrap().to_string_lossy();
    let at = text.lines().zip(made.lines()).take_while(|(wanted, made)| wanted == made).count();
    let line = |text: &str| text.lines().nth(at).unwrap_or("(end)").to_owned();
    Err(format!("{name}:{}\n- {}\n+ {}", at + 1, line(&text), line(&made)))
}
