//! The rows of the exam of questions.

use arrow_schema::{DataType, Field};
use examen_data::{AnswerKind, AnswerSpec, column};
use examen_english::questions::{Category, QuestionType};
use serde::{Deserialize, Serialize};

/// The column of the answers.
pub const ANSWER: &str = "answer";

/// A question about a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuestionRow {
    /// The function with the classes around it.
    pub function: String,
    /// The line of the file, from 1, on which it starts.
    pub start_line: u32,
    /// Its code without documentation.
    pub text: String,
    /// The question.
    pub question: String,
    /// Its answer, without a capital and a full stop.
    pub answer: String,
    /// What the question begins with.
    pub question_type: String,
    /// What the question is after.
    pub category: String,
    /// The rule that made it.
    pub rule: String,
    /// `yes`, `no`, or `phrase` for all other answers: what the exam is balanced by.
    pub polarity: String,
    /// The sentence of the documentation that it was made of.
    pub sentence: String,
    /// How sure the rule is.
    pub confidence: f64,
}

impl QuestionRow {
    /// The row of a pair that was read from files; its type is told by its first words.
    pub fn of_text(question: &str, answer: &str, code: &str, line: u32) -> Self {
        let kind = QuestionType::of(question);
        let polarity = if matches!(answer, "yes" | "no") { answer } else { "phrase" };
        Self {
            function: String::new(),
            start_line: line,
            text: code.to_owned(),
            question: question.to_owned(),
            answer: answer.to_owned(),
            question_type: kind.name().to_owned(),
            category: Category::of_type(kind).name().to_owned(),
            rule: String::new(),
            polarity: polarity.to_owned(),
            sentence: String::new(),
            confidence: 1.0,
        }
    }
}

/// The columns of the exam.
pub fn question_columns() -> Vec<Field> {
    vec![
        column("function", DataType::Utf8, "the function with the classes around it"),
        column("start_line", DataType::UInt32, "the line of the file, from 1, on which it starts"),
        column("text", DataType::Utf8, "what a model is shown: the function without its documentation"),
        column("question", DataType::Utf8, "the question about it"),
        column(ANSWER, DataType::Utf8, "the answer, as the documentation has it"),
        column(
            "question_type",
            DataType::Utf8,
            "what the question begins with: what, how, where, when, why, for-what-purpose, yes-no, other",
        ),
        column("category", DataType::Utf8, "what it is after: functionality, purpose, property, workflow"),
        column("rule", DataType::Utf8, "the rule that made it"),
        column("polarity", DataType::Utf8, "yes, no, or phrase for all other answers"),
        column("sentence", DataType::Utf8, "the sentence of the documentation that it was made of, with its subject"),
        column("confidence", DataType::Float64, "how sure the rule is, from 0 to 1"),
    ]
}

/// What is asked for.
pub fn question_answer() -> AnswerSpec {
    AnswerSpec::new(AnswerKind::Text, &["question", "text"], &[ANSWER])
}
