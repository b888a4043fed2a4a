//! The program on hostile inputs: every verb on every kind at three sizes, with what it costs.
//!
//! A kind passes if no run is killed, none takes more than the limits below, and none of them grows faster than the input. The
//! limits of the system (`ulimit`) end what hangs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use examen_test::{PLACES, hostile_files};

/// Bytes of the inputs.
const SIZES: [usize; 3] = [500_000, 1_000_000, 2_000_000];

/// What a run on one file may take.
const MAX_CPU_SECONDS: f64 = 5.0;
const MAX_MEMORY: u64 = 500 << 20;

/// How much more an input of twice the size may take, once it takes enough to be measured.
const MAX_GROWTH: f64 = 2.3;
const MEASURABLE_SECONDS: f64 = 0.5;

/// What ends a run: seconds of CPU, seconds by the clock, KiB of addresses.
const KILL_SECONDS: u64 = 30;
const HANG_SECONDS: u64 = 120;
const KILL_MEMORY: u64 = 4 << 20;

/// The verbs, with their arguments; `IN` is the folder with the input and `OUT` one that is not there yet.
const VERBS: &[(&str, &[&str])] = &[
    ("build-captions", &["build", "captions", "--from", "IN", "--out", "OUT", "--split-by", "function"]),
    ("build-names", &["build", "names", "--from", "IN", "--out", "OUT", "--split-by", "file"]),
    ("build-probes", &["build", "probes", "--from", "IN", "--out", "OUT", "--split-by", "file"]),
    ("build-queries", &["build", "queries", "--from", "IN", "--out", "OUT", "--split-by", "file"]),
    ("build-questions", &["build", "questions", "--from", "IN", "--out", "OUT", "--split-by", "function"]),
    ("build-robustness", &["build", "robustness", "--from", "IN", "--out", "OUT", "--split-by", "file"]),
    ("corpus", &["corpus", "IN"]),
    ("functions", &["functions", "IN"]),
    ("metrics", &["metrics", "IN", "--format", "jsonl"]),
    ("paths-code2seq", &["paths", "IN", "--format", "code2seq"]),
    ("paths-code2vec", &["paths", "IN", "--format", "code2vec"]),
    ("query", &["query", "IN", "--format", "jsonl"]),
    ("query-project", &["query", "IN", "--format", "jsonl", "--scope", "project"]),
    ("query-text", &["query", "IN"]),
    ("transform", &["transform", "IN", "--format", "jsonl"]),
];

/// What a run took.
struct Cost {
    cpu_seconds: f64,
    memory: u64,
    /// How it ended, where that is neither 0, 1 nor 2.
    fault: Option<String>,
}

/// Runs the verbs on the kinds. Words that name a verb select it, numbers are sizes, all others are parts of names of kinds.
pub(crate) fn torment(words: &[&str]) -> Result<(), String> {
    let (verbs, others): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| VERBS.iter().any(|(verb, _)| verb == *word));
    let (sizes, kinds): (Vec<&str>, Vec<&str>) = others.iter().partition(|word| word.parse::<usize>().is_ok());
    let sizes: Vec<usize> = sizes.iter().filter_map(|size| size.parse().ok()).collect();
    let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };
    let is_kind = |name: &str| kinds.is_empty() || kinds.iter().any(|word| name.contains(word));
    let program = program()?;
    let folder = std::env::temp_dir().join(format!("examen-torment-{}", std::process::id()));
    let files = hostile_files();
    let mut names: Vec<&str> =
        files.iter().map(|kind| kind.name).chain(PLACES.iter().map(|place| place.name)).collect();
    names.retain(|name| is_kind(name));
    let (mut runs, mut misses) = (0, 0);
    println!("| kind | verb | CPU s at {sizes:?} bytes | MB | |\n|---|---|---|---|---|");
    for name in names {
        for (verb, arguments) in VERBS.iter().filter(|(verb, _)| verbs.is_empty() || verbs.contains(verb)) {
            let mut costs = Vec::new();
            for &size in &sizes {
                fresh(&folder)?;
                let input = folder.join("in");
                let made = match files.iter().find(|kind| kind.name == name) {
                    Some(kind) => kind.write(&input, size),
                    None => {
                        PLACES.iter().filter(|place| place.name == name).try_for_each(|place| place.write(&input, size))
                    }
                };
                made.map_err(|error| format!("{name}: {error}"))?;
                let cost = cost(&program, arguments, &folder)?;
                let is_faulty = cost.fault.is_some();
                costs.push(cost);
                runs += 1;
                // What is killed at one size is killed at the next.
                if is_faulty {
                    break;
                }
            }
            let verdict = verdict(&costs);
            misses += usize::from(!verdict.is_empty());
            let seconds: Vec<String> = costs.iter().map(|cost| format!("{:.2}", cost.cpu_seconds)).collect();
            let memory = costs.iter().map(|cost| cost.memory).max().unwrap_or(0) >> 20;
            println!("| {name} | {verb} | {} | {memory} | {verdict} |", seconds.join(", "));
        }
    }
    fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("\n{runs} runs, {misses} beyond a limit");
    if misses == 0 { Ok(()) } else { Err(format!("{misses} kinds and verbs are beyond a limit")) }
}

