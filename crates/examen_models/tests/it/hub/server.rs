//! A hub on this machine: a thread that answers requests by a function.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// What was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) path: String,
    /// The first byte of the range that was asked for.
    pub(super) start: Option<usize>,
    pub(super) authorization: Option<String>,
}

/// What is answered.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) headers: Vec<String>,
    pub(super) body: Vec<u8>,
    /// After how many bytes of the body the connection breaks.
    pub(super) cut: Option<usize>,
}

impl Reply {
    pub(super) fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: Vec::new(), body: body.into(), cut: None }
    }

    pub(super) fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    pub(super) fn with(mut self, header: impl Into<String>) -> Self {
        self.headers.push(header.into());
        self
    }
}

/// A server that lives as long as this value.
pub(super) struct Server {
    address: String,
    requests: Arc<Mutex<Vec<Request>>>,
    thread: Option<JoinHandle<()>>,
}

/// What makes the server stop.
const STOP: &str = "/stop";

impl Server {
    pub(super) fn start(mut answer: impl FnMut(&Request) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { continue };
                let Some(request) = read(&stream) else { continue };
                if request.path == STOP {
                    return;
                }
                seen.lock().unwrap().push(request.clone());
                write(stream, &answer(&request));
            }
        });
        Self { address, requests, thread: Some(thread) }
    }

    pub(super) fn endpoint(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The requests so far; the next call begins anew.
    pub(super) fn requests(&self) -> Vec<Request> {
        std::mem::take(&mut self.requests.lock().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(&self.address) {
            let _ = write!(stream, "GET {STOP} HTTP/1.1\r\n\r\n");
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next()?.ok()?;
    let mut request = Request { path: first.split(' ').nth(1)?.to_owned(), ..Request::default() };
    for line in lines {
        let line = line.ok()?;
        let Some((name, value)) = line.split_once(": ") else { break };
        match name.to_lowercase().as_str() {
            "range" => request.start = value.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok(),
            "authorization" => request.authorization = Some(value.to_owned()),
            _ => {}
        }
    }
    Some(request)
}

fn write(mut stream: TcpStream, reply: &Reply) {
    let is_chunked = reply.headers.iter().any(|header| header.starts_with("Transfer-Encoding"));
    let length = (!is_chunked).then(|| format!("Content-Length: {}", reply.body.len()));
    let first = [format!("HTTP/1.1 {} Answer", reply.status), "Connection: close".to_owned()];
    let lines: Vec<String> = first.into_iter().chain(length).chain(reply.headers.iter().cloned()).collect();
    // The client may have gone: then it has what it wanted.
    let _ = stream.write_all(format!("{}\r\n\r\n", lines.join("\r\n")).as_bytes());
    let _ = stream.write_all(&reply.body[..reply.cut.unwrap_or(reply.body.len())]);
}
