//! Language models behind an address: a server on this machine that knows the truth, asked about every suite.

use std::collections::BTreeSet;
use std::sync::Mutex;

use examen_data::{AnswerKind, find_task_folders};
use examen_test::{EndpointReply, EndpointRequest, EndpointServer};
use serde_json::{Value, json};

use crate::endpoint_room::{KEY, Room, oracle, serve, succeed};
use crate::{command, examen, shown, text};

#[test]
fn a_model_that_knows_the_truth_has_all_of_it_right_and_is_asked_once() {
    let room = Room::new();
    let folders = find_task_folders(&room.path("exams")).unwrap();
    let mut kinds: BTreeSet<AnswerKind> =
        folders.iter().filter_map(|folder| Some(folder.answer().unwrap()?.kind)).collect();
    // Labels of tokens are for models that read tokens.
    kinds.insert(AnswerKind::Labels);
    assert_eq!(kinds.into_iter().collect::<Vec<AnswerKind>>(), AnswerKind::ALL);
    let replies = oracle(&room.path("exams"));
    let server = serve(replies, |reply| format!("Sure!\n```json\n{reply}\n```\n"));
    let said = succeed(&room.predict(&server.url(), "llm.jsonl", &["--concurrency", "7"]));
    assert!(said.contains("0 skipped, 0 failed") && said.contains("oracle at"), "{said}");
    let log = room.score("llm.jsonl");
    let of_model = |metric: &str| {
        log.rows
            .iter()
            .filter(move |row| row.model.as_deref() == Some("oracle") && row.metric == metric)
            .collect::<Vec<_>>()
    };
    for metric in ["span_exact", "answer_match", "line_match", "accuracy", "answered", "exact_match", "token_f1"] {
        let rows = of_model(metric);
        assert!(!rows.is_empty() && rows.iter().all(|row| row.value > 0.999_999), "{metric}: {rows:?}");
    }
    let noise: Vec<f64> = of_model("prediction_change")
        .iter()
        .filter(|row| row.place.as_deref() == Some("repeat"))
        .map(|row| row.value)
        .collect();
    assert!(noise.len() == 1 && noise[0] < 1e-9, "{noise:?}");
    let run = &log.header.configuration["runs"];
    assert!(run.to_string().contains("endpoint-run/1") && run.to_string().contains("\"fence\""), "{run}");
    // Once more: nothing but probes is sent, and without a network nothing at all; the bytes are the same.
    let sent = |server: &EndpointServer| {
        server.requests().iter().filter(|it| !it.body.contains("You answer briefly.") && it.method == "POST").count()
    };
    assert!(sent(&server) > 20);
    let first = std::fs::read(room.path("llm.jsonl")).unwrap();
    succeed(&room.predict(&server.url(), "again.jsonl", &["--concurrency", "64"]));
    succeed(&room.predict(&server.url(), "offline.jsonl", &["--offline"]));
    assert_eq!(sent(&server), 0);
    for name in ["again.jsonl", "offline.jsonl"] {
        assert!(std::fs::read(room.path(name)).unwrap() == first, "{name}");
    }
    let ideal = room.path("exams/queries/ideal");
    let prompts = examen(&["prompts", "--data", shown(&ideal), "--quotes", "--format", "text"]);
    assert!(text(&prompts.stdout).contains("\"nth\": 1"), "{}", text(&prompts.stderr));
    let dry = succeed(&room.predict(&server.url(), "no.jsonl", &["--dry-run"]));
    assert!(dry.contains(" 0 of replies") && !room.path("no.jsonl").exists(), "{dry}");
    for path in examen_test::files_below(room.folder.path()) {
        assert!(!String::from_utf8_lossy(&std::fs::read(&path).unwrap()).contains(KEY), "{}", path.display());
    }
}

#[test]
fn flags_of_endpoints_say_how_a_model_is_asked() {
    let room = Room::new();
    let server = serve(oracle(&room.path("exams")), |reply| reply);
    let extra = room.path("extra.json");
    std::fs::write(&extra, "{\"chat_template_kwargs\": {\"enable_thinking\": false}}").unwrap();
    let flags = [
        "--endpoint-model",
        "other",
        "--samples",
        "2",
        "--temperature",
        "0.5",
        "--repeat-originals",
        "1",
        "--limit",
        "2",
        "--max-tokens",
        "99",
        "--reasoning-tokens",
        "1",
        "--context",
        "100000",
        "--shots",
        "2",
        "--shots-by",
        "similar",
        "--system-role",
        "user",
        "--answer-format",
        "text",
        "--extra-body",
        shown(&extra),
        "--timeout",
        "20",
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
        "--describe",
        "description",
        "--control-tokens",
        "keep",
        "--model-name",
        "mine",
    ];
    let said = succeed(&room.predict(&server.url(), "llm.jsonl", &flags));
    assert!(said.contains("cost "), "{said}");
    let chats: Vec<EndpointRequest> =
        server.requests().into_iter().filter(|it| it.body.contains("\"seed\":1")).collect();
    assert!(!chats.is_empty());
    for chat in &chats {
        let body: Value = serde_json::from_str(&chat.body).unwrap();
        assert_eq!(
            (&body["model"], &body["max_tokens"], &body["temperature"]),
            (&json!("other"), &json!(100), &json!(0.5))
        );
        assert!(body["chat_template_kwargs"].is_object() && body.get("response_format").is_none());
        let roles: Vec<&str> =
            body["messages"].as_array().unwrap().iter().map(|it| it["role"].as_str().unwrap()).collect();
        assert!(
            roles.iter().zip(["user", "assistant"].iter().cycle()).all(|(role, wanted)| role == wanted),
            "{roles:?}"
        );
        assert_eq!(chat.authorization, None);
        assert!(!chat.body.contains("For example, in"), "{}", chat.body);
    }
    let lines = std::fs::read_to_string(room.path("llm.jsonl")).unwrap();
    assert!(lines.lines().all(|line| line.contains("\"mine\"")));
    assert!(room.score("llm.jsonl").rows.iter().any(|row| row.metric == "pass_at_k" && row.k == Some(2)));
}