/// The program: that of `EXAMEN`, or the release build.
fn program() -> Result<PathBuf, String> {
    let path = std::env::var_os("EXAMEN").map_or_else(|| crate::root().join("target/release/examen"), PathBuf::from);
    if path.is_file() { Ok(path) } else { Err(format!("{}: build it first (`cargo build --release`)", path.display())) }
}

/// Makes the folder anew, with an empty one for the input.
fn fresh(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(folder.join("in")).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Runs the program once under the limits.
fn cost(program: &Path, arguments: &[&str], folder: &Path) -> Result<Cost, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let limits = format!("ulimit -v {KILL_MEMORY}; ulimit -t {KILL_SECONDS}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &limits]).arg(program);
    for argument in arguments {
        match *argument {
            "IN" => command.arg(folder.join("in")),
            "OUT" => command.arg(folder.join("out")),
            other => command.arg(other),
        };
    }
    command.args(["--threads", "1", "--quiet"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let before = children_seconds();
    let mut child = command.spawn().map_err(failed)?;
    let started = Instant::now();
    let mut memory = 0;
    let mut is_hanging = false;
    let status = loop {
        memory = peak_memory(child.id()).unwrap_or(memory).max(memory);
        match child.try_wait().map_err(failed)? {
            Some(status) => break status,
            None if started.elapsed() > Duration::from_secs(HANG_SECONDS) => {
                is_hanging = true;
                child.kill().map_err(failed)?;
            }
            None => sleep(Duration::from_millis(3)),
        }
    };
    let fault = match status.code() {
        _ if is_hanging => Some("hangs".to_owned()),
        Some(0..=2) => None,
        _ => Some(status.to_string()),
    };
    Ok(Cost { cpu_seconds: children_seconds() - before, memory, fault })
}

/// What is beyond a limit, in words.
fn verdict(costs: &[Cost]) -> String {
    let mut faults: Vec<String> = costs.iter().filter_map(|cost| cost.fault.clone()).collect();
    if costs.iter().any(|cost| cost.cpu_seconds > MAX_CPU_SECONDS) {
        faults.push("slow".to_owned());
    }
    if costs.iter().any(|cost| cost.memory > MAX_MEMORY) {
        faults.push("large".to_owned());
    }
    let grows = |pair: &[Cost]| {
        pair[1].cpu_seconds > MEASURABLE_SECONDS && pair[1].cpu_seconds > MAX_GROWTH * pair[0].cpu_seconds
    };
    if costs.windows(2).any(grows) {
        faults.push("grows".to_owned());
    }
    faults.join(", ")
}

/// CPU seconds of all children so far; 0 where the system does not tell.
fn children_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = text.rsplit(')').next().unwrap_or_default();
    let ticks = behind_name.split_whitespace().skip(13).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// The most memory that a process has had.
fn peak_memory(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
}
