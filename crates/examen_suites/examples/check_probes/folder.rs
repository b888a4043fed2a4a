//! All rows of a folder.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;

use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_suites::probes::{Classed, Edition, Make, Page, ProbeRow, Rules, Sample, TASKS, Task};
use examen_syntax::{Language, LazyParsedFile};
use serde::Deserialize;

use crate::edits::Exam;
use crate::lexing::{PYTHON_2_SIGN, can_be_read, tokens};
use crate::undoing::original;

/// How many wrong rows of a folder are named.
const NAMED: u64 = 10;

#[derive(Deserialize)]
struct Named {
    id: String,
    #[serde(flatten)]
    row: ProbeRow,
}

/// Classes and control labels of a split, with their numbers.
#[derive(Default)]
struct Balance {
    labels: BTreeMap<String, u64>,
    controls: BTreeMap<String, u64>,
}

struct Check {
    task: &'static Task,
    exam: Exam,
    /// Functions before they were changed, or words, by their hash.
    seen: HashMap<blake3::Hash, (Split, String)>,
    rows: u64,
    changed: u64,
    /// Rows whose class could not be made again, because lower case is not what was read.
    unparsed: u64,
    faults: u64,
}

/// Checks the rows of a folder and returns how many faults it has.
pub(crate) fn check(folder: &TaskFolder) -> Result<u64, Box<dyn Error>> {
    let manifest = folder.manifest();
    let (code, language) = match manifest.task.strip_suffix(".python") {
        Some(code) => (code, Language::Python),
        None => (manifest.task.as_str(), Language::Java),
    };
    let task = *TASKS.iter().find(|task| task.code == code).ok_or_else(|| format!("no task {code}"))?;
    let edition = match manifest.provenance.configuration["edition"].as_str() {
        Some("paper") => Edition::Paper,
        Some("published") => Edition::Published,
        other => return Err(format!("{}: edition {other:?}", manifest.task).into()),
    };
    let is_lower_case = edition == Edition::Published && !task.keeps_case;
    let exam = Exam::new(task.code, language, edition, is_lower_case);
    let mut check = Check { task, exam, seen: HashMap::new(), rows: 0, changed: 0, unparsed: 0, faults: 0 };
    let mut classes: Vec<String> = Vec::new();
    for split in Split::ALL {
        let rules = Rules { language, edition, seed: manifest.provenance.seed, split };
        let mut balance = Balance::default();
        for row in folder.rows::<Named>(split)? {
            let Named { id, row } = row?;
            check.rows += 1;
            *balance.labels.entry(row.label.clone()).or_default() += 1;
            *balance.controls.entry(row.control_label.clone()).or_default() += 1;
            if let Err(message) = check.row(&id, &row, &rules) {
                check.note(&format!("{split} {id}: {message}"));
            }
        }
        if let Err(message) = balance.check((task.classes)(&rules)) {
            check.note(&format!("{split}: {message}"));
        }
        let found: Vec<String> = balance.labels.into_keys().collect();
        if split == Split::ALL[0] {
            classes = found;
        } else if classes != found {
            check.note(&format!("{split}: classes {found:?}, not {classes:?}"));
        }
    }
    let Check { rows, changed, unparsed, faults, .. } = check;
    println!("{}: {rows} rows, {changed} changed, {unparsed} that lower case spoils: {faults} faults", manifest.task);
    Ok(faults)
}

impl Check {
    fn note(&mut self, fault: &str) {
        self.faults += 1;
        if self.faults <= NAMED {
            println!("{} {fault}", self.task.code);
        }
    }

    fn row(&mut self, id: &str, row: &ProbeRow, rules: &Rules) -> Result<(), String> {
        let before = original(row, rules.language)?;
        self.changed += u64::from(!row.mutations.is_empty());
        self.note_text(&before, id, row, rules.split)?;
        if self.exam.edition == Edition::Published
            && !self.task.published_lengths.contains(&row.token_count)
            && !is_of_words(self.task)
        {
            return Err(format!("{} tokens", row.token_count));
        }
        match self.task.make {
            Make::Class(class) => self.class(class, row, rules),
            Make::Mutation(_) => self.mutation(&before, row, rules),
            Make::SampleWord(_) | Make::FileWords(_) if row.mutations.is_empty() => Ok(()),
            Make::SampleWord(_) | Make::FileWords(_) => Err("a word is changed".to_owned()),
        }
    }

