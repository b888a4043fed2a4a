//! Reading a corpus for some exams at once: each file is read, decoded and parsed once for all of them. Copies are left out, and
//! shards see only what is theirs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock};

use examen_corpus::{
    Deduplicator, FileKind, Fingerprint, Item, Plan, Shares, SkipReason, Skipped, SourceFile, SourceOptions, Split,
    Verdict, try_process,
};
use examen_suites::source::{LeftOut, SourceKey};
use examen_syntax::{Language, LazyParsedFile, SourceText};

use super::splitting::file_unit;
use super::{BuildSettings, SplitBy};
use crate::context::Context;

/// One of the exams that files are read for.
pub(super) struct Reader<'r> {
    /// The languages of its files.
    pub(super) languages: &'r [Language],
    /// The shares of the splits.
    pub(super) shares: Shares,
    /// What is in one split as a whole.
    pub(super) split_by: SplitBy,
}

/// A file that a suite makes something of.
pub(super) struct FileText<'f> {
    pub(super) code: &'f LazyParsedFile<'f>,
    pub(super) key: &'f SourceKey,
    pub(super) split: Split,
}

/// What became of something that was met; in the order of the plan.
pub(super) enum Met<R> {
    /// A file, and what the suite made of it.
    File(FileRead<R>),
    /// Something that nothing is made of; without a key it could not be read.
    LeftOut { key: Option<Arc<SourceKey>>, language: Option<Language>, reason: String },
}

/// A file, and what the suite made of it.
pub(super) struct FileRead<R> {
    pub(super) key: Arc<SourceKey>,
    pub(super) language: Language,
    pub(super) split: Split,
    pub(super) rows: R,
}

