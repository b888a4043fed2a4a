//! Endpoints that fail in every way, on this machine: each failure ends as it should, nothing hangs, and nothing is kept that is not whole.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use examen_models::endpoints::{
    Address, Asked, Budget, Capabilities, Clock, Endpoint, EndpointError, EndpointSettings, Prices, ProbeSettings,
    Request, Secret,
};
use examen_test::{EndpointReply, EndpointRequest, EndpointServer, Fault};
use serde_json::{Map, Value, json};

const KEY: &str = "sk-known-secret-4711";

fn settings(url: &str, cache: &Path) -> EndpointSettings {
    EndpointSettings {
        address: Address::parse(url).unwrap(),
        key: Secret::new(KEY),
        cache: cache.to_owned(),
        concurrency: 4,
        timeout: Duration::from_secs(4),
        retries: None,
        patience: Duration::from_mins(30),
        revision: String::new(),
        extra_body: Map::new(),
        ca_file: None,
        budget: Budget::default(),
        clock: Clock::manual(),
    }
}

fn request(text: &str) -> Request {
    Request::new(json!([{ "role": "user", "content": text }]), 16)
}

/// Asks some texts; what became of each, in order.
fn ask(endpoint: &Endpoint, texts: &[String]) -> Result<Vec<Asked>, EndpointError> {
    let outcomes = Mutex::new(BTreeMap::new());
    let mut left = texts.iter().enumerate();
    let next = || left.next().map(|(at, text)| (at, request(text)));
    endpoint.ask_all(&Capabilities::untried("m"), next, |at, asked| {
        outcomes.lock().unwrap().insert(at, asked);
    })?;
    Ok(outcomes.into_inner().unwrap().into_values().collect())
}

/// What becomes of one request, how often it was sent, and all that can be read of it.
fn outcome(answer: impl Fn(usize) -> EndpointReply + Send + Sync + 'static) -> (String, usize) {
    let (folder, count) = (tempfile::tempdir().unwrap(), AtomicUsize::new(0));
    let server = EndpointServer::start(move |_| answer(count.fetch_add(1, Ordering::Relaxed)));
    let endpoint = Endpoint::new(settings(&server.url(), folder.path())).unwrap();
    let said = match ask(&endpoint, &["hello".to_owned()]) {
        Ok(asked) => match &asked[..] {
            [Asked::Kept { .. }] => "kept".to_owned(),
            [Asked::Skipped(reason)] => format!("skipped {reason}"),
            [Asked::Failed(reason)] => format!("failed {reason}"),
            other => format!("{other:?}"),
        },
        Err(error) => format!("stop {error}"),
    };
    assert!(!said.contains(KEY), "{said}");
    let is_kept = endpoint.cache().find(&endpoint.body(&request("hello"), &Capabilities::untried("m")), 0).is_some();
    assert_eq!(is_kept, said == "kept", "{said}");
    (said, server.requests().len())
}

/// Makes the reply of a row of a table.
type MakeReply = fn() -> EndpointReply;

fn good() -> EndpointReply {
    EndpointReply::chat("\"fine\"")
}

#[test]
fn failures_that_pass_are_tried_again() {
    let once = |fault: MakeReply| outcome(move |at| if at == 0 { fault() } else { good() });
    let table: [(&str, MakeReply); 17] = [
        ("429 with seconds", || EndpointReply::new(429, "slow down").with("Retry-After: 3")),
        ("429 with a date", || {
            EndpointReply::new(429, "")
                .with("Date: Sun, 06 Nov 1994 08:49:37 GMT")
                .with("Retry-After: Sun, 06 Nov 1994 08:49:47 GMT")
        }),
        ("429 with milliseconds", || EndpointReply::new(429, "").with("retry-after-ms: 20")),
        ("429 without", || EndpointReply::new(429, "")),
        ("500", || EndpointReply::new(500, "oh")),
        ("503", || EndpointReply::new(503, "").with("Retry-After: 1")),
        ("529", || EndpointReply::new(529, "")),
        ("200 with an error", || EndpointReply::new(200, "{\"error\": {\"message\": \"busy\"}}")),
        ("HTML", || EndpointReply::new(200, "<html>Bad gateway</html>")),
        ("empty body", || EndpointReply::new(200, "")),
        ("no choices", || EndpointReply::new(200, "{\"choices\": []}")),
        ("body cut", || good().broken(Fault::CutBody)),
        ("reset before the headers", || good().broken(Fault::ResetBefore)),
        ("reset in the headers", || good().broken(Fault::ResetInHeaders)),
        ("length too long", || good().broken(Fault::LongerThanAnnounced)),
        ("length too short", || good().broken(Fault::ShorterThanAnnounced)),
        ("gzip", || EndpointReply::new(200, vec![0x1f, 0x8b, 8, 0, 0, 0]).with("Content-Encoding: gzip")),
    ];
    for (name, fault) in table {
        assert_eq!(once(fault), ("kept".to_owned(), 2), "{name}");
    }
}

