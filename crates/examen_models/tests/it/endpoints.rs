//! Endpoints that fail in every way, on this machine: each failure ends as it should, nothing hangs, and nothing is kept that is not whole.

mod capabilities;
mod stalling;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use examen_models::endpoints::{
    Address, Asked, Budget, Capabilities, Clock, Endpoint, EndpointError, EndpointSettings, Pace, Prices,
    ProbeSettings, Request, Secret,
};
use examen_test::{EndpointReply, EndpointRequest, EndpointServer, Fault};
use serde_json::{Map, Value, json};

const KEY: &str = "sk-known-secret-4711";

fn settings(url: &str, cache: &Path) -> EndpointSettings {
    EndpointSettings {
        address: Address::parse(url).unwrap(),
        key: Secret::new(KEY),
        headers: Vec::new(),
        pace: Pace::default(),
        cache: cache.to_owned(),
        concurrency: 4,
        timeout: Duration::from_secs(4),
        retries: None,
        patience: Duration::from_mins(30),
        revision: String::new(),
        is_streaming: false,
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
    let is_kept = endpoint.kept(&request("hello"), &Capabilities::untried("m")).is_some();
    assert_eq!(is_kept, said == "kept", "{said}");
    (said, server.requests().len())
}

/// Makes the reply of a row of a table.
type MakeReply = fn() -> EndpointReply;

fn good() -> EndpointReply {
    EndpointReply::chat("\"fine\"")
}

/// A stream with comments, names of events and line ends of two kinds.
const STREAM: &str = ": ping\r\n\r\nevent: message\r\ndata: {\"model\":\"served\",\"choices\":[{\"delta\":{\"role\":\"assistant\",\
                      \"content\":\"fi\"}}]}\r\n\r\ndata:{\"choices\":[{\"delta\":{\"content\":\"ne\"},\"finish_reason\":\"stop\"}]}\n\n\
                      data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2}}\n\ndata: [DONE]\n\n";

#[test]
fn a_stream_is_put_together_and_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = EndpointServer::start(|_| EndpointReply::new(200, STREAM));
    let streaming = EndpointSettings { is_streaming: true, ..settings(&server.url(), folder.path()) };
    let endpoint = Endpoint::new(streaming).unwrap();
    ask(&endpoint, &["hello".to_owned()]).unwrap();
    let reply = endpoint.kept(&request("hello"), &Capabilities::untried("m")).unwrap();
    assert_eq!((reply.content.as_str(), reply.tokens.map(|it| it.prompt)), ("fine", Some(7)));
    assert!(server.requests()[0].body.contains("\"include_usage\":true"));
}

#[test]
fn a_key_that_is_refused_in_the_middle_ends_the_run_and_keeps_what_came() {
    let (folder, count) = (tempfile::tempdir().unwrap(), AtomicUsize::new(0));
    let server = EndpointServer::start(move |_| match count.fetch_add(1, Ordering::Relaxed) {
        ..10 => good(),
        _ => EndpointReply::new(401, "no"),
    });
    let endpoint = Endpoint::new(settings(&server.url(), folder.path())).unwrap();
    let texts: Vec<String> = (0..50).map(|at| format!("text {at}")).collect();
    assert!(matches!(ask(&endpoint, &texts), Err(EndpointError::NotAllowed { .. })));
    let is_kept = |text: &&String| endpoint.kept(&request(text), &Capabilities::untried("m")).is_some();
    assert_eq!(texts.iter().filter(is_kept).count(), 10);
    assert!(server.requests().len() < 20);
}

#[test]
fn requests_that_are_all_rejected_end_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let server = EndpointServer::start(|_| EndpointReply::new(400, "{\"error\":{\"message\":\"no such field\"}}"));
    let endpoint = Endpoint::new(settings(&server.url(), folder.path())).unwrap();
    let texts: Vec<String> = (0..50).map(|at| format!("text {at}")).collect();
    let error = ask(&endpoint, &texts).unwrap_err();
    assert!(matches!(&error, EndpointError::Rejected { message, .. } if message == "no such field"), "{error}");
    assert!(server.requests().len() < 10);
}

