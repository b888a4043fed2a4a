//! The program under faults: killed, without room on the disk, without rights, with an output that is gone, beside a second writer.
//!
//! Each verb is run undisturbed first. Then a fault meets it, and it is run again in the same place: what stands there must be, byte
//! for byte, what the undisturbed run left, with no file more. Moments and sizes are drawn by a seed, but a clock measures the
//! moments: two runs of this kill at about the same places.

mod access;
mod disk;
mod kills;
mod outputs;
mod trial;
mod verbs;
mod writers;

use std::fs;
use std::path::Path;
use std::process::Command;

use self::disk::Disk;
use self::trial::{Outcome, Place};
use self::verbs::{VERBS, Verb};

/// A kind of fault: its name, and what it does to a verb.
type Fault = (&'static str, fn(&Trials<'_>) -> Result<Outcome, String>);

const FAULTS: &[Fault] = &[
    ("kills", kills::kill),
    ("disk", disk::fill),
    ("rights", access::take_rights),
    ("output", outputs::close),
    ("writers", writers::write_twice),
];

/// How often, unless flags say otherwise.
const KILLS: usize = 100;
const DISK_POINTS: usize = 20;
const WRITERS: usize = 10;

/// Told to the program that runs in a namespace of mounts.
const IN_NAMESPACE: &str = "EXAMEN_FAULTS_IN_NAMESPACE";

/// What is tried with a verb.
struct Trials<'v> {
    place: &'v Place,
    disk: &'v Disk,
    verb: &'static Verb,
    settings: &'v Settings,
}

struct Settings {
    kills: usize,
    disk_points: usize,
    writers: usize,
    seed: u64,
}

/// Runs the trials. Words are names of faults and parts of names of verbs; `--kills N`, `--disk N`, `--writers N` and `--seed N` say how
/// often and where.
pub(crate) fn faults(words: &[&str]) -> Result<(), String> {
    if std::env::var_os(IN_NAMESPACE).is_none() && disk::has_namespaces() {
        return again_in_namespace(words);
    }
    let (settings, words) = settings(words)?;
    let (faults, verbs): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| FAULTS.iter().any(|(fault, _)| fault == word));
    let is_wanted = |verb: &&Verb| verbs.is_empty() || verbs.iter().any(|word| verb.name.contains(word));
    let folder = std::env::temp_dir().join(format!("examen-faults-{}", std::process::id()));
    let place = Place::new(crate::torment::program()?, folder)?;
    let disk = Disk::new(&place)?;
    println!("disk: {}; rights: {}\n", disk.describe(), access::describe());
    verbs::prepare(&place)?;
    println!("| verb | fault | trials | met | |\n|---|---|---|---|---|");
    let (mut trials, mut met, mut problems) = (0, 0, Vec::new());
    for verb in VERBS.iter().filter(is_wanted) {
        trial::refer(&place, &disk, verb)?;
        for (name, fault) in FAULTS.iter().filter(|(name, _)| faults.is_empty() || faults.contains(name)) {
            let outcome = fault(&Trials { place: &place, disk: &disk, verb, settings: &settings })?;
            if outcome.trials == 0 {
                continue;
            }
            let verdict = outcome.problems.first().map_or_else(String::new, |first| {
                format!("{} failed, such as: {}", outcome.problems.len(), first.replace('\n', "; "))
            });
            println!("| {} | {name} | {} | {} | {verdict} |", verb.name, outcome.trials, outcome.met);
            trials += outcome.trials;
            met += outcome.met;
            problems.extend(outcome.problems.into_iter().map(|problem| format!("{} {name}: {problem}", verb.name)));
        }
    }
    disk.drop_mount()?;
    println!("\n{trials} trials, {met} of them met the verb at work, {} failed", problems.len());
    if problems.is_empty() {
        return fs::remove_dir_all(&place.folder).map_err(|error| format!("{}: {error}", place.folder.display()));
    }
    Err(problems.join("\n"))
}

/// Starts this program in a namespace in which a small disk can be mounted; the mount is gone with it.
fn again_in_namespace(words: &[&str]) -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new("unshare");
    command.args(disk::NAMESPACE).arg(program).arg("faults").args(words).env(IN_NAMESPACE, "1");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("faults were found".to_owned()),
        Err(error) => Err(format!("unshare: {error}")),
    }
}

fn settings<'w>(words: &[&'w str]) -> Result<(Settings, Vec<&'w str>), String> {
    let mut settings = Settings { kills: KILLS, disk_points: DISK_POINTS, writers: WRITERS, seed: 0 };
    let mut others = Vec::new();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if !word.starts_with("--") {
            others.push(word);
            continue;
        }
        let number = words.next().and_then(|number| number.parse::<u64>().ok());
        let number = number.ok_or_else(|| format!("{word} wants a number"))?;
        match word {
            "--kills" => settings.kills = number as usize,
            "--disk" => settings.disk_points = number as usize,
            "--writers" => settings.writers = number as usize,
            "--seed" => settings.seed = number,
            _ => return Err(format!("there is no {word}: --kills, --disk, --writers, --seed")),
        }
    }
    let is_known = |word: &str| {
        FAULTS.iter().any(|(fault, _)| *fault == word) || VERBS.iter().any(|verb| verb.name.contains(word))
    };
    if let Some(word) = others.iter().find(|word| !is_known(word)) {
        let faults: Vec<&str> = FAULTS.iter().map(|(name, _)| *name).collect();
        let verbs: Vec<&str> = VERBS.iter().map(|verb| verb.name).collect();
        return Err(format!("{word} is neither a fault ({}) nor a verb ({})", faults.join(", "), verbs.join(", ")));
    }
    Ok((settings, others))
}

/// Removes what is at a path, if anything is.
fn remove(path: &Path) -> Result<(), String> {
    let removed = match fs::symlink_metadata(path) {
        Err(_) => return Ok(()),
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
    };
    removed.map_err(|error| format!("{}: {error}", path.display()))
}

/// Numbers that look random and are the same for a seed, a verb and a fault (xorshift).
struct Random(u64);

impl Random {
    fn new(seed: u64, names: [&str; 2]) -> Self {
        // FNV-1a of the names, so that each verb meets its faults elsewhere.
        let bytes = names.iter().flat_map(|name| name.bytes());
        let hash =
            bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3));
        Self(hash ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from 0 up to 1.
    fn fraction(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}
