//! What holds for every request and every reply.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::reply::text;
use crate::shared::Shared;

/// The time that a request has to come in as a whole and to be answered.
const MOST_TIME: Duration = Duration::from_secs(10);

/// What pages may do: load what this server hands out, and nothing else. No script stands inside of a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// What a drawing may do that is opened by itself: have its own style.
const POLICY_OF_DRAWINGS: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// Headers of every reply.
const HEADERS: [(&str, &str); 5] = [
    ("cache-control", "no-store"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
];

/// Refuses who does not know the token, and gives every reply the headers that keep other pages out.
pub(crate) async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let refusal = shared.address.refusal(request.method(), request.uri().path(), request.headers());
    let mut reply = match refusal {
        Some((status, why)) => text(status, why),
        None => match tokio::time::timeout(MOST_TIME, next.run(request)).await {
            Ok(reply) => reply,
            Err(_) => text(StatusCode::REQUEST_TIMEOUT, "the request took too long"),
        },
    };
    let is_drawing = reply.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "image/svg+xml");
    let policy = if is_drawing { POLICY_OF_DRAWINGS } else { POLICY };
    let headers = reply.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    reply
}
