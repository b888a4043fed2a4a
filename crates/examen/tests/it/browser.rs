//! Chromium for tests, driven by its own protocol (`DevTools`) over a pipe: pages are opened, keys pressed, and whatever pages
//! complain about is kept.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::shown;

/// What looks at a page from inside.
const AUDIT: &str = include_str!("page_audit.js");

/// A browser that hangs is a failure, at some time.
const MOST_TIME: Duration = Duration::from_mins(2);

/// The event behind the last thing that a page loads.
const LOADED: &str = "Page.loadEventFired";

/// Switches of Chromium: no window, no network of its own, the protocol over a pipe.
const SWITCHES: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
];

/// Whether there is a Chromium.
pub(crate) fn needs_chromium() -> Result<(), String> {
    let found = Command::new("chromium").arg("--version").output();
    if found.is_ok_and(|output| output.status.success()) { Ok(()) } else { Err("needs chromium".to_owned()) }
}

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    session: String,
    asked: u64,
    events: Vec<Value>,
    _profile: TempDir,
}

impl Browser {
    pub(crate) fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        // The protocol wants the descriptors 3 and 4, which the shell makes of those that a child has.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null", "chromium"])
            .args(SWITCHES)
            .arg(format!("--user-data-dir={}", shown(profile.path())))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let (session, events) = (String::new(), Vec::new());
        let mut browser = Self { child, input, messages, session, asked: 0, events, _profile: profile };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let attached = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", &attached);
        session["sessionId"].as_str().unwrap().clone_into(&mut browser.session);
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Opens an address, and waits until it is loaded.
    pub(crate) fn open(&mut self, address: &str) {
        // From one part of a page to another nothing would be loaded.
        for address in ["about:blank", address] {
            self.events.retain(|event| event["method"] != LOADED);
            let opened = self.call("Page.navigate", &json!({ "url": address }));
            assert!(opened["errorText"].is_null(), "{address}: {opened}");
            while !self.events.iter().any(|event| event["method"] == LOADED) {
                let message = self.read();
                self.events.push(message);
            }
        }
    }

    /// The value of an expression in the page; of a promise, what it becomes.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let found = self.call("Runtime.evaluate", &asked);
        assert!(found["exceptionDetails"].is_null(), "{expression}: {found}");
        found["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&mut self, condition: &str) {
        let found = self.evaluate(&format!(
            "(async () => {{ for (let turn = 0; turn < 1000; turn += 1) {{ if ({condition}) return true; await new Promise((done) => \
             setTimeout(done, 20)); }} return document.body.innerText; }})()"
        ));
        assert!(found == true, "never true: {condition}\n{found}");
    }

    /// The size of the page in pixels of CSS.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// What the page is shown on (`screen`, `print`), and the theme that the system asks for (`light`, `dark`).
    pub(crate) fn emulate(&mut self, media: &str, theme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": theme }]);
        self.call("Emulation.setEmulatedMedia", &json!({ "media": media, "features": features }));
    }

    /// Presses a key: a letter, a digit, `Tab`, `Enter`.
    pub(crate) fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            other => (u32::from(other.to_ascii_uppercase().as_bytes()[0]), other),
        };
        let event = |kind: &str| json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code, "text": text });
        self.call("Input.dispatchKeyEvent", &event("keyDown"));
        self.call("Input.dispatchKeyEvent", &json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code }));
    }

    /// What is wrong with the page as it stands: see `page_audit.js`.
    pub(crate) fn audit(&mut self) -> Vec<String> {
        let found = self.evaluate(&format!("(() => {{ {AUDIT} return audit(); }})()"));
        found.as_array().unwrap().iter().map(|problem| problem.as_str().unwrap().to_owned()).collect()
    }

    /// Goes through the page with the Tab key; returns what cannot be reached, or not be seen when it is.
    pub(crate) fn tab_through(&mut self) -> Vec<String> {
        let count = self.evaluate(&format!("(() => {{ {AUDIT} return begin(); }})()")).as_u64().unwrap();
        for _ in 0..count + 40 {
            self.press("Tab");
            let is_over = self.evaluate(&format!("(() => {{ {AUDIT} return note(); }})()"));
            if is_over == true {
                break;
            }
        }
        let found = self.evaluate("window.auditProblems.concat([...window.auditLeft].map((it) => `no Tab leads to ${it.outerHTML.slice(0, 80)}`))");
        found.as_array().unwrap().iter().map(|problem| problem.as_str().unwrap().to_owned()).collect()
    }

    /// The messages of the console and of the browser about the page, since the last question.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        // What came before the answer to this has been read.
        self.evaluate("0");
        let events = std::mem::take(&mut self.events);
        let complaint = |event: &Value| {
            let parameters = &event["params"];
            match event["method"].as_str()? {
                "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" => Some(parameters.to_string()),
                "Log.entryAdded" => Some(parameters["entry"].to_string()),
                _ => None,
            }
        };
        events.iter().filter_map(complaint).collect()
    }

    /// Calls a method of the protocol.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.asked += 1;
        let mut message = json!({ "id": self.asked, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        self.input.flush().unwrap();
        loop {
            let reply = self.read();
            if reply["id"] == self.asked {
                assert!(reply["error"].is_null(), "{method}: {reply}");
                return reply["result"].clone();
            }
            self.events.push(reply);
        }
    }

    fn read(&self) -> Value {
        self.messages.recv_timeout(MOST_TIME).expect("the browser says nothing any more")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Also after a failure.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
