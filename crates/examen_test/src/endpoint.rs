//! A server of language models on this machine, for tests: a function says what is replied, and how the reply goes wrong.
//!
//! It speaks HTTP/1.1 over plain sockets, because a library would keep it from resetting connections and lying about lengths. Each
//! connection has a thread and is kept alive.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndpointRequest {
    /// `GET` or `POST`.
    pub method: String,
    /// The path.
    pub path: String,
    /// The header `authorization`.
    pub authorization: Option<String>,
    /// The body.
    pub body: String,
}

/// What is replied.
#[derive(Clone, Debug)]
pub struct EndpointReply {
    /// The status.
    pub status: u16,
    /// Further headers, each as a line.
    pub headers: Vec<String>,
    /// The body.
    pub body: Vec<u8>,
    /// How the reply goes wrong.
    pub fault: Fault,
    /// The time until it begins.
    pub delay: Duration,
}

/// How a reply goes wrong on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It does not.
    None,
    /// The connection ends before the first byte.
    ResetBefore,
    /// The connection ends within the headers.
    ResetInHeaders,
    /// The connection ends behind the headers.
    ResetAfterHeaders,
    /// The connection ends within the body.
    CutBody,
    /// More bytes are announced than come.
    LongerThanAnnounced,
    /// Fewer bytes are announced than come.
    ShorterThanAnnounced,
    /// The body comes a byte at a time, with so many milliseconds between.
    Slow(u64),
    /// Nothing comes at all.
    Silence,
    /// Bytes come without end.
    Endless,
}

impl EndpointReply {
    /// A reply with a status and a body.
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: Vec::new(), body: body.into(), fault: Fault::None, delay: Duration::ZERO }
    }

    /// The reply of a model that says a text, given as JSON.
    pub fn chat(content: &str) -> Self {
        Self::new(
            200,
            format!(
                "{{\"id\":\"1\",\"model\":\"served\",\"choices\":[{{\"index\":0,\"finish_reason\":\"stop\",\"message\":\
                 {{\"role\":\"assistant\",\"content\":{content}}}}}],\"usage\":{{\"prompt_tokens\":100,\"completion_tokens\":9}}}}"
            ),
        )
    }

    /// The same with a header.
    #[must_use]
    pub fn with(mut self, header: &str) -> Self {
        self.headers.push(header.to_owned());
        self
    }

    /// The same, going wrong.
    #[must_use]
    pub fn broken(self, fault: Fault) -> Self {
        Self { fault, ..self }
    }
}

/// A server that lives as long as this value.
pub struct EndpointServer {
    address: String,
    shared: Arc<Shared>,
}

struct Shared {
    requests: Mutex<Vec<EndpointRequest>>,
    connections: Mutex<Vec<TcpStream>>,
    is_over: AtomicBool,
    under_way: AtomicUsize,
    most_under_way: AtomicUsize,
    /// Connections that are served.
    open: AtomicUsize,
}

impl EndpointServer {
    /// Starts a server whose replies a function makes, on many threads.
    pub fn start(answer: impl Fn(&EndpointRequest) -> EndpointReply + Send + Sync + 'static) -> Self {
        Self::start_with(usize::MAX, answer)
    }

    /// Starts a server that drops connections beyond a number, as busy ones do.
    pub fn start_with(
        most_connections: usize,
        answer: impl Fn(&EndpointRequest) -> EndpointReply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap_or_else(|error| panic!("no socket: {error}"));
        let address = listener.local_addr().map(|address| address.to_string()).unwrap_or_default();
        let shared = Arc::new(Shared {
            requests: Mutex::default(),
            connections: Mutex::default(),
            is_over: AtomicBool::new(false),
            under_way: AtomicUsize::new(0),
            most_under_way: AtomicUsize::new(0),
            open: AtomicUsize::new(0),
        });
        let (of_thread, answer) = (Arc::clone(&shared), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if of_thread.is_over.load(Ordering::Relaxed) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                if of_thread.open.fetch_add(1, Ordering::Relaxed) >= most_connections {
                    of_thread.open.fetch_sub(1, Ordering::Relaxed);
                    continue;
                }
                if let Ok(copy) = stream.try_clone() {
                    lock(&of_thread.connections).push(copy);
                }
                let (shared, answer) = (Arc::clone(&of_thread), Arc::clone(&answer));
                let serve = move || {
                    serve(&stream, &shared, &*answer);
                    shared.open.fetch_sub(1, Ordering::Relaxed);
                };
                // A connection that finds no thread is dropped, as busy servers do.
                let _ = std::thread::Builder::new().stack_size(256 << 10).spawn(serve);
            }
        });
        Self { address, shared }
    }

    /// The address, as far as `/v1`.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The requests so far; the next call begins anew.
    pub fn requests(&self) -> Vec<EndpointRequest> {
        std::mem::take(&mut *lock(&self.shared.requests))
    }

    /// The most requests that were under way at a time.
    pub fn most_under_way(&self) -> usize {
        self.shared.most_under_way.load(Ordering::Relaxed)
    }
}