#[test]
fn failures_that_stay_have_their_reason_and_number_of_attempts() {
    let always = |reply: MakeReply| outcome(move |_| reply());
    let table: [(&str, MakeReply, &str, usize); 18] = [
        ("429", || EndpointReply::new(429, ""), "failed rate-limited: 429", 10),
        ("500", || EndpointReply::new(500, "{\"error\": \"oh\"}"), "failed server-error: 500 oh", 5),
        ("silence", || good().broken(Fault::Silence), "failed timed-out", 3),
        ("a byte at a time", || good().broken(Fault::Slow(100)), "failed timed-out", 3),
        ("HTML", || EndpointReply::new(200, "<html>"), "failed broken-reply: the body is no JSON", 3),
        (
            "truncated JSON",
            || EndpointReply::new(200, "{\"choices\": [{"),
            "failed broken-reply: the body is no JSON",
            3,
        ),
        (
            "invalid UTF-8",
            || EndpointReply::new(200, vec![b'"', 0xff, b'"']),
            "failed broken-reply: the body is no JSON",
            3,
        ),
        ("deep JSON", || EndpointReply::new(200, "[".repeat(100_000)), "failed broken-reply: the body is no JSON", 3),
        ("endless", || good().broken(Fault::Endless), "failed too-large", 1),
        ("9 MiB", || EndpointReply::new(200, vec![b' '; 9 << 20]), "failed too-large", 1),
        ("null content", || EndpointReply::chat("null"), "failed empty-answer", 1),
        ("blank content", || EndpointReply::chat("\" \\n\""), "failed empty-answer", 1),
        (
            "refused",
            || EndpointReply::new(200, "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"refusal\":\"no\"}}]}"),
            "failed refused",
            1,
        ),
        (
            "filtered",
            || {
                EndpointReply::new(
                    200,
                    "{\"choices\":[{\"finish_reason\":\"content_filter\",\"message\":{\"content\":\"n\"}}]}",
                )
            },
            "failed refused",
            1,
        ),
        (
            "too long",
            || EndpointReply::new(400, "{\"error\":{\"type\":\"exceed_context_size_error\",\"message\":\"too many\"}}"),
            "skipped too-long",
            1,
        ),
        (
            "rejected",
            || EndpointReply::new(422, "{\"error\":{\"message\":\"what\\u001b[0m?\"}}"),
            "failed rejected: what [0m?",
            1,
        ),
        (
            "the key in an error",
            || EndpointReply::new(400, format!("bad key {KEY}")),
            "failed rejected: bad key ***",
            1,
        ),
        (
            "content in parts",
            || EndpointReply::chat("[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]"),
            "kept",
            1,
        ),
    ];
    for (name, reply, said, attempts) in table {
        assert_eq!(always(reply), (said.to_owned(), attempts), "{name}");
    }
}

#[test]
fn what_cannot_get_better_ends_the_run() {
    let always = |reply: MakeReply| outcome(move |_| reply());
    let table: [(&str, MakeReply, &str); 7] = [
        ("401", || EndpointReply::new(401, "no"), "the key is not accepted"),
        ("402", || EndpointReply::new(402, "pay"), "out of credit"),
        ("429 for money", || EndpointReply::new(429, "{\"error\":{\"code\":\"insufficient_quota\"}}"), "out of credit"),
        ("404", || EndpointReply::new(404, "?"), "there is no such endpoint"),
        ("far later", || EndpointReply::new(429, "").with("Retry-After: 3600"), "asks to wait 3600 s"),
        ("302", || EndpointReply::new(302, "").with("Location: http://elsewhere.example/v1"), "elsewhere.example"),
        ("307", || EndpointReply::new(307, "").with("Location: /v2"), "redirects are not followed"),
    ];
    for (name, reply, part) in table {
        let (said, attempts) = always(reply);
        assert!(said.starts_with("stop ") && said.contains(part), "{name}: {said}");
        assert_eq!(attempts, 1, "{name}");
    }
}

#[test]
fn a_redirect_with_a_key_is_not_followed() {
    let elsewhere = EndpointServer::start(|_| good());
    let target = format!("Location: {}/chat/completions", elsewhere.url());
    let (said, _) = outcome(move |_| EndpointReply::new(307, "").with(&target));
    assert!(said.contains("127.0.0.1"), "{said}");
    assert_eq!(elsewhere.requests(), []);
}

