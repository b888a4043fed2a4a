//! Replies of language models and what is read in them, as Markdown: `fixtures/replies/`.
//!
//! A `py` block is the code that was shown, with the number of its first line behind it; a `reply KIND` block is a reply, in which `'''`
//! stands for a fence, and `KIND` may be `texts` and `ratings` too; the `answer` block behind it is what comes out.

use std::path::Path;

use examen_data::{AnswerKind, AnswerSpec};
use serde_json::json;

use super::*;

fn task(kind: AnswerKind) -> TaskInfo {
    TaskInfo {
        suite: "suite".to_owned(),
        task: "task".to_owned(),
        answer: AnswerSpec::new(kind, &[], &["answer_spans", "supporting_fact_spans"]),
        about: String::new(),
        classes: ["0", "1", "2", "many"].map(str::to_owned).to_vec(),
    }
}

fn row(code: &str, first: u32) -> ExampleRow {
    let end = first - 1 + code.lines().count() as u32;
    let block = json!({ "header": "module", "content": code, "line_ranges": [{ "start": first - 1, "end": end }] });
    let Value::Object(columns) = json!({ "id": "e1", "blocks": [block] }) else { panic!("an object") };
    ExampleRow::new(columns)
}

/// An answer with its repairs, or the reason why there is none.
fn said(read: Result<ReadReply, String>) -> String {
    match read {
        Ok(ReadReply { answer, repairs, relocated }) => {
            let repairs: Vec<&str> = repairs.iter().map(|repair| repair.name()).collect();
            let mut said = answer.to_output().to_string();
            if !repairs.is_empty() {
                said = format!("{said}\nrepairs: {}", repairs.join(", "));
            }
            if relocated > 0 {
                said = format!("{said}\nrelocated: {relocated}");
            }
            said
        }
        Err(reason) => reason,
    }
}

#[test]
fn replies_are_read_as_the_fixtures_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/replies");
    let (mut lines, mut read) = (ShownLines::default(), String::new());
    examen_test::check_fixtures(&folder, |_, block| {
        let mut info = block.info.split(' ');
        match (info.next(), info.next()) {
            (Some("py"), first) => {
                let first = first.map_or(Ok(1), str::parse).map_err(|_| "wanted the number of the first line")?;
                lines = ShownLines::of_row(&row(block.text, first))?;
                Ok(None)
            }
            (Some("reply"), Some(kind)) => {
                let text = block.text.replace("'''", "```");
                read = match kind {
                    "ratings" => read_ratings(&text).map_or_else(
                        |reason| reason,
                        |[fluency, correctness]| format!("fluency {fluency}, correctness {correctness}"),
                    ),
                    "texts" => said(read_texts(&text)),
                    kind => {
                        let kind = AnswerKind::ALL.into_iter().find(|it| it.name() == kind).ok_or("no such kind")?;
                        said(read_reply(&task(kind), &lines, &text))
                    }
                };
                Ok(None)
            }
            (Some("answer"), None) => Ok(Some(format!("{read}\n"))),
            _ => Ok(None),
        }
    });
}

#[test]
fn every_place_is_found_again_from_its_own_quote() {
    let code = "def f(a, aa, max_a):\n    x = max(a, aa) + a\n    if (a and\n            aa):\n        return  [a,\n    \n                 b]\n\treturn é + a  # a\n";
    let lines = ShownLines::of_row(&row(code, 8)).unwrap();
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let mut quoted = 0;
    let all: Vec<Vec<char>> = code.lines().map(|line| line.chars().collect()).collect();
    for (at, line) in all.iter().enumerate() {
        for start in 0..line.len() {
            for end in start + 1..=line.len() {
                let number = 7 + at as u32;
                let place = examen_data::Place {
                    start_line: number,
                    start_column: start as u32,
                    end_line: number,
                    end_column: end as u32,
                };
                // Spans begin and end with a token.
                let is_edge = |at: usize| at == 0 || at == line.len() || !is_word(line[at - 1]) || !is_word(line[at]);
                let is_span = !line[start].is_whitespace() && !line[end - 1].is_whitespace();
                let found = quote(place, &lines);
                assert!(found.is_some() || !is_span || !is_edge(start) || !is_edge(end), "{place:?}");
                if let Some(quote) = found {
                    assert_eq!(locate(&quote, &lines).map(|located| located.place), Ok(place), "{quote:?}");
                    quoted += 1;
                }
            }
        }
    }
    assert!(quoted > 100, "{quoted}");
}
