//! A server as tests have it: the program itself, asked over a plain socket, so that requests can be wrong.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::{command, shown};

/// A running `examen serve`.
pub(crate) struct Served {
    child: Child,
    /// What it printed: the address with the token.
    pub(crate) address: String,
}

/// What was replied.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Served {
    /// Starts the program with arguments in a folder; it ends with this value.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = command(&[&["serve"], arguments].concat())
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        Self { child, address: address.trim_end().to_owned() }
    }

    /// `127.0.0.1` with the port.
    pub(crate) fn host(&self) -> &str {
        self.address["http://".len()..].split('/').next().unwrap()
    }

    /// The token between slashes.
    pub(crate) fn base(&self) -> &str {
        &self.address["http://".len() + self.host().len()..]
    }

    /// Asks for an address below the token.
    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask(&format!("GET {}{path} HTTP/1.1\r\nHost: {}\r\n", self.base(), self.host()), "")
    }

    /// Sends a rating as the page does.
    pub(crate) fn rate(&self, sheet: &str, item: u32, scale: &str, rating: u8) -> Reply {
        let origin = format!("Origin: http://{}\r\nContent-Type: application/json\r\n", self.host());
        let body = format!("{{\"item\":{item},\"scale\":\"{scale}\",\"rating\":{rating}}}");
        self.post(&format!("ratings/of/{sheet}/items"), &origin, &body)
    }

    /// Sends a body with further headers.
    pub(crate) fn post(&self, path: &str, headers: &str, body: &str) -> Reply {
        let length = body.len();
        let head = format!(
            "POST {}{path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\n{headers}",
            self.base(),
            self.host()
        );
        self.ask(&head, body)
    }

    /// Sends a request as it is, but for the end of its head.
    pub(crate) fn ask(&self, head: &str, body: &str) -> Reply {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        stream.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes()).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        let reply = String::from_utf8_lossy(&reply).into_owned();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap_or_default();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Reply { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// Ends it as a crash does.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Ends it as Ctrl-C does; returns the exit code.
    pub(crate) fn interrupt(&mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Sheets with answers of two models, hostile ones among them, in `rating` of a folder.
pub(crate) fn write_rating(folder: &Path, questions: usize) {
    let hostile =
        ["<script>window.hacked = 1</script>", "<img src=x onerror=\"window.hacked = 2\">", "a\u{202e}b", "=1+1"];
    let lines = |word: &str| -> String {
        let line = |at: usize| format!("{word} {at}: {}\n", hostile.get(at).copied().unwrap_or("plain, \"quoted\""));
        (0..questions).map(line).collect()
    };
    for (name, text) in [
        ("good.txt", lines("good")),
        ("bad.txt", lines("bad").replacen("plain", &"x".repeat(100_000), 1)),
        ("truth.txt", lines("truth")),
        ("asked.txt", lines("=asked")),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let arguments = ["ratings", "sheets", "--hypotheses", "good.txt", "bad.txt", "--references", "truth.txt"];
    let arguments = [&arguments[..], &["--questions", "asked.txt", "--out", "rating"]].concat();
    let output = command(&arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{} {}", shown(folder), crate::text(&output.stderr));
}