#[test]
fn a_server_that_takes_few_connections_is_asked_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = EndpointServer::start_with(2, |_| good());
    let texts: Vec<String> = (0..40).map(|at| format!("text {at}")).collect();
    let crowd = EndpointSettings { concurrency: 16, ..settings(&server.url(), folder.path()) };
    // Some find no connection, and the run may end for that; none hangs and none is an empty success.
    let asked = ask(&Endpoint::new(crowd).unwrap(), &texts).unwrap_or_default();
    let is_end = |asked: &Asked| match asked {
        Asked::Kept { .. } => true,
        Asked::Failed(reason) => reason.starts_with("unreachable") || reason.starts_with("broken-reply"),
        Asked::Skipped(_) => false,
    };
    assert!(asked.iter().all(is_end), "{asked:?}");
    let alone = EndpointSettings { concurrency: 1, ..settings(&server.url(), folder.path()) };
    let asked = ask(&Endpoint::new(alone).unwrap(), &texts).unwrap();
    assert!(asked.len() == 40 && asked.iter().all(|asked| matches!(asked, Asked::Kept { .. })), "{asked:?}");
}

#[test]
fn an_interrupted_run_keeps_what_is_under_way_and_sends_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual();
    let (of_server, count) = (clock.clone(), AtomicUsize::new(0));
    let server = EndpointServer::start(move |_| {
        if count.fetch_add(1, Ordering::Relaxed) == 9 {
            of_server.interrupt();
        }
        good()
    });
    let texts: Vec<String> = (0..50).map(|at| format!("text {at}")).collect();
    let first = Endpoint::new(EndpointSettings { clock, ..settings(&server.url(), folder.path()) }).unwrap();
    assert_eq!(ask(&first, &texts).unwrap_err(), EndpointError::Interrupted);
    let before = server.requests();
    assert!((10..20).contains(&before.len()), "{}", before.len());
    let second = Endpoint::new(settings(&server.url(), folder.path())).unwrap();
    assert_eq!(ask(&second, &texts).unwrap().len(), 50);
    let all: Vec<String> = before.into_iter().chain(server.requests()).map(|request| request.body).collect();
    let different: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!((all.len(), different.len()), (50, 50));
}

#[test]
fn prompts_that_a_server_cuts_are_no_answers() {
    // A context of 2,048 tokens of 4 bytes, or a window that keeps a tenth of them.
    for cut in [|tokens: usize| tokens.min(2048), |tokens: usize| tokens / 10] {
        let folder = tempfile::tempdir().unwrap();
        let server = EndpointServer::start(move |request: &EndpointRequest| {
            let tokens = cut(request.body.len() / 4);
            let usage = json!({ "prompt_tokens": tokens, "completion_tokens": 1 });
            let choice = json!({ "finish_reason": "stop", "message": { "content": "fine" } });
            EndpointReply::new(200, json!({ "choices": [choice], "usage": usage }).to_string())
        });
        let one = EndpointSettings { concurrency: 1, ..settings(&server.url(), folder.path()) };
        let endpoint = Endpoint::new(one).unwrap();
        let mut lengths = (0..20).map(|at| 10_000 + at * 500);
        let found = Capabilities { bytes_per_token: Some(4.0), ..Capabilities::untried("m") };
        let outcomes = Mutex::new(Vec::new());
        let next = || lengths.next().map(|length| ((), request(&"x".repeat(length))));
        let error = endpoint.ask_all(&found, next, |(), asked| outcomes.lock().unwrap().push(asked)).unwrap_err();
        assert!(matches!(error, EndpointError::CutPrompts { .. }), "{error}");
        let cut = Asked::Failed("truncated-by-server".to_owned());
        assert_eq!(outcomes.into_inner().unwrap().iter().filter(|asked| **asked == cut).count(), 4);
    }
}

#[test]
fn a_model_of_another_name_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let server = EndpointServer::start(|_| good());
    let endpoint = Endpoint::new(settings(&server.url(), folder.path())).unwrap();
    assert_eq!(ask(&endpoint, &["hello".to_owned()]).unwrap(), [Asked::Kept { was_cached: false }]);
    assert_eq!(endpoint.statistics().served_models.into_iter().collect::<Vec<String>>(), ["served"]);
}

