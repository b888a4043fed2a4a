//! `examen ratings judge`: a language model as one more rater, on this machine.

use examen_data::ResultLog;
use examen_test::{EndpointReply, EndpointRequest, EndpointServer};
use serde_json::{Value, json};

use crate::endpoint_room::{KEY, succeed};
use crate::{command, examen, shown, text};

/// A judge that finds an answer right if it has the words of the reference, and cannot rate one answer.
fn judge() -> EndpointServer {
    EndpointServer::start(|request: &EndpointRequest| {
        if request.method == "GET" {
            return EndpointReply::new(200, "{\"data\": [{\"id\": \"../judges/good\"}]}");
        }
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let last = body["messages"].as_array().and_then(|all| all.last()).and_then(|last| last["content"].as_str());
        let line = |name: &str| last.unwrap_or_default().lines().find_map(|line| line.strip_prefix(name));
        let (Some(reference), Some(answer)) = (line("Reference: "), line("Answer: ")) else {
            return EndpointReply::chat("\"Hello\"");
        };
        let number = |text: &str| text.rsplit(' ').next().unwrap_or_default().to_owned();
        let correctness = if answer == reference { 3 } else { 1 + u8::from(number(answer) == number(reference)) };
        if answer.ends_with(" 7") && answer != reference && correctness == 2 {
            return EndpointReply::chat("\"Both are 3.\"");
        }
        let said = format!("I rate it so: {{\"fluency\": 3, \"correctness\": {correctness}}}");
        EndpointReply::chat(&json!(said).to_string())
    })
}

