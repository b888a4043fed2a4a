//! Prompts of small rows, one for each kind of answer that suites ask for.

use examen_data::AnswerSpec;
use serde_json::json;

use super::*;

fn task(kind: AnswerKind, input: &[&str], truth: &[&str], about: &str, classes: &[&str]) -> TaskInfo {
    TaskInfo {
        suite: "suite".to_owned(),
        task: "task".to_owned(),
        answer: AnswerSpec::new(kind, input, truth),
        about: about.to_owned(),
        classes: classes.iter().map(|&class| class.to_owned()).collect(),
    }
}

fn row(input: Value) -> ExampleRow {
    let Value::Object(mut columns) = input else { panic!("a row is an object") };
    columns.insert("id".to_owned(), json!("e1"));
    columns.insert("language".to_owned(), json!("python"));
    ExampleRow::new(columns)
}

const PLACES: PromptSettings =
    PromptSettings { spans: SpanForm::Places, asks_for_option: false, describe: Describe::Example };

fn span_row() -> ExampleRow {
    let method = json!({
        "index": 2, "kind": "CLASS_FUNCTION", "path": "root.Log", "header": "class Log:", "content": "    def f(self):\n        pass\n",
        "line_ranges": [{ "start": 8, "end": 10 }], "is_relevant": true, "is_flagged": true,
    });
    let rest = json!({
        "index": 0, "kind": "MODULE_OTHER", "path": "root", "header": "module", "content": "import os\nX = 1\n",
        "line_ranges": [{ "start": 0, "end": 1 }, { "start": 11, "end": 12 }], "is_relevant": true, "is_flagged": false,
    });
    row(json!({ "query": "py/unused-import", "query_name": "Unused import", "blocks": [rest, method] }))
}

#[test]
fn spans_are_asked_for_by_place_where_lines_have_numbers() {
    let truth = ["answer_spans", "supporting_fact_spans"];
    let task = task(AnswerKind::Spans, &["query", "query_name", "blocks"], &truth, "", &[]);
    let numbered = prompt(&task, &span_row(), PLACES).unwrap();
    assert_eq!(
        numbered.code.as_deref(),
        Some(" 0| import os\n11| X = 1\n\nclass Log:\n8|     def f(self):\n9|         pass\n")
    );
    assert!(numbered.answer_form.contains("\"start_line\"") && numbered.answer_form.contains("supporting_fact_spans"));
    let plain = prompt(&task, &span_row(), PromptSettings::default()).unwrap();
    assert_eq!(plain.code.as_deref(), Some("import os\nX = 1\n\nclass Log:\n    def f(self):\n        pass\n"));
    assert!(plain.answer_form.contains("\"texts\""), "{}", plain.answer_form);
    let query = plain.query.as_ref().unwrap();
    assert!(plain.question.contains(&query.description) && !query.description.is_empty(), "{}", plain.question);
    let by_name = PromptSettings { describe: Describe::Name, ..PromptSettings::default() };
    let by_name = prompt(&task, &span_row(), by_name).unwrap();
    assert!(!by_name.question.contains(&query.description), "{}", by_name.question);
    let quoted = |describe| {
        let settings = PromptSettings { spans: SpanForm::Quotes, describe, ..PromptSettings::default() };
        prompt(&task, &span_row(), settings).unwrap().question.contains("For example, in")
    };
    assert!(quoted(Describe::Example) && !quoted(Describe::Description));
    let line = serde_json::to_string(&plain).unwrap();
    assert!(!line.contains("is_relevant") && !line.contains("is_flagged"), "{line}");
}

#[test]
fn classes_are_named_and_lengths_are_not_shown() {
    let truth = ["label", "control_label"];
    let task = task(AnswerKind::Class, &["text", "token_count"], &truth, "How many loops has it?", &["0", "1"]);
    let row = row(json!({ "text": "def f():\n    return '```'\n", "token_count": 9 }));
    let made = prompt(&task, &row, PromptSettings::default()).unwrap();
    assert_eq!(
        made.prompt,
        "How many loops has it?\n\n````python\ndef f():\n    return '```'\n````\n\nAnswer with JSON: {\"label\": \"0\"}; the \
         classes are \"0\", \"1\"."
    );
    assert!(made.input.is_empty() && made.classes == ["0", "1"]);
}

#[test]
fn what_has_no_field_of_its_own_is_shown_as_it_is() {
    let task = task(AnswerKind::Choice, &["question", "candidates"], &["truth"], "", &[]);
    let row = row(json!({ "question": "Which one?", "candidates": ["a", "b"] }));
    let made = prompt(&task, &row, PromptSettings::default()).unwrap();
    assert!(made.prompt.contains("question: Which one?\n\n0: a\n1: b\n\nAnswer with JSON"), "{}", made.prompt);
    assert_eq!(made.code, None);
}

#[test]
fn every_kind_says_how_to_answer_and_its_example_is_an_answer() {
    for kind in AnswerKind::ALL {
        for spans in [SpanForm::Texts, SpanForm::Places] {
            let task = task(kind, &[], &["answer_spans", "supporting_fact_spans"], "", &["a", "b"]);
            let form = answer_form(&task, PromptSettings { spans, ..PromptSettings::default() });
            let start = form.find('{').unwrap();
            let example = form[start..].replace(", …", "");
            let mut values = serde_json::Deserializer::from_str(&example).into_iter::<Value>();
            let example = values.next().unwrap().unwrap();
            examen_data::Answer::parse(kind, &example).unwrap();
        }
    }
}