#[test]
fn nobody_there_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let url = EndpointServer::start(|_| good()).url();
    let endpoint = Endpoint::new(settings(&url, folder.path())).unwrap();
    let texts: Vec<String> = (0..50).map(|at| format!("text {at}")).collect();
    let error = ask(&endpoint, &texts).unwrap_err();
    assert!(matches!(error, EndpointError::Stalled { .. }), "{error}");
    assert!(endpoint.statistics().attempts < 40);
}

#[test]
fn mixed_faults_at_any_concurrency_leave_the_same_replies_and_ask_nothing_twice() {
    let texts: Vec<String> = (0..120).map(|at| format!("text {at}")).collect();
    let mut contents = Vec::new();
    for concurrency in [1, 8, 64] {
        let (folder, count) = (tempfile::tempdir().unwrap(), AtomicUsize::new(0));
        let server = EndpointServer::start(move |request: &EndpointRequest| {
            let body: Value = serde_json::from_str(&request.body).unwrap();
            let text = body["messages"][0]["content"].as_str().unwrap().to_owned();
            match count.fetch_add(1, Ordering::Relaxed) % 30 {
                3 => EndpointReply::new(500, ""),
                7 => good().broken(Fault::CutBody),
                11 => good().broken(Fault::ResetBefore),
                _ => EndpointReply::chat(&json!(format!("reply to {text} {KEY}")).to_string()),
            }
        });
        let with = |texts: &[String]| {
            let endpoint =
                Endpoint::new(EndpointSettings { concurrency, ..settings(&server.url(), folder.path()) }).unwrap();
            let asked = ask(&endpoint, texts).unwrap();
            assert!(asked.iter().all(|asked| matches!(asked, Asked::Kept { .. })), "{asked:?}");
            endpoint
        };
        // As if the first run had been killed.
        with(&texts[..50]);
        server.requests();
        let endpoint = with(&texts);
        assert_eq!(endpoint.statistics().cached, 50);
        assert!(
            server
                .requests()
                .iter()
                .all(|request| !texts[..50].iter().any(|text| request.body.contains(&format!("\"{text}\""))))
        );
        assert!(server.most_under_way() <= concurrency, "{} of {concurrency}", server.most_under_way());
        let found = |text: &String| {
            let body = endpoint.body(&request(text), &Capabilities::untried("m"));
            endpoint.cache().find(&body, 0).unwrap().content
        };
        contents.push(texts.iter().map(found).collect::<Vec<String>>());
        for path in examen_test::files_below(folder.path()) {
            assert!(!std::fs::read_to_string(&path).unwrap().contains(KEY), "{}", path.display());
        }
    }
    assert!(contents[0][3] == "reply to text 3 ***" && contents.iter().all(|of_run| *of_run == contents[0]));
}

#[test]
fn a_damaged_reply_is_asked_again_and_keys_depend_on_what_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let server = EndpointServer::start(|_| good());
    let endpoint = Endpoint::new(settings(&server.url(), folder.path())).unwrap();
    ask(&endpoint, &["hello".to_owned()]).unwrap();
    let path = examen_test::files_below(folder.path()).remove(0);
    let text = std::fs::read_to_string(&path).unwrap();
    for damaged in [text.replace("fine", "good"), text[..text.len() / 2].to_owned(), String::new(), "{}".to_owned()] {
        std::fs::write(&path, damaged).unwrap();
        assert_eq!(ask(&endpoint, &["hello".to_owned()]).unwrap(), [Asked::Kept { was_cached: false }]);
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let (cache, found) = (endpoint.cache(), Capabilities::untried("m"));
    let key = |request: &Request| cache.key(&endpoint.body(request, &found), request.sample);
    let first = request("hello");
    let others = [
        request("hello "),
        Request { max_tokens: 17, ..first.clone() },
        Request { temperature: 0.5, ..first.clone() },
        Request { seed: 1, ..first.clone() },
        Request { sample: 1, ..first.clone() },
        Request { first_tokens: Some(20), ..first.clone() },
    ];
    let keys: std::collections::BTreeSet<String> = others.iter().chain([&first]).map(key).collect();
    assert_eq!(keys.len(), others.len() + 1);
    let other = Endpoint::new(EndpointSettings {
        key: None,
        concurrency: 99,
        timeout: Duration::from_secs(9),
        ..settings(&server.url(), folder.path())
    });
    assert_eq!(other.unwrap().cache().key(&endpoint.body(&first, &found), 0), key(&first));
}

