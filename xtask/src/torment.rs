//! The program on hostile inputs: every verb on every kind at three sizes, with what it costs.
//!
//! A kind passes if no run is killed, none takes more than the limits below, and none of them grows faster than the input. The
//! limits of the system (`ulimit`) end what hangs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use examen_test::{PLACES, hostile_files, hostile_parts};

/// Bytes of the inputs.
const SIZES: [usize; 3] = [500_000, 1_000_000, 2_000_000];

/// What a run on one file may take.
const MAX_CPU_SECONDS: f64 = 5.0;
const MAX_MEMORY: u64 = 500 << 20;

/// How much more an input of twice the size may take, once it takes enough to be measured.
const MAX_GROWTH: f64 = 2.3;
const MEASURABLE_SECONDS: f64 = 0.5;

/// What ends a run: seconds of CPU, seconds by the clock in which it takes no CPU at all, KiB of addresses.
const KILL_SECONDS: u64 = 30;
const IDLE_SECONDS: u64 = 60;
const KILL_MEMORY: u64 = 4 << 20;

/// A verb: its name, the beginnings of the kinds that it reads, its arguments. `IN` is the folder with the input, `OUT` one that is
/// not there yet, `SOUND` one with what is not hostile.
type Verb = (&'static str, &'static [&'static str], &'static str);

/// Kinds of source files and of what holds them.
const CODE: &[&str] = &["java/", "jsonl", "parquet/", "place/", "python/", "tar", "zip/"];
/// Kinds of files of checkpoints.
const MODEL: &[&str] = &["checkpoint/", "tokenizer/"];

const VERBS: &[Verb] = &[
    ("build-captions", CODE, "build captions --from IN --out OUT --split-by function"),
    ("build-names", CODE, "build names --from IN --out OUT --split-by file"),
    ("build-probes", CODE, "build probes --from IN --out OUT --split-by file"),
    // How many negative examples a file gets is drawn by its bytes, unless it is a whole number.
    ("build-queries", CODE, "build queries --from IN --out OUT --split-by file --negatives-per-file 1"),
    ("build-questions", CODE, "build questions --from IN --out OUT --split-by function"),
    ("build-robustness", CODE, "build robustness --from IN --out OUT --split-by file"),
    (
        "build-tokenizer",
        &["tokenizer/"],
        "build queries --from SOUND/code --out OUT --split-by file --tokenizer IN/tokenizer.json",
    ),
    ("compare", &["result/"], "compare IN/result.json SOUND/result.json"),
    ("corpus", CODE, "corpus IN"),
    ("embed", MODEL, "embed --model IN --data SOUND/functions.jsonl --out OUT/features.parquet"),
    (
        "embed-texts",
        &["features/"],
        "embed --model random-encoder --data IN/functions.jsonl --out OUT/features.parquet",
    ),
    ("functions", CODE, "functions IN"),
    ("measures", CODE, "measures IN --format jsonl"),
    (
        "metric",
        &["lines/"],
        "metric bleu_codeqa rougeL meteor chrf --hypotheses IN/lines.txt --references IN/lines.txt",
    ),
    ("paths-code2seq", CODE, "paths IN --format code2seq"),
    ("paths-code2vec", CODE, "paths IN --format code2vec"),
    ("query", CODE, "query IN --format jsonl"),
    ("query-project", CODE, "query IN --format jsonl --scope project"),
    ("query-text", CODE, "query IN"),
    ("questions", &["comments/"], "questions IN/comments.txt"),
    ("report", &["result/"], "report IN/result.json --out OUT"),
    (
        "score",
        &["predictions/"],
        "score --data SOUND/exams --predictions IN/predictions.jsonl --split all --out OUT/result.json",
    ),
    ("transform", CODE, "transform IN --format jsonl"),
];

/// What is made once, of the built-in corpus.
const SOUND: &[(&str, Option<&str>)] = &[
    ("build names --from SOUND/code --out SOUND/exams --split-by file", None),
    ("predict --model majority --data SOUND/exams --split all --out SOUND/majority.parquet", None),
    ("score --data SOUND/exams --predictions SOUND/majority.parquet --split all --out SOUND/result.json", None),
    ("functions --data SOUND/exams", Some("functions.jsonl")),
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
        words.iter().partition(|word| VERBS.iter().any(|(verb, ..)| verb == *word));
    let (sizes, kinds): (Vec<&str>, Vec<&str>) = others.iter().partition(|word| word.parse::<usize>().is_ok());
    let sizes: Vec<usize> = sizes.iter().filter_map(|size| size.parse().ok()).collect();
    let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };
    let is_kind = |name: &str| kinds.is_empty() || kinds.iter().any(|word| name.contains(word));
    let program = program()?;
    let folder = std::env::temp_dir().join(format!("examen-torment-{}", std::process::id()));
    let inputs = inputs();
    prepare(&program, &folder)?;
    let (mut runs, mut misses) = (0, 0);
    println!("| kind | verb | CPU s at {sizes:?} bytes | MB | |\n|---|---|---|---|---|");
    for (name, write) in inputs.iter().filter(|(name, _)| is_kind(name)) {
        let reads = |(verb, of, _): &&Verb| {
            of.iter().any(|front| name.starts_with(front)) && (verbs.is_empty() || verbs.contains(verb))
        };
        for (verb, _, arguments) in VERBS.iter().filter(reads) {
            let mut costs = Vec::new();
            for &size in &sizes {
                fresh(&folder)?;
                write(&folder.join("in"), size).map_err(|error| format!("{name}: {error}"))?;
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

/// How an input of a size is written into an empty folder.
type Write = Box<dyn Fn(&Path, usize) -> std::io::Result<()>>;

/// All kinds by their names.
fn inputs() -> Vec<(&'static str, Write)> {
    let mut inputs: Vec<(&'static str, Write)> = Vec::new();
    for kind in hostile_files() {
        inputs.push((kind.name, Box::new(move |folder: &Path, size| kind.write(folder, size))));
    }
    for part in hostile_parts() {
        let name = part.name;
        let write = move |folder: &Path, size: usize| {
            if let Some(checkpoint) = part.beside {
                for path in files_of_checkpoint(checkpoint)? {
                    fs::copy(&path, folder.join(path.file_name().unwrap_or_default()))?;
                }
            }
            part.write(folder, size)
        };
        inputs.push((name, Box::new(write)));
    }
    for place in PLACES {
        inputs.push((place.name, Box::new(|folder, size| place.write(folder, size))));
    }
    inputs
}

/// The files of a tiny checkpoint of the fixtures; what is expected of it is none.
fn files_of_checkpoint(name: &str) -> std::io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(crate::root().join("crates/examen_models/fixtures/encoders").join(name))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<Vec<_>>>()?;
    let is_expected = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == "expected");
    Ok(paths.into_iter().filter(|path| !is_expected(path)).collect())
}

/// Makes what is not hostile.
fn prepare(program: &Path, folder: &Path) -> Result<(), String> {
    let sound = folder.join("sound");
    let failed = |error: std::io::Error| format!("{}: {error}", sound.display());
    let code = crate::root().join("corpus/python/lrucache");
    crate::same_files::copy(&code, &sound.join("code"))?;
    for (arguments, output) in SOUND {
        let mut command = Command::new(program);
        command.args(filled(arguments, folder)).arg("--quiet").stdin(Stdio::null());
        let done = command.output().map_err(failed)?;
        if !done.status.success() {
            return Err(format!("examen {arguments}: {}", String::from_utf8_lossy(&done.stderr)));
        }
        if let Some(name) = output {
            fs::write(sound.join(name), done.stdout).map_err(failed)?;
        }
    }
    Ok(())
}

/// The words of a command with its folders filled in.
fn filled(arguments: &str, folder: &Path) -> Vec<PathBuf> {
    let one = |word: &str| {
        let (front, rest) = word.split_once('/').map_or((word, None), |(front, rest)| (front, Some(rest)));
        let place = match front {
            "IN" => folder.join("in"),
            "OUT" => folder.join("out"),
            "SOUND" => folder.join("sound"),
            _ => return PathBuf::from(word),
        };
        rest.map_or_else(|| place.clone(), |rest| place.join(rest))
    };
    arguments.split_whitespace().map(one).collect()
}

/// The program: that of `EXAMEN`, or the release build.
pub(crate) fn program() -> Result<PathBuf, String> {
    let path = std::env::var_os("EXAMEN").map_or_else(|| crate::root().join("target/release/examen"), PathBuf::from);
    if path.is_file() { Ok(path) } else { Err(format!("{}: build it first (`cargo build --release`)", path.display())) }
}

/// Makes the folders of input and output anew, the first one empty.
fn fresh(folder: &Path) -> Result<(), String> {
    for name in ["in", "out"] {
        let path = folder.join(name);
        if path.exists() {
            fs::remove_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    fs::create_dir_all(folder.join("in")).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Runs the program once under the limits.
fn cost(program: &Path, arguments: &str, folder: &Path) -> Result<Cost, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let limits = format!("ulimit -v {KILL_MEMORY}; ulimit -t {KILL_SECONDS}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &limits]).arg(program);
    command.args(filled(arguments, folder));
    command.args(["--threads", "1", "--quiet"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let before = children_seconds();
    let mut child = command.spawn().map_err(failed)?;
    // However busy the machine is, a run that is not stuck gets on.
    let started = Instant::now();
    let (mut spent, mut since) = (0.0, started);
    let mut memory = 0;
    let mut is_hanging = false;
    let status = loop {
        memory = peak_memory(child.id()).unwrap_or(memory).max(memory);
        if let Some(status) = child.try_wait().map_err(failed)? {
            break status;
        }
        let now = seconds_of(&child.id().to_string(), 11);
        if now > spent {
            (spent, since) = (now, Instant::now());
        } else if since.elapsed() > Duration::from_secs(IDLE_SECONDS) {
            is_hanging = true;
            child.kill().map_err(failed)?;
        }
        // Looking costs as well: long runs are looked at less often.
        sleep((started.elapsed() / 50).clamp(Duration::from_millis(3), Duration::from_millis(50)));
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
    seconds_of("self", 13)
}

/// The sum of two neighbouring fields of `/proc/PROCESS/stat` that count ticks of user and system, behind the name.
fn seconds_of(process: &str, field: usize) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let behind_name = text.rsplit(')').next().unwrap_or_default();
    let ticks = behind_name.split_whitespace().skip(field).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// The most memory that a process has had.
fn peak_memory(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
}
