//! Whole files, read up to a limit: a pipe that nobody named would keep the reader waiting, and a device may have no end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a configuration, a vocabulary or a tokenizer; the largest of those in use have some 30 MB.
const MAX_BYTES: u64 = 256 << 20;

/// The most bytes of a file of texts or samples that is held as a whole.
const MAX_NAMED_BYTES: u64 = 1 << 30;

/// Opens a file if it is a plain one; links are followed.
pub fn open_plain_file(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain file"));
    }
    File::open(path)
}

/// Reads a plain file of at most 256 MiB.
pub fn read_plain_file(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(open_plain_file(path)?, MAX_BYTES)
}

/// Reads at most 1 GiB of what a user has named, which may be a pipe: `<(zcat answers.gz)`.
pub fn read_named_file(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(File::open(path)?, MAX_NAMED_BYTES)
}

/// Reads a plain file of at most 256 MiB as text.
pub fn read_plain_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_plain_file(path)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

fn read_up_to(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {limit} bytes")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_within_the_limit_are_read() {
        let folder = std::env::temp_dir().join(format!("examen-plain-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap_or_default();
        let path = folder.join("a.txt");
        assert!(fs::write(&path, "12345").is_ok());
        let read = |limit| open_plain_file(&path).and_then(|file| read_up_to(file, limit));
        assert_eq!(read(5).ok().as_deref(), Some(&b"12345"[..]));
        assert_eq!(read(4).map_err(|error| error.to_string()), Err("more than 4 bytes".to_owned()));
        assert_eq!(read_plain_text(&folder).map_err(|error| error.to_string()), Err("not a plain file".to_owned()));
        #[cfg(unix)]
        assert!(read_plain_text(Path::new("/dev/zero")).is_err());
        assert!(fs::remove_dir_all(&folder).is_ok());
    }
}
