//! Functions whose names are asked for, and their rewrites.

use std::collections::HashSet;

use examen_syntax::LineIndex;

use super::{NameRow, Settings, id, row_at, row_of, task};
use crate::rewriting::{
    FilePairs, Pair, PairRow, Paired, RewriteSettings, Rewriting, content_hash, moved_texts, rewritings, row_id,
};
use crate::source::LeftOut;
use crate::suite::File;

/// The pairs of the exam of names.
pub(super) fn name_pairs(
    file: &File<'_>,
    of_names: Settings,
    settings: &RewriteSettings,
) -> Result<FilePairs, LeftOut> {
    let File { code, key, .. } = *file;
    let (text, language) = (code.source(), code.language());
    let lines = LineIndex::new(text);
    let folder = task(language);
    let mut out = FilePairs::default();
    let rewritings = rewritings(code, settings, |function, _| {
        let row = row_of(function, text, language, &lines);
        row.is_ok_and(|row| file.wants(folder, &id(&row, language, of_names)))
    })?;
    let mut done = HashSet::new();
    for rewriting in &rewritings {
        let Rewriting { name, simple_name, span, line, statements, rewrites } = rewriting;
        let identifier = simple_name.text(text);
        let row = row_at(text, language, *span, name, identifier, *line);
        let id = id(&row, language, of_names);
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
            let changed = row_at(&rewrite.text, language, span, name, identifier, *line);
            if changed.text == row.text {
                out.skip(folder, "nothing-changed");
                continue;
            }
            let moved = moved_texts(&rewrite.edits, text, &rewrite.text);
            let pair = Pair::of_rewrite(&id, *statements, rewrite, &moved);
            push(&mut out, row_id(&id, folder, Some((0, rewrite))), content_hash(&rewrite.text), changed, pair);
        }
    }
    Ok(out)
}
