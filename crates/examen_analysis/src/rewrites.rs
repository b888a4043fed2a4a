//! Rewrites of the functions of files, with counts; samples of them; whether they compile and do the same.

mod counts;
mod folder;
mod rewrite;
mod sample;
mod verify;

pub use counts::{KindCounts, RewriteCounts};
pub use folder::write_rewritten_files;
pub use rewrite::{EditableText, NotRewritten, Rewrite, RewriteSettings, RewrittenFunction, rewrites};
pub use sample::RewriteSample;
pub use verify::{Check, FAILURES, Verdict, Verifier};

use crate::reading::CodeFile;

/// The rewrites of a file.
pub struct RewrittenFile {
    /// The path as the user would write it.
    pub path: String,
    /// The text before.
    pub text: EditableText,
    /// The rewrites, in the order of the text.
    pub rewrites: Vec<Rewrite>,
    /// The verdicts on them, where they were verified.
    pub verdicts: Option<Vec<Verdict>>,
    /// The counts of this file.
    pub counts: RewriteCounts,
}

/// Rewrites the functions of a file: all that the settings ask for or, of these, those of a sample; and asks a verifier about them.
pub fn rewrite_file(
    file: CodeFile,
    settings: &RewriteSettings,
    sample: Option<&RewriteSample>,
    verifier: Option<&Verifier>,
) -> Result<RewrittenFile, NotRewritten> {
    let CodeFile { path, place, language, bytes } = file;
    let text = EditableText::read(bytes, language)?;
    let mut counts = RewriteCounts::new(settings);
    counts.files = 1;
    let mut made = rewrites(&text.source, language, settings, &mut counts)?;
    if let Some(sample) = sample {
        made.retain(|rewrite| sample.has(rewrite, &path, settings));
    }
    let verdicts = verifier.map(|verifier| verifier.verdicts(&place, &text.source, language, &made));
    for rewrite in &made {
        counts.kinds[rewrite.transform].rewrites += 1;
    }
    for (rewrite, verdict) in made.iter().zip(verdicts.iter().flatten()) {
        counts.add_verdict(rewrite.transform, verdict);
    }
    Ok(RewrittenFile { path, text, rewrites: made, verdicts, counts })
}
