//! `README.md` of a task folder: a data card that people read and `datasets.load_dataset` understands.

use std::collections::BTreeMap;
use std::fmt::Write;

use arrow_schema::Schema;

use examen_corpus::Split;
use serde_json::Value;

use crate::card_facts::{CardFacts, shortened, type_name};
use crate::examples::DESCRIPTION_KEY;
use crate::front_matter::front_matter;
use crate::manifest::Manifest;
use crate::quota::{Quota, Shortage};
use crate::selection::{Balance, Selection};

/// The most projects that a card names.
const SHOWN_PROJECTS: usize = 20;

/// The text of the card for a task with these columns and rows.
pub fn render_card(manifest: &Manifest, columns: &Schema, facts: &CardFacts) -> String {
    let info = &manifest.provenance.card;
    let mut card = front_matter(&info.title, std::slice::from_ref(manifest), |_| String::new());
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
            cell(&type_name(field.data_type())),
            cell(meaning)
        );
    }
    example_section(&mut card, facts);
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
    source_section(&mut card, facts);
    counts_table(&mut card, "Read", "what", &manifest.counts.inputs);
    counts_table(&mut card, "Left out", "reason", &manifest.counts.skipped);
    repeat_section(&mut card, manifest);
    card
}

/// The first row, with long values cut.
fn example_section(card: &mut String, facts: &CardFacts) {
    let Some(example) = &facts.example else { return };
    let shown = serde_json::to_string_pretty(&shortened(&Value::Object(example.clone()))).unwrap_or_default();
    let fence = fence_for(&shown);
    let _ = write!(card, "\n## A row\n\nLong texts and lists are cut.\n\n{fence}json\n{shown}\n{fence}\n");
}

/// The projects that the rows come from.
fn source_section(card: &mut String, facts: &CardFacts) {
    let mut projects: Vec<(&String, &u64)> = facts.projects.iter().collect();
    // Those with the most examples first.
    projects.sort_by_key(|&(name, &count)| (std::cmp::Reverse(count), name));
    let count = projects.len();
    let noun = if count == 1 { "project" } else { "projects" };
    let _ = write!(card, "\n## Source\n\nThe examples come from {count} {noun}");
    let shown: Vec<String> =
        projects.iter().take(SHOWN_PROJECTS).map(|(name, count)| format!("{name} ({count})")).collect();
    let _ = match count.saturating_sub(SHOWN_PROJECTS) {
        0 if count == 0 => writeln!(card, "."),
        0 => writeln!(card, ": {}.", shown.join(", ")),
        more => writeln!(card, ": {} and {more} more.", shown.join(", ")),
    };
}

fn selection_text(selection: &Selection) -> String {
    let Selection { group, class, at_most, balance, is_in_one_split } = selection;
    let mut text = format!("Examples were selected for each `{group}` in each split");
    if let Some(at_most) = at_most {
        let _ = write!(text, "; at most {at_most} of each `{class}`");
    }
    if let Some(Balance { class, against, ratio, at_least }) = balance {
        let _ = write!(text, "; at most {ratio} {class} for each {against}, but {at_least} in any case");
    }
    text.push_str(". Those with the smallest ids stay, which is a random choice.");
    if *is_in_one_split {
        text.push_str(" What is in several splits stays in the first of train, validation and test.");
    }
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

/// Text that cannot break out of its table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

fn fence_for(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}
