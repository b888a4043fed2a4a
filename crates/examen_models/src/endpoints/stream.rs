//! A reply that comes in pieces, as server-sent events, put together.

use serde_json::{Map, Value, json};

use super::reply::Fault;

/// Returns whether a body is a stream of events.
pub(super) fn is_stream(body: &[u8]) -> bool {
    let start = body.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(body.len());
    [&b"data:"[..], b"event:", b"id:", b":"].iter().any(|sign| body[start..].starts_with(sign))
}

/// The reply that the pieces of a stream are of, as one that comes whole. A stream without its end is broken.
pub(super) fn assembled(body: &[u8]) -> Result<Value, Fault> {
    let text = std::str::from_utf8(body).map_err(|_| Fault::Broken("the stream is no text"))?;
    let mut reply = Map::new();
    let (mut message, mut choice) = (Map::new(), Map::new());
    let mut is_done = false;
    for line in text.lines() {
        // Other lines are comments, names of events and the ends of events.
        let Some(data) = line.strip_prefix("data:").map(str::trim) else { continue };
        if data == "[DONE]" {
            is_done = true;
            break;
        }
        let Ok(Value::Object(piece)) = serde_json::from_str(data) else {
            return Err(Fault::Broken("a piece of the stream is no JSON"));
        };
        for (name, value) in &piece {
            if name != "choices" && !value.is_null() {
                reply.insert(name.clone(), value.clone());
            }
        }
        let of_piece = piece.get("choices").and_then(|choices| choices.get(0));
        for (name, value) in
            of_piece.and_then(|choice| choice.get("delta")).and_then(Value::as_object).into_iter().flatten()
        {
            append(&mut message, name, value);
        }
        for name in ["finish_reason", "logprobs"] {
            if let Some(value) = of_piece.and_then(|choice| choice.get(name)).filter(|value| !value.is_null()) {
                choice.entry(name).or_insert_with(|| value.clone());
            }
        }
    }
    let is_error = reply.contains_key("error");
    if !is_error && (!is_done || !choice.contains_key("finish_reason")) {
        return Err(Fault::Broken("the stream has no end"));
    }
    choice.insert("message".to_owned(), Value::Object(message));
    reply.insert("choices".to_owned(), json!([choice]));
    Ok(Value::Object(reply))
}

/// Puts a piece of a text behind what there is of it.
fn append(message: &mut Map<String, Value>, name: &str, piece: &Value) {
    match (message.get_mut(name), piece) {
        (_, Value::Null) => {}
        (Some(Value::String(text)), Value::String(more)) => text.push_str(more),
        _ => {
            message.insert(name.to_owned(), piece.clone());
        }
    }
}
