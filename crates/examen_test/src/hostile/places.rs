//! Folders that lead a reader astray.

use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use super::shape::repeated;

/// A kind of hostile folder.
pub struct Place {
    /// The name: `place/ignore-file-pipe`.
    pub name: &'static str,
    /// Fills an empty folder; the size is that of what is large in it.
    pub make: fn(&Path, usize) -> io::Result<()>,
}

/// All kinds of folders, sorted by name. Each holds a Python file that is to be read all the same.
pub const PLACES: &[Place] = &[
    Place { name: "place/files", make: |folder, size| many_files(folder, size / 1000) },
    Place { name: "place/folders-deep", make: |folder, size| deep_folders(folder, (size / 20_000).min(60)) },
    Place { name: "place/ignore-file-device", make: |folder, _| ignore_link(folder, "/dev/zero") },
    Place { name: "place/ignore-file-folder", make: |folder, _| std::fs::create_dir(folder.join(".gitignore")) },
    Place { name: "place/ignore-file-in-circle", make: |folder, _| ignore_link(folder, ".gitignore") },
    Place { name: "place/ignore-file-one-line", make: |folder, size| ignore_file(folder, &"a".repeat(size)) },
    Place {
        name: "place/ignore-file-patterns",
        make: |folder, size| ignore_file(folder, &repeated("*a{n}*/**/b?\n", size)),
    },
    Place { name: "place/ignore-file-pipe", make: |folder, _| pipe(&folder.join(".gitignore")) },
    Place { name: "place/ignore-file-sparse", make: |folder, _| sparse(&folder.join(".gitignore"), 20 << 30) },
    Place {
        name: "place/ignore-file-stars",
        make: |folder, size| ignore_file(folder, &format!("{}b\n", "*a".repeat(size / 2))),
    },
    Place { name: "place/jsonl-sparse", make: |folder, _| sparse(&folder.join("rows.jsonl"), 40 << 30) },
    Place { name: "place/pipe", make: |folder, _| pipe(&folder.join("hostile.py")) },
    Place { name: "place/python-sparse", make: |folder, _| sparse(&folder.join("hostile.py"), 40 << 30) },
];

impl Place {
    /// Fills a folder, a working tree in which ignore files count, with a file beside what is hostile.
    pub fn write(&self, folder: &Path, size: usize) -> io::Result<()> {
        std::fs::create_dir_all(folder.join(".git"))?;
        std::fs::write(folder.join("plain.py"), "def f(a):\n    import os\n    return a\n")?;
        (self.make)(folder, size)
    }
}

fn ignore_file(folder: &Path, text: &str) -> io::Result<()> {
    std::fs::write(folder.join(".gitignore"), text)
}

#[cfg(unix)]
fn ignore_link(folder: &Path, target: &str) -> io::Result<()> {
    std::os::unix::fs::symlink(target, folder.join(".gitignore"))
}

#[cfg(not(unix))]
fn ignore_link(_: &Path, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A pipe that nobody writes to.
fn pipe(path: &Path) -> io::Result<()> {
    let made = Command::new("mkfifo").arg(path).status()?;
    if made.success() { Ok(()) } else { Err(io::Error::other("mkfifo failed")) }
}

/// A file of many zeros that takes no room.
fn sparse(path: &Path, size: u64) -> io::Result<()> {
    let mut file = std::fs::File::create(path)?;
    file.write_all(b"x")?;
    file.set_len(size)
}

fn many_files(folder: &Path, count: usize) -> io::Result<()> {
    (0..count)
        .try_for_each(|number| std::fs::write(folder.join(format!("m{number}.py")), format!("import m{number}\n")))
}

fn deep_folders(folder: &Path, depth: usize) -> io::Result<()> {
    let deepest = folder.join(vec!["d"; depth].join("/"));
    std::fs::create_dir_all(&deepest)?;
    std::fs::write(deepest.join("a.py"), "import os\n")
}
