//! Other ways to ask a language model: by likelihood, by texts, several times, until it is interrupted.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::sync::{Mutex, mpsc};

use examen_data::{Answer, ResultLog, ResultRow};
use examen_evaluation::predict::TaskInfo;
use examen_evaluation::predict::prompts::{PromptSettings, ShownLines, SpanForm, options, texts_reply_of};
use examen_test::{EndpointReply, EndpointRequest, EndpointServer};
use serde_json::{Value, json};

use crate::endpoint_room::{Room, oracle, oracle_with, serve, succeed};
use crate::{command, shown, text};

/// The rows of a metric.
fn rows<'l>(log: &'l ResultLog, metric: &'l str) -> impl Iterator<Item = &'l ResultRow> {
    log.rows.iter().filter(move |row| row.metric == metric && row.model.as_deref() != Some("no-answer"))
}

/// The option of the right class.
fn right_option(task: &TaskInfo, answer: &Answer, _: &ShownLines) -> String {
    let Answer::Class { label, .. } = answer else { return String::new() };
    let at = task.classes.iter().position(|class| class == label);
    at.map(|at| options(&task.classes)[at].clone()).unwrap_or_default()
}

/// A server that tells likelihoods: of first tokens, and of the words of a prompt.
fn likelihoods(right: BTreeMap<String, String>) -> EndpointServer {
    EndpointServer::start(move |request: &EndpointRequest| {
        if request.method == "GET" {
            return EndpointReply::new(200, "{\"data\": [{\"id\": \"likely\"}]}");
        }
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let Some(prompt) = body.get("prompt").and_then(Value::as_str) else {
            let last = body["messages"].as_array().and_then(|all| all.last()).and_then(|last| last["content"].as_str());
            let option = right.get(last.unwrap_or_default()).map_or("Hello", String::as_str);
            let filler = (1..20).map(|at| json!({ "token": format!("t{at}"), "logprob": -5.0 }));
            let top: Vec<Value> = std::iter::once(json!({ "token": option, "logprob": -0.2 })).chain(filler).collect();
            let choice = json!({ "finish_reason": "length", "message": { "content": option },
                "logprobs": { "content": [{ "top_logprobs": top }] } });
            let usage = json!({ "prompt_tokens": request.body.len() / 4, "completion_tokens": 1 });
            return EndpointReply::new(200, json!({ "choices": [choice], "usage": usage }).to_string());
        };
        let (question, given) = prompt.rsplit_once("\n\nAnswer: ").unwrap_or((prompt, ""));
        let is_right = right.iter().any(|(asked, option)| question.ends_with(asked.as_str()) && option == given);
        let starts: Vec<usize> =
            prompt.char_indices().enumerate().filter(|(_, (_, it))| *it == ' ').map(|it| it.0).collect();
        let mut offsets = [vec![0], starts].concat();
        let mut logarithms = vec![json!(-1.0); offsets.len()];
        logarithms[0] = Value::Null;
        *logarithms.last_mut().unwrap() = json!(if is_right { -0.1 } else { -4.0 });
        let words = offsets.len();
        offsets.push(prompt.chars().count());
        logarithms.push(json!(-0.5));
        let choice = json!({ "text": format!("{prompt}."), "finish_reason": "length",
            "logprobs": { "text_offset": offsets, "token_logprobs": logarithms } });
        let usage = json!({ "prompt_tokens": words, "completion_tokens": 1 });
        EndpointReply::new(200, json!({ "choices": [choice], "usage": usage }).to_string())
    })
}

#[test]
fn classes_are_asked_by_likelihood_where_it_is_proved() {
    let room = Room::new();
    let settings = PromptSettings { spans: SpanForm::Quotes, asks_for_option: true, ..PromptSettings::default() };
    let server = likelihoods(oracle_with(&room.path("exams/probes"), settings, right_option));
    for (method, name, requests) in [("likelihood", "likely+first-token", 1), ("echo", "likely+echo", 10)] {
        server.requests();
        let said = succeed(&room.predict(&server.url(), "likely.jsonl", &["--method", method]));
        assert!(said.contains("not of 2 to 20 known classes"), "{said}");
        let log = room.score("likely.jsonl");
        let accuracy: Vec<&ResultRow> = rows(&log, "accuracy").collect();
        assert!(accuracy.iter().any(|row| row.task == "CPX" && row.model.as_deref() == Some(name)), "{accuracy:?}");
        assert!(accuracy.iter().all(|row| row.value > 0.999), "{accuracy:?}");
        let examples = rows(&log, "answered").map(|row| row.n).sum::<u64>() as usize;
        let asked = server.requests().iter().filter(|it| it.body.contains("The options are")).count();
        assert_eq!(asked, examples * requests, "{method}");
        let run: Value = serde_json::from_slice(&std::fs::read(room.path("likely.jsonl.run.json")).unwrap()).unwrap();
        assert!(run["mean_mass"].as_f64() > Some(0.7), "{run}");
    }
}

