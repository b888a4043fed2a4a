//! Functions whose captions are asked for, and their rewrites, which keep them.
//!
//! The task `generate` is made of the file alone. Those of `match` and `choose` have captions of other functions, which are taken from the
//! examples themselves.

use std::collections::BTreeMap;

use examen_data::ExampleId;
use examen_syntax::Language;
use serde::{Deserialize, Serialize};

use super::negatives::{choose_id, match_id};
use super::pool::{caption_rows, pool_id, row_at};
use super::{ChooseRow, MatchRow, PoolRow, Task};
use crate::rewriting::{
    FilePairs, Pair, PairRow, Paired, RewriteSettings, Rewriting, content_hash, moved_texts, rewritings, row_id,
};
use crate::source::LeftOut;
use crate::suite::File;

/// An example of one of the tasks.
#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Asked {
    Choose(ChooseRow),
    Generate(PoolRow),
    Match(MatchRow),
}

impl Asked {
    /// The same about other code.
    fn with_text(&self, text: &str) -> Self {
        let mut asked = self.clone();
        let place = match &mut asked {
            Self::Choose(row) => &mut row.text,
            Self::Generate(row) => &mut row.text,
            Self::Match(row) => &mut row.pair.text,
        };
        text.clone_into(place);
        asked
    }
}

/// What the table of `match` or `choose` says of a function.
#[derive(Deserialize)]
struct WantedRow {
    function: String,
    start_line: u32,
    #[serde(flatten)]
    truth: Truth,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Truth {
    Match { caption: String, is_match: bool },
    Choose { candidates: Vec<String>, choice: u32 },
}

/// The wanted examples of a file by function and line, each with the folder of its task.
type Wanted = BTreeMap<(String, u32), (PoolRow, Vec<(String, ExampleId, Asked)>)>;

/// The pairs of all three tasks.
pub(super) fn caption_pairs(
    file: &File<'_>,
    sentences: usize,
    settings: &RewriteSettings,
) -> Result<FilePairs, LeftOut> {
    let File { code, key, .. } = *file;
    let (text, language) = (code.source(), code.language());
    let mut wanted = wanted_examples(file, sentences)?;
    let rewritings = rewritings(code, settings, |function, line| wanted.contains_key(&(function.name.clone(), line)))?;
    let mut out = FilePairs::default();
    for Rewriting { name, span, line, statements, rewrites, .. } in &rewritings {
        let Some((row, examples)) = wanted.remove(&(name.clone(), *line)) else { continue };
        for (folder, id, asked) in &examples {
            let pair = Pair::of_original(id, *statements);
            let original = Box::new(Paired { row: asked.clone(), pair });
            let id = row_id(id, folder, None);
            out.push(folder, PairRow { id, content_hash: key.content_hash.clone(), row: original });
        }
        for rewrite in rewrites {
            let span = rewrite.edits.map_span(*span);
            let changed = row_at(&rewrite.text, language, span, name, *line, String::new()).text;
            let moved = moved_texts(&rewrite.edits, text, &rewrite.text);
            let hash = content_hash(&rewrite.text);
            for (folder, id, asked) in &examples {
                if changed == row.text {
                    out.skip(folder, "nothing-changed");
                    continue;
                }
                let pair = Pair::of_rewrite(id, *statements, rewrite, &moved);
                let rewritten = Box::new(Paired { row: asked.with_text(&changed), pair });
                let id = row_id(id, folder, Some((0, rewrite)));
                out.push(folder, PairRow { id, content_hash: hash.clone(), row: rewritten });
            }
        }
    }
    Ok(out)
}

/// The examples of a file that are rewritten. Functions with the same code are one example.
fn wanted_examples(file: &File<'_>, sentences: usize) -> Result<Wanted, LeftOut> {
    let File { code, key, .. } = *file;
    let language = code.language();
    let mut of_tables: BTreeMap<(String, u32), Vec<(Task, Truth)>> = BTreeMap::new();
    for task in [Task::Choose, Task::Match] {
        let rows = file.wanted.get(&task.folder(language)).into_iter().flat_map(BTreeMap::values);
        let of_file = rows.filter(|row| row.get("content_hash").is_some_and(|hash| *hash == key.content_hash));
        for WantedRow { function, start_line, truth } in of_file.filter_map(|row| WantedRow::deserialize(row).ok()) {
            of_tables.entry((function, start_line)).or_default().push((task, truth));
        }
    }
    let mut wanted = Wanted::new();
    for (id, row) in caption_rows(code, key, sentences)?.rows {
        let place = (row.function.clone(), row.start_line);
        let mut examples = Vec::new();
        let folder = Task::Generate.folder(language);
        if file.wants(&folder, &id) {
            examples.push((folder, id, Asked::Generate(row.clone())));
        }
        for (task, truth) in of_tables.remove(&place).unwrap_or_default() {
            let (id, asked) = asked(truth, &row, language);
            let folder = task.folder(language);
            if file.wants(&folder, &id) {
                examples.push((folder, id, asked));
            }
        }
        if !examples.is_empty() {
            wanted.insert(place, (row, examples));
        }
    }
    Ok(wanted)
}

/// The example that a table has of a function of the pool.
fn asked(truth: Truth, row: &PoolRow, language: Language) -> (ExampleId, Asked) {
    let id = pool_id(row, language);
    match truth {
        Truth::Match { caption, is_match } => {
            let id = match_id(id.as_str(), &caption);
            (id, Asked::Match(MatchRow { pair: PoolRow { caption, ..row.clone() }, is_match }))
        }
        Truth::Choose { candidates, choice } => {
            let PoolRow { function, start_line, text, .. } = row.clone();
            let id = choose_id(id.as_str(), &candidates);
            (id, Asked::Choose(ChooseRow { function, start_line, text, candidates, choice }))
        }
    }
}
