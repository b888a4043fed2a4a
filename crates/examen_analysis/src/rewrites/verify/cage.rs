//! What stands between code that is executed and the machine: namespaces of Linux, set up by the programs of util-linux.
//!
//! In the cage there is no network, every file can at most be read, devices and sockets of services are out of sight, processes
//! outside cannot be signalled, and nothing of this can be undone: the program has no capabilities and gets none.

use std::path::Path;
use std::process::{Command, Stdio};

use super::written;
use crate::error::Result;

/// The folder of a program that the code in the cage may write to; what it writes is gone with the process.
pub(super) const WORK: &str = "work";

/// Sets up the file system, and then runs the program.
pub(super) const SCRIPT: (&str, &str) = ("cage.sh", include_str!("linux/cage.sh"));

/// A user that has only what the caller has, and mounts, network, messages and processes of its own; all end with the caller.
const UNSHARE: [&str; 7] = ["--map-root-user", "--mount", "--net", "--ipc", "--pid", "--fork", "--kill-child"];

/// A command that will run a program in a cage; the program and its arguments are to be added. The folder has the script and the
/// folder to work in.
pub(super) fn command(folder: &Path) -> Command {
    let mut command = Command::new("unshare");
    command.args(UNSHARE).arg("sh").arg(folder.join(SCRIPT.0)).arg(folder.join(WORK));
    command
}

/// Tries a cage, and says why there can be none.
pub(super) fn probe() -> Result<std::result::Result<(), String>> {
    if !cfg!(target_os = "linux") {
        return Ok(Err("only Linux has namespaces".to_owned()));
    }
    let folder = written(&[SCRIPT])?;
    let tried = command(folder.path()).arg("true").stdin(Stdio::null()).output();
    Ok(match tried {
        Err(error) => Err(format!("`unshare` of util-linux cannot be started: {error}")),
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(said.lines().next().unwrap_or("`unshare` says nothing").trim().to_owned())
        }
    })
}