#[test]
fn spans_by_texts_and_several_samples_give_pass_at_k_for_every_kind() {
    let room = Room::new();
    let settings = PromptSettings { spans: SpanForm::Texts, ..PromptSettings::default() };
    let replies =
        oracle_with(&room.path("exams"), settings, |task, answer, lines| texts_reply_of(task, answer, lines).unwrap());
    let right = replies.clone();
    // Every second sample is right.
    let server = EndpointServer::start(move |request: &EndpointRequest| {
        if request.method == "GET" {
            return EndpointReply::new(200, "{\"data\": [{\"id\": \"half\"}]}");
        }
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let last = body["messages"].as_array().and_then(|all| all.last()).and_then(|last| last["content"].as_str());
        let is_right = body["seed"].as_u64().is_some_and(|seed| seed % 2 == 0);
        let reply = right.get(last.unwrap_or_default()).filter(|_| is_right).cloned();
        EndpointReply::chat(&json!(reply.unwrap_or("I do not know.".to_owned())).to_string())
    });
    let flags = ["--form", "texts", "--samples", "2", "--stream", "--answer-format", "text"];
    succeed(&room.predict(&server.url(), "half.jsonl", &flags));
    let log = room.score("half.jsonl");
    for (k, value) in [(1, 0.5), (2, 1.0)] {
        let found: Vec<&ResultRow> = rows(&log, "pass_at_k").filter(|row| row.k == Some(k)).collect();
        let tasks: BTreeSet<&str> = found.iter().map(|row| row.task.as_str()).collect();
        assert_eq!(
            tasks,
            BTreeSet::from(["CPX", "choose", "generate", "ideal", "java", "match", "relevance"]),
            "pass@{k}"
        );
        assert!(found.iter().all(|row| (row.value - value).abs() < 1e-9), "pass@{k}: {found:?}");
    }
    let texts = rows(&log, "pass_at_k").find(|row| row.task == "ideal").unwrap();
    assert_eq!((texts.format.as_deref(), texts.model.as_deref()), (Some("texts"), Some("half+texts")));
    assert!(!replies.is_empty());
}

#[test]
fn models_without_a_template_continue_a_text() {
    let room = Room::new();
    let replies = oracle(&room.path("exams"));
    let server = EndpointServer::start(move |request: &EndpointRequest| {
        if request.method == "GET" {
            return EndpointReply::new(200, "{\"data\": [{\"id\": \"base\"}]}");
        }
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let Some(prompt) = body["prompt"].as_str() else { return EndpointReply::new(404, "") };
        let asked = prompt.strip_suffix("\n\nAnswer:").unwrap_or(prompt);
        let reply = replies.iter().find(|(question, _)| asked.ends_with(question.as_str()));
        let choice = json!({ "text": format!(" {}", reply.map_or("Hello", |it| it.1)), "finish_reason": "stop" });
        let usage = json!({ "prompt_tokens": prompt.len() / 4, "completion_tokens": 9 });
        EndpointReply::new(200, json!({ "choices": [choice], "usage": usage }).to_string())
    });
    succeed(&room.predict(&server.url(), "base.jsonl", &["--api", "completions", "--shots", "1"]));
    let log = room.score("base.jsonl");
    for metric in ["span_exact", "accuracy", "answered"] {
        let found: Vec<&ResultRow> = rows(&log, metric).filter(|row| row.group.is_none()).collect();
        let is_right = |row: &&ResultRow| row.value > 0.999 && row.model.as_deref() == Some("base+1shot+completions");
        assert!(!found.is_empty() && found.iter().all(is_right), "{metric}: {found:?}");
    }
}

