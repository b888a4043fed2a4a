//! Functions whose captions are asked for, and their rewrites, which keep them.

use std::collections::HashMap;

use super::pool::{caption_rows, pool_id, row_at};
use super::{PoolRow, Task};
use crate::rewriting::{
    FilePairs, Pair, PairRow, Paired, RewriteSettings, Rewriting, content_hash, moved_texts, rewritings, row_id,
};
use crate::source::LeftOut;
use crate::suite::File;

/// The pairs of the pool.
pub(super) fn caption_pairs(
    file: &File<'_>,
    sentences: usize,
    settings: &RewriteSettings,
) -> Result<FilePairs, LeftOut> {
    let File { text, language, key, .. } = *file;
    let folder = &Task::Generate.folder(language);
    let captions = caption_rows(text, language, key, sentences)?;
    let wanted = captions.rows.into_iter().filter(|(id, _)| file.wants(folder, id));
    // Functions with the same code are one example.
    let mut wanted: HashMap<(String, u32), PoolRow> =
        wanted.map(|(_, row)| ((row.function.clone(), row.start_line), row)).collect();
    let rewritings =
        rewritings(text, language, settings, |function, line| wanted.contains_key(&(function.name.clone(), line)))?;
    let mut out = FilePairs::default();
    for Rewriting { name, span, line, statements, rewrites, .. } in &rewritings {
        let Some(row) = wanted.remove(&(name.clone(), *line)) else { continue };
        let id = pool_id(&row, language);
        let push = |out: &mut FilePairs, id, content_hash, row: PoolRow, pair| {
            out.push(folder, PairRow { id, content_hash, row: Box::new(Paired { row, pair }) });
        };
        let original = Pair::of_original(&id, *statements);
        push(&mut out, row_id(&id, folder, None), key.content_hash.clone(), row.clone(), original);
        for rewrite in rewrites {
            let span = rewrite.edits.map_span(*span);
            let changed = row_at(&rewrite.text, language, span, name, *line, row.caption.clone());
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
