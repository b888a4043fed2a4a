//! The line of code that has the most words in common with a question: what can be answered without knowing English.

use examen_data::{Answer, AnswerKind};
use examen_metrics::QuestionType;
use examen_models::{distinct_sub_tokens, sub_tokens};

use super::{Make, Model};
use crate::predict::{ExampleRow, NoReply, Predictor, Reply, TaskInfo};

pub(super) const MODEL: Model = Model {
    name: "line-overlap",
    description: "The words of the line of code that has the most in common with the question",
    kinds: &[AnswerKind::Text],
    make: Make::Predictor(|_| Box::new(LineOverlap)),
};

struct LineOverlap;

impl Predictor for LineOverlap {
    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let reply = |row: &ExampleRow| {
            let code = row.text("text").map_err(NoReply::Failed)?;
            // A task without questions asks what all of the code is about.
            Ok(Answer::Text(answer(code, row.text("question").unwrap_or(code))))
        };
        batch.iter().map(reply).collect()
    }
}

/// The words of the nearest line, by the cosine of its words and those of the question; of several the first.
fn answer(code: &str, question: &str) -> String {
    if question != code && QuestionType::of(question) == QuestionType::YesNo {
        return "yes".to_owned();
    }
    let asked = distinct_sub_tokens(question);
    let mut best = (0.0, String::new());
    for line in code.lines() {
        let words = distinct_sub_tokens(line);
        let shared = words.iter().filter(|word| asked.binary_search(word).is_ok()).count();
        let nearness = shared as f64 / (words.len().max(1) as f64).sqrt();
        if nearness > best.0 {
            best = (nearness, sub_tokens(line).join(" "));
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn the_line_in_the_words_of_the_question_answers() {
        let code = "def trim(text):\n    mask = leading_zeros(text)\n    return text.lstrip(mask)";
        assert_eq!(answer(code, "What does the code use for leading zeros?"), "mask leading zero text");
        assert_eq!(answer(code, "Does the code trim the text?"), "yes");
        assert_eq!(answer(code, "Why?"), "");
        assert_eq!(answer("def f(): pass", "def f(): pass"), "def pass");
    }
}