#[test]
fn failures_that_pass_are_tried_again() {
    let once = |fault: MakeReply| outcome(move |at| if at == 0 { fault() } else { good() });
    let table: [(&str, MakeReply); 27] = [
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
        ("408", || EndpointReply::new(408, "")),
        ("425", || EndpointReply::new(425, "")),
        ("502", || EndpointReply::new(502, "<html>")),
        ("504", || EndpointReply::new(504, "")),
        ("524", || EndpointReply::new(524, "")),
        ("429 with a date that is over", || {
            EndpointReply::new(429, "")
                .with("Date: Sun, 06 Nov 1994 08:49:37 GMT")
                .with("Retry-After: Sun, 06 Nov 1994 08:49:07 GMT")
        }),
        ("200 with the error of a rate limit", || {
            EndpointReply::new(200, "{\"error\": {\"message\": \"busy\", \"code\": 429}}")
        }),
        ("reset behind the headers", || good().broken(Fault::ResetAfterHeaders)),
        ("a stream without its end", || {
            EndpointReply::new(200, "data: {\"choices\":[{\"delta\":{\"content\":\"fi\"}}]}\n\n")
        }),
        ("a stream that breaks off", || EndpointReply::new(200, "data: {\"choices\":[{\"delta\":{\"con")),
    ];
    for (name, fault) in table {
        assert_eq!(once(fault), ("kept".to_owned(), 2), "{name}");
    }
}

#[test]
fn failures_that_stay_have_their_reason_and_number_of_attempts() {
    let always = |reply: MakeReply| outcome(move |_| reply());
    let table: [(&str, MakeReply, &str, usize); 17] = [
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
    ];
    for (name, reply, said, attempts) in table {
        assert_eq!(always(reply), (said.to_owned(), attempts), "{name}");
    }
}

