//! The programs that are asked, and how they are started.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::cage::{self, SCRIPT, WORK};
use super::{Check, Protection, written};
use crate::error::Result;

/// The sources of the program that asks javac.
const JAVA_SOURCES: [(&str, &str); 7] = [
    ("Calls.java", include_str!("java/Calls.java")),
    ("Files.java", include_str!("java/Files.java")),
    ("Inputs.java", include_str!("java/Inputs.java")),
    ("Javac.java", include_str!("java/Javac.java")),
    ("Job.java", include_str!("java/Job.java")),
    ("Shown.java", include_str!("java/Shown.java")),
    ("Verify.java", include_str!("java/Verify.java")),
];

/// The program that asks Python.
const PYTHON_SOURCES: [(&str, &str); 3] = [
    ("verify.py", include_str!("python/verify.py")),
    ("calls.py", include_str!("python/calls.py")),
    ("inputs.py", include_str!("python/inputs.py")),
];

/// A program with its folder, which goes when it does.
pub(super) struct Tool {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// Code that is run works in the folder; options of javac are relative to the user's own.
    is_inside: bool,
    is_caged: bool,
    folder: TempDir,
}

impl Tool {
    /// Compiles the Java program, or says what is missing.
    pub(super) fn java(
        check: Check,
        javac_options: &[String],
        protection: &Protection,
    ) -> Result<std::result::Result<Self, String>> {
        let folder = written(&[&JAVA_SOURCES[..], &[SCRIPT]].concat())?;
        let mut compiler = Command::new(jdk_program("javac"));
        compiler.arg("-nowarn").args(["-encoding", "UTF-8", "-d", "classes"]);
        compiler.args(JAVA_SOURCES.map(|(name, _)| name)).current_dir(folder.path()).stdin(Stdio::null());
        match compiler.output() {
            Err(_) => return Ok(Err("there is no JDK (`javac`) in JAVA_HOME or on the PATH".to_owned())),
            Ok(output) if !output.status.success() => {
                let said = String::from_utf8_lossy(&output.stderr);
                let first = said.lines().next().unwrap_or("it says nothing");
                return Ok(Err(format!("the JDK is not one that can be asked (17 is): {first}")));
            }
            Ok(_) => {}
        }
        // Messages of null pointers name variables, which are renamed. What is run lives shortly: compiling it well does not pay.
        let own: &[&str] = match check {
            Check::Run => &[
                "-Xmx768m",
                "-XX:TieredStopAtLevel=1",
                "-XX:-ShowCodeDetailsInExceptionMessages",
                // A file that tells other programs of this one.
                "-XX:-UsePerfData",
            ],
            Check::Compile => &["-Xmx2g"],
        };
        let common = ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseSerialGC", "-Djava.awt.headless=true"];
        let mut arguments: Vec<OsString> = common.iter().chain(own).map(OsString::from).collect();
        if protection.is_cage() {
            let mut property = OsString::from("-Djava.io.tmpdir=");
            property.push(folder.path().join(WORK));
            arguments.push(property);
        }
        arguments.extend(["-cp".into(), folder.path().join("classes").into(), "Verify".into()]);
        arguments.extend(javac_options.iter().map(OsString::from));
        let (is_inside, is_caged) = (check == Check::Run, protection.is_cage());
        Ok(Ok(Self { program: jdk_program("java"), arguments, is_inside, is_caged, folder }))
    }

    /// The Python program, or what is missing.
    pub(super) fn python(check: Check, protection: &Protection) -> Result<std::result::Result<Self, String>> {
        let is_there = Command::new("python3").arg("--version").stdin(Stdio::null()).output();
        if !is_there.is_ok_and(|output| output.status.success()) {
            return Ok(Err("there is no `python3` on the PATH".to_owned()));
        }
        let folder = written(&[&PYTHON_SOURCES[..], &[SCRIPT]].concat())?;
        let mut arguments = ["-s", "-B", "-W", "ignore"].map(OsString::from).to_vec();
        arguments.push(folder.path().join("verify.py").into());
        let (is_inside, is_caged) = (check == Check::Run, protection.is_cage());
        Ok(Ok(Self { program: "python3".into(), arguments, is_inside, is_caged, folder }))
    }

    /// How to start it.
    pub(super) fn command(&self) -> Command {
        let mut command = if self.is_caged {
            let mut command = cage::command(self.folder.path());
            command.arg(&self.program);
            command
        } else {
            Command::new(&self.program)
        };
        command.args(&self.arguments);
        if self.is_inside {
            command.current_dir(self.folder.path());
        }
        // The order of Python's sets should be that of every run.
        command.env("PYTHONHASHSEED", "0").env_remove("PYTHONPATH").env_remove("PYTHONSTARTUP");
        command.env_remove("JAVA_TOOL_OPTIONS").env_remove("CLASSPATH");
        command
    }
}

fn jdk_program(name: &str) -> PathBuf {
    let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(name));
    home.filter(|program| program.is_file()).unwrap_or_else(|| name.into())
}
