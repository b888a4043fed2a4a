//! What a release consists of: the wheel, with module and command in one library, and an archive with the program.
//!
//! Both are compiled by the profile `dist`. The archive is named as the metadata for cargo-binstall in `crates/examen/Cargo.toml` says.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use lzma_rust2::{XzOptions, XzWriter};

use crate::environment::{DOWNLOAD, Environment, fetch_crates};
use crate::{command, root, run};

const MATURIN: &str = "maturin>=1.16,<2";

/// What lies in the archive beside the program.
const BESIDE: &[(&str, &str)] = &[
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("licenses/english-CC-BY-SA-4.0.txt", "crates/examen_english/data/LICENSE-CC-BY-SA-4.0.txt"),
    ("licenses/wordnet.txt", "crates/examen_metrics/data/LICENSE.wordnet"),
    ("licenses/cubert.txt", "crates/examen_tokenizers/vocabularies/cubert/LICENSE"),
];

/// Builds both and says how large they are.
pub(crate) fn dist() -> Result<(), String> {
    fetch_crates()?;
    let out = root().join("target/packages");
    // Those of other versions are none of this release.
    if out.is_dir() {
        std::fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    let environment = Environment::made("python-environment")?;
    environment.install(&[MATURIN], DOWNLOAD)?;
    let maturin = environment.program("maturin");
    let python = environment.python();
    let mut wheel = command(&maturin.to_string_lossy(), &["build", "--locked", "--profile", "dist", "--manifest-path"]);
    wheel.arg("crates/examen_python/Cargo.toml").arg("--interpreter").arg(&python).arg("--out").arg(&out);
    // 31.7 MB in place of 32.3; what packs better is not read by every pip.
    wheel.args(["--compression-level", "9"]);
    run(&mut wheel)?;
    // With the features of the module, so that both share what they compile.
    let features = ["--features", "examen_python/extension"];
    let mut program = command("cargo", &["build", "--locked", "--profile", "dist", "--bin", "examen", "-p", "examen"]);
    run(program.args(["-p", "examen_python"]).args(features).env("PYO3_PYTHON", &python))?;
    let archive = archive(&out)?;
    println!();
    let target = target_folder().join("dist");
    let wheels = std::fs::read_dir(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let wheels = wheels.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = wheels.filter(|path| path.extension().is_some_and(|it| it == "whl")).collect();
    files.extend([target.join("libexamen_python.so"), archive, target.join("examen")]);
    for file in files {
        println!("{:7.1} MB  {}", megabytes(&file)?, file.display());
    }
    Ok(())
}

/// Packs the program.
fn archive(out: &Path) -> Result<PathBuf, String> {
    let metadata = read(&root().join("crates/examen/Cargo.toml"))?;
    let target = host()?;
    let filled = |key: &str| -> Result<String, String> {
        let line = metadata.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='));
        let template = line.ok_or_else(|| format!("crates/examen/Cargo.toml has no `{key}`"))?.trim().trim_matches('"');
        let known = [
            ("{ name }", "examen"),
            ("{ bin }", "examen"),
            ("{ version }", env!("CARGO_PKG_VERSION")),
            ("{ target }", &target),
            ("{ binary-ext }", std::env::consts::EXE_SUFFIX),
            ("{ archive-suffix }", ".tar.xz"),
        ];
        Ok(known.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value)))
    };
    let url = filled("pkg-url")?;
    let place = out.join(url.rsplit('/').next().unwrap_or(&url));
    let inside = filled("bin-dir")?;
    let folder = Path::new(&inside).parent().unwrap_or(Path::new(""));
    let failed = |error: std::io::Error| format!("{}: {error}", place.display());
    std::fs::create_dir_all(out).map_err(failed)?;
    let file = File::create(&place).map_err(failed)?;
    let packed = XzWriter::new(file, XzOptions::with_preset(6)).map_err(failed)?;
    let mut tar = tar::Builder::new(packed);
    let program = target_folder().join("dist").join(format!("examen{}", std::env::consts::EXE_SUFFIX));
    append(&mut tar, Path::new(&inside), &program, 0o755).map_err(failed)?;
    for (name, source) in BESIDE {
        append(&mut tar, &folder.join(name), &root().join(source), 0o644).map_err(failed)?;
    }
    tar.into_inner().and_then(XzWriter::finish).map_err(failed)?;
    Ok(place)
}

/// A file without the time and the owner that it has here: the same files give the same archive.
fn append(tar: &mut tar::Builder<impl Write>, name: &Path, source: &Path, mode: u32) -> std::io::Result<()> {
    let bytes = std::fs::read(source)?;
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(mode);
    header.set_mtime(0);
    header.set_cksum();
    tar.append_data(&mut header, name, &bytes[..])
}

/// The name that Rust has for this machine.
fn host() -> Result<String, String> {
    let output = command("rustc", &["-vV"]).output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV does not say what machine this is".to_owned())
}

/// Where cargo puts what it builds.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn megabytes(path: &Path) -> Result<f64, String> {
    let metadata = std::fs::metadata(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(metadata.len() as f64 / 1e6)
}
