//! Files that appear complete or not at all.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::{DataError, Result};

/// What a finished file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDigest {
    /// Rows or lines, as its writer counts them.
    pub rows: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// blake3 of the bytes, in hex.
    pub blake3: String,
}

/// A file written under the hidden name `.NAME.partial` beside its place and renamed by [`AtomicFile::finish`].
///
/// Dropped before that, it removes what it wrote. The temporary name is always the same, so that a run after a kill
/// takes the left-over file instead of adding another; an advisory lock keeps two writers apart.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    partial: PathBuf,
    // None once finished: what is left to drop is then the real file, and must stay.
    file: Option<BufWriter<File>>,
    hasher: blake3::Hasher,
    bytes: u64,
}

/// Writes the whole of `bytes` to `path`, or leaves what was there.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<FileDigest> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes).map_err(DataError::io(path))?;
    file.finish(0)
}

/// Writes the whole of `bytes` to `path`, or leaves what was there. After a kill or on a full disk the file is whole; after a cut of
/// power it may not be, since nothing waits for the disk. For many small files that are quickly made again.
pub fn write_renamed(path: &Path, bytes: &[u8]) -> Result<()> {
    let path = place_of(path)?;
    let partial = hidden_beside(&path, "partial")?;
    let mut file = open_locked(&path, &partial)?;
    let written = file.set_len(0).and_then(|()| file.write_all(bytes)).map_err(DataError::io(&partial));
    let renamed = written.and_then(|()| std::fs::rename(&partial, &path).map_err(DataError::io(&path)));
    if renamed.is_err() {
        // Nobody is left to tell, and a left-over partial file does no harm.
        let _ = std::fs::remove_file(&partial);
    }
    renamed
}

impl AtomicFile {
    /// Starts the file, making its folder where there is none. What a symbolic link points at is written, and the link stays; what
    /// is there and no file is refused.
    pub fn create(path: &Path) -> Result<Self> {
        let path = place_of(path)?;
        let partial = hidden_beside(&path, "partial")?;
        let file = open_locked(&path, &partial)?;
        file.set_len(0).map_err(DataError::io(&partial))?;
        Ok(Self {
            path,
            partial,
            file: Some(BufWriter::with_capacity(1 << 16, file)),
            hasher: blake3::Hasher::new(),
            bytes: 0,
        })
    }

    /// Where the file will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the bytes on the disk and gives the file its name; `rows` is passed on into the digest.
    pub fn finish(mut self, rows: u64) -> Result<FileDigest> {
        let result = self.publish();
        if result.is_ok() {
            self.file = None;
        }
        result.map(|()| FileDigest { rows, bytes: self.bytes, blake3: self.hasher.finalize().to_hex().to_string() })
    }

    fn publish(&mut self) -> Result<()> {
        let Some(file) = self.file.as_mut() else { return Ok(()) };
        file.flush().map_err(DataError::io(&self.partial))?;
        publish(file.get_ref(), &self.partial, &self.path)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let Some(file) = self.file.as_mut() else { return Err(std::io::ErrorKind::BrokenPipe.into()) };
        let written = file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if self.file.is_some() {
            // Nobody is left to tell, and a left-over partial file does no harm.
            let _ = std::fs::remove_file(&self.partial);
        }
    }
}

/// Links that are followed before they are taken for a circle, as Linux has it.
const MOST_LINKS: usize = 40;

/// The place that an output is written to: `path` itself, or what it points at as a symbolic link. A rename onto a device or a pipe
/// would put a file in its place.
pub(crate) fn place_of(path: &Path) -> Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::symlink_metadata(&place) {
            Ok(found) if found.is_symlink() => {
                let target = std::fs::read_link(&place).map_err(DataError::io(&place))?;
                place = folder_of(&place).join(target);
            }
            Ok(found) if found.is_file() || found.is_dir() => return Ok(place),
            Ok(_) => return Err(DataError::NotAFile { path: path.to_owned() }),
            // What is not there is made; what cannot be looked at is told when it is opened.
            Err(_) => return Ok(place),
        }
    }
    Err(DataError::NotAFile { path: path.to_owned() })
}

/// The folder that holds `path`.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The hidden name `.NAME.ENDING` beside a file; its folder is made where there is none.
pub(crate) fn hidden_beside(path: &Path, ending: &str) -> Result<PathBuf> {
    let Some(name) = path.file_name() else {
        let source = std::io::Error::new(std::io::ErrorKind::InvalidInput, "not the name of a file");
        return Err(DataError::Io { path: path.to_owned(), source });
    };
    let folder = folder_of(path);
    std::fs::create_dir_all(folder).map_err(DataError::no_folder(folder))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(".");
    hidden.push(ending);
    Ok(folder.join(hidden))
}

/// Puts the bytes of a partial file on the disk and gives it its name, while its lock is still held: nobody can take it between
/// its last byte and its new name.
pub(crate) fn publish(file: &File, partial: &Path, path: &Path) -> Result<()> {
    file.sync_all().map_err(DataError::io(partial))?;
    std::fs::rename(partial, path).map_err(DataError::io(path))?;
    sync_folder(folder_of(path));
    Ok(())
}

/// Opens a partial file as it is, for the only writer of `path`.
pub(crate) fn open_locked(path: &Path, partial: &Path) -> Result<File> {
    loop {
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(partial)
            .map_err(DataError::io(partial))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(DataError::Busy { path: path.to_owned() }),
            // Some network file systems have no locks; there the rename alone must do.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // Between the open and the lock the previous owner may have renamed the file to its final name: then what we
        // hold is a finished output, and truncating it would destroy it.
        if is_still_named(&file, partial) {
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn is_still_named(file: &File, partial: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(partial)) {
        (Ok(held), Ok(named)) => held.ino() == named.ino() && held.dev() == named.dev(),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still_named(_file: &File, _partial: &Path) -> bool {
    true
}

/// Makes the rename itself survive a power cut, where the system lets a folder be synced.
fn sync_folder(folder: &Path) {
    if let Ok(handle) = File::open(folder) {
        let _ = handle.sync_all();
    }
}
