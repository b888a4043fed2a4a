//! `README.md` of a suite's folder: a data card with a configuration for each task.

use std::fmt::Write;
use std::path::Path;

use examen_corpus::Split;

use crate::atomic_file::write_atomically;
use crate::error::Result;
use crate::front_matter::front_matter;
use crate::manifest::Manifest;
use crate::task_folder::find_task_folders;

/// Writes the card of all tasks that lie in the folder of a suite.
pub fn write_suite_card(folder: &Path) -> Result<()> {
    let tasks = find_task_folders(folder)?;
    let manifests: Vec<Manifest> = tasks.iter().map(|task| task.manifest().clone()).collect();
    write_atomically(&folder.join("README.md"), suite_card(&manifests).as_bytes())?;
    Ok(())
}

/// The text of the card. A task without rows is in its table and cannot be loaded.
fn suite_card(manifests: &[Manifest]) -> String {
    let suite = manifests.first().map_or("", |manifest| &manifest.suite);
    let has_rows = |manifest: &&Manifest| manifest.counts.outputs.values().any(|&rows| rows > 0);
    let loadable: Vec<Manifest> = manifests.iter().filter(has_rows).cloned().collect();
    let mut card = front_matter(suite, &loadable, |manifest| format!("{}/", manifest.task));
    let _ = write!(card, "\n# {suite}\n\nEach task is a configuration:\n\n");
    let task = loadable.first().map_or("TASK", |manifest| &manifest.task);
    let _ = write!(
        card,
        "```python\nfrom datasets import load_dataset\n\nexamples = load_dataset(\"path/to/{suite}\", \"{task}\")\n```\n\n"
    );
    card.push_str("| task | answer | train | validation | test |\n|---|---|---:|---:|---:|\n");
    for manifest in manifests {
        let kind = manifest.answer.as_ref().map_or("", |answer| answer.kind.name());
        let counts = Split::ALL.map(|split| manifest.counts.outputs.get(split.name()).copied().unwrap_or(0));
        let [train, validation, test] = counts;
        let _ = writeln!(card, "| [{0}]({0}/README.md) | {kind} | {train} | {validation} | {test} |", manifest.task);
    }
    card
}