#[test]
fn replies_of_odd_forms_are_read_or_have_their_reason() {
    let table: [(&str, MakeReply, &str, usize); 9] = [
        ("413", || EndpointReply::new(413, ""), "skipped too-long", 1),
        (
            "too long, as a fault",
            || EndpointReply::new(500, "{\"error\":\"the request exceeds the maximum context length\"}"),
            "skipped too-long",
            1,
        ),
        ("NUL and escapes", || EndpointReply::chat("\"a\\u0000\\u001b[31m\""), "kept", 1),
        (
            "duplicate keys",
            || {
                EndpointReply::new(
                    200,
                    "{\"choices\":[],\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"a\"}}]}",
                )
            },
            "kept",
            1,
        ),
        (
            "duplicate headers",
            || good().with("Content-Type: text/html").with("Content-Type: application/json"),
            "kept",
            1,
        ),
        (
            "two lengths",
            || good().with("Content-Length: 7"),
            "failed broken-reply: protocol: conflicting content-length headers",
            3,
        ),
        ("a stream", || EndpointReply::new(200, STREAM).with("Content-Type: text/event-stream"), "kept", 1),
        (
            "a stream of reasoning alone",
            || {
                EndpointReply::new(
                    200,
                    "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
                )
            },
            "failed empty-answer",
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
        assert_eq!(outcome(move |_| reply()), (said.to_owned(), attempts), "{name}");
    }
}

#[test]
fn what_cannot_get_better_ends_the_run() {
    let always = |reply: MakeReply| outcome(move |_| reply());
    let table: [(&str, MakeReply, &str); 11] = [
        ("401", || EndpointReply::new(401, "no"), "the key is not accepted"),
        ("402", || EndpointReply::new(402, "pay"), "out of credit"),
        ("429 for money", || EndpointReply::new(429, "{\"error\":{\"code\":\"insufficient_quota\"}}"), "out of credit"),
        ("403", || EndpointReply::new(403, "no"), "the key is not accepted"),
        ("407", || EndpointReply::new(407, "no"), "the key is not accepted"),
        ("404", || EndpointReply::new(404, "?"), "there is no such endpoint"),
        ("405", || EndpointReply::new(405, "?"), "there is no such endpoint"),
        ("200 with an error for money", || EndpointReply::new(200, "{\"error\":{\"code\":402}}"), "out of credit"),
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
        let found = |text: &String| endpoint.kept(&request(text), &Capabilities::untried("m")).unwrap().content;
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
    let key = |request: &Request| cache.request(&endpoint.body(request, &found), request.sample).key;
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
    assert_eq!(other.unwrap().cache().request(&endpoint.body(&first, &found), 0).key, key(&first));
}

#[test]
fn nothing_is_sent_that_could_cost_too_much() {
    let folder = tempfile::tempdir().unwrap();
    let server = EndpointServer::start(|_| good());
    // A request costs at most 1,000 a million tokens times 16 and a few: 0.02.
    let prices = Prices { input: 1000.0, output: 1000.0, cached: None };
    let budget = Budget { prices, most: Some(0.3), most_tokens: None };
    let endpoint = Endpoint::new(EndpointSettings { budget, ..settings(&server.url(), folder.path()) }).unwrap();
    let texts: Vec<String> = (0..40).map(|at| format!("text {at}")).collect();
    let asked = ask(&endpoint, &texts).unwrap();
    let skipped = asked.iter().filter(|asked| **asked == Asked::Skipped("budget".to_owned())).count();
    // Each reply says that it took 109 tokens.
    let spent = budget.prices.of(endpoint.statistics().tokens);
    assert!(skipped > 30 && spent <= 0.3 + 4.0 * 0.11, "{skipped} skipped, {spent} spent");
    assert_eq!(server.requests().len() + skipped, 40);
    // The same by tokens, from a server that does not count them: they are estimated.
    let uncounted = "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"fine\"}}]}";
    let (folder, server) =
        (tempfile::tempdir().unwrap(), EndpointServer::start(move |_| EndpointReply::new(200, uncounted)));
    let budget = Budget { most_tokens: Some(100), ..Budget::default() };
    let alone = EndpointSettings { budget, concurrency: 1, ..settings(&server.url(), folder.path()) };
    let endpoint = Endpoint::new(alone).unwrap();
    let asked = ask(&endpoint, &texts).unwrap();
    let seen = endpoint.statistics();
    assert!(asked.contains(&Asked::Skipped("budget".to_owned())) && seen.estimated == seen.kept, "{seen:?}");
    assert!((60..=100).contains(&(seen.tokens.prompt + seen.tokens.completion)), "{seen:?}");
}

#[test]
fn headers_go_with_each_request_and_are_hidden_like_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let secret = "Token of-another-kind";
    let server =
        EndpointServer::start(|_| EndpointReply::new(400, "no such Token of-another-kind, sk-known-secret-4711"));
    let headers = vec![("Authorization".to_owned(), Secret::new(secret).unwrap())];
    let endpoint = Endpoint::new(EndpointSettings { headers, ..settings(&server.url(), folder.path()) }).unwrap();
    assert_eq!(
        ask(&endpoint, &["hello".to_owned()]).unwrap(),
        [Asked::Failed("rejected: no such ***, ***".to_owned())]
    );
    let sent: Vec<Option<String>> = server.requests().into_iter().map(|request| request.authorization).collect();
    assert_eq!(sent, [Some(secret.to_owned())]);
}

#[test]
fn a_placeholder_in_place_of_a_key_changes_no_reply() {
    let folder = tempfile::tempdir().unwrap();
    let server = EndpointServer::start(|_| good());
    let key = Secret::new("fine");
    let endpoint = Endpoint::new(EndpointSettings { key, ..settings(&server.url(), folder.path()) }).unwrap();
    ask(&endpoint, &["hello".to_owned()]).unwrap();
    assert_eq!(endpoint.kept(&request("hello"), &Capabilities::untried("m")).unwrap().content, "fine");
}

#[test]
fn texts_are_continued_by_the_interface_of_completions() {
    let folder = tempfile::tempdir().unwrap();
    let server = EndpointServer::start(|request: &EndpointRequest| match request.path.as_str() {
        "/v1/completions" => EndpointReply::new(200, "{\"choices\":[{\"finish_reason\":\"stop\",\"text\":\" 4\"}]}"),
        _ => EndpointReply::new(404, ""),
    });
    let endpoint = Endpoint::new(settings(&server.url(), folder.path())).unwrap();
    let wanted = ProbeSettings { model: Some("base".to_owned()), is_completion: true, ..ProbeSettings::default() };
    let found = endpoint.probe(&wanted).unwrap();
    assert_eq!(endpoint.cache().capabilities(Some("base"), true), Some(found.clone()));
    assert_eq!(endpoint.cache().capabilities(Some("base"), false), None);
    let asked = Request::completion("2 + 2 =", 4);
    let mut left = Some(((), asked.clone()));
    endpoint.ask_all(&found, || left.take(), |(), asked| assert_eq!(asked, Asked::Kept { was_cached: false })).unwrap();
    assert_eq!(endpoint.kept(&asked, &found).unwrap().content, " 4");
    let last: Value = serde_json::from_str(&server.requests().last().unwrap().body).unwrap();
    assert_eq!((&last["prompt"], &last["stop"]), (&json!("2 + 2 ="), &json!(["\n\n"])));
    assert!(last.get("messages").is_none());
}
