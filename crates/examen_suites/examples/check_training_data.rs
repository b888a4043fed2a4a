//! Proves that training text holds nothing of the other splits: no project of theirs, and no near copy of a file of theirs.
//!
//! `cargo run --release -p examen_suites --example check_training_data -- CORPUS EXAMS [TRAINING]…`
//!
//! EXAMS is a folder that `examen build queries` made of the corpus, split by project. What is trained on is its own training split, and each
//! TRAINING: a folder of further exams (those of edited copies are edited again, and compared as they were labelled), or a list of the
//! files that an encoder was pre-trained on (`files.tsv` of its folder).

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};

use examen_corpus::{Fingerprint, Item, Plan, SourceFile, SourceOptions, Split, near_pairs, try_process};
use examen_data::find_task_folders;
use examen_suites::queries::augmentation::Original;
use examen_syntax::{Language, SourceText};
use serde::Deserialize;

/// From here on two files share too much.
const THRESHOLD: f64 = 0.8;

/// Pairs below the threshold are looked at too: similarity is estimated, and then measured.
const MARGIN: f64 = 0.15;

/// Edited copies are compared so many at a time, since they are near copies of each other.
const AT_ONCE: usize = 20_000;

/// A file of the corpus, by project and path.
type Key = (String, String);

/// The bytes of files, and their hashes.
type Texts = BTreeMap<Key, (Vec<u8>, String)>;

#[derive(Deserialize)]
struct Row {
    project: String,
    path: String,
    #[serde(default)]
    copy: u32,
}

/// What was trained on, and what must not have been.
#[derive(Default)]
struct Data {
    /// The files of validation and test.
    others: BTreeMap<Key, Split>,
    /// The files of the training split and those of pre-training.
    training: BTreeSet<Key>,
    /// Edited copies: file, seed and number.
    copies: BTreeSet<(Key, u64, u32)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [corpus, exams, further @ ..] = arguments.as_slice() else {
        return Err("give the corpus, the exams, and what else was trained on".into());
    };
    let mut data = Data::default();
    data.add_exams(exams, true)?;
    for path in further {
        if path.is_dir() { data.add_exams(path, false)? } else { data.add_list(path)? }
    }
    let strangers = data.strangers();
    let texts = texts(corpus, &data)?;
    println!(
        "{} files of validation and test; trained on {} files and {} edited copies; {} files of other splits' projects among them",
        data.others.len(),
        data.training.len(),
        data.copies.len(),
        strangers.len(),
    );
    for (project, path) in strangers.iter().take(20) {
        eprintln!("{project} {path}: its project is in another split");
    }
    let near = near_copies(&data, &texts)?;
    if near > 0 || !strangers.is_empty() {
        return Err("training text holds something of the other splits".into());
    }
    Ok(())
}

impl Data {
    /// Adds the span tasks of a folder; of further ones only the training split counts.
    fn add_exams(&mut self, folder: &Path, is_whole: bool) -> Result<(), Box<dyn Error>> {
        for task in find_task_folders(folder)? {
            if task.manifest().suite != "queries" {
                continue;
            }
            let is_edited = task.manifest().provenance.configuration.get("augment").is_some();
            let seed = task.manifest().provenance.seed;
            let columns: &[&str] = if is_edited { &["project", "path", "copy"] } else { &["project", "path"] };
            for split in Split::ALL {
                if !task.split_path(split).exists() || (split != Split::Train && !is_whole) {
                    continue;
                }
                for row in task.rows_with::<Row>(split, columns)? {
                    let Row { project, path, copy } = row?;
                    let key = (project, path);
                    if split != Split::Train {
                        self.others.insert(key, split);
                    } else if is_edited {
                        self.copies.insert((key, seed, copy));
                    } else {
                        self.training.insert(key);
                    }
                }
            }
        }
        Ok(())
    }

    fn add_list(&mut self, path: &Path) -> Result<(), Box<dyn Error>> {
        for line in std::fs::read_to_string(path)?.lines() {
            let (project, file) = line.split_once('\t').ok_or_else(|| format!("{}: {line}", path.display()))?;
            self.training.insert((project.to_owned(), file.to_owned()));
        }
        Ok(())
    }

    /// The files that are trained on though their project is in another split.
    fn strangers(&self) -> Vec<&Key> {
        let others: BTreeSet<&str> = self.others.keys().map(|(project, _)| project.as_str()).collect();
        let trained = self.training.iter().chain(self.copies.iter().map(|(key, ..)| key));
        trained.filter(|(project, _)| others.contains(project.as_str())).collect()
    }
}

