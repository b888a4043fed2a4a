//! A disk without room: a small one of our own, where the system lets it be mounted, or a limit on the size of files.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::trial::{Outcome, Place, check_again, check_whole, run_to_end};
use super::{IN_NAMESPACE, Random, Trials, remove};

/// A namespace in which mounts are ours.
pub(super) const NAMESPACE: [&str; 2] = ["--map-root-user", "--mount"];

/// Room for everything.
const ROOMY: &str = "size=2g";

/// What a verb that meets the end of the disk has to name.
const NO_ROOM: [&str; 2] = ["No space left on device", "File too large"];

/// Whether a disk can be mounted without harm to others.
pub(super) fn has_namespaces() -> bool {
    let mut command = Command::new("unshare");
    command.args(NAMESPACE).args(["mount", "-t", "tmpfs", "-o", "size=64k", "examen-faults", "/tmp"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|it| it.success())
}

/// The disk on which verbs write.
pub(super) struct Disk {
    folder: PathBuf,
    is_mounted: bool,
}

impl Disk {
    pub(super) fn new(place: &Place) -> Result<Self, String> {
        let disk = Self { folder: place.folder.join("disk"), is_mounted: std::env::var_os(IN_NAMESPACE).is_some() };
        if disk.is_mounted {
            disk.mount(&["-t", "tmpfs", "-o", ROOMY, "examen-faults"])?;
        }
        Ok(disk)
    }

    pub(super) fn describe(&self) -> &'static str {
        if self.is_mounted { "a tmpfs of the size in question" } else { "a limit on the size of files (ulimit -f)" }
    }

    /// Empties the disk and gives it so many bytes, or plenty.
    pub(super) fn empty(&self, bytes: Option<u64>) -> Result<(), String> {
        let entries = fs::read_dir(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))?;
        for entry in entries {
            remove(&entry.map_err(|error| error.to_string())?.path())?;
        }
        self.resize(bytes)
    }

    fn resize(&self, bytes: Option<u64>) -> Result<(), String> {
        if !self.is_mounted {
            return Ok(());
        }
        let size = bytes.map_or_else(|| ROOMY.to_owned(), |bytes| format!("size={bytes}"));
        self.mount(&["-o", &format!("remount,{size}")])
    }

    pub(super) fn drop_mount(&self) -> Result<(), String> {
        if !self.is_mounted {
            return Ok(());
        }
        crate::run(Command::new("umount").arg(&self.folder))
    }

    fn mount(&self, arguments: &[&str]) -> Result<(), String> {
        crate::run(Command::new("mount").args(arguments).arg(&self.folder))
    }
}

/// Lets a verb run with less room than it needs, from almost nothing to almost enough, and again with plenty.
pub(super) fn fill(trials: &Trials<'_>) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    if !trials.verb.writes {
        return Ok(outcome);
    }
    let mut random = Random::new(trials.settings.seed, [trials.verb.name, "disk"]);
    let sizes = crate::same_files::sizes(&trials.place.reference(trials.verb))?;
    // Of a limit on files only the largest one tells.
    let (most, unit) = if trials.disk.is_mounted {
        (sizes.iter().sum::<u64>(), 4096)
    } else {
        (sizes.iter().copied().max().unwrap_or(0), 1024)
    };
    for point in 0..trials.settings.disk_points {
        let fraction = (point as f64 + random.fraction()) / trials.settings.disk_points as f64;
        #[expect(clippy::cast_sign_loss, reason = "a part of a size")]
        let bytes = ((most as f64 * fraction) as u64).max(unit) / unit * unit;
        outcome.add(trial(trials, bytes).map_err(|problem| format!("{bytes} of {most} bytes: {problem}")));
    }
    trials.disk.empty(None)?;
    Ok(outcome)
}

fn trial(trials: &Trials<'_>, bytes: u64) -> Result<bool, String> {
    let Trials { place, disk, verb, .. } = *trials;
    disk.empty(Some(bytes))?;
    let command = if disk.is_mounted {
        place.command(verb.arguments)
    } else {
        let limited = format!("ulimit -f {}; exec \"$0\" \"$@\"", bytes / 1024);
        place.command_behind(&["bash", "-c", &limited], verb.arguments)
    };
    let done = run_to_end(command)?;
    let is_met = done.code != Some(0);
    if is_met {
        done.refused(&NO_ROOM)?;
    }
    check_whole(place, verb)?;
    disk.resize(None)?;
    check_again(place, verb)?;
    Ok(is_met)
}
