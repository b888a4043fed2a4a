//! The files of the systems that suites come from, read and written: which suites have such files, and whose they are.

use std::any::Any;
use std::path::PathBuf;

use examen_suites::queries::QueryExam;
use examen_suites::{Exam, Suite, probes, queries, questions};

use super::native_probes::{build_from_inspect, write_inspect};
use super::native_queries_in::build_from_native;
use super::native_queries_out::{check_native_tasks, write_native};
use super::native_questions::{build_from_codeqa, write_codeqa};
use super::{BuildSettings, Built};
use crate::context::Context;
use crate::error::{EvaluationError, refuse};

/// Takes the examples of a suite from files of the system that it comes from.
pub fn build_native(
    suite: &Suite,
    exam: &dyn Exam,
    paths: &[PathBuf],
    settings: &BuildSettings,
    context: &Context<'_>,
) -> crate::Result<Built> {
    if suite.name == probes::SUITE.name {
        return build_from_inspect(paths, settings, context);
    }
    if suite.name == questions::SUITE.name {
        return build_from_codeqa(paths, settings);
    }
    build_from_native(paths, settings, query_exam(suite, exam)?, context)
}

/// Fails where an exam has nothing that its native files could hold.
pub fn check_native(suite: &Suite, exam: &dyn Exam) -> crate::Result<()> {
    if [probes::SUITE.name, questions::SUITE.name].contains(&suite.name) {
        return Ok(());
    }
    check_native_tasks(query_exam(suite, exam)?.tasks.iter().map(|task| task.name))
}

/// Writes the native files of what was built, under `OUT/SUITE/native/`.
pub fn write_native_files(
    suite: &Suite,
    exam: &dyn Exam,
    built: &Built,
    settings: &BuildSettings,
    context: &Context<'_>,
) -> crate::Result<()> {
    if suite.name == probes::SUITE.name {
        return write_inspect(&settings.out, &built.manifests);
    }
    if suite.name == questions::SUITE.name {
        return write_codeqa(&settings.out, &built.manifests);
    }
    match &query_exam(suite, exam)?.rows.subwords {
        Some(subwords) => write_native(&settings.out, &built.manifests, subwords, context),
        None => Ok(()),
    }
}

/// The exam of the queries suite; an error for a suite without native files.
fn query_exam<'e>(suite: &Suite, exam: &'e dyn Exam) -> crate::Result<&'e QueryExam> {
    if suite.name != queries::SUITE.name {
        refuse!("the {} suite has no native files", suite.name);
    }
    let exam: &dyn Any = exam;
    exam.downcast_ref().ok_or_else(|| EvaluationError::request("the exam is of another suite"))
}
