//! The example of a query as a worked one: its code with numbers, and the right reply.

use examen_data::Place;
use serde_json::{Value, json};

use super::code::Block;
use super::locating::quote;
use super::shown_lines::ShownLines;

/// A few lines of code with span markers (`⟦…⟧` an answer, `⟨…⟩` a fact), as numbered lines and the reply that they ask for.
pub(super) fn worked_example(marked: &str, has_facts: bool) -> Option<String> {
    let (mut code, mut open) = (String::new(), Vec::new());
    let (mut answers, mut facts) = (Vec::new(), Vec::new());
    let (mut line, mut column) = (0, 0);
    for character in marked.chars() {
        match character {
            '⟦' | '⟨' => open.push((line, column)),
            '⟧' | '⟩' => {
                let (start_line, start_column) = open.pop()?;
                let place = Place { start_line, start_column, end_line: line, end_column: column };
                if character == '⟧' { answers.push(place) } else { facts.push(place) }
            }
            '\n' => {
                code.push('\n');
                (line, column) = (line + 1, 0);
            }
            other => {
                code.push(other);
                column += 1;
            }
        }
    }
    let block = Block::of_text(&code);
    let lines = ShownLines::of_blocks(&[Block::of_text(&code)]);
    let quotes = |places: &[Place]| -> Option<Vec<Value>> {
        places.iter().map(|&place| serde_json::to_value(quote(place, &lines)?).ok()).collect()
    };
    let (answers, facts) = (quotes(&answers)?, quotes(&facts)?);
    let reply = if has_facts { json!({ "answers": answers, "facts": facts }) } else { json!({ "answers": answers }) };
    Some(format!("For example, in\n{}the result is {reply}", block.shown(super::SpanForm::Quotes)))
}
