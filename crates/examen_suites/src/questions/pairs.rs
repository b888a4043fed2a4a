//! Functions that questions are asked about, and their rewrites, which keep the answers.

use std::collections::{BTreeMap, HashSet};

use examen_english::English;

use super::{QuestionRow, Settings, id, question_rows, shown_code, task};
use crate::rewriting::{
    FilePairs, Pair, PairRow, Paired, RewriteSettings, Rewriting, content_hash, moved_texts, rewritings, row_id,
};
use crate::source::LeftOut;
use crate::suite::File;

/// The pairs of the exam of questions.
pub(super) fn question_pairs(
    english: &English,
    file: &File<'_>,
    of_questions: Settings,
    settings: &RewriteSettings,
) -> Result<FilePairs, LeftOut> {
    let File { code, key, .. } = *file;
    let (text, language) = (code.source(), code.language());
    let folder = task(language);
    let made = question_rows(english, code, of_questions)?;
    // Functions with the same code are one example.
    let mut done = HashSet::new();
    let mut wanted: BTreeMap<(String, u32), Vec<QuestionRow>> = BTreeMap::new();
    for (id, row) in made.rows {
        if file.wants(folder, &id) && done.insert(id) {
            wanted.entry((row.function.clone(), row.start_line)).or_default().push(row);
        }
    }
    let rewritings = rewritings(code, settings, |function, line| wanted.contains_key(&(function.name.clone(), line)))?;
    let mut out = FilePairs::default();
    for Rewriting { name, simple_name, span, line, statements, rewrites } in &rewritings {
        let identifier = simple_name.text(text);
        for row in wanted.remove(&(name.clone(), *line)).unwrap_or_default() {
            let id = id(&row, language, of_questions);
            let push = |out: &mut FilePairs, id, content_hash, row: QuestionRow, pair| {
                out.push(folder, PairRow { id, content_hash, row: Box::new(Paired { row, pair }) });
            };
            let original = Pair::of_original(&id, *statements);
            push(&mut out, row_id(&id, folder, None), key.content_hash.clone(), row.clone(), original);
            for rewrite in rewrites {
                let span = rewrite.edits.map_span(*span);
                let changed = shown_code(&rewrite.text, span, identifier, language, of_questions.shown);
                if changed == row.text {
                    out.skip(folder, "nothing-changed");
                    continue;
                }
                let moved = moved_texts(&rewrite.edits, text, &rewrite.text);
                let pair = Pair::of_rewrite(&id, *statements, rewrite, &moved);
                let changed = QuestionRow { text: changed, ..row.clone() };
                push(&mut out, row_id(&id, folder, Some((0, rewrite))), content_hash(&rewrite.text), changed, pair);
            }
        }
    }
    Ok(out)
}
