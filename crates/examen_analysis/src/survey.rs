//! Reading a corpus once: every file is decoded, fingerprinted, parsed and counted; the rows go to a table.

use std::num::NonZeroUsize;
use std::path::Path;

use clap::Args;
use examen_corpus::{
    Deduplicator, Fingerprint, Item, Plan, Shares, SkipReason, SourceFile, SourceOptions, Split, Verdict, try_process,
};
use examen_data::{CorpusRow, CorpusTableWriter, ExampleId, FingerprintRow, FingerprintTableWriter};
use examen_syntax::{Language, LineIndex, Outline, SourceText, outline};

use crate::corpus_statistics::{CorpusStatistics, Duplicate};
use crate::error::Result;

#[derive(Args)]
#[command(next_help_heading = "Duplicates and splits")]
/// How duplicates are recognised and splits drawn.
pub struct SurveySettings {
    /// Fraction of words in common (Jaccard) from which on two files are near duplicates.
    #[arg(long, value_name = "FRACTION", default_value_t = Deduplicator::THRESHOLD)]
    pub near_duplicates: f64,

    /// Decides which project is in which split.
    #[arg(long, value_name = "N", default_value_t = 0, env = "EXAMEN_SEED")]
    pub seed: u64,
}

/// The tables that a survey writes.
#[derive(Clone, Copy, Debug, Default)]
pub struct SurveyTables<'t> {
    /// A row for each file, with its text.
    pub files: Option<&'t Path>,
    /// The fingerprints of the files that were read, for engines that look for copies across partitions.
    pub fingerprints: Option<&'t Path>,
}

/// Reads the corpus, writes the tables that are asked for, and returns the counts.
pub fn survey(
    plan: &Plan,
    options: &SourceOptions,
    settings: &SurveySettings,
    tables: SurveyTables<'_>,
    threads: Option<NonZeroUsize>,
) -> Result<CorpusStatistics> {
    let mut files = tables.files.map(CorpusTableWriter::create).transpose()?;
    let mut fingerprints = tables.fingerprints.map(FingerprintTableWriter::create).transpose()?;
    let keeps_content = files.is_some();
    let statistics = survey_rows(plan, options, settings, keeps_content, threads, |row, fingerprint| {
        if let (Some(writer), Some(fingerprint)) = (&mut fingerprints, fingerprint) {
            let names = [row.id.as_str(), &row.project, &row.path];
            writer.push(&FingerprintRow::new(names, fingerprint, settings.near_duplicates))?;
        }
        files.as_mut().map_or(Ok(()), |writer| writer.push(&row)).map_err(crate::AnalysisError::from)
    })?;
    if let Some(writer) = files {
        writer.finish()?;
    }
    if let Some(writer) = fingerprints {
        writer.finish()?;
    }
    Ok(statistics)
}

/// Reads the corpus, hands its rows to `take` in order, with the text of files where it is kept and the fingerprints of those that
/// were read, and returns the counts. An error of
/// `take` ends the work.
pub fn survey_rows<E: From<crate::AnalysisError> + From<examen_corpus::CorpusError>>(
    plan: &Plan,
    options: &SourceOptions,
    settings: &SurveySettings,
    keeps_content: bool,
    threads: Option<NonZeroUsize>,
    mut take: impl FnMut(CorpusRow, Option<&Fingerprint>) -> std::result::Result<(), E>,
) -> std::result::Result<CorpusStatistics, E> {
    let mut deduplicator = Deduplicator::new(settings.near_duplicates).map_err(crate::AnalysisError::from)?;
    let mut ids: Vec<ExampleId> = Vec::new();
    let mut statistics = CorpusStatistics::default();
    let counts = try_process(
        plan,
        options,
        threads,
        |file| Surveyed::new(file, settings.seed, keeps_content),
        |item| {
            let (row, fingerprint) = match item {
                Item::Skipped(skipped) => {
                    statistics.skip(skipped.reason);
                    (skipped_row(skipped), None)
                }
                Item::File(Surveyed { row, outline, .. }) if outline.is_too_much_work => {
                    statistics.skip(SkipReason::TooMuchWork);
                    let reason = Some(SkipReason::TooMuchWork.to_string());
                    (CorpusRow { status: "skipped".to_owned(), reason, ..row }, None)
                }
                Item::File(Surveyed { mut row, outline, language, id, fingerprint }) => {
                    let duplicate = note_duplicate(&mut row, deduplicator.admit(&fingerprint), &ids);
                    ids.push(id);
                    statistics.add(language, &row, &outline, duplicate);
                    (row, Some(fingerprint))
                }
            };
            take(row, fingerprint.as_ref())
        },
    )?;
    statistics.close(&counts);
    Ok(statistics)
}

/// The results of a worker for one file.
struct Surveyed {
    id: ExampleId,
    language: Language,
    row: CorpusRow,
    outline: Outline,
    fingerprint: Fingerprint,
}

impl Surveyed {
    fn new(file: SourceFile, seed: u64, keeps_content: bool) -> Self {
        let SourceFile { project, path, language, bytes, .. } = file;
        let fingerprint = Fingerprint::of(&bytes);
        let content_hash = fingerprint.content_hash_hex();
        let byte_count = bytes.len() as u64;
        let source = SourceText::decode(bytes, language);
        let outline = outline(&source.text, language);
        let id = ExampleId::new([project.as_str(), path.as_str(), content_hash.as_str()]);
        let row = CorpusRow {
            id: id.as_str().to_owned(),
            split: Split::of(&project, seed, Shares::default()).name().to_owned(),
            project,
            path,
            language: language.name().to_owned(),
            content_hash,
            encoding: source.encoding.name().to_owned(),
            bytes: byte_count,
            lines: u64::from(LineIndex::new(&source.text).line_count()),
            functions: u64::from(outline.functions),
            methods: u64::from(outline.methods),
            documented: u64::from(outline.documented),
            parse: if outline.is_clean() { "clean" } else { "errors" }.to_owned(),
            syntax_errors: u64::from(outline.syntax_errors),
            content: keeps_content.then_some(source.text),
            status: "ok".to_owned(),
            ..CorpusRow::default()
        };
        Self { id, language, row, outline, fingerprint }
    }
}

fn note_duplicate(row: &mut CorpusRow, verdict: Verdict, ids: &[ExampleId]) -> Duplicate {
    let (duplicate, of) = match verdict {
        Verdict::Unique => (Duplicate::Unique, None),
        Verdict::Exact { of } => (Duplicate::Exact, Some(of)),
        Verdict::Near { of, .. } => (Duplicate::Near, Some(of)),
    };
    duplicate.name().clone_into(&mut row.duplicate);
    row.duplicate_of = of.and_then(|of| ids.get(of as usize)).map(|id| id.as_str().to_owned());
    duplicate
}

fn skipped_row(skipped: examen_corpus::Skipped) -> CorpusRow {
    let reason = match skipped.detail.as_str() {
        "" => skipped.reason.to_string(),
        detail => format!("{}: {detail}", skipped.reason),
    };
    CorpusRow {
        id: ExampleId::new([&skipped.project, &skipped.path, &reason]).as_str().to_owned(),
        project: skipped.project,
        path: skipped.path,
        status: "skipped".to_owned(),
        reason: Some(reason),
        ..CorpusRow::default()
    }
}
