//! The namer: each exam of names teaches a model that answers it, and its rewrites.

use crate::error::While as _;
use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_models::{Named, PathNeighbours};
use examen_syntax::{Language, python};
use examen_views::paths::{PathFormat, PathSettings, java_lines, original_reading, python_lines};
use serde::Deserialize;
use serde_json::json;

use super::prediction_file::PredictionFile;
use super::{NoReply, Reply, taught_by};
use crate::context::Context;
use examen_analysis::in_parallel;

/// Functions that a namer learns from, at most: some 13 kB of contexts each. Rows are in order of their ids, which are hashes,
/// so that the first are a sample.
const MOST_LESSONS: usize = 100_000;
/// Rows whose contexts are worked out at a time.
const ROWS_AT_A_TIME: usize = 1024;

#[derive(Deserialize)]
struct Lesson {
    language: String,
    text: String,
    name: String,
}

#[derive(Deserialize)]
struct Question {
    id: String,
    language: String,
    text: String,
}

/// Trains a namer for each task and lets it answer the rows of the splits.
pub fn sit_namer(
    folders: &[&TaskFolder],
    splits: &[Split],
    file: &mut PredictionFile,
    context: &Context<'_>,
) -> crate::Result<()> {
    for folder in folders {
        let name = format!("{}/{}", folder.manifest().suite, folder.manifest().task);
        let count = sit(folder, splits, file, context).doing(|| format!("cannot sit {name}"))?;
        context.remark(format!("{name}: {count} examples"));
    }
    Ok(())
}

fn sit(folder: &TaskFolder, splits: &[Split], file: &mut PredictionFile, context: &Context<'_>) -> crate::Result<u64> {
    let teacher = taught_by(folder)?;
    let teacher = teacher.as_ref().unwrap_or(folder);
    let lessons = teacher.rows_with(Split::Train, &["language", "text", "name"])?.take(MOST_LESSONS);
    let lessons: Vec<Lesson> = lessons.collect::<examen_data::Result<_>>()?;
    let contexts =
        in_parallel(lessons.len(), context.threads, |at| contexts(&lessons[at].text, &lessons[at].language))?;
    let contexts: Vec<String> = contexts.into_iter().map(Result::unwrap_or_default).collect();
    let named = lessons.iter().zip(&contexts).map(|(lesson, contexts)| Named { name: &lesson.name, contexts });
    let model = PathNeighbours::train(&named.collect::<Vec<_>>());
    let mut count = 0;
    for &split in splits {
        let mut rows = folder.rows_with::<Question>(split, &["id", "language", "text"])?;
        loop {
            let questions: Vec<Question> = rows.by_ref().take(ROWS_AT_A_TIME).collect::<examen_data::Result<_>>()?;
            let replies = in_parallel(questions.len(), context.threads, |at| -> Reply {
                let Question { language, text, .. } = &questions[at];
                let model = model.as_ref().map_err(|error| NoReply::Skipped(error.to_string()))?;
                // A function that is like no other gets a name without parts.
                Ok(json!({ "label": model.answer(&self::contexts(text, language)).unwrap_or_default() }))
            })?;
            count += questions.len() as u64;
            let is_last = questions.len() < ROWS_AT_A_TIME;
            for (question, reply) in questions.into_iter().zip(replies) {
                file.push(question.id, reply.unwrap_or_else(|message| Err(NoReply::Failed(message))))?;
            }
            if is_last {
                break;
            }
        }
    }
    Ok(count)
}

/// The path contexts of a function as code2seq's extractors see it; empty where they see nothing.
fn contexts(text: &str, language: &str) -> String {
    let settings = PathSettings::of(PathFormat::Code2seq);
    let mut contexts = String::new();
    // Of several, the first is the function itself, those behind it are inside it.
    let mut take = |line: &str| {
        if contexts.is_empty() {
            contexts.push_str(line.split_once(' ').map_or("", |(_, rest)| rest));
        }
    };
    if Language::of_name(language) == Some(Language::Java) {
        let (text, tree) = original_reading(text);
        if tree.is_too_deep() {
            return String::new();
        }
        java_lines(&text, &tree, &settings, |method| {
            if let Ok(line) = method.line {
                take(line);
            }
        });
    } else {
        let file = python::parse(text);
        python_lines(text, &file, &settings, |method| {
            if let Ok(line) = method.line {
                take(line);
            }
        });
    }
    contexts
}
