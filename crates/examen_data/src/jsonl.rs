//! One JSON value a line, in and out.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::atomic_file::{AtomicFile, FileDigest};
use crate::error::{DataError, Result};

/// The longest line a reader takes in; a longer one is an error and not a full memory.
pub const MAX_LINE_BYTES: usize = 64 << 20;

/// What is read of a line that is too long, to find where the next one begins. Behind that the file is not read on: a sparse file
/// without a line end would keep the reader for minutes.
const MAX_PASSED_OVER: u64 = 1 << 30;

/// Writes rows as lines of a file that appears when it is complete.
#[derive(Debug)]
pub struct JsonlWriter {
    file: AtomicFile,
    rows: u64,
}

impl JsonlWriter {
    /// Starts a file at `path`, under a temporary name until [`JsonlWriter::finish`].
    pub fn create(path: &Path) -> Result<Self> {
        Ok(Self { file: AtomicFile::create(path)?, rows: 0 })
    }

    /// Adds one line.
    pub fn push<T: Serialize + ?Sized>(&mut self, row: &T) -> Result<()> {
        let mut line = serde_json::to_vec(row).map_err(DataError::json(self.file.path()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(DataError::io(self.file.path()))?;
        self.rows += 1;
        Ok(())
    }

    /// Completes the file and gives it its name.
    pub fn finish(self) -> Result<FileDigest> {
        self.file.finish(self.rows)
    }
}

/// Streams the rows of a JSONL file; blank lines are passed over, a bad line is an error with its number.
#[derive(Debug)]
pub struct JsonlReader<T> {
    path: PathBuf,
    lines: BufReader<File>,
    line: u64,
    /// Whether a line has no end within reach.
    is_over: bool,
    row: PhantomData<T>,
}

impl<T: DeserializeOwned> JsonlReader<T> {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(DataError::io(path))?;
        Ok(Self { path: path.to_owned(), lines: BufReader::new(file), line: 0, is_over: false, row: PhantomData })
    }

    /// The number of the line read last, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    fn next_line(&mut self) -> Result<Option<Vec<u8>>> {
        if self.is_over {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        let limit = MAX_LINE_BYTES as u64 + 1;
        let read = self.lines.by_ref().take(limit).read_until(b'\n', &mut bytes).map_err(DataError::io(&self.path))?;
        if read == 0 {
            return Ok(None);
        }
        self.line += 1;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() > MAX_LINE_BYTES {
            let message = format!("longer than {MAX_LINE_BYTES} bytes");
            // What follows is the rest of this line and no row: skip it, so that a caller may go on.
            let passed =
                self.lines.by_ref().take(MAX_PASSED_OVER).skip_until(b'\n').map_err(DataError::io(&self.path))?;
            self.is_over = passed as u64 == MAX_PASSED_OVER;
            return Err(DataError::BadLine { path: self.path.clone(), line: self.line, message });
        }
        Ok(Some(bytes))
    }

    fn parse(&self, bytes: &[u8]) -> Result<T> {
        // Windows editors put a byte order mark before the first line.
        let bytes = if self.line == 1 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
        let text = std::str::from_utf8(bytes).map_err(|error| DataError::BadLine {
            path: self.path.clone(),
            line: self.line,
            message: format!("not UTF-8: {error}"),
        })?;
        serde_json::from_str(text).map_err(|source| DataError::Json {
            path: self.path.clone(),
            line: Some(self.line),
            source,
        })
    }
}

impl<T: DeserializeOwned> Iterator for JsonlReader<T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_line() {
                Ok(None) => return None,
                Ok(Some(bytes)) if bytes.iter().all(u8::is_ascii_whitespace) => {}
                Ok(Some(bytes)) => return Some(self.parse(&bytes)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
