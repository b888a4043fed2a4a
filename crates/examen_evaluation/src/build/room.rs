//! Whether there is room for code behind the queries.

use crate::error::refuse;
use examen_tokenizers::Subwords;
use examen_tokenizers::code_tokens::spelled_tokens;
use examen_tokenizers::sequence::sequence;

use crate::build::query_exam_flags::QueryExam;

/// Fails when a task cuts its input so short that some query leaves no token of code.
pub(super) fn check_room(exam: &QueryExam) -> crate::Result<()> {
    if !exam.tasks.iter().any(|task| task.needs_tokens) {
        return Ok(());
    }
    let python = Subwords::python();
    let subwords = exam.settings.subwords.as_ref().unwrap_or(&python);
    let max_length = exam.settings.max_length;
    let length = |name: &str| sequence(&spelled_tokens(name), &[], subwords).query_length;
    let lengths: Vec<(usize, &str)> =
        exam.settings.queries.iter().map(|query| (length(query.name), query.id)).collect();
    let too_long = lengths.iter().filter(|(length, _)| *length >= max_length).count();
    if let Some((longest, id)) = lengths.iter().max().filter(|_| too_long > 0) {
        refuse!(
            "--max-length {max_length} leaves no room for code behind {too_long} of {} queries: {id} alone takes \
             {longest} tokens",
            lengths.len()
        );
    }
    Ok(())
}
