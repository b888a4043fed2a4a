//! Reading a corpus for a suite: copies are left out, and shards see only what is theirs.

use std::sync::{PoisonError, RwLock};

use examen_corpus::{
    Deduplicator, Fingerprint, Item, Plan, Shares, SourceFile, SourceOptions, Split, Verdict, try_process,
};
use examen_suites::source::{LeftOut, SourceKey};
use examen_syntax::{Language, SourceText};

use super::splitting::file_unit;
use super::{BuildSettings, SplitBy};
use crate::context::Context;

/// A file that a suite makes something of.
pub(super) struct FileText<'f> {
    pub(super) text: &'f str,
    pub(super) language: Language,
    pub(super) key: &'f SourceKey,
    pub(super) split: Split,
}

/// What became of something that was met; in the order of the plan.
pub(super) enum Met<R> {
    /// A file, and what the suite made of it.
    File(FileRead<R>),
    /// Something that nothing is made of; without a key it could not be read.
    LeftOut { key: Option<SourceKey>, language: Option<Language>, reason: String },
}

/// A file, and what the suite made of it.
pub(super) struct FileRead<R> {
    pub(super) key: SourceKey,
    pub(super) language: Language,
    pub(super) split: Split,
    pub(super) rows: R,
}

/// Hands every file of the plan to `make`, on all threads, and what comes of it to `take`, in order.
pub(super) fn read_files<R: Send>(
    plan: &Plan,
    mut options: SourceOptions,
    shares: Shares,
    settings: &BuildSettings,
    context: &Context<'_>,
    make: impl Fn(FileText<'_>) -> Result<R, LeftOut> + Sync,
    mut take: impl FnMut(Met<R>) -> crate::Result<()>,
) -> crate::Result<()> {
    options.progress = context.observer.reading();
    let deduplicator = RwLock::new(Deduplicator::new(settings.near_duplicates)?);
    let work = |file: SourceFile| {
        let SourceFile { project, path, bytes, language, .. } = file;
        let fingerprint = Fingerprint::of(&bytes);
        let is_owned = settings.shard.is_none_or(|shard| shard.owns(&project));
        let split = match settings.split_by {
            SplitBy::Auto | SplitBy::Project => Split::of(&project, settings.seed, shares),
            SplitBy::File => Split::of(&file_unit(&project, &path), settings.seed, shares),
            // Rows of functions have their own.
            SplitBy::Function | SplitBy::Pair | SplitBy::None => Split::Test,
        };
        let key = SourceKey { project, path, content_hash: fingerprint.content_hash_hex() };
        // A file of another shard is read for its copies only.
        let rows = is_owned.then(|| {
            // The verdict falls when it is this file's turn; it will be no other.
            if deduplicator.read().unwrap_or_else(PoisonError::into_inner).knows(&fingerprint) {
                return Err(LeftOut("duplicate"));
            }
            let text = SourceText::decode(bytes, language).text;
            make(FileText { text: &text, language, key: &key, split })
        });
        Worked { key, language, split, fingerprint, rows }
    };
    let consume = |item: Item<Worked<R>>| {
        let Worked { key, language, split, fingerprint, rows } = match item {
            Item::File(worked) => worked,
            Item::Skipped(skipped) => {
                if settings.shard.is_none_or(|shard| shard.owns(&skipped.project)) {
                    take(Met::LeftOut { key: None, language: None, reason: skipped.reason.to_string() })?;
                }
                return Ok(());
            }
        };
        let verdict = deduplicator.write().unwrap_or_else(PoisonError::into_inner).admit(&fingerprint);
        let Some(rows) = rows else { return Ok(()) };
        let reason = match (verdict, rows) {
            (Verdict::Unique, Ok(rows)) => return take(Met::File(FileRead { key, language, split, rows })),
            (Verdict::Unique, Err(LeftOut(reason))) => reason,
            (Verdict::Exact { .. }, _) => "exact-duplicate",
            (Verdict::Near { .. }, _) => "near-duplicate",
        };
        take(Met::LeftOut { key: Some(key), language: Some(language), reason: reason.to_owned() })
    };
    try_process(plan, &options, context.threads, work, consume)?;
    Ok(())
}

/// What a worker makes of a file.
struct Worked<R> {
    key: SourceKey,
    language: Language,
    split: Split,
    fingerprint: Fingerprint,
    rows: Option<Result<R, LeftOut>>,
}