/// The texts of the files that matter.
fn texts(corpus: &Path, data: &Data) -> Result<Texts, Box<dyn Error>> {
    let options = SourceOptions { languages: vec![Language::Python], ..SourceOptions::default() };
    let plan = Plan::new(&[corpus.to_owned()], &options)?;
    let wanted: BTreeSet<&Key> =
        data.others.keys().chain(&data.training).chain(data.copies.iter().map(|(key, ..)| key)).collect();
    let mut texts = BTreeMap::new();
    let read = |file: SourceFile| {
        let SourceFile { project, path, bytes, .. } = file;
        let key = (project, path);
        wanted.contains(&key).then(|| {
            let hash = Fingerprint::of(&bytes).content_hash_hex();
            (key, (bytes, hash))
        })
    };
    try_process(&plan, &options, None, read, |item| -> Result<(), Box<dyn Error>> {
        if let Item::File(Some((key, text))) = item {
            texts.insert(key, text);
        }
        Ok(())
    })?;
    let missing = wanted.iter().filter(|key| !texts.contains_key(**key)).count();
    if missing > 0 {
        return Err(
            format!("{missing} files of the exams are not in {}: it is another corpus", corpus.display()).into()
        );
    }
    Ok(texts)
}

/// Prints how many texts that were trained on are near copies of a file of another split.
fn near_copies(data: &Data, texts: &Texts) -> Result<usize, Box<dyn Error>> {
    let others: Vec<(String, Fingerprint, BTreeSet<Vec<u8>>)> = data
        .others
        .iter()
        .map(|(key, split)| {
            let bytes = &texts[key].0;
            (format!("{} {} {}", split.name(), key.0, key.1), Fingerprint::of(bytes), words(bytes))
        })
        .collect();
    let copies: Vec<&(Key, u64, u32)> = data.copies.iter().collect();
    let files: Vec<&Key> = data.training.iter().collect();
    let mut found = Found::default();
    // Files of few words have no near copies, but may have exact ones.
    let hashes: BTreeSet<&str> = data.others.keys().map(|key| texts[key].1.as_str()).collect();
    found.near = files.iter().filter(|key| hashes.contains(texts[**key].1.as_str())).count();
    for chunk in files.chunks(AT_ONCE) {
        let trained = chunk.iter().map(|key| (format!("{} {}", key.0, key.1), texts[*key].0.clone()));
        found.compare(&others, &trained.collect::<Vec<_>>());
    }
    for chunk in copies.chunks(AT_ONCE) {
        let mut trained = Vec::new();
        for (key, seed, number) in chunk {
            let (bytes, hash) = &texts[key];
            let text = SourceText::decode(bytes.clone(), Language::Python).text;
            let copy = Original::new(&text, hash, *seed).copy(*number);
            let copy = copy.ok_or_else(|| format!("{} {}: there is no copy {number}", key.0, key.1))?;
            trained.push((format!("{} {} copy {number}", key.0, key.1), copy.text.into_bytes()));
        }
        found.compare(&others, &trained);
    }
    println!(
        "{} pairs with a file of another split share about {:.2} of their words or more; the most alike share {:.3}; {} share {THRESHOLD} or more",
        found.pairs,
        THRESHOLD - MARGIN,
        found.highest,
        found.near,
    );
    Ok(found.near)
}

#[derive(Default)]
struct Found {
    pairs: usize,
    highest: f64,
    near: usize,
}

impl Found {
    fn compare(&mut self, others: &[(String, Fingerprint, BTreeSet<Vec<u8>>)], trained: &[(String, Vec<u8>)]) {
        let prints = others.iter().map(|(_, print, _)| *print);
        let prints: Vec<Fingerprint> = prints.chain(trained.iter().map(|(_, bytes)| Fingerprint::of(bytes))).collect();
        let is_across = |one: u32, other: u32| (one as usize) < others.len() && other as usize >= others.len();
        for (one, other, _) in near_pairs(&prints, THRESHOLD - MARGIN) {
            if !is_across(one, other) {
                continue;
            }
            let (name, _, of_other) = &others[one as usize];
            let (of_trained, bytes) = &trained[other as usize - others.len()];
            let similarity = jaccard(of_other, &words(bytes));
            self.pairs += 1;
            self.highest = self.highest.max(similarity);
            if similarity >= THRESHOLD {
                self.near += 1;
                eprintln!("{of_trained} shares {similarity:.3} with {name}");
            }
        }
    }
}

fn jaccard(one: &BTreeSet<Vec<u8>>, other: &BTreeSet<Vec<u8>>) -> f64 {
    let both = one.intersection(other).count();
    both as f64 / (one.len() + other.len() - both).max(1) as f64
}

/// The words of a file, as near duplicates are found by.
fn words(bytes: &[u8]) -> BTreeSet<Vec<u8>> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 128;
    bytes.split(|byte| !is_word(byte)).filter(|word| !word.is_empty()).map(<[u8]>::to_vec).collect()
}
