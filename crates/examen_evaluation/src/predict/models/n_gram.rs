//! Names and texts word by word, by trigrams of the training split and words of the input.

use examen_analysis::in_parallel;
use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, TaskFolder};
use examen_models::{GeneratedKind, NGram, NGramExample, sub_tokens};
use serde_json::{Map, Value};

use super::copy_name::name_in;
use super::{Make, Model};
use crate::context::Context;
use crate::error::refuse;
use crate::predict::{ExampleRow, Predictor, Reply, TaskInfo, Trainer};

pub(super) const MODEL: Model = Model {
    name: NGram::NAME,
    description: "Words written one after the other by trigrams; some are copied from the input",
    kinds: &[AnswerKind::Name, AnswerKind::Text],
    make: Make::Trainer(|_| Box::new(NGramTrainer)),
};

/// Training examples at most: some 2 kB each. Rows are in order of their ids, which are hashes, so that the first are a sample.
const MOST_EXAMPLES: usize = 100_000;

/// Where a question is asked for, the input has it in this column.
const QUESTION: &str = "question";

struct NGramTrainer;

impl Trainer for NGramTrainer {
    fn train(&self, training: &TaskFolder, context: &Context<'_>) -> crate::Result<Box<dyn Predictor>> {
        let Some(answer) = training.answer()? else { refuse!("the task asks for no known kind of answer") };
        let input: Vec<&str> = answer.input.iter().map(String::as_str).filter(|name| !answer.has_truth(name)).collect();
        let Some(truth) = answer.truth.first() else { refuse!("the task names no column of answers") };
        let kind = match answer.kind {
            AnswerKind::Name => GeneratedKind::Name,
            _ if input.contains(&QUESTION) => GeneratedKind::Answer,
            _ => GeneratedKind::Caption,
        };
        let columns = [&input[..], &["language", truth.as_str()]].concat();
        let mut rows = Vec::new();
        for row in training.objects_with(Split::Train, &columns)?.take(MOST_EXAMPLES) {
            let mut row = row?;
            let mut take = |column: &str| match row.remove(column) {
                Some(Value::String(text)) => text,
                _ => String::new(),
            };
            let (target, language) = (take(truth), take("language"));
            rows.push((row, language, target));
        }
        let example = |at: usize| {
            let (input, language, target) = &rows[at];
            NGramExample { target: target.clone(), ..example(kind, input, language) }
        };
        let examples = in_parallel(rows.len(), context.threads, example)?;
        let examples: Vec<NGramExample> = examples.into_iter().flatten().collect();
        Ok(Box::new(NGramPredictor { kind, model: NGram::train(kind, &examples)? }))
    }
}

/// The input of an example. What stands before an answer are the first words of its question, before a caption the first parts of the
/// function's name, before a name the words that the function has before it: in Java the type that it returns.
fn example(kind: GeneratedKind, input: &Map<String, Value>, language: &str) -> NGramExample {
    let text = |column: &str| input.get(column).and_then(Value::as_str).unwrap_or_default();
    let words = match kind {
        GeneratedKind::Answer => first_two(text(QUESTION).split_whitespace().map(str::to_lowercase)),
        GeneratedKind::Caption => first_two(sub_tokens(name_in(text("text"), language).1).into_iter()),
        GeneratedKind::Name => {
            let [last, one_before] =
                first_two(name_in(text("text"), language).0.split_whitespace().rev().map(str::to_owned));
            [one_before, last]
        }
    };
    let source = input.values().filter_map(Value::as_str).collect::<Vec<_>>().join("\n");
    NGramExample { before: words, source, target: String::new() }
}

fn first_two(mut words: impl Iterator<Item = String>) -> [String; 2] {
    [(); 2].map(|()| words.next().unwrap_or_default())
}

struct NGramPredictor {
    kind: GeneratedKind,
    model: NGram,
}

impl Predictor for NGramPredictor {
    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let written = |row: &ExampleRow| {
            let NGramExample { before, source, .. } = example(self.kind, row.input(), &row.language);
            let text = self.model.write(&before, &source);
            Ok(if self.kind == GeneratedKind::Name { Answer::Name(text) } else { Answer::Text(text) })
        };
        batch.iter().map(written).collect()
    }
}
