//! The name of a function as a sentence: what documentation says that only repeats it.

use examen_data::{Answer, AnswerKind};
use examen_models::sub_tokens;
use examen_syntax::{Language, ParsedFile, functions};

use super::{Make, Model};
use crate::predict::{ExampleRow, NoReply, Predictor, Reply, TaskInfo};

pub(super) const MODEL: Model = Model {
    name: "copy-name",
    description: "The words of the function's name",
    kinds: &[AnswerKind::Text],
    make: Make::Predictor(|_| Box::new(CopyName)),
};

struct CopyName;

impl Predictor for CopyName {
    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        vec!["text"]
    }

    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        batch.iter().map(|row| copied(row).map(Answer::Text)).collect()
    }
}

fn copied(row: &ExampleRow) -> Result<String, NoReply> {
    let code = row.text("text").map_err(NoReply::Failed)?;
    let (_, name) = name_in(code, &row.language);
    let mut sentence = sub_tokens(name).join(" ");
    if let Some(first) = sentence.get(..1) {
        sentence.replace_range(..1, &first.to_uppercase());
    }
    sentence.push('.');
    Ok(sentence)
}

/// What stands before the name of the first function of a text, and the name; nothing where there is none.
pub(super) fn name_in<'t>(code: &'t str, language: &str) -> (&'t str, &'t str) {
    let language = Language::of_name(language).unwrap_or(Language::Python);
    let file = ParsedFile::of_part(code, language);
    let functions = functions(&file, code);
    let name = functions.first().and_then(|function| function.name);
    name.map_or(("", ""), |name| (&code[..name.start as usize], name.text(code)))
}
