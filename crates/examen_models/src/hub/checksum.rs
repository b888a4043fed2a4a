//! Checksums by which the hub tells what a file should be.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha1::Sha1;
use sha2::{Digest, Sha256};

/// A checksum in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Checksum {
    /// Of the bytes: large files have it.
    Sha256(String),
    /// Of the bytes with git's header in front: files that are in the repository itself have it.
    GitBlob(String),
}

impl Checksum {
    /// By what it is called in a manifest; none if there are not as many digits as there should be.
    pub(super) fn new(kind: &str, digits: &str) -> Option<Self> {
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digits = digits.to_ascii_lowercase();
        match (kind, digits.len()) {
            ("sha256", 64) if is_hexadecimal => Some(Self::Sha256(digits)),
            ("git_blob", 40) if is_hexadecimal => Some(Self::GitBlob(digits)),
            _ => None,
        }
    }

    /// Its name in a manifest, and its digits.
    pub(super) fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Sha256(digits) => ("sha256", digits),
            Self::GitBlob(digits) => ("git_blob", digits),
        }
    }

    /// A sum of the same kind, of a file of so many bytes, before its first byte.
    pub(super) fn begin(&self, size: u64) -> Sum {
        match self {
            Self::Sha256(_) => Sum::Sha256(Sha256::new()),
            Self::GitBlob(_) => Sum::GitBlob(Sha1::new_with_prefix(format!("blob {size}\0"))),
        }
    }

    /// The sum of a file that is there.
    pub(super) fn of_file(&self, path: &Path, size: u64) -> io::Result<Sum> {
        let mut sum = self.begin(size);
        let (mut file, mut buffer) = (File::open(path)?, vec![0; 1 << 16]);
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(sum),
                count => sum.add(&buffer[..count]),
            }
        }
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, digits) = self.parts();
        write!(formatter, "{kind}:{digits}")
    }
}

/// A checksum of what has come so far.
pub(super) enum Sum {
    Sha256(Sha256),
    GitBlob(Sha1),
}

impl Sum {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        match self {
            Self::Sha256(sum) => sum.update(bytes),
            Self::GitBlob(sum) => sum.update(bytes),
        }
    }

    pub(super) fn end(self) -> Checksum {
        match self {
            Self::Sha256(sum) => Checksum::Sha256(hexadecimal(&sum.finalize())),
            Self::GitBlob(sum) => Checksum::GitBlob(hexadecimal(&sum.finalize())),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |four: u8| char::from_digit(u32::from(four), 16).unwrap_or('0');
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::Checksum;

    #[test]
    fn sums_are_those_of_sha256sum_and_git() {
        let sum = |kind: &str, digits: &str, text: &str| {
            let expected = Checksum::new(kind, digits).unwrap_or_else(|| panic!("{digits}"));
            let mut sum = expected.begin(text.len() as u64);
            text.as_bytes().chunks(2).for_each(|part| sum.add(part));
            assert_eq!(sum.end(), expected);
        };
        // `printf abc | sha256sum`, `printf 'hello\n' | git hash-object --stdin`, git 2.39.
        sum("sha256", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", "abc");
        sum("git_blob", "ce013625030ba8dba906f756967f9e9ca394464a", "hello\n");
        sum("git_blob", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "");
        assert_eq!(Checksum::new("git_blob", "ce01"), None);
        assert_eq!(Checksum::new("sha256", &"x".repeat(64)), None);
    }
}
