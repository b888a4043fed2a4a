//! `CodeQA`'s own files: task folders made of them, and written as such.
//!
//! `OUT/questions/native/java/train.question`, `.answer`, `.code` and `.code.original` beside it, and so on for `dev` and `test`.

use std::path::{Path, PathBuf};

use examen_corpus::{Fingerprint, Split};
use examen_data::{CardInfo, ExampleId, ExampleKey, Manifest, TaskFolder, TaskSchema, TaskWriter, write_atomically};
use examen_suites::questions::native::{ENDS, lines, split_name};
use examen_suites::questions::{QuestionRow, SUITE, question_answer, question_columns};
use examen_syntax::Language;
use serde::Deserialize;
use serde_json::json;

use super::built::finish;
use super::{BuildSettings, Built, NewFolders, provenance};
use crate::error::{While as _, refuse};

/// The folder of the suite.
const QUESTIONS_SUITE: &str = SUITE.name;

/// The columns that the files have.
#[derive(Deserialize)]
struct Shown {
    text: String,
    question: String,
    answer: String,
}

/// Writes the tasks of the questions suite as aligned files.
pub fn write_codeqa(out: &Path, manifests: &[Manifest]) -> crate::Result<()> {
    for manifest in manifests.iter().filter(|manifest| manifest.suite == QUESTIONS_SUITE) {
        let suite = out.join(QUESTIONS_SUITE);
        let folder = TaskFolder::open(&suite.join(&manifest.task))?;
        let Some(language) = language_named(&manifest.task) else { continue };
        let target = suite.join("native").join(&manifest.task);
        std::fs::create_dir_all(&target).doing(|| format!("cannot make the folder {}", target.display()))?;
        for split in Split::ALL {
            let mut files: [String; 4] = Default::default();
            for row in folder.rows_with::<Shown>(split, &["text", "question", "answer"])? {
                let Shown { text, question, answer } = row?;
                for (file, line) in files.iter_mut().zip(lines(&question, &answer, &text, language)) {
                    file.push_str(&line);
                    file.push('\n');
                }
            }
            for (end, content) in ENDS.into_iter().zip(files) {
                write_atomically(&target.join(format!("{}.{end}", split_name(split))), content.as_bytes())?;
            }
        }
    }
    Ok(())
}

/// Makes a task folder of each folder of aligned files, whose name is that of the language.
pub fn build_from_codeqa(paths: &[PathBuf], settings: &BuildSettings) -> crate::Result<Built> {
    let mut folders: Vec<(Language, PathBuf)> = Vec::new();
    for path in paths {
        let below = Language::ALL.into_iter().map(|language| (language, path.join(language.name())));
        let own = path.file_name().and_then(|name| language_named(&name.to_string_lossy()));
        folders
            .extend(below.chain(own.map(|language| (language, path.clone()))).filter(|(_, folder)| is_codeqa(folder)));
    }
    if folders.is_empty() {
        let shown = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        refuse!("there is no folder `java` or `python` with CodeQA's files, such as train.question, in {shown}");
    }
    folders.sort_by_key(|(language, _)| language.name());
    let _new = NewFolders::of(&settings.out, QUESTIONS_SUITE, folders.iter().map(|(language, _)| language.name()));
    let mut writers = Vec::new();
    let mut pairs = 0;
    for (language, folder) in &folders {
        let (writer, read) = read_folder(*language, folder, settings)?;
        pairs += read;
        writers.push(writer);
    }
    let manifests = finish(writers, ["the files have no line", "no line could be used"])?;
    Ok(Built {
        manifests,
        read: (pairs, "pairs"),
        folder: settings.out.join(QUESTIONS_SUITE),
        few_projects: None,
        statistics: Vec::new(),
    })
}

fn is_codeqa(folder: &Path) -> bool {
    Split::ALL.into_iter().any(|split| folder.join(format!("{}.question", split_name(split))).is_file())
}

fn language_named(name: &str) -> Option<Language> {
    Language::ALL.into_iter().find(|language| language.name() == name)
}

fn read_folder(language: Language, folder: &Path, settings: &BuildSettings) -> crate::Result<(TaskWriter, u64)> {
    let task = language.name();
    let schema = TaskSchema {
        suite: QUESTIONS_SUITE.to_owned(),
        task: task.to_owned(),
        columns: question_columns(),
        answer: Some(question_answer()),
    };
    let card = CardInfo {
        title: format!("{QUESTIONS_SUITE}/{task}"),
        about: "Questions about functions, read from files in CodeQA's own form, with its splits.".to_owned(),
        licence: None,
        natural_languages: vec!["en".to_owned()],
        tags: vec!["code".to_owned(), task.to_owned(), "question-answering".to_owned()],
    };
    let command = format!("examen build {QUESTIONS_SUITE} --from-native PATH --out DIR");
    let made = provenance(SUITE.data_version, json!({ "from_native": true }), command, settings.seed, card);
    let mut writer = TaskWriter::create(&settings.out, schema, made, None)?;
    let mut pairs = 0;
    for split in Split::ALL {
        let path = |end: &str| folder.join(format!("{}.{end}", split_name(split)));
        if !path("question").is_file() {
            continue;
        }
        let read = |end: &str| {
            let path = path(end);
            let bytes = examen_corpus::read_named_file(&path).doing(|| format!("cannot read {}", path.display()))?;
            crate::Result::Ok((path, String::from_utf8_lossy(&bytes).into_owned()))
        };
        let [questions, answers, codes] = [read("question")?, read("answer")?, read("code.original")?];
        for (path, text) in [&answers, &codes] {
            let (wanted, found) = (questions.1.lines().count(), text.lines().count());
            if wanted != found {
                refuse!("{} has {found} lines, and {} has {wanted}", path.display(), questions.0.display());
            }
        }
        let name = questions.0.file_name().unwrap_or_default().to_string_lossy().into_owned();
        writer.add_input([name.as_bytes(), questions.1.as_bytes(), answers.1.as_bytes(), codes.1.as_bytes()]);
        let all = questions.1.lines().zip(answers.1.lines()).zip(codes.1.lines());
        for (at, ((question, answer), code)) in all.enumerate() {
            pairs += 1;
            let id = ExampleId::new([QUESTIONS_SUITE, "codeqa", task, split.name(), &(at + 1).to_string()]);
            let row = QuestionRow::of_text(question, answer, code, at as u32 + 1);
            let content_hash = Fingerprint::of(code.as_bytes()).content_hash_hex();
            let key = ExampleKey {
                id: &id,
                language: task,
                project: "codeqa",
                path: &name,
                content_hash: &content_hash,
                split,
            };
            writer.push(&key, &row)?;
        }
    }
    writer.count_in("pairs", pairs);
    Ok((writer, pairs))
}
