//! The scripts that ask other programs for reference values. What each needs stands at its top.

use std::path::PathBuf;

use crate::{command, root, run};

/// Prints the names of the scripts and what each does.
pub(crate) fn list() -> Result<(), String> {
    let folder = root().join("scripts");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let about = about(&name)?;
        println!("{name:<24}{}", about.lines().next().unwrap_or_default());
    }
    println!("\n`cargo xtask references NAME` says what one needs and how it is called.");
    Ok(())
}

/// Prints what a script says of itself.
pub(crate) fn explain(name: &str) -> Result<(), String> {
    println!("{}", about(name)?);
    Ok(())
}

/// Runs a script.
pub(crate) fn run_script(name: &str, arguments: &[&str]) -> Result<(), String> {
    about(name)?;
    run(command("python3", &[&format!("scripts/{name}.py")]).args(arguments))
}

/// The documentation string of a script.
fn about(name: &str) -> Result<String, String> {
    let path = root().join("scripts").join(name).with_extension("py");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let about = text.split("\"\"\"").nth(1);
    about.map(|about| about.trim().to_owned()).ok_or_else(|| format!("{} does not say what it does", path.display()))
}
