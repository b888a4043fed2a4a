//! What a plan leads to, before anything is parsed: how much there is, and whether it is what it was.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use examen_syntax::Language;

use super::{Plan, Unit, UnitKind};

/// How much a plan leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanContents {
    /// Source files by language; those inside archives and tables are not known yet.
    pub files: BTreeMap<Language, u64>,
    /// Archives and tables.
    pub containers: u64,
    /// Bytes of all of them.
    pub bytes: u64,
    /// A hash of all names and bytes, in hex. Where the code lies is no part of it.
    pub hash: String,
}

impl Plan {
    /// Reads all that the plan names, and parses nothing.
    pub fn contents(&self) -> PlanContents {
        let mut contents = PlanContents::default();
        let mut whole = blake3::Hasher::new();
        let mut buffer = vec![0; 1 << 16];
        for unit in &self.units {
            let (hash, bytes) = unit.hash(&mut buffer);
            for part in [unit.project.as_bytes(), unit.path.as_bytes(), hash.as_bytes()] {
                whole.update(&(part.len() as u64).to_le_bytes());
                whole.update(part);
            }
            contents.bytes += bytes;
            match unit.kind {
                UnitKind::Source(language) | UnitKind::BuiltIn(language, _) => {
                    *contents.files.entry(language).or_default() += 1;
                }
                UnitKind::Archive(_) | UnitKind::Table(_) => contents.containers += 1,
                UnitKind::Skipped(..) => {}
            }
        }
        contents.hash = whole.finalize().to_hex().to_string();
        contents
    }
}

impl Unit {
    /// A hash of its bytes, and their number. What cannot be read has the hash of what was read until then: the readers say what is wrong.
    fn hash(&self, buffer: &mut [u8]) -> (blake3::Hash, u64) {
        match &self.kind {
            UnitKind::BuiltIn(_, bytes) => (blake3::hash(bytes), bytes.len() as u64),
            UnitKind::Skipped(reason, detail) => (blake3::hash(format!("{reason} {detail}").as_bytes()), 0),
            UnitKind::Source(_) | UnitKind::Archive(_) | UnitKind::Table(_) => hash_of(&self.place(), buffer),
        }
    }
}

fn hash_of(path: &Path, buffer: &mut [u8]) -> (blake3::Hash, u64) {
    let (mut hasher, mut bytes) = (blake3::Hasher::new(), 0);
    let Ok(mut file) = File::open(path) else { return (hasher.finalize(), bytes) };
    while let Ok(read) = file.read(buffer) {
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
        bytes += read as u64;
    }
    (hasher.finalize(), bytes)
}
