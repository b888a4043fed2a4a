//! Functions whose classes are asked for, and their rewrites.

use std::collections::{BTreeMap, HashSet};

use examen_syntax::LazyParsedFile;

use super::{Draft, Make, Settings, Task, drafts};
use crate::rewriting::{
    FilePairs, Pair, PairRow, Paired, RewriteSettings, content_hash, moved_texts, rewritings, row_id,
};
use crate::source::LeftOut;
use crate::suite::File;

/// The pairs of those probing tasks that tell the class of a function as it is written.
pub(super) fn probe_pairs(
    file: &File<'_>,
    tasks: &[&'static Task],
    of_probes: &Settings,
    settings: &RewriteSettings,
) -> Result<FilePairs, LeftOut> {
    let File { code, key, split, .. } = *file;
    let (text, language) = (code.source(), code.language());
    let tasks: Vec<_> = tasks.iter().copied().filter(|task| is_of_whole_functions(task)).collect();
    let made = drafts(code, split, &tasks, of_probes, |_, _, _| true)?;
    // By the function that they are about.
    let mut originals: BTreeMap<(u32, String), Vec<(usize, Draft)>> = BTreeMap::new();
    let mut done = HashSet::new();
    for (task, draft) in made.drafts {
        // Functions with the same text are one example.
        let is_first = done.insert((task, draft.id.clone()));
        if is_first && file.wants(&tasks[task].folder(language), &draft.id) {
            let (function, line) = draft.place();
            originals.entry((line, function.to_owned())).or_default().push((task, draft));
        }
    }
    let mut out = FilePairs::default();
    if originals.is_empty() {
        return Ok(out);
    }
    let place = |line: u32, name: &str| (line, name.to_owned());
    let rewritings = rewritings(code, settings, |function, line| {
        originals.contains_key(&place(line, function.simple_name().text(text)))
    })?;
    for rewriting in &rewritings {
        let at = place(rewriting.line, rewriting.simple_name.text(text));
        let Some(examples) = originals.remove(&at) else { continue };
        for (task, draft) in &examples {
            let pair = Pair::of_original(&draft.id, rewriting.statements);
            let row = Box::new(Paired { row: draft.row(), pair });
            let folder = tasks[*task].folder(language);
            let id = row_id(&draft.id, &folder, None);
            out.push(&folder, PairRow { id, content_hash: key.content_hash.clone(), row });
        }
        let asked: Vec<&'static Task> = examples.iter().map(|(task, _)| tasks[*task]).collect();
        for rewrite in &rewriting.rewrites {
            let moved = moved_texts(&rewrite.edits, text, &rewrite.text);
            let code = LazyParsedFile::new(&rewrite.text, language);
            let made = drafts(&code, split, &asked, of_probes, |_, _, _| true).unwrap_or_default();
            for (number, (task, original)) in examples.iter().enumerate() {
                let folder = tasks[*task].folder(language);
                let is_it = |(task, draft): &&(usize, Draft)| *task == number && draft.place() == original.place();
                let Some((_, changed)) = made.drafts.iter().find(is_it) else {
                    out.skip(&folder, "no-example-after-rewrite");
                    continue;
                };
                let (row, before) = (changed.row(), original.row());
                if row.label != before.label {
                    out.skip(&folder, "label-changes");
                } else if row.text == before.text {
                    out.skip(&folder, "nothing-changed");
                } else {
                    let pair = Pair::of_rewrite(&original.id, rewriting.statements, rewrite, &moved);
                    let row = Box::new(Paired { row, pair });
                    let id = row_id(&original.id, &folder, Some((0, rewrite)));
                    out.push(&folder, PairRow { id, content_hash: content_hash(&rewrite.text), row });
                }
            }
        }
    }
    Ok(out)
}

/// Words and broken code are no functions whose meaning could be kept.
pub(super) fn is_of_whole_functions(task: &Task) -> bool {
    matches!(task.make, Make::Class(_))
}
