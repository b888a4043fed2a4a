//! Rights that are taken away: a folder that may not be written, an input that may not be read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Trials;
use super::trial::{Done, Outcome, check_again, check_whole, run_to_end};
use crate::same_files::copy;

/// What an ordinary user may not, `root` may, unless these are dropped.
const ORDINARY: [&str; 3] =
    ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"];

const DENIED: [&str; 1] = ["Permission denied"];

/// How a verb is started so that rights count for it; none if that cannot be had.
fn ordinary() -> Option<&'static [&'static str]> {
    let folder = std::env::temp_dir().join(format!("examen-rights-{}", std::process::id()));
    let counts = |before: &[&str]| {
        let words: Vec<&str> = before.iter().copied().chain(["touch"]).collect();
        let mut command = Command::new(words[0]);
        // A file that is there already may be touched by its owner.
        command.args(&words[1..]).arg(folder.join(before.len().to_string())).stderr(Stdio::null());
        command.status().is_ok_and(|status| !status.success())
    };
    fs::create_dir_all(&folder).and_then(|()| set_mode(&folder, 0o555)).ok()?;
    // Where `setpriv` is missing nothing was denied by it either.
    let has_setpriv = Command::new("setpriv").arg("--version").stdout(Stdio::null()).status().is_ok();
    let found = if counts(&[]) {
        Some(&[][..])
    } else if has_setpriv && counts(&ORDINARY) {
        Some(&ORDINARY[..])
    } else {
        None
    };
    let removed = set_mode(&folder, 0o755).and_then(|()| fs::remove_dir_all(&folder));
    removed.ok().and(found)
}

/// How rights are taken, in words.
pub(super) fn describe() -> &'static str {
    match ordinary() {
        Some([]) => "by mode",
        Some(_) => "by mode, for a root without its capabilities",
        None => "none can be taken here, skipped",
    }
}

/// Runs a verb where it may not write, over finished files that it may not replace, and with an input that it may not read.
pub(super) fn take_rights(trials: &Trials<'_>) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    let Some(before) = ordinary() else { return Ok(outcome) };
    let Trials { place, disk, verb, .. } = *trials;
    let run = || run_to_end(place.command_behind(before, verb.arguments));
    if verb.writes {
        disk.empty(None)?;
        outcome.add(without_rights(&place.folder.join("disk"), 0o555, &run).and_then(|done| {
            done.refused(&DENIED)?;
            check_again(place, verb).map(|()| true)
        }));
        disk.empty(None)?;
        copy(&place.reference(verb), &place.out())?;
        outcome.add(without_rights(&place.out(), 0o555, &run).and_then(|done| {
            let is_met = done.code != Some(0);
            if is_met {
                done.refused(&DENIED)?;
            }
            check_whole(place, verb)?;
            check_again(place, verb).map(|()| is_met)
        }));
    }
    disk.empty(None)?;
    outcome.add(without_rights(&input(trials), 0, &run).and_then(|done| {
        // Of a folder of code the file is left out and counted, in the manifest or on the terminal; anything else that cannot be read
        // ends the work.
        match done.code {
            Some(0) if mentions(&done.said) || is_mentioned_below(&place.out())? => {}
            Some(0) => return Err(format!("an input that cannot be read is not mentioned: {}", done.said.trim())),
            _ => done.refused(&DENIED)?,
        }
        disk.empty(None)?;
        check_again(place, verb).map(|()| true)
    }));
    Ok(outcome)
}

fn mentions(text: &str) -> bool {
    ["unreadable", "skipped", "left_out", "Permission denied"].iter().any(|word| text.contains(word))
}

fn is_mentioned_below(folder: &Path) -> Result<bool, String> {
    if !folder.is_dir() {
        return Ok(false);
    }
    let contents = crate::same_files::contents(folder)?;
    Ok(contents.iter().any(|bytes| mentions(&String::from_utf8_lossy(bytes))))
}

/// A file that the verb reads: the first word of its arguments that names one, or the first file below a folder.
fn input(trials: &Trials<'_>) -> PathBuf {
    let mut named = trials.verb.arguments.split_whitespace().skip(1).map(|word| trials.place.folder.join(word));
    let mut found = named.find(|path| path.exists() && !path.ends_with("disk/out")).unwrap_or_default();
    while found.is_dir() {
        let entries = fs::read_dir(&found).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        // Cards are for people.
        let Some(first) = entries.filter(|path| !path.ends_with("README.md")).min() else { break };
        found = first;
    }
    found
}

/// Runs with the rights of a path changed, and gives them back.
fn without_rights(path: &Path, mode: u32, run: &dyn Fn() -> Result<Done, String>) -> Result<Done, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    set_mode(path, mode).map_err(failed)?;
    let done = run();
    set_mode(path, if path.is_dir() { 0o755 } else { 0o644 }).map_err(failed)?;
    done
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