/// Hands every file of the plan to `make` for each of the readers that it is for, on all threads, and what comes of it to `take`, in
/// order. The settings are those of one reader: seed, shard and near duplicates are the same for all.
pub(super) fn read_files<R: Send>(
    plan: &Plan,
    mut options: SourceOptions,
    readers: &[Reader<'_>],
    settings: &BuildSettings,
    context: &Context<'_>,
    make: impl Fn(usize, FileText<'_>) -> Result<R, LeftOut> + Sync,
    mut take: impl FnMut(usize, Met<R>) -> crate::Result<()>,
) -> crate::Result<()> {
    options.progress = context.observer.reading();
    let copies = Copies::of(readers, settings.near_duplicates)?;
    let is_owned = |project: &str| settings.shard.is_none_or(|shard| shard.owns(project));
    let work = |file: SourceFile| {
        let SourceFile { project, path, bytes, language, .. } = file;
        let fingerprint = Fingerprint::of(&bytes);
        let is_owned = is_owned(&project);
        let key = Arc::new(SourceKey { project, path, content_hash: fingerprint.content_hash_hex() });
        // A file of another shard is read for its copies only.
        if !is_owned {
            return Worked { key, language, fingerprint, made: Vec::new() };
        }
        let is_copy = copies.knows(&fingerprint, language);
        let text = is_copy.contains(&Some(false)).then(|| SourceText::decode(bytes, language).text);
        let code = LazyParsedFile::new(text.as_deref().unwrap_or_default(), language);
        let made_for = |(at, reader): (usize, &Reader<'_>)| match is_copy[copies.of_reader[at]] {
            None => Made::Nothing,
            Some(true) => Made::LeftOut(LeftOut("duplicate")),
            Some(false) => {
                let split = reader.split(&key, settings.seed);
                let file = FileText { code: &code, key: &key, split };
                // What one suite cannot cope with is read for the others all the same.
                match catch_unwind(AssertUnwindSafe(|| make(at, file))) {
                    Ok(Ok(rows)) => Made::Rows(split, rows),
                    Ok(Err(left_out)) => Made::LeftOut(left_out),
                    Err(_) => Made::Panicked,
                }
            }
        };
        let of_readers = readers.iter().enumerate().map(made_for).collect();
        Worked { key, language, fingerprint, made: of_readers }
    };
    let languages = options.languages.clone();
    let consume = |item: Item<Worked<R>>| -> crate::Result<()> {
        let Worked { key, language, fingerprint, made } = match item {
            Item::File(worked) => worked,
            Item::Skipped(skipped) => {
                for (at, _) in readers.iter().enumerate().filter(|(_, reader)| reader.meets(&skipped, &languages)) {
                    if is_owned(&skipped.project) {
                        take(at, Met::LeftOut { key: None, language: None, reason: skipped.reason.to_string() })?;
                    }
                }
                return Ok(());
            }
        };
        let verdicts = copies.admit(&fingerprint, language);
        for (at, made) in made.into_iter().enumerate() {
            let key = Arc::clone(&key);
            let reason = match (verdicts[copies.of_reader[at]], made) {
                (None, _) | (_, Made::Nothing) => continue,
                (_, Made::Panicked) => {
                    let reason = SkipReason::Panicked.to_string();
                    take(at, Met::LeftOut { key: None, language: None, reason })?;
                    continue;
                }
                (Some(Verdict::Unique), Made::Rows(split, rows)) => {
                    take(at, Met::File(FileRead { key, language, split, rows }))?;
                    continue;
                }
                (Some(Verdict::Unique), Made::LeftOut(LeftOut(reason))) => reason,
                (Some(Verdict::Exact { .. }), _) => "exact-duplicate",
                (Some(Verdict::Near { .. }), _) => "near-duplicate",
            };
            take(at, Met::LeftOut { key: Some(key), language: Some(language), reason: reason.to_owned() })?;
        }
        Ok(())
    };
    try_process(plan, &options, context.threads, work, consume)?;
    Ok(())
}

impl Reader<'_> {
    /// The split of a file.
    fn split(&self, key: &SourceKey, seed: u64) -> Split {
        let SourceKey { project, path, .. } = key;
        match self.split_by {
            SplitBy::Auto | SplitBy::Project => Split::of(project, seed, self.shares),
            SplitBy::File => Split::of(&file_unit(project, path), seed, self.shares),
            // Rows of functions have their own.
            SplitBy::Function | SplitBy::Pair | SplitBy::None => Split::Test,
        }
    }

    /// Whether something that could not be read would have been met if only files of its own languages were.
    fn meets(&self, skipped: &Skipped, languages: &[Language]) -> bool {
        let is_about_content = matches!(
            skipped.reason,
            SkipReason::TooLarge | SkipReason::NotText | SkipReason::Unreadable | SkipReason::Panicked
        );
        match FileKind::of_name(&skipped.path) {
            FileKind::Source(language) if is_about_content && self.languages != languages => {
                self.languages.contains(&language)
            }
            _ => true,
        }
    }
}

/// The copies among the files that readers of the same languages read.
struct Copies<'r> {
    among: Vec<(&'r [Language], RwLock<Deduplicator>)>,
    /// For each reader its place among them.
    of_reader: Vec<usize>,
}

impl<'r> Copies<'r> {
    fn of(readers: &[Reader<'r>], near_duplicates: f64) -> crate::Result<Self> {
        let mut copies = Self { among: Vec::new(), of_reader: Vec::new() };
        for reader in readers {
            let known = copies.among.iter().position(|(languages, _)| *languages == reader.languages);
            copies.of_reader.push(known.unwrap_or(copies.among.len()));
            if known.is_none() {
                copies.among.push((reader.languages, RwLock::new(Deduplicator::new(near_duplicates)?)));
            }
        }
        Ok(copies)
    }

    /// Whether a file is a copy of an earlier one; nothing where its language is not read. The verdict falls when it is this file's
    /// turn; for what is a copy now it will be no other.
    fn knows(&self, fingerprint: &Fingerprint, language: Language) -> Vec<Option<bool>> {
        let knows =
            |known: &RwLock<Deduplicator>| known.read().unwrap_or_else(PoisonError::into_inner).knows(fingerprint);
        self.among.iter().map(|(languages, known)| languages.contains(&language).then(|| knows(known))).collect()
    }

    fn admit(&self, fingerprint: &Fingerprint, language: Language) -> Vec<Option<Verdict>> {
        let admit =
            |known: &RwLock<Deduplicator>| known.write().unwrap_or_else(PoisonError::into_inner).admit(fingerprint);
        self.among.iter().map(|(languages, known)| languages.contains(&language).then(|| admit(known))).collect()
    }
}

/// What a worker makes of a file.
struct Worked<R> {
    key: Arc<SourceKey>,
    language: Language,
    fingerprint: Fingerprint,
    /// For each reader; empty for a file of another shard.
    made: Vec<Made<R>>,
}

enum Made<R> {
    /// The file is not for this reader.
    Nothing,
    LeftOut(LeftOut),
    Panicked,
    Rows(Split, R),
}