    /// No text is there twice; of words of functions, `KTX` keeps those of the splits apart, and no word is in two classes.
    fn note_text(&mut self, before: &str, id: &str, row: &ProbeRow, split: Split) -> Result<(), String> {
        let key = blake3::hash(before.as_bytes());
        let entry = if matches!(self.task.make, Make::SampleWord(_)) { row.label.clone() } else { id.to_owned() };
        match self.seen.insert(key, (split, entry.clone())) {
            None => Ok(()),
            Some(_) if matches!(self.task.make, Make::SampleWord(_)) && self.task.code != "KTX" => Ok(()),
            Some((other, label)) if self.task.code == "KTX" && other == split && label == entry => Ok(()),
            Some((other, label)) => Err(format!("{before:?} is in {other} too ({label})")),
        }
    }

    fn class(&mut self, class: ClassOf, row: &ProbeRow, rules: &Rules) -> Result<(), String> {
        if !row.mutations.is_empty() {
            return Err("a function is changed that should only be measured".to_owned());
        }
        let made =
            readings(&row.text, rules.language, |sample| (sample.text == row.text).then(|| class(sample, rules)));
        let is_right = |it: &Option<Option<Classed>>| {
            it.flatten().is_some_and(|it| it.label == row.label && it.value == row.value)
        };
        if made.iter().any(is_right) {
            return Ok(());
        }
        if self.exam.is_lower_case {
            self.unparsed += 1;
            return Ok(());
        }
        match made.first() {
            Some(Some(Some(it))) => Err(format!("{} ({:?}), not {} ({:?})", it.label, it.value, row.label, row.value)),
            Some(Some(None)) => Err("no class".to_owned()),
            Some(None) => Err("the text is not what it is read as".to_owned()),
            None => Err("the text cannot be read".to_owned()),
        }
    }

    fn mutation(&mut self, before: &str, row: &ProbeRow, rules: &Rules) -> Result<(), String> {
        let count = tokens(before, rules.language).map_or(0, |tokens| tokens.len());
        if count != row.token_count as usize {
            return Err(format!("{count} tokens, not {}", row.token_count));
        }
        if self.exam.is_lower_case {
            self.unparsed += u64::from(!can_be_read(before, rules.language));
        } else if !can_be_read(before, rules.language) {
            return Err("it had mistakes before it was changed".to_owned());
        }
        let is_whole = row.label == "ORIG";
        if is_whole != row.mutations.is_empty() {
            return Err(format!("{} with {} changes", row.label, row.mutations.len()));
        }
        if is_whole { Ok(()) } else { self.exam.check(before, row) }
    }
}

type ClassOf = fn(&Sample<'_>, &Rules) -> Option<Classed>;

fn is_of_words(task: &Task) -> bool {
    matches!(task.make, Make::SampleWord(_) | Make::FileWords(_))
}

/// What `see` says of the text as a sample of its own, for each way to read it.
fn readings<T>(text: &str, language: Language, see: impl Fn(&Sample<'_>) -> T) -> Vec<T> {
    let files = match language {
        // The constructor of a record may have no parameters.
        Language::Java => [format!("class Shown {{ {text} }}"), format!("record Shown() {{ {text} }}")],
        // `print >> file, text` is a statement where the file is one of Python 2.
        Language::Python => [text.to_owned(), format!("{PYTHON_2_SIGN}{text}")],
    };
    let read = |file: &String| {
        let code = LazyParsedFile::new(file, language);
        let page = Page::new(&code).ok()?;
        let samples = page.samples();
        samples.first().and_then(|sample| sample.as_ref().ok()).map(&see)
    };
    files.iter().filter_map(read).collect()
}

impl Balance {
    fn check(&self, classes: &[&str]) -> Result<(), String> {
        let mut counts: Vec<u64> = self.labels.values().copied().collect();
        counts.dedup();
        if counts.len() > 1 {
            return Err(format!("the classes are not balanced: {:?}", self.labels));
        }
        if self.labels != self.controls {
            return Err(format!("control labels {:?} for {:?}", self.controls, self.labels));
        }
        match self.labels.keys().find(|label| !classes.contains(&label.as_str())) {
            Some(label) => Err(format!("{label} is no class")),
            None => Ok(()),
        }
    }
}
