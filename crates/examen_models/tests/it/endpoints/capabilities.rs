//! What a server can do is tried, and what it lies about is found.

use examen_models::endpoints::{Endpoint, EndpointError, ProbeSettings};
use examen_test::{EndpointReply, EndpointRequest, EndpointServer};
use serde_json::{Value, json};

use super::settings;

/// Repeats a prompt with the likelihoods of its words, or lies about them.
fn echo(body: &Value, lie: &str) -> EndpointReply {
    let text = body["prompt"].as_str().unwrap();
    let mut offsets: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
    offsets.insert(0, 0);
    let mut logarithms: Vec<Value> = offsets.iter().map(|&at| json!(-((text.len() - at) as f64) / 10.0)).collect();
    logarithms[0] = Value::Null;
    let words = offsets.len();
    offsets.push(text.len());
    logarithms.push(json!(-0.5));
    if lie == "echo without likelihoods" {
        logarithms.fill(json!(0.0));
    }
    if lie == "echo of the reply alone" {
        (offsets, logarithms) = (vec![0], vec![json!(-0.5)]);
    }
    let shown = if lie == "echo ignored" { " next".to_owned() } else { format!("{text} next") };
    let choice = json!({ "text": shown, "finish_reason": "length",
        "logprobs": { "text_offset": offsets, "token_logprobs": logarithms } });
    EndpointReply::new(
        200,
        json!({ "choices": [choice], "usage": { "prompt_tokens": words, "completion_tokens": 1 } }).to_string(),
    )
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
            "system, by a fault" if request.body.contains("\"system\"") => {
                return EndpointReply::new(500, "template: System role not supported");
            }
            _ => {}
        }
        let is_schema = has("response_format") && lie != "schema ignored";
        let content = if is_schema { "{\"n\": 1}" } else { "Hello" };
        let bytes = body["messages"]
            .as_array()
            .map_or(0, |all| all.iter().filter_map(|message| message["content"].as_str()).map(str::len).sum());
        let top: Vec<Value> = (0..20).map(|at| json!({ "token": format!("t{at}"), "logprob": -3.5 })).collect();
        if has("echo") {
            return if lie == "no completions" { EndpointReply::new(404, "") } else { echo(&body, lie) };
        }
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
            wants_echo: true,
            has_system_role: true,
            ..ProbeSettings::default()
        };
        let found = endpoint.probe(&wanted);
        if found.is_ok() {
            assert_eq!(endpoint.cache().capabilities(None, false), found.clone().ok());
        }
        found
    };
    let honest = probe("").unwrap();
    assert_eq!((honest.model.as_str(), honest.context, honest.has_schema), ("m", Some(4096), true));
    assert_eq!((honest.has_first_tokens, honest.has_reasoning), (Some(true), false));
    assert!((honest.bytes_per_token.unwrap() - 4.0).abs() < 0.2, "{honest:?}");
    assert_eq!(honest.has_echo, Some(true));
    for lie in ["echo ignored", "echo of the reply alone", "echo without likelihoods", "no completions"] {
        assert_eq!(probe(lie).unwrap().has_echo, Some(false), "{lie}");
    }
    assert!(!probe("schema ignored").unwrap().has_schema);
    assert_eq!(probe("no logprobs").unwrap().has_first_tokens, Some(false));
    assert_eq!(probe("limit").unwrap().limit_field, "max_completion_tokens");
    assert_eq!(probe("temperature").unwrap().left_out, ["temperature"]);
    for lie in ["system", "system, by a fault"] {
        assert!(matches!(probe(lie), Err(EndpointError::SystemRole { .. })), "{lie}");
    }
    assert!(matches!(probe("several"), Err(EndpointError::NoModel { .. })));
    assert!(matches!(probe("none"), Err(EndpointError::NoModel { .. })));
}
