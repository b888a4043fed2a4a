//! Programs that some tests need.

use std::process::Command;

/// Asks for a Java compiler of this version or a later one.
pub fn needs_jdk(least: u32) -> Result<(), String> {
    // `javac 17.0.15`
    match version("javac").and_then(|version| version.first().copied()) {
        Some(major) if major >= least => Ok(()),
        Some(major) => Err(format!("needs a JDK of version {least}, found {major}")),
        None => Err(format!("needs a JDK of version {least}, found no javac")),
    }
}

/// Asks for Python 3 of this minor version or a later one, as `python3`.
pub fn needs_python(least: u32) -> Result<(), String> {
    // `Python 3.11.7`
    match version("python3").and_then(|version| version.get(1).copied()) {
        Some(minor) if minor >= least => Ok(()),
        Some(minor) => Err(format!("needs Python 3.{least}, found 3.{minor}")),
        None => Err(format!("needs Python 3.{least}, found no python3")),
    }
}

/// Asks for a module of `python3`.
pub fn needs_python_module(name: &str) -> Result<(), String> {
    let found = Command::new("python3").args(["-c", &format!("import {name}")]).output();
    match found {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err(format!("needs the module {name} of python3")),
    }
}

/// The numbers of the version that a program says it has.
fn version(program: &str) -> Option<Vec<u32>> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(said.split_whitespace().nth(1)?.split('.').map_while(|number| number.parse().ok()).collect())
}