#[test]
fn values_over_answered_examples_stand_beside_those_over_all() {
    let room = Room::new();
    let server = serve(oracle(&room.path("exams")), |reply| {
        // Some of the right answers cannot be read.
        let sum: u32 = reply.bytes().map(u32::from).sum();
        if sum.is_multiple_of(3) { "I would rather not say.".to_owned() } else { reply }
    });
    succeed(&room.predict(&server.url(), "some.jsonl", &[]));
    let few = room.predict(&server.url(), "some.jsonl", &["--fail-below-answered", "0.999"]);
    assert_eq!(few.status.code(), Some(1), "{}", text(&few.stderr));
    let log = room.score("some.jsonl");
    for (task, metric) in
        [("ideal", "span_exact"), ("CPX", "accuracy"), ("java", "accuracy"), ("names.java", "accuracy")]
    {
        let at = |examples: &str| {
            let mut of_task = rows(&log, metric).filter(|row| row.task == task && row.group.is_none());
            of_task.find(|row| row.examples.as_deref() == Some(examples))
        };
        let all = at("all").or_else(|| at("originals")).unwrap();
        let Some(answered) = at("answered") else { panic!("{task}: {:?}", rows(&log, metric).collect::<Vec<_>>()) };
        assert!(answered.value > 0.999 && all.value < 0.999 && answered.n < all.n, "{task}: {answered:?} {all:?}");
    }
    let f1: Vec<f64> = rows(&log, "char_f1").map(|row| row.value).collect();
    assert!(f1.len() == 1 && f1[0] > 0.2 && f1[0] < 0.999, "{f1:?}");
    let (exams, predictions) = (room.path("exams"), room.path("some.jsonl"));
    let scored = command(&["score", "--data", shown(&exams), "--predictions", shown(&predictions)]).output().unwrap();
    assert!(text(&scored.stdout).contains("100.00 of "), "{}", text(&scored.stdout));
}

#[test]
fn answers_that_change_without_a_rewrite_are_noise() {
    let room = Room::new();
    let asked: Mutex<BTreeMap<String, u32>> = Mutex::default();
    let server = EndpointServer::start(move |request: &EndpointRequest| {
        if request.method == "GET" {
            return EndpointReply::new(200, "{\"data\": [{\"id\": \"fickle\"}]}");
        }
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let messages = body["messages"].to_string();
        let mut asked = asked.lock().unwrap();
        let times = asked.entry(messages.clone()).or_default();
        *times += 1;
        EndpointReply::chat(&json!(format!("{{\"name\": \"name|{times}\"}}")).to_string())
    });
    let robustness = room.path("exams/robustness");
    let out = room.path("fickle.jsonl");
    let arguments = ["predict", "--model", &server.url(), "--data", shown(&robustness), "--out", shown(&out)];
    succeed(&command(&arguments).env("EXAMEN_CACHE", room.path("cache")).output().unwrap());
    let log = room.score("fickle.jsonl");
    let at = |place: &str| {
        rows(&log, "prediction_change").find(|row| row.group.is_none() && row.place.as_deref() == Some(place))
    };
    let noise = at("repeat").unwrap();
    assert!((noise.value - 1.0).abs() < 1e-9 && noise.transform.as_deref() == Some("none"), "{noise:?}");
    assert!(at("single").or_else(|| at("all")).is_some());
}

#[cfg(unix)]
#[test]
fn a_run_that_is_told_to_end_asks_nothing_twice() {
    let room = Room::new();
    let (sender, receiver) = mpsc::channel();
    let state = Mutex::new((0, sender));
    let replies = oracle(&room.path("exams"));
    let server = EndpointServer::start(move |request: &EndpointRequest| {
        if request.method == "GET" {
            return EndpointReply::new(200, "{\"data\": [{\"id\": \"oracle\"}]}");
        }
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let last = body["messages"].as_array().and_then(|all| all.last()).and_then(|last| last["content"].as_str());
        let reply = replies.get(last.unwrap_or_default());
        if reply.is_some() {
            let mut state = state.lock().unwrap();
            state.0 += 1;
            if state.0 == 20 {
                // The test sends the signal while this one is under way.
                let _ = state.1.send(());
            }
        }
        EndpointReply::chat(&json!(reply.map_or("Hello", String::as_str)).to_string())
    });
    let (exams, out, cache) = (room.path("exams"), room.path("llm.jsonl"), room.path("cache"));
    let arguments =
        ["predict", "--model", &server.url(), "--data", shown(&exams), "--out", shown(&out), "--concurrency", "1"];
    let mut child = command(&arguments);
    let mut child = child.env("EXAMEN_CACHE", &cache).stderr(Stdio::piped()).spawn().unwrap();
    receiver.recv().unwrap();
    let sent = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let ended = child.wait().unwrap();
    let is_done = ended.success();
    assert!(is_done || ended.code() == Some(2), "{ended}");
    succeed(&command(&arguments).env("EXAMEN_CACHE", &cache).output().unwrap());
    let requests = server.requests();
    let asked: Vec<&String> =
        requests.iter().map(|it| &it.body).filter(|body| body.contains("examination about source code")).collect();
    let different: BTreeSet<&String> = asked.iter().copied().collect();
    assert_eq!(asked.len(), different.len());
    assert!(different.len() > 20 && room.path("llm.jsonl").exists());
}
