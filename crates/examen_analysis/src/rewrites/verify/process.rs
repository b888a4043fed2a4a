//! A process that answers with verdicts, and what is said to it.
//!
//! Numbers are big-endian. A job: whether to run (a byte), the file's place and text (each behind its length), the number of
//! rewrites; of each the start of its method, the number of edits, of each start, end and text. Answers begin with a byte:
//! `r` ready, `x` and a text cannot start, `o` and a number the original of a rewrite is about to run, `b` and a number the
//! rewrite is, `v` with number, verdict and detail, `e` end of the job.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use examen_syntax::Edit;

use super::super::rewrite::Rewrite;
use super::tools::Tool;
use super::{Check, NOT_RUN, NOT_VERIFIED, VERDICTS, Verdict};

/// How long a process may be silent. It limits single calls by itself.
const SILENCE: Duration = Duration::from_mins(1);
/// How long one file may take, however often its process ends.
const FILE_TIME: Duration = Duration::from_mins(5);
/// An answer longer than this is none.
const MOST_BYTES: u32 = 1 << 20;

/// A process that waits for a job.
pub(super) struct Process {
    child: Child,
    input: BufWriter<ChildStdin>,
    answers: Receiver<Answer>,
}

enum Answer {
    Ready,
    CannotStart(String),
    Original(usize),
    Begin(usize),
    Verdict(usize, String, String),
    End,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Starts it, or says why that fails.
    pub(super) fn start(tool: &Tool) -> Result<Self, String> {
        let mut command = tool.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("cannot be spoken to".to_owned());
        };
        let (sender, answers) = channel();
        thread::spawn(move || listen(output, &sender));
        let process = Self { child, input: BufWriter::new(input), answers };
        match process.answers.recv_timeout(SILENCE) {
            Ok(Answer::Ready) => Ok(process),
            Ok(Answer::CannotStart(reason)) => Err(reason),
            _ => Err("does not start".to_owned()),
        }
    }

    fn send(&mut self, check: Check, place: &Path, source: &str, rewrites: &[&Rewrite]) -> io::Result<()> {
        let out = &mut self.input;
        out.write_all(&[u8::from(check == Check::Run)])?;
        send_text(out, &place.to_string_lossy())?;
        send_text(out, source)?;
        send_number(out, rewrites.len() as u32)?;
        for rewrite in rewrites {
            send_number(out, rewrite.method.start)?;
            send_number(out, rewrite.edits.as_slice().len() as u32)?;
            for Edit { span, text } in rewrite.edits.as_slice() {
                send_number(out, span.start)?;
                send_number(out, span.end)?;
                send_text(out, text)?;
            }
        }
        out.flush()
    }
}

fn send_number(out: &mut impl Write, number: u32) -> io::Result<()> {
    out.write_all(&number.to_be_bytes())
}

fn send_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    send_number(out, text.len() as u32)?;
    out.write_all(text.as_bytes())
}

/// Reads answers until the process ends or says something else.
fn listen(output: ChildStdout, answers: &Sender<Answer>) {
    let mut input = BufReader::new(output);
    while let Ok(answer) = read_answer(&mut input) {
        if answers.send(answer).is_err() {
            return;
        }
    }
}

fn read_answer(input: &mut impl Read) -> io::Result<Answer> {
    let mut tag = [0];
    input.read_exact(&mut tag)?;
    Ok(match tag[0] {
        b'r' => Answer::Ready,
        b'x' => Answer::CannotStart(read_text(input)?),
        b'o' => Answer::Original(read_number(input)? as usize),
        b'b' => Answer::Begin(read_number(input)? as usize),
        b'v' => Answer::Verdict(read_number(input)? as usize, read_text(input)?, read_text(input)?),
        b'e' => Answer::End,
        _ => return Err(io::ErrorKind::InvalidData.into()),
    })
}

fn read_number(input: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_be_bytes(bytes))
}

fn read_text(input: &mut impl Read) -> io::Result<String> {
    let length = read_number(input)?;
    if length > MOST_BYTES {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Gets the verdicts of a file's rewrites. What a dead process left open is asked of a new one.
pub(super) fn ask(
    tool: &Tool,
    slot: &mut Option<Process>,
    check: Check,
    place: &Path,
    source: &str,
    rewrites: &[Rewrite],
) -> Vec<Verdict> {
    let mut verdicts: Vec<Option<Verdict>> = vec![None; rewrites.len()];
    let started = Instant::now();
    let missing = if check == Check::Run { NOT_RUN } else { NOT_VERIFIED };
    let rest = loop {
        let open: Vec<usize> = (0..rewrites.len()).filter(|&at| verdicts[at].is_none()).collect();
        if open.is_empty() {
            break String::new();
        }
        if started.elapsed() > FILE_TIME {
            break "out-of-time".to_owned();
        }
        if slot.is_none() {
            match Process::start(tool) {
                Ok(process) => *slot = Some(process),
                Err(reason) => break reason,
            }
        }
        let Some(process) = slot.as_mut() else { break String::new() };
        let asked: Vec<&Rewrite> = open.iter().map(|&at| &rewrites[at]).collect();
        let ending = match process.send(check, place, source, &asked) {
            Ok(()) => hear(process, &open, &mut verdicts),
            Err(_) => Ending::Died(None),
        };
        match ending {
            Ending::Done => break "no-verdict".to_owned(),
            Ending::Died(last) => {
                *slot = None;
                blame(last.as_ref(), &open, rewrites, missing, &mut verdicts);
            }
        }
    };
    verdicts.into_iter().map(|it| it.unwrap_or_else(|| Verdict { verdict: missing, detail: rest.clone() })).collect()
}

enum Ending {
    Done,
    /// With what the process was about to run.
    Died(Option<Running>),
}

enum Running {
    Original(usize),
    Rewrite(usize),
}

fn hear(process: &Process, open: &[usize], verdicts: &mut [Option<Verdict>]) -> Ending {
    let mut running = None;
    loop {
        match process.answers.recv_timeout(SILENCE) {
            Ok(Answer::End) => return Ending::Done,
            Ok(Answer::Original(at)) => running = open.get(at).copied().map(Running::Original),
            Ok(Answer::Begin(at)) => running = open.get(at).copied().map(Running::Rewrite),
            Ok(Answer::Verdict(at, verdict, detail)) => {
                running = None;
                let known = VERDICTS.into_iter().find(|it| *it == verdict);
                if let (Some(&at), Some(verdict)) = (open.get(at), known) {
                    verdicts[at] = Some(Verdict { verdict, detail });
                }
            }
            Ok(Answer::Ready | Answer::CannotStart(_)) | Err(_) => return Ending::Died(running),
        }
    }
}

/// Gives a verdict to what ended a process, so that the next one does not meet it again.
fn blame(
    last: Option<&Running>,
    open: &[usize],
    rewrites: &[Rewrite],
    missing: &'static str,
    verdicts: &mut [Option<Verdict>],
) {
    let ended = |verdict| Verdict { verdict, detail: "ends-the-process".to_owned() };
    match last {
        Some(&Running::Original(at)) => {
            let start = rewrites[at].method.start;
            for &other in open.iter().filter(|&&other| rewrites[other].method.start == start) {
                verdicts[other].get_or_insert_with(|| ended(missing));
            }
        }
        Some(&Running::Rewrite(at)) => verdicts[at] = Some(ended("differs")),
        // Without any progress the first one is taken for the cause; after some, the rest is tried again.
        None if open.iter().all(|&at| verdicts[at].is_none()) => {
            if let Some(&first) = open.first() {
                verdicts[first] = Some(ended(missing));
            }
        }
        None => {}
    }
}
