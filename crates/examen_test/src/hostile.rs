//! Inputs that are made to cost time and memory: kinds by name, each of any size.
//!
//! A kind is a line in one of the tables. Its text grows with the size that is asked for and has nothing random in it, so that two
//! sizes differ in nothing else.

mod containers;
mod java;
mod parts;
mod places;
mod python;
mod shape;
mod tables;

use std::path::Path;

use self::shape::Shape;

pub use self::parts::{Part, hostile_parts};
pub use self::places::{PLACES, Place};

/// A kind of hostile file.
pub struct Hostile {
    /// The name, which begins with the language or the format: `python/comparison-chain`.
    pub name: &'static str,
    /// The ending of the file's name.
    pub extension: &'static str,
    shape: Shape,
}

impl Hostile {
    /// The bytes, about as many as asked for.
    pub fn bytes(&self, size: usize) -> Vec<u8> {
        self.shape.bytes(size)
    }

    /// Writes the file into a folder.
    pub fn write(&self, folder: &Path, size: usize) -> std::io::Result<()> {
        std::fs::write(folder.join(format!("hostile.{}", self.extension)), self.bytes(size))
    }
}

/// All kinds of files, by table.
pub fn hostile_files() -> Vec<Hostile> {
    let python = python::KINDS.iter().map(|&(name, shape)| Hostile { name, extension: "py", shape });
    let java = java::KINDS.iter().map(|&(name, shape)| Hostile { name, extension: "java", shape });
    let tables = tables::KINDS.iter().map(|&(name, extension, shape)| Hostile { name, extension, shape });
    python.chain(java).chain(tables).collect()
}

/// The kind of a name.
pub fn hostile_file(name: &str) -> Hostile {
    let found = hostile_files().into_iter().find(|kind| kind.name == name);
    found.unwrap_or_else(|| panic!("there is no hostile kind {name}"))
}
