//! `README.md` of a task folder: a data card that people read and `datasets.load_dataset` understands.

use std::collections::BTreeMap;
use std::fmt::Write;

use arrow_schema::Schema;

use examen_corpus::Split;

use crate::examples::{DESCRIPTION_KEY, split_file};
use crate::manifest::Manifest;
use crate::quota::{Quota, Shortage};
use crate::selection::{Balance, Selection};

/// The text of the card for a task with these columns.
pub fn render_card(manifest: &Manifest, columns: &Schema) -> String {
    let mut card = front_matter(manifest);
    let info = &manifest.provenance.card;
    let _ = write!(card, "\n# {}\n\n{}\n", info.title.trim(), info.about.trim());
    if let Some(shard) = manifest.shard {
        let (index, count) = (shard.index(), shard.count());
        let _ = write!(card, "\nThis folder holds part {index} of {count}; `examen merge` joins the parts.\n");
    }
    card.push_str("\n## Columns\n\n| column | type | meaning |\n|---|---|---|\n");
    for field in columns.fields() {
        let meaning = field.metadata().get(DESCRIPTION_KEY).map_or("", String::as_str);
        let null = if field.is_nullable() { " or null" } else { "" };
        let _ = writeln!(
            card,
            "| `{}` | {}{null} | {} |",
            field.name(),
            cell(&field.data_type().to_string()),
            cell(meaning)
        );
    }
    card.push_str("\n## Examples\n\n| split | examples |\n|---|---:|\n");
    for split in Split::ALL {
        let _ = writeln!(card, "| {split} | {} |", manifest.counts.outputs.get(split.name()).unwrap_or(&0));
    }
    if let Some(quota) = &manifest.quota {
        let _ = write!(card, "\n{}\n", quota_text(quota, &manifest.shortages));
    }
    if let Some(selection) = &manifest.selection {
        let _ = write!(card, "\n{}\n", selection_text(selection));
    }
    counts_table(&mut card, "Read", "what", &manifest.counts.inputs);
    counts_table(&mut card, "Left out", "reason", &manifest.counts.skipped);
    repeat_section(&mut card, manifest);
    card
}

fn front_matter(manifest: &Manifest) -> String {
    let info = &manifest.provenance.card;
    let mut yaml = String::from("---\nconfigs:\n");
    let _ = writeln!(yaml, "- config_name: {}\n  data_files:", quoted(&manifest.task));
    for split in loadable_splits(manifest) {
        let _ = writeln!(yaml, "  - split: {split}\n    path: {}", split_file(split));
    }
    let _ = writeln!(yaml, "license: {}", quoted(info.licence.as_deref().unwrap_or("unknown")));
    let _ = writeln!(yaml, "pretty_name: {}", quoted(&info.title));
    // "code" is the hub's word for data that is not in a natural language.
    yaml.push_str("language:\n- code\n");
    info.natural_languages.iter().for_each(|language| item(&mut yaml, language));
    let _ = writeln!(yaml, "size_categories:\n- {}", size_category(manifest.counts.outputs.values().sum()));
    yaml.push_str("tags:\n");
    for tag in [&manifest.provenance.tool.name, &manifest.suite].into_iter().chain(&info.tags) {
        item(&mut yaml, tag);
    }
    yaml.push_str("---\n");
    yaml
}

/// `load_dataset` fails on a split without rows ("corresponds to no data"), so that only the others are announced.
fn loadable_splits(manifest: &Manifest) -> Vec<Split> {
    let has_rows = |split: &Split| manifest.counts.outputs.get(split.name()).is_some_and(|&rows| rows > 0);
    let splits: Vec<Split> = Split::ALL.into_iter().filter(has_rows).collect();
    if splits.is_empty() { Split::ALL.to_vec() } else { splits }
}

fn selection_text(selection: &Selection) -> String {
    let Selection { group, class, at_most, balance } = selection;
    let mut text = format!("Examples were selected for each `{group}` in each split");
    if let Some(at_most) = at_most {
        let _ = write!(text, "; at most {at_most} of each `{class}`");
    }
    if let Some(Balance { class, against, ratio, at_least }) = balance {
        let _ = write!(text, "; at most {ratio} {class} for each {against}, but {at_least} in any case");
    }
    text.push_str(". Those with the smallest ids stay, which is a random choice.");
    text
}

fn quota_text(quota: &Quota, shortages: &[Shortage]) -> String {
    let Quota { class, classes, train, validation, test, control } = quota;
    let mut text = format!(
        "Of each `{class}` there are as many rows as of any other: {train} for training, {validation} for validation and \
         {test} for test were wanted of {}. No text is there twice. `{control}` is a random class, as often in each split: \
         what a probe learns of it, it has by heart.",
        classes.join(", ")
    );
    if !shortages.is_empty() {
        text.push_str(" The code did not have enough, so that all classes were cut to what the scarcest has:\n\n");
        text.push_str("| class | split | wanted | found |\n|---|---|---|---|\n");
        for Shortage { class, split, wanted, found } in shortages {
            let _ = writeln!(text, "| {} | {split} | {wanted} | {found} |", cell(class));
        }
    }
    text
}

fn repeat_section(card: &mut String, manifest: &Manifest) {
    let provenance = &manifest.provenance;
    let shard = manifest.shard.map(|shard| format!(" --shard {shard}")).unwrap_or_default();
    let command = format!("{}{shard}", provenance.command);
    let fence = fence_for(&command);
    let _ = write!(card, "\n## To repeat\n\n{fence}sh\n{command}\n{fence}\n\n");
    let _ = writeln!(
        card,
        "{} {}, data version {}, seed {}, input hash `{}`. Every setting is in `manifest.json`.",
        provenance.tool.name, provenance.tool.version, provenance.data_version, provenance.seed, manifest.input_hash
    );
}

fn counts_table(card: &mut String, title: &str, kind: &str, counts: &BTreeMap<String, u64>) {
    if counts.is_empty() {
        let _ = write!(card, "\n## {title}\n\nNothing.\n");
        return;
    }
    let _ = write!(card, "\n## {title}\n\n| {kind} | count |\n|---|---:|\n");
    for (name, count) in counts {
        let _ = writeln!(card, "| {} | {count} |", cell(name));
    }
}

fn item(yaml: &mut String, text: &str) {
    let _ = writeln!(yaml, "- {}", quoted(text));
}

/// A JSON string is a YAML string, whatever is in it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Text that cannot break out of its table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

fn fence_for(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

/// The hub's own words for sizes.
fn size_category(rows: u64) -> &'static str {
    match rows {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        1_000_000..10_000_000 => "1M<n<10M",
        10_000_000..100_000_000 => "10M<n<100M",
        _ => "n>100M",
    }
}
