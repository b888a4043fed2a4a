//! Which files hold released rows, of which setting and split; their names say so.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use examen_corpus::Split;
use examen_data::JsonlReader;
use examen_suites::queries::native::{NativeRow, NativeTokens};

/// A setting of the released data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Setting {
    Ideal,
    FileIdeal,
    Prefix,
    Twostep,
}

/// A file of released rows.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NativeFile {
    pub(super) setting: Setting,
    pub(super) split: Split,
    pub(super) path: PathBuf,
}

/// Words of file and folder names that tell the split.
const SPLIT_WORDS: [(&str, Split); 7] = [
    ("train", Split::Train),
    ("training", Split::Train),
    ("validation", Split::Validation),
    ("valid", Split::Validation),
    ("val", Split::Validation),
    ("dev", Split::Validation),
    ("test", Split::Test),
];

/// How deep folders are searched.
const MAX_DEPTH: usize = 8;

/// The files that the paths name, and those in folders among them, in a fixed order.
pub(super) fn found_files(paths: &[PathBuf]) -> anyhow::Result<Vec<NativeFile>> {
    let mut found = Vec::new();
    for path in paths {
        let count = found.len();
        if path.is_dir() {
            add_folder(path, MAX_DEPTH, &mut found)?;
        } else {
            found.push(path.clone());
        }
        if found.len() == count {
            bail!("there is no .jsonl or .json file in {}", path.display());
        }
    }
    found.sort();
    found.dedup();
    let mut files = found.into_iter().map(native_file).collect::<anyhow::Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

fn add_folder(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        let is_rows = path.extension().is_some_and(|extension| extension == "jsonl" || extension == "json");
        if path.is_dir() && depth > 0 {
            add_folder(&path, depth - 1, found)?;
        } else if is_rows && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

fn native_file(path: PathBuf) -> anyhow::Result<NativeFile> {
    // `ideal_test.json` as released, `ideal/test.jsonl` as ours: the nearest name that says something counts.
    let names: Vec<String> = path
        .with_extension("")
        .iter()
        .rev()
        .take(3)
        .map(|name| name.to_string_lossy().to_lowercase().replace('-', "_"))
        .collect();
    let Some(split) = names.iter().find_map(|name| split_of(name)) else {
        bail!("{}: the name does not tell the split: no train, validation, valid, dev or test in it", path.display());
    };
    let setting = match names.iter().find_map(|name| setting_of(name)) {
        Some(setting) => setting,
        None => setting_of_rows(&path)?,
    };
    Ok(NativeFile { setting, split, path })
}

fn split_of(name: &str) -> Option<Split> {
    let mut words = name.split(|character: char| !character.is_ascii_alphanumeric());
    words.find_map(|word| SPLIT_WORDS.iter().find(|(known, _)| *known == word).map(|&(_, split)| split))
}

fn setting_of(name: &str) -> Option<Setting> {
    let has_word = |word: &str| name.split(|character: char| !character.is_ascii_alphanumeric()).any(|it| it == word);
    if name.contains("twostep") || name.contains("two_step") {
        Some(Setting::Twostep)
    } else if name.contains("file_ideal") {
        Some(Setting::FileIdeal)
    } else if has_word("prefix") {
        Some(Setting::Prefix)
    } else if has_word("ideal") {
        Some(Setting::Ideal)
    } else {
        None
    }
}

/// The setting by the fields of the first row that can be read. Rows of `ideal` and `file_ideal` look alike.
fn setting_of_rows(path: &Path) -> anyhow::Result<Setting> {
    let rows = JsonlReader::<NativeRow>::open(path)?;
    let first = rows.take_while(|row| !matches!(row, Err(examen_data::DataError::Io { .. }))).find_map(Result::ok);
    Ok(match first {
        Some(row) if row.context_block.is_some() => Setting::Twostep,
        Some(row) if matches!(row.subtokenized_input_sequence, NativeTokens::Ids(_)) => Setting::Prefix,
        Some(row) if row.context_blocks.is_none() => Setting::Prefix,
        _ => Setting::Ideal,
    })
}
