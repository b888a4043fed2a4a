//! Reading `OUT/<suite>/<task>/`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use examen_corpus::Split;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::answer_kind::AnswerSpec;
use crate::cell_values::TableRow;
use crate::error::{DataError, Result};
use crate::examples::{COMMON_COLUMNS, EXAMPLES_SCHEMA, split_file};
use crate::foreign_answer::answer_of_columns;
use crate::manifest::Manifest;
use crate::table_reader::TableReader;
use crate::table_rows::TableRows;
use crate::table_schema::{check_schema_name, wrong_column};

/// A complete task folder; the manifest is written last, so a folder that has one is whole.
#[derive(Clone, Debug)]
pub struct TaskFolder {
    path: PathBuf,
    manifest: Manifest,
}

/// All task folders at `root` in the order of their names: the folder itself, those in it (`root` is a suite), or
/// `<suite>/<task>` below it.
pub fn find_task_folders(root: &Path) -> Result<Vec<TaskFolder>> {
    let mut found = Vec::new();
    add_task_folders(root, 2, &mut found)?;
    Ok(found)
}

fn add_task_folders(folder: &Path, levels: u8, found: &mut Vec<TaskFolder>) -> Result<()> {
    if folder.join("manifest.json").is_file() {
        found.push(TaskFolder::open(folder)?);
        return Ok(());
    }
    // A folder at the lowest level is a task or nothing of ours.
    if levels > 0 {
        for inside in folders_in(folder)? {
            add_task_folders(&inside, levels - 1, found)?;
        }
    }
    Ok(())
}

impl TaskFolder {
    /// Opens a folder by its manifest.
    pub fn open(path: &Path) -> Result<Self> {
        let manifest = Manifest::read(&path.join("manifest.json"))?;
        Ok(Self { path: path.to_owned(), manifest })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What the task asks for: as its manifest says or, in folders of earlier versions, as its columns tell. Nothing for a task
    /// of no known kind.
    pub fn answer(&self) -> Result<Option<AnswerSpec>> {
        match &self.manifest.answer {
            Some(answer) => Ok(Some(answer.clone())),
            None => Ok(answer_of_columns(&self.manifest.task, self.read(Split::Test)?.schema())),
        }
    }

    /// The file of a split.
    pub fn split_path(&self, split: Split) -> PathBuf {
        self.path.join(split_file(split))
    }

    /// Streams the examples of a split, in order of id; the common columns are checked, the task's own are not.
    pub fn read(&self, split: Split) -> Result<TableReader> {
        let path = self.split_path(split);
        let reader = TableReader::open_any(&path)?;
        check_schema_name(&path, reader.schema_name(), EXAMPLES_SCHEMA)?;
        for (position, (name, _)) in COMMON_COLUMNS.iter().enumerate() {
            let field = reader.schema().fields().get(position).filter(|field| field.name() == name);
            let found = field.map_or("missing".to_owned(), |field| field.data_type().to_string());
            if found != "Utf8" {
                return Err(wrong_column(&path, name, found, format!("Utf8 as column {position}")));
            }
        }
        Ok(reader)
    }

    /// The examples of a split one by one, in order of id, as a type that takes the columns it knows by name.
    pub fn rows<T: DeserializeOwned>(&self, split: Split) -> Result<impl Iterator<Item = Result<T>> + use<T>> {
        Ok(TableRows::typed(self.read(split)?))
    }

    /// The same with only some columns, without reading the others.
    pub fn rows_with<T: DeserializeOwned>(
        &self,
        split: Split,
        columns: &[&str],
    ) -> Result<impl Iterator<Item = Result<T>> + use<T>> {
        Ok(TableRows::typed(self.read(split)?.with_columns(columns)?))
    }

    /// The same as JSON objects.
    pub fn objects_with(
        &self,
        split: Split,
        columns: &[&str],
    ) -> Result<impl Iterator<Item = Result<Map<String, Value>>> + use<>> {
        Ok(TableRows::objects(self.read(split)?.with_columns(columns)?))
    }

    /// The same as rows whose cells are read one by one.
    pub fn cells_with(&self, split: Split, columns: &[&str]) -> Result<impl Iterator<Item = Result<TableRow>> + use<>> {
        Ok(TableRows::cells(self.read(split)?.with_columns(columns)?))
    }

    /// Compares every file with the size and hash that the manifest promises.
    pub fn verify(&self) -> Result<()> {
        for entry in &self.manifest.files {
            let path = self.path.join(&entry.path);
            let (bytes, hash) = hash_file(&path)?;
            if bytes != entry.bytes || hash != entry.blake3 {
                let message = format!("{bytes} bytes with hash {hash}, not {} with {}", entry.bytes, entry.blake3);
                return Err(DataError::Altered { path, message });
            }
        }
        Ok(())
    }
}

/// The size of a file and the blake3 hash of its bytes, in hex.
pub fn hash_file(path: &Path) -> Result<(u64, String)> {
    let mut file = File::open(path).map_err(DataError::io(path))?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = 0;
    loop {
        let read = file.read(&mut buffer).map_err(DataError::io(path))?;
        if read == 0 {
            return Ok((bytes, hasher.finalize().to_hex().to_string()));
        }
        hasher.update(&buffer[..read]);
        bytes += read as u64;
    }
}

fn folders_in(path: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(path).map_err(DataError::io(path))? {
        let path = entry.map_err(DataError::io(path))?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}
