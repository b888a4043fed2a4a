//! Replies of language models.

use examen_data::{Answer, AnswerKind, AnswerSpec, Place};
use examen_evaluation::predict::TaskInfo;
use examen_evaluation::predict::prompts::{
    ReadReply, ShownLines, locate, quote, read_ratings, read_reply, read_texts, without_control_tokens,
};
use serde_json::{Map, json};

/// The most spans of one kind in an answer.
const MOST_SPANS: usize = 64;

/// A reply is a reason why it is no answer, or an answer that is read again from what it is written as; its spans lie in the code that was
/// shown, which stands before the first NUL, and are found again from their quotes.
pub fn replies(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (code, reply) = text.split_once('\0').unwrap_or((&text, &text));
    let lines = shown_lines(code);
    for kind in AnswerKind::ALL {
        check(read_reply(&task(kind), &lines, reply), kind, &lines);
    }
    check(read_texts(reply), AnswerKind::Spans, &lines);
    match read_ratings(reply) {
        Ok(ratings) => assert!(ratings.iter().all(|rating| (1..=3).contains(rating)), "{ratings:?}"),
        Err(reason) => check_reason(&reason),
    }
    let parted = without_control_tokens(code);
    assert_eq!(parted.replace('\u{200b}', ""), code.replace('\u{200b}', ""), "more was changed than was put in");
}

fn task(kind: AnswerKind) -> TaskInfo {
    TaskInfo {
        suite: "suite".to_owned(),
        task: "task".to_owned(),
        answer: AnswerSpec::new(kind, &["blocks"], &["answer_spans", "supporting_fact_spans"]),
        about: String::new(),
        classes: ["0", "1", "many"].map(str::to_owned).to_vec(),
    }
}

/// Two blocks with lines left out between them.
fn shown_lines(code: &str) -> ShownLines {
    let count = code.lines().count();
    let ranges = json!([{ "start": 3, "end": 3 + count / 2 }, { "start": 10 + count / 2, "end": 10 + count }]);
    let mut columns = Map::new();
    columns.insert("blocks".to_owned(), json!([{ "header": "module", "content": code, "line_ranges": ranges }]));
    ShownLines::of_row(&task(AnswerKind::Spans).shown(columns)).unwrap_or_else(|error| panic!("{error}"))
}

fn check(read: Result<ReadReply, String>, kind: AnswerKind, lines: &ShownLines) {
    let answer = match read {
        Ok(read) => read.answer,
        Err(reason) => return check_reason(&reason),
    };
    assert_eq!(Answer::parse(kind, &answer.to_output()).as_ref(), Ok(&answer));
    let Answer::Spans { answer_spans, supporting_fact_spans, .. } = answer else { return };
    for places in [answer_spans, supporting_fact_spans] {
        assert!(places.len() <= MOST_SPANS && places.is_sorted(), "{places:?}");
        for place in places {
            check_place(place, lines);
        }
    }
}

fn check_place(place: Place, lines: &ShownLines) {
    let text = lines.text(place).unwrap_or_else(|| panic!("{place:?} is not shown"));
    assert!(!text.trim().is_empty(), "there is nothing at {place:?}");
    if let Some(quote) = quote(place, lines) {
        assert_eq!(locate(&quote, lines).map(|located| located.place), Ok(place), "{quote:?} is found elsewhere");
    }
}

/// A reason is a key of the run file.
fn check_reason(reason: &str) {
    assert!(!reason.is_empty() && reason.len() < 64 && !reason.contains('\n'), "{reason:?}");
}
