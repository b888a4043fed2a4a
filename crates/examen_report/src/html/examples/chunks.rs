//! The data of the example browser as script files, which pages may load from a disk, where `fetch` may not.

use std::fmt::Write;

use serde::Serialize;

use super::reading::Browser;
use crate::error::Result;
use crate::html::folder::Folder;
use crate::html::visible::is_hidden;

/// Rows of a file.
const ROWS: usize = 200;
/// Bytes of texts of a file, roughly.
const BYTES: usize = 400_000;

/// What the browser knows before it has loaded a row.
#[derive(Serialize)]
struct Index<'b> {
    models: &'b [String],
    tasks: Vec<TaskEntry<'b>>,
    /// The number of the first text of each file of texts.
    texts: Vec<usize>,
}

#[derive(Serialize)]
struct TaskEntry<'b> {
    suite: &'b str,
    task: &'b str,
    total: u64,
    shown: usize,
    /// The most models that answered an example.
    models: usize,
    /// The files of its rows.
    files: Vec<String>,
}

/// Writes the examples; pages that show them load `examples/index.js` first.
pub(crate) fn write_chunks(browser: &Browser, folder: &mut Folder) -> Result<()> {
    let mut index = Index { models: &browser.models, tasks: Vec::new(), texts: Vec::new() };
    for (number, task) in browser.tasks.iter().enumerate() {
        let mut entry = TaskEntry {
            suite: &task.suite,
            task: &task.task,
            total: task.total,
            shown: task.rows.len(),
            models: task.rows.iter().map(|row| row.given.len()).max().unwrap_or_default(),
            files: Vec::new(),
        };
        for (part, rows) in task.rows.chunks(ROWS).enumerate() {
            let name = format!("examples/rows-{number:03}-{part:02}.js");
            folder.write(&name, &script("examenRows", &name, &rows)?)?;
            entry.files.push(name);
        }
        index.tasks.push(entry);
    }
    let (mut first, mut size) = (0, 0);
    let texts = browser.texts.all();
    for (at, text) in texts.iter().enumerate() {
        size += text.len();
        if size > BYTES || at + 1 == texts.len() {
            let name = format!("examples/texts-{:03}.js", index.texts.len());
            folder.write(&name, &script("examenTexts", &name, &&texts[first..=at])?)?;
            index.texts.push(first);
            (first, size) = (at + 1, 0);
        }
    }
    folder.write("examples/index.js", &script("examenIndex", "examples/index.js", &index)?)
}

/// A call with data: nothing in it can end the script or hide a part of it.
fn script<T: Serialize>(function: &str, name: &str, data: &T) -> Result<String> {
    let json = serde_json::to_string(data)?;
    let mut text = format!("{function}(\"{name}\",");
    for character in json.chars() {
        if character == '<' || is_hidden(character) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(character);
        }
    }
    text.push_str(");\n");
    Ok(text)
}
