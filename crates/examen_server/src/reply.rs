//! Replies.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

/// The kinds of content by the endings of files. What has another ending is not handed out.
const KINDS: [(&str, &str); 8] = [
    ("css", "text/css; charset=utf-8"),
    ("csv", "text/csv; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("tex", "text/plain; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
];

/// A reply with a content; the kind is named as an ending.
pub(crate) fn content(kind: &str, bytes: impl Into<Body>) -> Response {
    match KINDS.iter().find(|(ending, _)| *ending == kind) {
        Some((_, kind)) => with_status(StatusCode::OK, kind, bytes.into()),
        None => not_found(),
    }
}

/// A line of text.
pub(crate) fn text(status: StatusCode, line: &str) -> Response {
    with_status(status, "text/plain; charset=utf-8", format!("{line}\n").into())
}

/// A value as JSON.
pub(crate) fn json<T: Serialize>(status: StatusCode, value: &T) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => with_status(status, "application/json", bytes.into()),
        Err(error) => text(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    }
}

/// There is no such thing.
pub(crate) fn not_found() -> Response {
    text(StatusCode::NOT_FOUND, "there is nothing at this address")
}

/// Another address, seen from the one that was asked for.
pub(crate) fn go_to(address: &'static str) -> Response {
    let mut reply = text(StatusCode::SEE_OTHER, address);
    reply.headers_mut().insert(header::LOCATION, HeaderValue::from_static(address));
    reply
}

fn with_status(status: StatusCode, kind: &'static str, body: Body) -> Response {
    let mut reply = Response::new(body);
    *reply.status_mut() = status;
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    reply
}
