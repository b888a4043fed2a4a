//! Which files hold released rows, of which setting and split; their names say so.

use std::path::{Path, PathBuf};

use crate::error::{While as _, refuse};
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

/// Words of file names that tell the split.
const SPLIT_WORDS: [(&str, Split); 7] = [
    ("train", Split::Train),
    ("training", Split::Train),
    ("validation", Split::Validation),
    ("valid", Split::Validation),
    ("val", Split::Validation),
    ("dev", Split::Validation),
    ("test", Split::Test),
];

/// What errors ask for.
const SPLIT_IN_NAME: &str = "tells its split: train, validation, valid, dev or test";

/// How deep folders are searched.
const MAX_DEPTH: usize = 8;

/// What the paths lead to.
#[derive(Default)]
pub(super) struct Found {
    /// In a fixed order.
    pub(super) files: Vec<NativeFile>,
    /// Files in folders whose names tell no split; other things lie in folders too.
    pub(super) left_out: Vec<PathBuf>,
}

/// The files that the paths name, and those in folders among them.
pub(super) fn found_files(paths: &[PathBuf]) -> crate::Result<Found> {
    let mut found = Found::default();
    for path in paths {
        let count = found.files.len();
        if path.is_dir() {
            add_folder(path, MAX_DEPTH, &mut found)?;
            if found.files.len() == count {
                refuse!("there is no .jsonl or .json file in {} whose name {SPLIT_IN_NAME}", path.display());
            }
        } else {
            let Some(file) = native_file(path)? else {
                refuse!("{} has no name that {SPLIT_IN_NAME}", path.display());
            };
            found.files.push(file);
        }
    }
    found.files.sort();
    found.files.dedup();
    found.left_out.sort();
    Ok(found)
}

fn add_folder(folder: &Path, depth: usize, found: &mut Found) -> crate::Result<()> {
    let entries = std::fs::read_dir(folder).doing(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry.doing(|| format!("cannot read {}", folder.display()))?.path();
        let is_rows = path.extension().is_some_and(|extension| extension == "jsonl" || extension == "json");
        if path.is_dir() && depth > 0 {
            add_folder(&path, depth - 1, found)?;
        } else if is_rows && path.is_file() {
            match native_file(&path)? {
                Some(file) => found.files.push(file),
                None => found.left_out.push(path),
            }
        }
    }
    Ok(())
}

/// What a file holds; nothing when its name does not tell the split.
fn native_file(path: &Path) -> crate::Result<Option<NativeFile>> {
    // `ideal_test.json` as released, `ideal/test.jsonl` as ours: the nearest name that says something counts.
    let names: Vec<String> = path
        .with_extension("")
        .iter()
        .rev()
        .take(3)
        .map(|name| name.to_string_lossy().to_lowercase().replace('-', "_"))
        .collect();
    let Some(split) = names.first().and_then(|name| split_of(name)) else { return Ok(None) };
    let setting = match names.iter().find_map(|name| setting_of(name)) {
        Some(setting) => setting,
        None => setting_of_rows(path)?,
    };
    Ok(Some(NativeFile { setting, split, path: path.to_owned() }))
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
fn setting_of_rows(path: &Path) -> crate::Result<Setting> {
    let rows = JsonlReader::<NativeRow>::open(path)?;
    let first = rows.take_while(|row| !matches!(row, Err(examen_data::DataError::Io { .. }))).find_map(Result::ok);
    Ok(match first {
        Some(row) if row.context_block.is_some() => Setting::Twostep,
        Some(row) if matches!(row.subtokenized_input_sequence, NativeTokens::Ids(_)) => Setting::Prefix,
        Some(row) if row.context_blocks.is_none() => Setting::Prefix,
        _ => Setting::Ideal,
    })
}
