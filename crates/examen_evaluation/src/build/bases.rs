//! An exam and, before it, the one that it rewrites.

use examen_corpus::{Plan, SourceOptions};
use examen_suites::{Exam, Suite};

use super::{BuildSettings, Built, build, write_statistics};
use crate::context::Context;

/// The code, as an exam reads it.
pub type CodeOf<'c> = &'c dyn Fn(&dyn Exam) -> crate::Result<(Plan, SourceOptions)>;

/// Builds an exam after the one that it rewrites, unless `is_there` says of that one's suite that it is built already. `built` gets
/// both, also where the second fails.
pub fn build_with_bases(
    suite: &'static Suite,
    exam: &dyn Exam,
    code: CodeOf<'_>,
    settings: &BuildSettings,
    is_there: &dyn Fn(&Suite) -> bool,
    built: &mut Vec<Built>,
    context: &Context<'_>,
) -> crate::Result<()> {
    if let Some(base) = exam.base().filter(|base| !is_there(base.suite)) {
        build_with_bases(base.suite, base.exam, code, settings, is_there, built, context)?;
    }
    let made = build(suite, exam, code(exam)?, settings, context)?;
    // What the whole is like is known when shards are joined.
    if settings.shard.is_none() {
        write_statistics(&settings.out, &made.manifests)?;
    }
    built.push(made);
    Ok(())
}

/// The options by which files are read for an exam.
pub fn options_of(exam: &dyn Exam, mut options: SourceOptions) -> SourceOptions {
    let languages = exam.languages(&options.languages);
    if languages != options.languages {
        // A file that says nothing else is of the only language.
        if let [only] = languages.as_slice() {
            options.language.get_or_insert(*only);
        }
        options.languages = languages;
    }
    options
}
