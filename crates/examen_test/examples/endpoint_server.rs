//! A server of a language model that answers everything alike, after a while: `endpoint_server [MILLISECONDS [FILE]]`.
//!
//! It prints its address and lives until its standard input ends. With a file, it appends a line with a hash of each chat request and
//! `asked` when it comes, and another with `replied` when the reply goes out, each with the milliseconds since 1970.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::io::{Read as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use examen_test::{EndpointReply, EndpointRequest, EndpointServer};

const ANSWER: &str = "\"{\\\"answers\\\": [], \\\"facts\\\": [], \\\"label\\\": \\\"0\\\", \\\"match\\\": true, \\\"relevant\\\": true, \
                      \\\"name\\\": \\\"f\\\", \\\"text\\\": \\\"x\\\", \\\"choice\\\": 0}\"";

fn main() {
    let mut arguments = std::env::args().skip(1);
    let delay = arguments.next().and_then(|text| text.parse().ok()).map_or(Duration::ZERO, Duration::from_millis);
    let log = arguments.next().map(|path| {
        let options = std::fs::OpenOptions::new().create(true).append(true).open(&path);
        Mutex::new(options.unwrap_or_else(|error| panic!("{path}: {error}")))
    });
    let server = EndpointServer::start(move |request: &EndpointRequest| {
        if request.method == "GET" {
            let is_list = request.path.ends_with("/models");
            return if is_list {
                EndpointReply::new(200, "{\"data\": [{\"id\": \"alike\"}]}")
            } else {
                EndpointReply::new(404, "")
            };
        }
        let is_probe = request.body.contains("You answer briefly.");
        let mut hasher = DefaultHasher::new();
        request.body.hash(&mut hasher);
        let note = |what: &str| {
            if let Some(Ok(mut file)) = log.as_ref().filter(|_| !is_probe).map(Mutex::lock) {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
                let _ = writeln!(file, "{:016x} {what} {now}", hasher.finish());
            }
        };
        note("asked");
        std::thread::sleep(if is_probe { Duration::ZERO } else { delay });
        note("replied");
        EndpointReply::chat(ANSWER)
    });
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{}", server.url());
    let _ = out.flush();
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}
