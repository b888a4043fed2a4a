//! Failed attempts by class: how often each is tried again, and the reason in predictions.

use std::time::Duration;

use super::EndpointError;
use super::reply::{Fault, Reply};
use super::transport::{NoReply, RawReply};
use super::waits::asked_wait;

/// The longest wait that a server may ask for.
const LONGEST_ASKED: Duration = Duration::from_mins(10);

/// A class of failures that may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    RateLimit,
    ServerFault,
    NoConnection,
    TooSlow,
    BrokenReply,
}

impl Class {
    /// How often a request is sent that fails like this.
    pub(super) const fn attempts(self) -> u32 {
        match self {
            Self::RateLimit => 10,
            Self::ServerFault => 5,
            Self::NoConnection => 6,
            // Each may be paid for.
            Self::TooSlow | Self::BrokenReply => 3,
        }
    }

    /// The reason in predictions.
    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::RateLimit => "rate-limited",
            Self::ServerFault => "server-error",
            Self::NoConnection => "unreachable",
            Self::TooSlow => "timed-out",
            Self::BrokenReply => "broken-reply",
        }
    }
}

/// The outcome of an attempt.
pub(super) enum Judged {
    /// The model replied.
    Reply(Box<Reply>),
    /// It may be tried again, after the wait that the server asks for.
    Again { class: Class, wait: Option<Duration>, message: String },
    /// The prompt is too long for the model.
    TooLong(String),
    /// The server does not take the request.
    Rejected(String),
    /// The reply is too large.
    TooLarge,
    /// The run cannot go on.
    Stop(EndpointError),
}

/// Judges an attempt. `scrub` makes a foreign text fit for a message.
pub(super) fn judge(
    attempt: Result<&RawReply, &NoReply>,
    url: &str,
    has_key: bool,
    scrub: impl Fn(&str) -> String,
) -> Judged {
    let again = |class, message: &str| Judged::Again { class, wait: None, message: scrub(message) };
    let url = || url.to_owned();
    let raw = match attempt {
        Ok(raw) => raw,
        Err(NoReply::Unreachable(message)) => return again(Class::NoConnection, message),
        Err(NoReply::TooSlow) => return again(Class::TooSlow, ""),
        Err(NoReply::Broken(message)) => return again(Class::BrokenReply, message),
        Err(NoReply::TooLarge) => return Judged::TooLarge,
        Err(NoReply::Certificate(message)) => {
            return Judged::Stop(EndpointError::Certificate { url: url(), message: scrub(message) });
        }
    };
    if raw.status == 200 {
        return match Reply::read(&raw.body) {
            Ok(reply) => Judged::Reply(Box::new(reply)),
            Err(Fault::Broken(message)) => again(Class::BrokenReply, message),
            Err(Fault::Error(code, text)) => of_status(code.unwrap_or(500), &text, raw, url(), has_key, &scrub),
        };
    }
    of_status(raw.status, &String::from_utf8_lossy(&raw.body), raw, url(), has_key, &scrub)
}

fn of_status(
    status: u16,
    text: &str,
    raw: &RawReply,
    url: String,
    has_key: bool,
    scrub: impl Fn(&str) -> String,
) -> Judged {
    let message = scrub(&message_in(text));
    let lower = text.to_lowercase();
    let wait = asked_wait(|name| raw.header(name));
    if let Some(seconds) = wait.filter(|wait| *wait > LONGEST_ASKED).map(|wait| wait.as_secs()) {
        return Judged::Stop(EndpointError::ComeBackLater { url, seconds });
    }
    let again = |class| Judged::Again { class, wait, message: format!("{status} {message}").trim_end().to_owned() };
    match status {
        402 => Judged::Stop(EndpointError::NoMoney { url, message }),
        429 if lower.contains("insufficient_quota") || lower.contains("billing") => {
            Judged::Stop(EndpointError::NoMoney { url, message })
        }
        429 => again(Class::RateLimit),
        503 | 529 if wait.is_some() => again(Class::RateLimit),
        408 | 425 | 500..=599 if !is_too_long(&lower) => again(Class::ServerFault),
        400 | 413 | 422 | 500..=599 if is_too_long(&lower) => Judged::TooLong(message),
        401 | 403 | 407 => Judged::Stop(EndpointError::NotAllowed { url, status, has_key, message }),
        404 | 405 => Judged::Stop(EndpointError::NotThere { url, status, message }),
        300..=399 => {
            let target = raw.header("location").unwrap_or_default();
            let host = target.split("://").last().and_then(|rest| rest.split(['/', '?']).next()).unwrap_or_default();
            Judged::Stop(EndpointError::Redirect { url, status, target: scrub(host) })
        }
        413 => Judged::TooLong(message),
        _ => Judged::Rejected(message),
    }
}

/// The message in the error of a server, or all of it.
fn message_in(text: &str) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let error = value.as_ref().map(|value| value.get("error").unwrap_or(value));
    let message = error.and_then(|error| error.get("message").unwrap_or(error).as_str());
    message.unwrap_or(text).to_owned()
}

fn is_too_long(lower: &str) -> bool {
    ["exceed_context_size", "context_length_exceeded", "maximum context length", "context size", "prompt is too long"]
        .iter()
        .any(|sign| lower.contains(sign))
}
