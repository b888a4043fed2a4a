//! Programs that answer, crash, hang and talk nonsense.

use std::path::Path;
use std::time::Duration;

use examen_corpus::Split;
use examen_data::{Prediction, PredictionStatus};

use super::super::tests::{read, run, write_task};
use super::*;
use crate::predict::{PredictionCounts, TaskExamples};

/// Long enough for any machine.
const PATIENT: Duration = Duration::from_mins(5);

/// A program that does something with each line, whose id and code it knows. The shell reads no further than it has to.
fn shell(step: &str) -> String {
    let answer = r#"answer() {
        case $2 in *[02468]) label=even ;; *) label=odd ;; esac
        printf '{"output": {"label": "%s"}, "example_id": "%s"}\n' "$label" "$1"
    }"#;
    let fields = r#"id=${line#*'"example_id":"'}; id=${id%%'"'*}; code=${line#*'"code":"'}; code=${code%%[!0-9]*}"#;
    format!("{answer}\nwhile IFS= read -r line; do\n{fields}\n{step}\ndone")
}

/// Asks a command about 40 examples; returns the predictions with what is told of their number.
fn ask(command: String, time_limit: Duration) -> Vec<Prediction> {
    let folder = tempfile::tempdir().unwrap();
    write_task(folder.path(), "parity", 50, None);
    let prompts = PromptSettings::default();
    let settings = CommandSettings { command, name: "mine".to_owned(), batch_size: 7, time_limit, prompts };
    let out = folder.path().join("out.jsonl");
    let summary = run(CommandModel::new(settings).into(), folder.path(), &out, 2);
    let predictions = read(&out);
    let PredictionCounts { answered, skipped, failed } = summary.counts;
    assert_eq!((answered + skipped + failed, predictions.len()), (40, 40));
    predictions
}

/// The numbers in the texts of examples, in the order of the predictions.
fn numbers() -> Vec<u64> {
    let folder = tempfile::tempdir().unwrap();
    write_task(folder.path(), "parity", 50, None);
    let task = examen_data::TaskFolder::open(&folder.path().join("toy/parity")).unwrap();
    let examples = TaskExamples::new(task, &[Split::Test]).unwrap().unwrap();
    examples.rows(&["text"]).unwrap().map(|row| row.unwrap().text("text").unwrap().parse().unwrap()).collect()
}

fn is_right(number: u64, prediction: &Prediction) -> bool {
    let label = if number.is_multiple_of(2) { "even" } else { "odd" };
    prediction.status == PredictionStatus::Ok && prediction.output == json!({ "label": label }).into()
}

fn reason(prediction: &Prediction) -> &str {
    assert_eq!(prediction.status, PredictionStatus::Error);
    prediction.reason.as_deref().unwrap()
}

#[test]
fn answers_may_come_in_any_order_within_a_batch_and_after_other_words() {
    let backwards = r#"
        kept="$id $code
$kept"
        case $line in *'"batch_left":0'[,}]*)
            printf '%s' "$kept" | while read -r id code; do answer "$id" "$code"; done
            kept= ;;
        esac"#;
    let predictions = ask(format!("echo loading\n{}", shell(backwards)), PATIENT);
    assert!(numbers().into_iter().zip(&predictions).all(|(number, prediction)| is_right(number, prediction)));
    assert!(predictions.iter().all(|prediction| prediction.model == "mine"));
}

#[test]
fn a_crash_costs_the_example_that_it_happens_at() {
    let predictions = ask(shell(r#"case $code in *3) exit 3 ;; esac; answer "$id" "$code""#), PATIENT);
    for (number, prediction) in numbers().into_iter().zip(&predictions) {
        if number % 10 == 3 {
            let said = reason(prediction);
            assert!(said.contains("ended before its answer: exit status: 3"), "{said}");
        } else {
            assert!(is_right(number, prediction), "{number}: {prediction:?}");
        }
    }
}

#[test]
fn a_program_that_ends_is_started_again() {
    let predictions = ask(shell(r#"answer "$id" "$code"; n=$((n + 1)); [ $n -lt 3 ] || exit 0"#), PATIENT);
    assert!(numbers().into_iter().zip(&predictions).all(|(number, prediction)| is_right(number, prediction)));
}

#[test]
fn a_program_that_hangs_is_ended_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let command = format!("sleep 3600 & echo $! >> {}; wait", pids.display());
    let predictions = ask(command, Duration::from_millis(40));
    assert!(predictions.iter().all(|prediction| reason(prediction).contains("no answer within 0.04 s")));
    assert!(reason(predictions.last().unwrap()).starts_with("given up after 5 attempts"));
    let pids = std::fs::read_to_string(pids).unwrap();
    for pid in pids.lines() {
        // A dead process is there until its parent looks, which may be anyone now.
        let state = std::fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
        assert!(!state.contains(") S ") && !state.contains(") R "), "{state}");
    }
}

#[test]
fn nonsense_is_quoted_and_does_not_take_the_time_limit() {
    for (step, words) in [
        ("echo no idea", "a line that is not JSON"),
        ("echo '[1]'", "a line that is not an object: [1]"),
        ("echo '{}'", "without an `example_id`"),
        (r#"printf '{"example_id": "%s"}\n' "$id""#, "the line has no `output`"),
        (r#"printf '{"example_id": "%s", "output": [1]}\n' "$id""#, "`label`"),
        ("exit 4", "exit status: 4"),
    ] {
        let predictions = ask(shell(step), PATIENT);
        let unexpected = predictions.iter().map(reason).find(|reason| !reason.contains(words));
        assert_eq!(unexpected, None, "{step}");
    }
}

#[test]
fn a_program_may_say_why_it_does_not_answer() {
    let told = r#"printf '{"example_id": "%s", "status": "skipped", "reason": "too long"}\n' "$id""#;
    for prediction in ask(shell(told), PATIENT) {
        assert_eq!((prediction.status, prediction.reason.as_deref()), (PredictionStatus::Skipped, Some("too long")));
    }
}