#[test]
fn flags_of_endpoints_that_do_not_fit_are_refused() {
    let room = Room::new();
    let server = serve(oracle(&room.path("exams")), |reply| reply);
    let (extra, forbidden) = (room.path("extra.json"), room.path("forbidden.json"));
    std::fs::write(&extra, "{}").unwrap();
    std::fs::write(&forbidden, "{\"temperature\": 1}").unwrap();
    let refused = |flags: &[&str]| {
        let output = room.predict(&server.url(), "no.jsonl", flags);
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {}", text(&output.stderr));
        text(&output.stderr)
    };
    assert!(refused(&["--extra-body", shown(&forbidden)]).contains("`temperature` is set by examen itself"));
    assert!(refused(&["--method", "likelihood"]).contains("--method ask"));
    assert!(refused(&["--answer-format", "schema"]).contains("--answer-format text"));
    assert!(refused(&["--offline", "--revision", "none"]).contains("nothing of this endpoint is kept"));
    assert!(refused(&["--ca-file", shown(&extra)]).contains("no certificate"));
    let poor =
        room.predict(&server.url(), "poor.jsonl", &["--price-in", "1", "--price-out", "1", "--max-cost", "0.000001"]);
    assert_eq!(poor.status.code(), Some(1), "{}", text(&poor.stderr));
    assert!(refused(&["--header", "X-Key=NO_SUCH_KEY"]).contains("NO_SUCH_KEY holds no value"));
    assert!(refused(&["--header", "Host=HOME"]).contains("no header that can be set"));
    assert!(refused(&["--api", "completions", "--method", "likelihood"]).contains("--method echo"));
    let short = room.predict(&server.url(), "poor.jsonl", &["--max-total-tokens", "500", "--no-cache"]);
    assert_eq!(short.status.code(), Some(1), "{}", text(&short.stderr));
    let plain = room.predict("http://192.0.2.1/v1", "no.jsonl", &[]);
    assert!(text(&plain.stderr).contains("--insecure-http"), "{}", text(&plain.stderr));
    let far = room.predict("http://192.0.2.1/v1", "no.jsonl", &["--insecure-http", "--dry-run"]);
    succeed(&far);
}

#[test]
fn failures_are_rows_with_reasons() {
    let room = Room::new();
    let asked = Mutex::new(0);
    let server = EndpointServer::start(move |request: &EndpointRequest| {
        if request.method == "GET" {
            return EndpointReply::new(200, "{\"data\": [{\"id\": \"m\"}]}");
        }
        let mut asked = asked.lock().unwrap();
        *asked += 1;
        match *asked % 4 {
            _ if request.body.contains("You answer briefly.") => EndpointReply::chat("\"Hello\""),
            0 => EndpointReply::new(
                200,
                "{\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"content\":\"{\\\"ans\"}}]}",
            ),
            1 => EndpointReply::chat("null"),
            2 => EndpointReply::chat("\"The answer is 3.\""),
            _ => EndpointReply::chat("\"{\\\"answers\\\": []}\""),
        }
    });
    let ideal = room.path("exams/queries/ideal");
    let out = room.path("llm.jsonl");
    let arguments =
        ["predict", "--model", &server.url(), "--data", shown(&ideal), "--out", shown(&out), "--concurrency", "1"];
    succeed(&command(&arguments).env("EXAMEN_CACHE", room.path("cache")).output().unwrap());
    let run: Value = serde_json::from_slice(&std::fs::read(room.path("llm.jsonl.run.json")).unwrap()).unwrap();
    for reason in ["output-limit", "empty-answer", "unreadable-answer"] {
        assert!(run["reasons"][reason].as_u64() > Some(0), "{reason}: {run}");
    }
    let log = room.score("llm.jsonl");
    let answered =
        log.rows.iter().find(|row| row.metric == "span_exact" && row.examples.as_deref() == Some("answered")).unwrap();
    assert!(
        answered.n > 0 && answered.n < run["counts"]["ok"].as_u64().unwrap() + run["counts"]["error"].as_u64().unwrap()
    );
}

#[test]
fn the_host_that_code_is_sent_to_is_named_once_and_only_where_it_is_sent() {
    let room = Room::new();
    let server = serve(oracle(&room.path("exams")), |reply| reply);
    let host_named = |url: &str, flags: &[&str]| {
        let said = succeed(&room.predict(url, "llm.jsonl", &[flags, &["--insecure-http"]].concat()));
        (said.matches("code will be sent to 127.1\n").count(), said.matches("code will be sent").count())
    };
    // The same machine in a form that is not taken for it, so that nothing leaves this one.
    let other = server.url().replace("127.0.0.1", "127.1");
    assert_ne!(other, server.url());
    assert_eq!(host_named(&other, &["--dry-run"]), (0, 0));
    assert_eq!(host_named(&other, &["--samples", "2", "--concurrency", "9"]), (1, 1));
    assert!(server.requests().len() > 20);
    assert_eq!(host_named(&other, &["--samples", "2", "--offline"]), (0, 0));
    assert_eq!(host_named(&server.url(), &[]), (0, 0));
}
