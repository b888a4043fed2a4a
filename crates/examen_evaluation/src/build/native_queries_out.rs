//! `--native`: task folders in the schema of the released data set, `OUT/queries/native/SETTING/SPLIT.jsonl`.

use std::path::Path;

use crate::error::{While as _, refuse};
use examen_corpus::Split;
use examen_data::{JsonlWriter, Manifest, TaskFolder};
use examen_suites::queries::native::{
    NativeError, NativeRow, TokenIds, to_native, to_native_prefix, to_native_twostep,
};
use examen_suites::queries::page::header_tokens;
use examen_suites::queries::row::SpanRow;
use examen_tokenizers::Subwords;
use serde::Deserialize;

use super::read_named;
use crate::context::Context;
use examen_suites::queries::{SUITE, subwords};

/// The folder of the suite.
const QUERIES_SUITE: &str = SUITE.name;

/// The settings of the released data set, each with the task whose rows it is made of.
const SETTINGS: [(Setting, &str); 4] = [
    (Setting::Ideal, "ideal"),
    (Setting::FileIdeal, "file-ideal"),
    (Setting::Prefix, "prefix"),
    // The rows of `file` have the labels of all blocks, those of `relevance` have none.
    (Setting::Twostep, "file"),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Setting {
    Ideal,
    FileIdeal,
    Prefix,
    Twostep,
}

impl Setting {
    const fn name(self) -> &'static str {
        match self {
            Self::Ideal => "ideal",
            Self::FileIdeal => "file_ideal",
            Self::Prefix => "prefix",
            Self::Twostep => "twostep",
        }
    }
}

/// A row with where it is from.
#[derive(Deserialize)]
struct Sourced {
    project: String,
    path: String,
    #[serde(flatten)]
    row: SpanRow,
}

/// Writes released rows.
struct NativeWriter<'s> {
    subwords: &'s Subwords,
    ids: TokenIds,
}

/// Rows of a task that the released schema cannot hold.
#[derive(Default)]
struct LeftOut {
    rows: u64,
    first: Option<NativeError>,
}

/// The vocabulary that folders were made with; an error where released files cannot be made of them. A vocabulary from a
/// file is not in the folders, so that `named` has to say where it is.
pub fn native_vocabulary(folders: &[TaskFolder], named: Option<&str>) -> crate::Result<Subwords> {
    let is_meant = |it: &&TaskFolder| it.manifest().suite == QUERIES_SUITE && is_native_task(&it.manifest().task);
    let folders: Vec<&TaskFolder> = folders.iter().filter(is_meant).collect();
    check_native_tasks(folders.iter().map(|folder| folder.manifest().task.as_str()))?;
    let mut tokenizer = None;
    for folder in folders {
        let task = format!("{QUERIES_SUITE}/{}", folder.manifest().task);
        if folder.read(Split::Test)?.schema().column_with_name("labels").is_none() {
            refuse!("--native needs tokens and labels, which {task} was built without: build with --tokenizer cubert");
        }
        let built_with = folder.manifest().provenance.configuration.get("tokenizer").and_then(|it| it.as_str());
        tokenizer = tokenizer.or(built_with.map(|name| (task, name)));
    }
    let vocabulary = match (named, &tokenizer) {
        (Some(named), _) => subwords(named, &read_named)?,
        (None, Some((_, name @ ("cubert" | "python")))) => subwords(name, &read_named)?,
        (None, Some((task, name))) => {
            refuse!("{task} was built with the tokenizer {name}: name its file with --tokenizer")
        }
        (None, None) => refuse!("the manifests do not tell the tokenizer: name it with --tokenizer"),
    };
    match tokenizer {
        Some((task, name)) if name != vocabulary.name() => {
            refuse!("{task} was built with the tokenizer {name}, not {}", vocabulary.name())
        }
        _ => Ok(vocabulary),
    }
}

/// Fails unless one of the tasks has a counterpart in the released data set.
pub(super) fn check_native_tasks<'t>(tasks: impl IntoIterator<Item = &'t str>) -> crate::Result<()> {
    if tasks.into_iter().any(is_native_task) {
        return Ok(());
    }
    let names = SETTINGS.map(|(_, task)| task).join(", ");
    refuse!("--native writes the rows of the tasks {names}: there is none of them");
}

fn is_native_task(task: &str) -> bool {
    SETTINGS.iter().any(|(_, of)| *of == task)
}

/// Writes the files of all settings whose task these manifests name. None of a setting appears before all of it is written.
pub fn write_native(
    out: &Path,
    manifests: &[Manifest],
    subwords: &Subwords,
    context: &Context<'_>,
) -> crate::Result<()> {
    let writer = NativeWriter { subwords, ids: TokenIds::cubert() };
    for (setting, task) in SETTINGS {
        if !manifests.iter().any(|manifest| manifest.suite == QUERIES_SUITE && manifest.task == task) {
            continue;
        }
        let folder = TaskFolder::open(&out.join(QUERIES_SUITE).join(task))?;
        let target = out.join(QUERIES_SUITE).join("native").join(setting.name());
        let left_out = writer
            .write(&folder, setting, &target)
            .doing(|| format!("cannot write {QUERIES_SUITE}/{task} as native rows"))?;
        if let Some(first) = left_out.first {
            context.remark(format!(
                "{QUERIES_SUITE}/{task}: {} rows are not in the native files, first: {first}",
                left_out.rows
            ));
        }
    }
    Ok(())
}

impl NativeWriter<'_> {
    fn write(&self, folder: &TaskFolder, setting: Setting, target: &Path) -> crate::Result<LeftOut> {
        let is_flagged = folder.manifest().provenance.configuration.get("relevance").is_some_and(|it| it == "flagged");
        let mut left_out = LeftOut::default();
        let mut files = Vec::new();
        for split in Split::ALL {
            let mut file = JsonlWriter::create(&target.join(format!("{split}.jsonl")))?;
            for row in folder.rows::<Sourced>(split)? {
                let mut row = row?;
                if is_flagged {
                    row.row.blocks.iter_mut().for_each(|block| block.is_relevant = block.is_flagged);
                }
                match self.native(&row, setting) {
                    Ok(rows) => rows.iter().try_for_each(|row| file.push(row))?,
                    Err(error) => {
                        left_out.rows += 1;
                        left_out.first.get_or_insert(error);
                    }
                }
            }
            files.push(file);
        }
        for file in files {
            file.finish()?;
        }
        Ok(left_out)
    }

    fn native(&self, row: &Sourced, setting: Setting) -> Result<Vec<NativeRow>, NativeError> {
        let code_file_path = format!("{}/{}", row.project, row.path);
        match setting {
            Setting::Ideal | Setting::FileIdeal => Ok(vec![to_native(&row.row, &code_file_path, header_tokens)?]),
            Setting::Prefix => {
                let row = to_native_prefix(&row.row, &code_file_path, self.subwords)?;
                // Ids are places in CuBERT's vocabulary to those who read such files; other tokens stay as they are.
                Ok(vec![row.clone().with_token_ids(|token| self.ids.id(token)).unwrap_or(row)])
            }
            Setting::Twostep => to_native_twostep(&row.row, &code_file_path),
        }
    }
}
