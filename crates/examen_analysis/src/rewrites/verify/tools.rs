//! The programs that are asked, and how they are started.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::Check;
use crate::error::{AnalysisError, Result};

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
    folder: TempDir,
}

impl Tool {
    /// Compiles the Java program, or says what is missing.
    pub(super) fn java(check: Check, javac_options: &[String]) -> Result<std::result::Result<Self, String>> {
        let folder = written(&JAVA_SOURCES)?;
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
            Check::Run => &["-Xmx768m", "-XX:TieredStopAtLevel=1", "-XX:-ShowCodeDetailsInExceptionMessages"],
            Check::Compile => &["-Xmx2g"],
        };
        let common = ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseSerialGC", "-Djava.awt.headless=true"];
        let mut arguments: Vec<OsString> = common.iter().chain(own).map(OsString::from).collect();
        arguments.extend(["-cp".into(), folder.path().join("classes").into(), "Verify".into()]);
        arguments.extend(javac_options.iter().map(OsString::from));
        Ok(Ok(Self { program: jdk_program("java"), arguments, is_inside: check == Check::Run, folder }))
    }

    /// The Python program, or what is missing.
    pub(super) fn python(check: Check) -> Result<std::result::Result<Self, String>> {
        let is_there = Command::new("python3").arg("--version").stdin(Stdio::null()).output();
        if !is_there.is_ok_and(|output| output.status.success()) {
            return Ok(Err("there is no `python3` on the PATH".to_owned()));
        }
        let folder = written(&PYTHON_SOURCES)?;
        let mut arguments = ["-s", "-B", "-W", "ignore"].map(OsString::from).to_vec();
        arguments.push(folder.path().join("verify.py").into());
        Ok(Ok(Self { program: "python3".into(), arguments, is_inside: check == Check::Run, folder }))
    }

    /// How to start it.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
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

fn written(sources: &[(&str, &str)]) -> Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("examen-verify-").tempdir();
    let write = |folder: &TempDir| -> io::Result<()> {
        sources.iter().try_for_each(|(name, text)| std::fs::write(folder.path().join(name), text))
    };
    let folder = folder.and_then(|folder| write(&folder).map(|()| folder));
    folder.map_err(|source| AnalysisError::Verifier { source })
}

fn jdk_program(name: &str) -> PathBuf {
    let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(name));
    home.filter(|program| program.is_file()).unwrap_or_else(|| name.into())
}
