//! The replies of a predictor to a batch of rows, on many threads.

use std::num::NonZeroUsize;

use examen_analysis::in_parallel;
use examen_data::{Answer, AnswerKind};

use super::example_row::ExampleRow;
use super::predictor::{NoReply, Predictor, Reply};
use super::task_examples::TaskInfo;

/// Returns one reply for each row, in order, whatever the predictor does.
pub(super) fn replies(
    predictor: &dyn Predictor,
    task: &TaskInfo,
    batch: &[ExampleRow],
    sample: u32,
    threads: Option<NonZeroUsize>,
) -> crate::Result<Vec<Reply>> {
    let chunks: Vec<&[ExampleRow]> = batch.chunks(predictor.rows_at_once().max(1)).collect();
    let mut replies = Vec::with_capacity(batch.len());
    let answered = in_parallel(chunks.len(), threads, |at| chunk_replies(predictor, task, chunks[at], sample))?;
    for (chunk, answered) in chunks.iter().zip(answered) {
        if let Ok(answered) = answered {
            replies.extend(answered);
            continue;
        }
        // Only the rows at which the predictor panics are lost.
        let singles = in_parallel(chunk.len(), threads, |at| chunk_replies(predictor, task, &chunk[at..=at], sample))?;
        for single in singles {
            replies.extend(single.unwrap_or_else(|message| vec![Err(NoReply::Failed(message))]));
        }
    }
    Ok(replies)
}

fn chunk_replies(predictor: &dyn Predictor, task: &TaskInfo, rows: &[ExampleRow], sample: u32) -> Vec<Reply> {
    let replies = match sample {
        0 => predictor.predict(task, rows),
        sample => predictor.predict_sample(task, rows, sample),
    };
    if replies.len() != rows.len() {
        let reason = format!("the model gave {} replies to {} examples", replies.len(), rows.len());
        return vec![Err(NoReply::Failed(reason)); rows.len()];
    }
    replies.into_iter().map(|reply| checked(task.answer.kind, reply)).collect()
}

/// Turns an answer of another kind than the task asks for into a failure.
fn checked(kind: AnswerKind, reply: Reply) -> Reply {
    let answer = reply?;
    if is_of_kind(kind, &answer) {
        Ok(answer)
    } else {
        Err(NoReply::Failed(format!("the answer is not of the kind `{}`", kind.name())))
    }
}

fn is_of_kind(kind: AnswerKind, answer: &Answer) -> bool {
    match answer {
        Answer::Choice(_) => kind == AnswerKind::Choice,
        Answer::Class { .. } => kind == AnswerKind::Class,
        Answer::Labels(_) => matches!(kind, AnswerKind::Labels | AnswerKind::Spans),
        Answer::Match(_) => kind == AnswerKind::Match,
        Answer::Name(_) => kind == AnswerKind::Name,
        Answer::Relevance(_) => kind == AnswerKind::Relevance,
        Answer::Spans { .. } | Answer::Texts(_) => kind == AnswerKind::Spans,
        Answer::Text(_) => kind == AnswerKind::Text,
    }
}
