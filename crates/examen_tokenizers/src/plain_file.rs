//! Plain files, read up to a limit: a pipe would keep the reader waiting, and a device may have no end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a configuration, a vocabulary or a tokenizer; the largest of those in use have some 30 MB.
const MAX_BYTES: u64 = 256 << 20;

/// Opens a file if it is a plain one; links are followed.
pub fn open_plain_file(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain file"));
    }
    File::open(path)
}

/// Reads a plain file of at most 256 MiB.
pub(crate) fn read_plain_file(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MAX_BYTES)
}

/// Reads a plain file of at most 256 MiB as text.
pub fn read_plain_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_plain_file(path)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

fn read_up_to(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_plain_file(path)?.take(limit + 1).read_to_end(&mut bytes)?;
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
        assert_eq!(read_up_to(&path, 5).ok().as_deref(), Some(&b"12345"[..]));
        assert_eq!(read_up_to(&path, 4).map_err(|error| error.to_string()), Err("more than 4 bytes".to_owned()));
        assert_eq!(read_plain_text(&folder).map_err(|error| error.to_string()), Err("not a plain file".to_owned()));
        #[cfg(unix)]
        assert!(read_plain_text(Path::new("/dev/zero")).is_err());
        assert!(fs::remove_dir_all(&folder).is_ok());
    }
}
