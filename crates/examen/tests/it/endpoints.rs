//! Language models behind an address: a server on this machine that knows the truth, asked about every suite.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;
use std::sync::Mutex;

use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, ResultLog, find_task_folders};
use examen_evaluation::predict::prompts::{
    PromptSettings, ShownLines, SpanForm, prompt, reply_of, without_control_tokens,
};
use examen_evaluation::predict::{TaskExamples, TaskInfo};
use examen_test::{EndpointReply, EndpointRequest, EndpointServer};
use serde_json::{Map, Value, json};

use crate::documents::root;
use crate::{command, examen, shown, text};

pub(crate) const KEY: &str = "sk-known-secret-4712";

/// The right reply to each prompt about the test examples below a folder, by the prompt's text.
pub(crate) fn oracle(exams: &Path) -> BTreeMap<String, String> {
    let settings = PromptSettings { spans: SpanForm::Quotes, ..PromptSettings::default() };
    oracle_with(exams, settings, |task, answer, lines| reply_of(task, answer, lines).unwrap())
}

/// The same for prompts of other forms.
pub(crate) fn oracle_with(
    exams: &Path,
    settings: PromptSettings,
    reply_of: impl Fn(&TaskInfo, &Answer, &ShownLines) -> String,
) -> BTreeMap<String, String> {
    let mut replies = BTreeMap::new();
    for folder in find_task_folders(exams).unwrap() {
        let Some(task) = TaskExamples::new(folder.clone(), &[Split::Test]).unwrap() else { continue };
        let spec = &task.info.answer;
        let mut columns = vec!["id"];
        columns
            .extend(spec.truth.iter().map(String::as_str).filter(|name| !["control_label", "labels"].contains(name)));
        let truths: Vec<Map<String, Value>> =
            folder.objects_with(Split::Test, &columns).unwrap().map(Result::unwrap).collect();
        let shown: Vec<&str> = task.info.shown_columns().collect();
        for (row, truth) in task.rows(&shown).unwrap().map(Result::unwrap).zip(truths) {
            let answer = if spec.kind == AnswerKind::Spans {
                let places = |name: &str| {
                    truth.get(name).map_or(json!([]), |places| {
                        let place = |place: &Value| {
                            let field = |name: &str| place[name].clone();
                            json!({ "start_line": field("start_line"), "start_column": field("start_column"),
                                "end_line": field("end_line"), "end_column": field("end_column") })
                        };
                        places.as_array().unwrap().iter().map(place).collect()
                    })
                };
                let output = json!({ "answer_spans": places("answer_spans"), "supporting_fact_spans": places("supporting_fact_spans") });
                Answer::parse(spec.kind, &output).unwrap()
            } else {
                Answer::parse(spec.kind, &truth[columns[1]]).unwrap()
            };
            let asked = prompt(&task.info, &row, settings).unwrap();
            let reply = reply_of(&task.info, &answer, &ShownLines::of_row(&row).unwrap());
            replies.insert(without_control_tokens(&asked.prompt), reply);
        }
    }
    replies
}

/// A server that answers by an oracle, dresses its answers, and takes no JSON schema.
pub(crate) fn serve(replies: BTreeMap<String, String>, dress: fn(String) -> String) -> EndpointServer {
    EndpointServer::start(move |request: &EndpointRequest| {
        if request.method == "GET" {
            let is_list = request.path.ends_with("/models");
            return EndpointReply::new(if is_list { 200 } else { 404 }, "{\"data\": [{\"id\": \"oracle\"}]}");
        }
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let asked = body["messages"].as_array().and_then(|all| all.last()).and_then(|last| last["content"].as_str());
        let content = replies.get(asked.unwrap_or_default()).cloned().map_or("Hello".to_owned(), dress);
        EndpointReply::chat(&json!(content).to_string())
    })
}

pub(crate) struct Room {
    pub(crate) folder: tempfile::TempDir,
}

impl Room {
    /// Builds a few tasks of all suites.
    pub(crate) fn new() -> Self {
        let room = Self { folder: tempfile::tempdir().unwrap() };
        let (exams, python, java) = (room.path("exams"), root().join("corpus/python"), root().join("corpus/java"));
        let builds: [&[&str]; 4] = [
            &["build", "queries", "--from", shown(&python), "--task", "ideal,relevance"],
            &["build", "probes", "--from", shown(&java), "--task", "CPX", "--limit", "20"],
            &["build", "names", "--from", shown(&java)],
            &["build", "robustness", "--of", "names", "--from", shown(&java), "--kind", "VN"],
        ];
        for arguments in builds {
            let built = examen(&[arguments, &["--out", shown(&exams), "--split-by", "file"]].concat());
            assert!(built.status.success(), "{arguments:?}: {}", text(&built.stderr));
        }
        room
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn predict(&self, url: &str, out: &str, flags: &[&str]) -> Output {
        let (exams, out) = (self.path("exams"), self.path(out));
        let arguments = ["predict", "--model", url, "--data", shown(&exams), "--out", shown(&out)];
        let mut command = command(&[&arguments[..], flags].concat());
        command.env("EXAMEN_CACHE", self.path("cache")).env("EXAMEN_API_KEY", KEY).env_remove("EXAMEN_OFFLINE");
        let output = command.output().unwrap();
        assert!(!text(&output.stderr).contains(KEY) && !text(&output.stdout).contains(KEY));
        output
    }

    pub(crate) fn score(&self, predictions: &str) -> ResultLog {
        let (exams, predictions, out) = (self.path("exams"), self.path(predictions), self.path("result.json"));
        let scored =
            examen(&["score", "--data", shown(&exams), "--predictions", shown(&predictions), "--out", shown(&out)]);
        assert!(scored.status.success(), "{}", text(&scored.stderr));
        ResultLog::read(&out).unwrap()
    }
}

pub(crate) fn succeed(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stderr)
}

#[test]
fn a_model_that_knows_the_truth_has_all_of_it_right_and_is_asked_once() {
    let room = Room::new();
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
    for metric in ["span_exact", "answer_match", "line_match", "accuracy", "answered"] {
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
fn failures_are_rows_with_reasons_and_hosts_that_code_is_sent_to_are_named() {
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
    let said = succeed(&command(&arguments).env("EXAMEN_CACHE", room.path("cache")).output().unwrap());
    assert!(!said.contains("code will be sent"), "{said}");
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
