//! One file, from the hub into its folder.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::checksum::Sum;
use super::http::{Client, unreachable};
use super::listing::RemoteFile;
use super::{HubError, Progress};

/// How often a file is asked for before a connection that breaks is given up.
const ATTEMPTS: usize = 5;

/// A file on its way. What has come lies under a hidden name, from which it is continued, in this run or in another.
pub(super) struct Download<'d> {
    pub(super) client: &'d Client<'d>,
    pub(super) url: String,
    pub(super) file: &'d RemoteFile,
    pub(super) folder: &'d Path,
    pub(super) progress: &'d dyn Fn(Progress<'_>),
}

impl Download<'_> {
    /// Has the file in its folder, with its checksum.
    pub(super) fn run(&self) -> Result<(), HubError> {
        let (path, partial) = (self.folder.join(&self.file.name), self.partial());
        if length(&path) == Some(self.file.size) {
            let sum = self.file.checksum.of_file(&path, self.file.size).map_err(HubError::file(&path))?;
            if sum.end() == self.file.checksum {
                self.tell(self.file.size);
                return Ok(());
            }
        }
        let mut broken = None;
        for _ in 0..ATTEMPTS {
            match self.attempt(&partial) {
                Ok(sum) => {
                    self.check(sum, &partial)?;
                    return fs::rename(&partial, &path).map_err(HubError::file(&path));
                }
                Err(error @ HubError::Unreachable { .. }) => broken = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(broken.unwrap_or_else(|| unreachable(&self.url, "no attempt was made")))
    }

    fn partial(&self) -> PathBuf {
        self.folder.join(format!(".{}.part", self.file.name))
    }

    fn tell(&self, done: u64) {
        (self.progress)(Progress { file: &self.file.name, done, total: self.file.size });
    }

    /// Continues from what there is to the end, or until the connection breaks.
    fn attempt(&self, partial: &Path) -> Result<Sum, HubError> {
        let size = self.file.size;
        // What is longer than the file is not its beginning.
        let mut done = length(partial).filter(|&length| length <= size).unwrap_or(0);
        let whole = done == size && size > 0;
        let body = if whole { None } else { Some(self.client.from(&self.url, done)?) };
        if body.as_ref().is_some_and(|answer| !answer.is_rest) {
            done = 0;
        }
        let mut sum = if done > 0 {
            self.file.checksum.of_file(partial, size).map_err(HubError::file(partial))?
        } else {
            self.file.checksum.begin(size)
        };
        let mut file = open(partial, done)?;
        let mut buffer = vec![0; 1 << 16];
        self.tell(done);
        if let Some(answer) = body {
            let mut reader = answer.body.into_reader();
            loop {
                let count = reader.read(&mut buffer).map_err(|error| unreachable(&self.url, error))?;
                if count == 0 {
                    break;
                }
                done += count as u64;
                if done > size {
                    drop(file);
                    fs::remove_file(partial).map_err(HubError::file(partial))?;
                    return Err(HubError::TooLong { file: self.file.name.clone(), announced: size });
                }
                file.write_all(&buffer[..count]).map_err(HubError::file(partial))?;
                sum.add(&buffer[..count]);
                self.tell(done);
            }
        }
        if done < size {
            return Err(unreachable(&self.url, format!("the connection broke after {done} of {size} bytes")));
        }
        file.sync_all().map_err(HubError::file(partial))?;
        Ok(sum)
    }

    fn check(&self, sum: Sum, partial: &Path) -> Result<(), HubError> {
        let found = sum.end();
        if found == self.file.checksum {
            return Ok(());
        }
        fs::remove_file(partial).map_err(HubError::file(partial))?;
        let (file, expected) = (self.file.name.clone(), self.file.checksum.to_string());
        Err(HubError::Checksum { file, expected, found: found.to_string() })
    }
}

fn length(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
}

/// Opens a partial file to be continued behind so many bytes.
fn open(path: &Path, done: u64) -> Result<File, HubError> {
    let mut options = OpenOptions::new();
    if done > 0 {
        options.append(true)
    } else {
        options.write(true).create(true).truncate(true)
    };
    options.open(path).map_err(HubError::file(path))
}