impl Drop for EndpointServer {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        for connection in lock(&self.shared.connections).drain(..) {
            let _ = connection.shutdown(Shutdown::Both);
        }
        // The listener looks up when somebody comes.
        let _ = TcpStream::connect(&self.address);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(stream: &TcpStream, shared: &Shared, answer: &dyn Fn(&EndpointRequest) -> EndpointReply) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        let under_way = shared.under_way.fetch_add(1, Ordering::Relaxed) + 1;
        shared.most_under_way.fetch_max(under_way, Ordering::Relaxed);
        lock(&shared.requests).push(request.clone());
        let reply = answer(&request);
        std::thread::sleep(reply.delay);
        shared.under_way.fetch_sub(1, Ordering::Relaxed);
        if !write(stream, &reply, shared) {
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<EndpointRequest> {
    let mut line = String::new();
    if reader.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let mut words = line.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut request = EndpointRequest { method, path, ..EndpointRequest::default() };
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        match name.to_lowercase().as_str() {
            "content-length" => length = value.parse().ok()?,
            "authorization" => request.authorization = Some(value.to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    request.body = String::from_utf8_lossy(&body).into_owned();
    Some(request)
}

/// Writes a reply; whether the connection goes on.
fn write(mut stream: &TcpStream, reply: &EndpointReply, shared: &Shared) -> bool {
    let length = match reply.fault {
        Fault::LongerThanAnnounced => reply.body.len() + 100,
        Fault::ShorterThanAnnounced => reply.body.len() / 2,
        _ => reply.body.len(),
    };
    let mut lines = vec![format!("HTTP/1.1 {} Reply", reply.status)];
    if reply.fault == Fault::Endless {
        lines.push("Transfer-Encoding: chunked".to_owned());
    } else {
        lines.push(format!("Content-Length: {length}"));
    }
    lines.extend(reply.headers.iter().cloned());
    let head = format!("{}\r\n\r\n", lines.join("\r\n"));
    let mut send = |bytes: &[u8]| stream.write_all(bytes).is_ok();
    match reply.fault {
        Fault::None => send(&[head.as_bytes(), &reply.body].concat()),
        Fault::ResetBefore => false,
        Fault::ResetInHeaders => {
            send(&head.as_bytes()[..head.len() / 2]);
            false
        }
        Fault::ResetAfterHeaders => {
            send(head.as_bytes());
            false
        }
        Fault::CutBody => {
            send(&[head.as_bytes(), &reply.body[..reply.body.len() / 2]].concat());
            false
        }
        Fault::LongerThanAnnounced | Fault::ShorterThanAnnounced => {
            send(&[head.as_bytes(), &reply.body].concat());
            false
        }
        Fault::Slow(milliseconds) => {
            let mut is_well = send(head.as_bytes());
            for byte in &reply.body {
                if !is_well || shared.is_over.load(Ordering::Relaxed) {
                    return false;
                }
                std::thread::sleep(Duration::from_millis(milliseconds));
                is_well = send(&[*byte]);
            }
            is_well
        }
        Fault::Silence => {
            // Until the other side goes.
            let _ = stream.read(&mut [0; 1]);
            false
        }
        Fault::Endless => {
            let chunk = [b"10000\r\n".to_vec(), vec![b' '; 0x1_0000], b"\r\n".to_vec()].concat();
            let mut is_well = send(head.as_bytes());
            while is_well && !shared.is_over.load(Ordering::Relaxed) {
                is_well = send(&chunk);
            }
            false
        }
    }
}
