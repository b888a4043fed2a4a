//! Which tasks a generator answers, and what it is shown of them.

use examen_data::{AnswerKind, AnswerSpec};
use examen_models::{GeneratedKind, GeneratorInput, GeneratorKind, GeneratorTokens};

use crate::code_graph::code_graph;

/// What a task asks to be written, if it asks for that of a function.
pub(crate) fn generated_kind(answer: &AnswerSpec) -> Option<GeneratedKind> {
    let is_shown = |column: &str| answer.input.iter().any(|shown| shown == column);
    match answer.kind {
        _ if !is_shown("text") => None,
        AnswerKind::Name => Some(GeneratedKind::Name),
        AnswerKind::Text if is_shown("question") => Some(GeneratedKind::Answer),
        AnswerKind::Text => Some(GeneratedKind::Caption),
        _ => None,
    }
}

/// What a generator is shown of an example, with the graph of the code where it reads that.
pub(crate) fn generator_input(
    tokens: GeneratorTokens<'_>,
    kind: GeneratedKind,
    question: &str,
    code: &str,
    language: &str,
) -> GeneratorInput {
    let input = tokens.input(kind, question, code);
    match tokens.config.kind {
        GeneratorKind::Sns => tokens.with_graph(input, code, &code_graph(code, language)),
        _ => input,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_captions_and_answers_are_written() {
        let kind = |kind, input: &[&str]| generated_kind(&AnswerSpec::new(kind, input, &["truth"]));
        assert_eq!(kind(AnswerKind::Name, &["text"]), Some(GeneratedKind::Name));
        assert_eq!(kind(AnswerKind::Text, &["text"]), Some(GeneratedKind::Caption));
        assert_eq!(kind(AnswerKind::Text, &["question", "text"]), Some(GeneratedKind::Answer));
        assert_eq!(kind(AnswerKind::Text, &["question"]), None);
        assert_eq!(kind(AnswerKind::Class, &["text"]), None);
    }
}