#[test]
fn a_judge_fills_in_a_sheet_and_is_compared_with_people() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |name: &str, line: &dyn Fn(u32) -> String| {
        let path = folder.join(name);
        std::fs::write(&path, (0..12).map(|at| line(at) + "\n").collect::<String>()).unwrap();
        path
    };
    let good = write("good.txt", &|at| format!("the number {at}"));
    let own = write("judges-good.txt", &|at| format!("something else, as often before {}", at + 100));
    let (truth, asked) =
        (write("truth.txt", &|at| format!("number {at}")), write("asked.txt", &|at| format!("What is {at} ?")));
    let out = folder.join("rating");
    let files =
        ["--hypotheses", shown(&good), shown(&own), "--references", shown(&truth), "--questions", shown(&asked)];
    let sheets = examen(&[&["ratings", "sheets", "--out", shown(&out)], &files[..]].concat());
    assert!(sheets.status.success(), "{}", text(&sheets.stderr));

    let server = judge();
    let url = server.url();
    let cache = folder.join("cache");
    let rate = |flags: &[&str]| {
        let arguments = [&["ratings", "judge", shown(&out), "--model", &url], flags].concat();
        let output = command(&arguments).env("EXAMEN_CACHE", &cache).env("EXAMEN_API_KEY", KEY).output().unwrap();
        assert!(!text(&output.stderr).contains(KEY));
        output
    };
    let said = succeed(&rate(&["--controls", "5"]));
    assert!(said.contains("1 answers and controls without ratings: unreadable-answer: no-object"), "{said}");
    assert!(said.contains("warning: ../judges/good judges answers of its own"), "{said}");
    // The name that the server gives leads nowhere else.
    let sheet = std::fs::read_to_string(out.join("judge-judges-good.csv")).unwrap();
    assert_eq!(sheet.lines().count(), 1 + 24);
    assert!(sheet.contains(",,\n"), "{sheet}");
    let controls = std::fs::read_to_string(out.join("judge-judges-good.controls.csv")).unwrap();
    assert_eq!(
        (controls.matches("reference,").count(), controls.matches("other-question,").count()),
        (6, 5),
        "{controls}"
    );

    // Nobody else has rated.
    let read = |flags: &[&str]| {
        let output = examen(&[&["ratings", "read", shown(&out)], flags].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(read(&[]).contains("not compared with people"));
    // A person who agrees with the judge but for one item.
    let rows: Vec<String> = sheet.lines().map(str::to_owned).collect();
    let person = |row: &String| if row.starts_with("1,") { row[..row.len() - 1].to_owned() + "3" } else { row.clone() };
    std::fs::write(out.join("rater-1.csv"), rows.iter().map(|row| person(row) + "\n").collect::<String>()).unwrap();
    let result = folder.join("rating.json");
    insta::assert_snapshot!("judge", read(&["--out", shown(&result)]));
    let log = ResultLog::read(&result).unwrap();
    let control = |examples: &str| {
        let mut rows = log.rows.iter().filter(|row| row.task == "controls" && row.metric == "correctness");
        rows.find(|row| row.examples.as_deref() == Some(examples)).map(|row| format!("{:.2}", row.value)).unwrap()
    };
    assert_eq!([control("reference"), control("other-question")], ["3.00", "1.00"]);

    // Once more: nothing but probes is sent, and offline nothing at all.
    let of_items =
        |server: &EndpointServer| server.requests().iter().filter(|it| it.body.contains("Reference: ")).count();
    assert_eq!(of_items(&server), 24 + 10);
    succeed(&rate(&["--controls", "5"]));
    succeed(&rate(&["--controls", "5", "--offline", "--model-name", "again"]));
    assert_eq!(of_items(&server), 0);
    assert_eq!(std::fs::read_to_string(out.join("judge-again.csv")).unwrap(), sheet);
}

#[test]
fn flags_of_a_judge_are_those_of_endpoints() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines = folder.join("lines.txt");
    std::fs::write(&lines, "one\ntwo\nthree\n").unwrap();
    let out = folder.join("rating");
    let made = examen(&[
        "ratings",
        "sheets",
        "--hypotheses",
        shown(&lines),
        "--references",
        shown(&lines),
        "--out",
        shown(&out),
    ]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let (server, extra) = (judge(), folder.join("extra.json"));
    std::fs::write(&extra, "{\"top_k\": 1}").unwrap();
    let url = server.url();
    let rate = |flags: &[&str]| {
        let arguments = [&["ratings", "judge", shown(&out), "--model", &url], flags].concat();
        command(&arguments).env("EXAMEN_CACHE", folder.join("cache")).output().unwrap()
    };
    let flags = [
        "--endpoint-model",
        "m",
        "--concurrency",
        "2",
        "--answer-format",
        "text",
        "--system-role",
        "user",
        "--max-tokens",
        "40",
        "--reasoning-tokens",
        "2",
        "--context",
        "9000",
        "--extra-body",
        shown(&extra),
        "--timeout",
        "20",
        "--stream",
        "--retries",
        "1",
        "--api-key-env",
        "NO_SUCH_KEY",
        "--revision",
        "r1",
        "--no-cache",
        "--price-in",
        "1",
        "--price-out",
        "2",
        "--price-cached",
        "0.5",
        "--max-total-tokens",
        "1000000000",
        "--requests-per-minute",
        "90000",
        "--tokens-per-minute",
        "900000000",
        "--header",
        "X-Cache=EXAMEN_CACHE",
        "--seed",
        "3",
        "--controls",
        "0",
    ];
    let said = succeed(&rate(&flags));
    assert!(said.contains("cost "), "{said}");
    let asked = server.requests().into_iter().find(|it| it.body.contains("Reference: one")).unwrap();
    let body: Value = serde_json::from_str(&asked.body).unwrap();
    assert_eq!((&body["max_tokens"], &body["top_k"], &body["stream"]), (&json!(42), &json!(1), &json!(true)));
    assert_eq!(body["messages"].as_array().unwrap().len(), 1);
    let refused = |flags: &[&str], part: &str| {
        let output = rate(flags);
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        assert!(text(&output.stderr).contains(part), "{}", text(&output.stderr));
    };
    refused(&["--offline", "--revision", "none"], "nothing of this endpoint is kept");
    refused(&["--ca-file", shown(&extra)], "no certificate");
    refused(&["--max-cost", "0.0000001", "--price-in", "1", "--price-out", "1"], "the judge rated none");
    let plain = ["ratings", "judge", shown(&out), "--model", "http://192.0.2.1/v1"];
    let plain = command(&plain).env("EXAMEN_API_KEY", KEY).output().unwrap();
    assert!(text(&plain.stderr).contains("--insecure-http"), "{}", text(&plain.stderr));
    let open = ["ratings", "judge", shown(&out), "--model", "http://192.0.2.1/v1", "--insecure-http", "--offline"];
    let open = command(&open).env("EXAMEN_API_KEY", KEY).env("EXAMEN_CACHE", folder.join("cache")).output().unwrap();
    assert!(text(&open.stderr).contains("nothing of this endpoint is kept"), "{}", text(&open.stderr));
}
