//! Pairs of examples that are one function.

use std::collections::{BTreeMap, HashSet};

use examen_corpus::Fingerprint;
use examen_syntax::LineIndex;

use super::carrying::moved_texts;
use super::pair::{Pair, Paired, row_id};
use super::rewrite::{RewriteSettings, Rewriting, rewritings};
use super::{FilePairs, PairRow, is_wanted};
use crate::names::{self, NameRow};
use crate::probes::{self, Draft, Make, drafts};
use crate::source::LeftOut;
use crate::suite::{File, WantedIds};

/// The pairs of the exam of names.
pub fn name_pairs(
    file: &File<'_>,
    names: names::Settings,
    wanted: &WantedIds,
    settings: &RewriteSettings,
) -> Result<FilePairs, LeftOut> {
    let File { text, language, key, .. } = *file;
    let lines = LineIndex::new(text);
    let folder = names::task(language);
    let mut out = FilePairs::default();
    let rewritings = rewritings(text, language, settings, |function, _| {
        let row = names::row_of(function, text, language, &lines);
        row.is_ok_and(|row| is_wanted(wanted, folder, &names::id(&row, language, names)))
    })?;
    let mut done = HashSet::new();
    for rewriting in &rewritings {
        let Rewriting { name, simple_name, span, line, statements, rewrites } = rewriting;
        let identifier = simple_name.text(text);
        let row = names::row_at(text, language, *span, name, identifier, *line);
        let id = names::id(&row, language, names);
        // Functions with the same text are one example.
        if !done.insert(id.clone()) {
            continue;
        }
        let push = |out: &mut FilePairs, id, content_hash, row: NameRow, pair| {
            out.push(folder, PairRow { id, content_hash, row: Box::new(Paired { row, pair }) });
        };
        push(
            &mut out,
            row_id(&id, folder, None),
            key.content_hash.clone(),
            row.clone(),
            Pair::of_original(&id, *statements),
        );
        for rewrite in rewrites {
            let span = rewrite.edits.map_span(*span);
            let changed = names::row_at(&rewrite.text, language, span, name, identifier, *line);
            if changed.text == row.text {
                out.skip(folder, "nothing-changed");
                continue;
            }
            let moved = moved_texts(&rewrite.edits, text, &rewrite.text);
            let pair = Pair::of_rewrite(&id, *statements, rewrite, &moved);
            push(&mut out, row_id(&id, folder, Some((0, rewrite))), hash(&rewrite.text), changed, pair);
        }
    }
    Ok(out)
}

/// The pairs of those probing tasks that tell the class of a function as it is written.
pub fn probe_pairs(
    file: &File<'_>,
    tasks: &[&'static probes::Task],
    probes: &probes::Settings,
    wanted: &WantedIds,
    settings: &RewriteSettings,
) -> Result<FilePairs, LeftOut> {
    let File { text, language, key, split, .. } = *file;
    let tasks: Vec<_> = tasks.iter().copied().filter(|task| is_of_whole_functions(task)).collect();
    let made = drafts(text, language, split, &tasks, probes, |_, _, _| true)?;
    // By the function that they are about.
    let mut originals: BTreeMap<(u32, String), Vec<(usize, Draft)>> = BTreeMap::new();
    let mut done = HashSet::new();
    for (task, draft) in made.drafts {
        // Functions with the same text are one example.
        let is_first = done.insert((task, draft.id.clone()));
        if is_first && is_wanted(wanted, &tasks[task].folder(language), &draft.id) {
            let (function, line) = draft.place();
            originals.entry((line, function.to_owned())).or_default().push((task, draft));
        }
    }
    let mut out = FilePairs::default();
    if originals.is_empty() {
        return Ok(out);
    }
    let place = |line: u32, name: &str| (line, name.to_owned());
    let rewritings = rewritings(text, language, settings, |function, line| {
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
        let asked: Vec<&'static probes::Task> = examples.iter().map(|(task, _)| tasks[*task]).collect();
        for rewrite in &rewriting.rewrites {
            let moved = moved_texts(&rewrite.edits, text, &rewrite.text);
            let made = drafts(&rewrite.text, language, split, &asked, probes, |_, _, _| true).unwrap_or_default();
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
                    out.push(&folder, PairRow { id, content_hash: hash(&rewrite.text), row });
                }
            }
        }
    }
    Ok(out)
}

/// Words and broken code are no functions whose meaning could be kept.
pub(super) fn is_of_whole_functions(task: &probes::Task) -> bool {
    matches!(task.make, Make::Class(_))
}

/// Hash of the content of a rewritten file.
pub(super) fn hash(text: &str) -> String {
    Fingerprint::of(text.as_bytes()).content_hash_hex()
}