#[test]
fn nothing_is_sent_that_could_cost_too_much() {
    let folder = tempfile::tempdir().unwrap();
    let server = EndpointServer::start(|_| good());
    // A request costs at most 1,000 a million tokens times 16 and a few: 0.02.
    let budget = Budget { prices: Prices { input: 1000.0, output: 1000.0 }, most: Some(0.3) };
    let endpoint = Endpoint::new(EndpointSettings { budget, ..settings(&server.url(), folder.path()) }).unwrap();
    let texts: Vec<String> = (0..40).map(|at| format!("text {at}")).collect();
    let asked = ask(&endpoint, &texts).unwrap();
    let skipped = asked.iter().filter(|asked| **asked == Asked::Skipped("budget".to_owned())).count();
    // Each reply says that it took 109 tokens.
    let spent = budget.prices.of(endpoint.statistics().tokens);
    assert!(skipped > 30 && spent <= 0.3 + 4.0 * 0.11, "{skipped} skipped, {spent} spent");
    assert_eq!(server.requests().len() + skipped, 40);
}

/// A server of one model that says what it is told to.
fn model(lie: &'static str) -> EndpointServer {
    EndpointServer::start(move |request: &EndpointRequest| {
        if request.path == "/v1/models" {
            return match lie {
                "several" => EndpointReply::new(200, "{\"data\": [{\"id\": \"a\"}, {\"id\": \"b\"}]}"),
                "none" => EndpointReply::new(404, ""),
                _ => EndpointReply::new(200, "{\"data\": [{\"id\": \"m\", \"max_model_len\": 4096}]}"),
            };
        }
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        let has = |name: &str| body.get(name).is_some();
        let says = |text: &str| EndpointReply::new(400, format!("{{\"error\": {{\"message\": \"{text}\"}}}}"));
        match lie {
            "limit" if has("max_tokens") => return says("use max_completion_tokens"),
            "temperature" if has("temperature") => return says("temperature is not supported"),
            "system" if request.body.contains("\"system\"") => return says("System role not supported"),
            _ => {}
        }
        let is_schema = has("response_format") && lie != "schema ignored";
        let content = if is_schema { "{\"n\": 1}" } else { "Hello" };
        let bytes = body["messages"]
            .as_array()
            .map_or(0, |all| all.iter().filter_map(|message| message["content"].as_str()).map(str::len).sum());
        let top: Vec<Value> = (0..20).map(|at| json!({ "token": format!("t{at}"), "logprob": -3.5 })).collect();
        let logprobs = if has("logprobs") && lie != "no logprobs" {
            json!({ "content": [{ "top_logprobs": top }] })
        } else {
            Value::Null
        };
        let reply = json!({
            "choices": [{ "finish_reason": "stop", "message": { "content": content }, "logprobs": logprobs }],
            "usage": { "prompt_tokens": bytes / 4 + 12, "completion_tokens": 1 },
        });
        EndpointReply::new(200, reply.to_string())
    })
}

#[test]
fn capabilities_are_proved_and_lies_are_found() {
    let probe = |lie: &'static str| {
        let (folder, server) = (tempfile::tempdir().unwrap(), model(lie));
        let endpoint = Endpoint::new(settings(&server.url(), folder.path())).unwrap();
        let wanted = ProbeSettings {
            wants_schema: true,
            wants_first_tokens: true,
            has_system_role: true,
            ..ProbeSettings::default()
        };
        let found = endpoint.probe(&wanted);
        if found.is_ok() {
            assert_eq!(endpoint.cache().capabilities(None), found.clone().ok());
        }
        found
    };
    let honest = probe("").unwrap();
    assert_eq!((honest.model.as_str(), honest.context, honest.has_schema), ("m", Some(4096), true));
    assert_eq!((honest.has_first_tokens, honest.has_reasoning), (Some(true), false));
    assert!((honest.bytes_per_token.unwrap() - 4.0).abs() < 0.2, "{honest:?}");
    assert!(!probe("schema ignored").unwrap().has_schema);
    assert_eq!(probe("no logprobs").unwrap().has_first_tokens, Some(false));
    assert_eq!(probe("limit").unwrap().limit_field, "max_completion_tokens");
    assert_eq!(probe("temperature").unwrap().left_out, ["temperature"]);
    assert!(matches!(probe("system"), Err(EndpointError::SystemRole { .. })));
    assert!(matches!(probe("several"), Err(EndpointError::NoModel { .. })));
    assert!(matches!(probe("none"), Err(EndpointError::NoModel { .. })));
}
