//! One run of the program, and what it is compared with.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use super::disk::Disk;
use super::verbs::Verb;
use crate::same_files::{assert_same, assert_whole, copy};

/// A run that takes longer than this hangs.
const HANG: Duration = Duration::from_mins(5);

/// What is said of all trials of a fault with a verb.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) trials: usize,
    /// Trials in which the fault came before the verb had ended.
    pub(super) met: usize,
    pub(super) problems: Vec<String>,
}

impl Outcome {
    /// Counts a trial; `Ok` says whether the fault met the verb.
    pub(super) fn add(&mut self, trial: Result<bool, String>) {
        self.trials += 1;
        match trial {
            Ok(is_met) => self.met += usize::from(is_met),
            Err(problem) => self.problems.push(problem),
        }
    }
}

/// The folder of the trials, in which the program is run.
pub(super) struct Place {
    program: PathBuf,
    pub(super) folder: PathBuf,
}

impl Place {
    pub(super) fn new(program: PathBuf, folder: PathBuf) -> Result<Self, String> {
        super::remove(&folder)?;
        fs::create_dir_all(folder.join("disk")).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { program, folder })
    }

    /// Where verbs write.
    pub(super) fn out(&self) -> PathBuf {
        self.folder.join("disk/out")
    }

    /// What an undisturbed run of a verb has left.
    pub(super) fn reference(&self, verb: &Verb) -> PathBuf {
        self.folder.join("reference").join(verb.name)
    }

    /// The program with these arguments, in the folder.
    pub(super) fn command(&self, arguments: &str) -> Command {
        self.command_behind(&[], arguments)
    }

    /// The same, started by another program that takes it as its last arguments.
    pub(super) fn command_behind(&self, before: &[&str], arguments: &str) -> Command {
        let mut words: Vec<&std::ffi::OsStr> = before.iter().map(std::ffi::OsStr::new).collect();
        words.push(self.program.as_os_str());
        words.extend(arguments.split_whitespace().map(std::ffi::OsStr::new));
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg("--no-progress").current_dir(&self.folder).stdin(Stdio::null());
        command
    }
}

/// How a run ended.
pub(super) struct Done {
    /// None if a signal ended it.
    pub(super) code: Option<i32>,
    pub(super) output: Vec<u8>,
    /// Standard error.
    pub(super) said: String,
    pub(super) seconds: f64,
}

impl Done {
    /// The run could not do its work, and says why with one of these words, without a panic.
    pub(super) fn refused(&self, words: &[&str]) -> Result<(), String> {
        self.is_sound()?;
        let last = self.said.lines().rev().find(|line| line.starts_with("error: ")).unwrap_or_default();
        match self.code {
            Some(2) if words.iter().any(|word| last.contains(word)) => Ok(()),
            code => Err(format!("wanted status 2 and one of {words:?}, got {code:?}: {}", self.said.trim())),
        }
    }

    /// The run did its work.
    pub(super) fn succeeded(&self) -> Result<(), String> {
        self.is_sound()?;
        if self.code == Some(0) { Ok(()) } else { Err(format!("status {:?}: {}", self.code, self.said.trim())) }
    }

    fn is_sound(&self) -> Result<(), String> {
        let is_panic = self.said.contains("panicked at");
        if is_panic { Err(format!("a panic: {}", self.said.trim())) } else { Ok(()) }
    }
}

/// Starts a program whose outputs are read to their ends, beside it.
pub(super) struct Running {
    child: Child,
    output: thread::JoinHandle<Vec<u8>>,
    said: thread::JoinHandle<Vec<u8>>,
    started: Instant,
}

