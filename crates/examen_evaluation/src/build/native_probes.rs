//! INSPECT's own files: task folders made of them, and written as such.
//!
//! `OUT/probes/native/CPX_10k.txt` is the Java task, `native/python/` has those of Python, and a folder `control` beside
//! them has the same texts with the classes of the control task.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::error::{While as _, refuse};
use examen_corpus::{Fingerprint, Split};
use examen_data::{CardInfo, ExampleId, ExampleKey, Manifest, TaskFolder, TaskSchema, TaskWriter, write_atomically};
use examen_suites::probes::native::{self, NativeFile, NativeName, NativeSample, leaks};
use examen_suites::probes::{ProbeRow, SUITE, TASKS, probe_answer, probe_columns};
use examen_suites::random::shuffle;
use examen_syntax::Language;
use serde::Deserialize;
use serde_json::json;

use super::built::finish;
use super::{BuildSettings, Built, NewFolders, provenance};
use crate::context::Context;
use examen_data::grouped;

/// The folder of the suite.
const PROBES_SUITE: &str = SUITE.name;

/// Broken lines of a file that are named one by one.
const NAMED: usize = 3;

/// A file to read.
struct Found {
    path: PathBuf,
    /// The folder of its task: its code, the language unless Java, and the size in its name.
    task: String,
    code: String,
    language: Language,
}

/// Makes a task folder of each file.
pub fn build_from_inspect(paths: &[PathBuf], settings: &BuildSettings, context: &Context<'_>) -> crate::Result<Built> {
    let files = found(paths)?;
    let _new = NewFolders::of(&settings.out, PROBES_SUITE, files.iter().map(|file| file.task.as_str()));
    let mut writers = Vec::new();
    let mut samples = 0;
    for file in &files {
        let bytes =
            examen_corpus::read_named_file(&file.path).doing(|| format!("cannot read {}", file.path.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let read = native::read_language(&text, file.language);
        samples += read.samples.len() as u64;
        writers.push(write_task(file, &read, &Fingerprint::of(&bytes).content_hash_hex(), settings, context)?);
    }
    let manifests = finish(writers, ["the files have no line", "no line could be used"])?;
    let folder = settings.out.join(PROBES_SUITE);
    Ok(Built { manifests, read: (samples, "samples"), folder, few_projects: None, statistics: Vec::new() })
}

fn found(paths: &[PathBuf]) -> crate::Result<Vec<Found>> {
    let mut files: BTreeMap<String, Found> = BTreeMap::new();
    let mut pending: Vec<PathBuf> = paths.to_vec();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).doing(|| format!("cannot read {}", path.display()))?;
            for entry in entries {
                let entry = entry.doing(|| format!("cannot read {}", path.display()))?.path();
                // The control labels are drawn anew.
                if entry.file_name().is_none_or(|name| name != "control") {
                    pending.push(entry);
                }
            }
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(NativeName { task, size }) = NativeName::of(&name) else {
            if paths.contains(&path) {
                refuse!("{} is not named as INSPECT's files are, such as CPX_1k.txt", path.display());
            }
            continue;
        };
        let is_python = path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "python");
        let (language, middle) = if is_python { (Language::Python, ".python") } else { (Language::Java, "") };
        let size = if size.is_empty() { String::new() } else { format!(".{size}") };
        let found = Found { task: format!("{task}{middle}{size}"), code: task.to_owned(), language, path };
        if let Some(other) = files.insert(found.task.clone(), found) {
            refuse!("two files would become {PROBES_SUITE}/{}; one is {}", other.task, other.path.display());
        }
    }
    if files.is_empty() {
        refuse!("there is no file named as INSPECT's are, such as CPX_1k.txt, in {}", shown(paths));
    }
    Ok(files.into_values().collect())
}

