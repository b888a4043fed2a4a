//! A program that runs beside ours, with lines in and lines out.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use examen_data::MAX_LINE_BYTES;

/// What comes from a program.
pub(super) enum Heard {
    /// A line.
    Line(Vec<u8>),
    /// Nothing, for too long.
    Silence,
    /// It closed its output.
    End,
}

/// A program that runs. When this is dropped, its input ends and, after the time limit, the program does.
pub(super) struct Process {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<Vec<u8>>,
    time_limit: Duration,
}

impl Process {
    /// Starts a command by the shell, or says why that fails.
    pub(super) fn start(command: &str, time_limit: Duration) -> Result<Self, String> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        in_own_group(&mut shell);
        let mut child = shell.spawn().map_err(|error| format!("the program cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the program cannot be spoken to".to_owned());
        };
        let (sender, texts) = channel();
        let (heard, lines) = channel();
        // A program that does not read must not keep us from the clock.
        thread::spawn(move || speak(input, &texts));
        thread::spawn(move || listen(output, &heard));
        Ok(Self { child, input: Some(sender), lines, time_limit })
    }

    /// Sends lines. That nobody reads them shows in what is heard.
    pub(super) fn send(&self, text: Vec<u8>) {
        if let Some(input) = &self.input {
            let _ = input.send(text);
        }
    }

    /// Waits for a line.
    pub(super) fn hear(&self, time: Duration) -> Heard {
        match self.lines.recv_timeout(time) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Says how a program ended that has closed its output; one that goes on nevertheless is ended.
    pub(super) fn status(&mut self) -> String {
        self.input = None;
        // The shell ends a moment after its output is closed, which nothing tells: a second look is enough for all but a program that
        // goes on without its output.
        for _ in 0..100 {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(error) => return error.to_string(),
            }
        }
        "it closed its output".to_owned()
    }

    /// Ends the program and whatever it started.
    pub(super) fn kill(&mut self) {
        kill_group(self.child.id());
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let deadline = Instant::now() + self.time_limit;
        while !matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
            match self.hear(deadline.saturating_duration_since(Instant::now())) {
                Heard::Line(_) => {}
                Heard::Silence => return self.kill(),
                Heard::End => {
                    self.status();
                    return self.kill();
                }
            }
        }
    }
}

/// Writes texts until there are no more, or nobody reads them.
fn speak(mut input: ChildStdin, texts: &Receiver<Vec<u8>>) {
    for text in texts {
        if input.write_all(&text).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more, or nobody wants them. What is longer than a line may be comes in pieces.
fn listen(output: ChildStdout, lines: &Sender<Vec<u8>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if lines.send(line).is_err() => return,
            Ok(_) => {}
        }
    }
}

/// Makes the program the first of a group, so that what it starts can be ended with it.
#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn in_own_group(_: &mut Command) {}

/// Ends all programs of a group. The shell can, and nothing else that is everywhere.
fn kill_group(leader: u32) {
    let mut kill = Command::new("sh");
    kill.args(["-c", &format!("kill -9 -{leader}")]).stdin(Stdio::null()).stderr(Stdio::null());
    // The group may be gone already.
    let _ = kill.status();
}