impl Running {
    /// Starts it; standard output goes where the command says, or is kept.
    pub(super) fn start(mut command: Command, output: Option<Stdio>) -> Result<Self, String> {
        let is_kept = output.is_none();
        command.stdout(output.unwrap_or_else(Stdio::piped)).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
        let read = |stream: Option<Box<dyn Read + Send>>| {
            thread::spawn(move || {
                let mut bytes = Vec::new();
                // What cannot be read is missing in the comparison.
                let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
                bytes
            })
        };
        let output = child.stdout.take().filter(|_| is_kept).map(|stream| Box::new(stream) as Box<dyn Read + Send>);
        let said = child.stderr.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>);
        Ok(Self { output: read(output), said: read(said), child, started: Instant::now() })
    }

    /// Kills it after so long, unless it has ended.
    pub(super) fn kill_after(&mut self, wait: Duration) -> Result<(), String> {
        while self.started.elapsed() < wait {
            if self.child.try_wait().map_err(|error| error.to_string())?.is_some() {
                return Ok(());
            }
            sleep(Duration::from_micros(200).min(wait.saturating_sub(self.started.elapsed())));
        }
        self.child.kill().map_err(|error| error.to_string())
    }

    /// Waits for its end.
    pub(super) fn end(mut self) -> Result<Done, String> {
        let status = loop {
            match self.child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status,
                None if self.started.elapsed() > HANG => {
                    self.child.kill().map_err(|error| error.to_string())?;
                    return Err("the program hangs".to_owned());
                }
                None => sleep(Duration::from_millis(1)),
            }
        };
        let seconds = self.started.elapsed().as_secs_f64();
        let join = |thread: thread::JoinHandle<Vec<u8>>| thread.join().map_err(|_| "a reader panicked".to_owned());
        let said = String::from_utf8_lossy(&join(self.said)?).into_owned();
        Ok(Done { code: status.code(), output: join(self.output)?, said, seconds })
    }
}

/// Runs a program to its end, with its standard output kept.
pub(super) fn run_to_end(command: Command) -> Result<Done, String> {
    Running::start(command, None)?.end()
}

/// Runs a verb undisturbed and keeps what it leaves: its files, or its standard output.
pub(super) fn refer(place: &Place, disk: &Disk, verb: &Verb) -> Result<(), String> {
    disk.empty(None)?;
    let done = run_to_end(place.command(verb.arguments))?;
    done.succeeded().map_err(|problem| format!("{} alone: {problem}", verb.name))?;
    let reference = place.reference(verb);
    if verb.writes {
        copy(&place.out(), &reference)?;
    } else {
        fs::create_dir_all(&reference).map_err(|error| format!("{}: {error}", reference.display()))?;
    }
    let write = |name: &str, bytes: &[u8]| {
        let path = place.folder.join("reference").join(format!("{}.{name}", verb.name));
        fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    write("seconds", done.seconds.to_string().as_bytes())?;
    write("stdout", &done.output)
}

/// How long the undisturbed run took.
pub(super) fn reference_seconds(place: &Place, verb: &Verb) -> Result<f64, String> {
    let path = place.folder.join("reference").join(format!("{}.seconds", verb.name));
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.parse().map_err(|_| format!("{} has no number", path.display()))
}

/// What the undisturbed run printed.
pub(super) fn reference_output(place: &Place, verb: &Verb) -> Result<Vec<u8>, String> {
    let path = place.folder.join("reference").join(format!("{}.stdout", verb.name));
    fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// After a fault: every file that has its name is whole.
pub(super) fn check_whole(place: &Place, verb: &Verb) -> Result<(), String> {
    assert_whole(&place.reference(verb), &place.out()).map_err(|problem| format!("after the fault: {problem}"))
}

/// Runs the verb again where the fault met it: it succeeds, and all is as if nothing had happened.
pub(super) fn check_again(place: &Place, verb: &Verb) -> Result<(), String> {
    let done = run_to_end(place.command(verb.arguments))?;
    done.succeeded().map_err(|problem| format!("again: {problem}"))?;
    if verb.writes {
        assert_same(&place.reference(verb), &place.out()).map_err(|problem| format!("again: {problem}"))
    } else if done.output == reference_output(place, verb)? {
        Ok(())
    } else {
        Err("again: another output".to_owned())
    }
}