fn shown(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn write_task(
    file: &Found,
    read: &NativeFile,
    content_hash: &str,
    settings: &BuildSettings,
    context: &Context<'_>,
) -> crate::Result<TaskWriter> {
    let Found { path, task, code, language } = file;
    let schema = TaskSchema {
        suite: PROBES_SUITE.to_owned(),
        task: task.clone(),
        columns: probe_columns(),
        answer: Some(probe_answer()),
    };
    let about = TASKS.iter().find(|it| it.code == code).map_or("", |task| task.description);
    let card = CardInfo {
        title: format!("{PROBES_SUITE}/{task}"),
        about: format!("{about} Read from a file in INSPECT's own form, with its splits and labels.")
            .trim_start()
            .to_owned(),
        licence: None,
        natural_languages: vec!["en".to_owned()],
        tags: vec!["code".to_owned(), language.name().to_owned(), "probing".to_owned()],
    };
    let command = format!("examen build {PROBES_SUITE} --from-native PATH --out DIR");
    let made = provenance(SUITE.data_version, json!({ "from_native": true }), command, settings.seed, card);
    let mut writer = TaskWriter::create(&settings.out, schema, made, None)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    writer.add_input([name.as_bytes(), content_hash.as_bytes()]);
    writer.count_in("samples", read.samples.len() as u64);
    report(path, read, &mut writer, context);
    for split in Split::ALL {
        let samples: Vec<&NativeSample> = read.samples.iter().filter(|sample| sample.split == split).collect();
        let mut control: Vec<&str> = samples.iter().map(|sample| sample.label.as_str()).collect();
        shuffle(&mut control, settings.seed, "control", &format!("{task}/{split}"));
        for (sample, control_label) in samples.into_iter().zip(control) {
            let id = ExampleId::new([PROBES_SUITE, "inspect", task, &sample.line.to_string()]);
            let row = ProbeRow {
                function: String::new(),
                start_line: sample.line as u32,
                text: sample.text.clone(),
                label: sample.label.clone(),
                control_label: control_label.to_owned(),
                token_count: sample.text.split_whitespace().count() as u32,
                value: None,
                mutations: Vec::new(),
            };
            let (language, project) = (language.name(), "inspect");
            writer.push(&ExampleKey { id: &id, language, project, path: &name, content_hash, split }, &row)?;
        }
    }
    Ok(writer)
}

/// Tells and counts what is wrong with a file; none of it is fatal.
fn report(path: &Path, read: &NativeFile, writer: &mut TaskWriter, context: &Context<'_>) {
    let mut lines = Vec::new();
    for defect in &read.defects {
        writer.count_in(defect.kind.name(), 1);
        if lines.len() < NAMED {
            lines.push(format!("{}:{}: {}", path.display(), defect.line, defect.kind.name()));
        }
    }
    if read.defects.len() > lines.len() {
        lines.push(format!("{}: {} more such lines", path.display(), read.defects.len() - lines.len()));
    }
    let leaks = leaks(read);
    let shared: usize = Split::ALL.iter().map(|&split| leaks.shared(read, split)).sum();
    // The words of KTX are repeated by design, within a split.
    if shared > 0 {
        writer.count_in("in-several-splits", shared as u64);
        let shared_test = leaks.shared(read, Split::Test);
        lines.push(format!(
            "{}: {} samples have a text that is in several splits, {} of them in test",
            path.display(),
            grouped(shared as u64),
            grouped(shared_test as u64)
        ));
    }
    for line in &lines {
        context.remark(line);
    }
}

/// The columns that INSPECT's files have.
#[derive(Deserialize)]
struct Shown {
    text: String,
    label: String,
    control_label: String,
}

/// Writes the tasks of the probes suite as INSPECT's files.
pub fn write_inspect(out: &Path, manifests: &[Manifest]) -> crate::Result<()> {
    for manifest in manifests.iter().filter(|manifest| manifest.suite == PROBES_SUITE) {
        let suite = out.join(PROBES_SUITE);
        let folder = TaskFolder::open(&suite.join(&manifest.task))?;
        let (code, rest) = manifest.task.split_once('.').unwrap_or((&manifest.task, ""));
        let language = if rest.starts_with("python") { Language::Python } else { Language::Java };
        let mut target = suite.join("native");
        if language == Language::Python {
            target.push("python");
        }
        let (mut samples, mut control) = (Vec::new(), Vec::new());
        for split in Split::ALL {
            for row in folder.rows_with::<Shown>(split, &["text", "label", "control_label"])? {
                let Shown { text, label, control_label } = row?;
                control.push(NativeSample { split, label: control_label, text: text.clone(), line: 0 });
                samples.push(NativeSample { split, label, text, line: 0 });
            }
        }
        let name = format!("{code}_{}.txt", size_word(samples.len()));
        for (folder, samples) in [(target.clone(), samples), (target.join("control"), control)] {
            std::fs::create_dir_all(&folder).doing(|| format!("cannot make the folder {}", folder.display()))?;
            write_atomically(&folder.join(&name), native::write(&samples, language).as_bytes())?;
        }
    }
    Ok(())
}

/// `10k` for ten thousand.
fn size_word(size: usize) -> String {
    if size > 0 && size.is_multiple_of(1000) { format!("{}k", size / 1000) } else { size.to_string() }
}
