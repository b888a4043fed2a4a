//! A run that gets nowhere ends by itself. A pace of one request a minute moves the clock, which is manual: nobody waits.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use examen_models::endpoints::{Asked, Clock, Endpoint, EndpointError, EndpointSettings, Pace};
use examen_test::{EndpointReply, EndpointServer, Fault};

use super::{ask, good, settings};

/// One request a minute, each tried once, and given up soon: silence is the only thing that takes real time here.
fn slowly(url: &str, cache: &Path, clock: &Clock) -> EndpointSettings {
    EndpointSettings {
        concurrency: 1,
        timeout: Duration::from_millis(250),
        retries: Some(0),
        pace: Pace { requests: Some(1), tokens: None },
        clock: clock.clone(),
        ..settings(url, cache)
    }
}

fn silent() -> EndpointReply {
    good().broken(Fault::Silence)
}

fn texts() -> Vec<String> {
    (0..40).map(|at| format!("text {at}")).collect()
}

/// Asks a server whose replies are numbered from 0; what became of the texts, and the time that went by.
fn outcome(
    answer: impl Fn(usize) -> EndpointReply + Send + Sync + 'static,
) -> (Result<Vec<Asked>, EndpointError>, Duration, usize) {
    let (folder, count, clock) = (tempfile::tempdir().unwrap(), AtomicUsize::new(0), Clock::manual());
    let server = EndpointServer::start(move |_| answer(count.fetch_add(1, Ordering::Relaxed)));
    let endpoint = Endpoint::new(slowly(&server.url(), folder.path(), &clock)).unwrap();
    (ask(&endpoint, &texts()), clock.now(), server.requests().len())
}

#[test]
fn a_server_that_says_nothing_for_15_minutes_ends_the_run() {
    let (asked, time, requests) = outcome(|_| silent());
    let error = asked.unwrap_err();
    assert!(
        matches!(&error, EndpointError::Stalled { why, .. } if why == "nothing has come for 15 minutes"),
        "{error}"
    );
    // The requests of minutes 0 to 15, and none of the other 24.
    assert_eq!((time, requests), (Duration::from_mins(15), 16));
}

#[test]
fn silence_counts_from_the_last_word() {
    let (asked, time, requests) = outcome(|at| if at < 10 { good() } else { silent() });
    assert!(matches!(asked, Err(EndpointError::Stalled { .. })), "{asked:?}");
    // The last reply came in minute 9.
    assert_eq!((time, requests), (Duration::from_mins(9 + 15), 25));
}

#[test]
fn a_server_that_is_heard_now_and_then_is_asked_to_the_end() {
    // A refusal of a prompt is a word as well.
    let words: [fn() -> EndpointReply; 4] = [
        good,
        || EndpointReply::new(500, "oh"),
        || EndpointReply::new(413, "too long"),
        || EndpointReply::new(422, "what?"),
    ];
    for (number, word) in words.into_iter().enumerate() {
        // With no reply that is kept, rejected requests end a run for another reason.
        let reply = move |at| match at {
            0 => good(),
            at if at % 8 == 7 => silent(),
            _ => word(),
        };
        let (asked, time, requests) = outcome(reply);
        let asked = asked.unwrap_or_else(|error| panic!("word {number}: {error}"));
        assert_eq!((asked.len(), time, requests), (40, Duration::from_mins(39), 40), "word {number}");
    }
}
