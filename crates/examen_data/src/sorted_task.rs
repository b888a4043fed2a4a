//! The rows of a task on their way into its folder: sorted, selected, then published; builds and merges end here alike.

use std::path::{Path, PathBuf};

use examen_corpus::Split;

use crate::atomic_file::write_atomically;
use crate::card_facts::CardFacts;
use crate::data_card::render_card;
use crate::error::{DataError, Result};
use crate::examples::split_file;
use crate::external_sort::{ExternalSorter, SORT_BUFFER_BYTES};
use crate::manifest::{FileEntry, Manifest};
use crate::quota::Quota;
use crate::selection::{Extent, NOT_SELECTED_REASON, OneSplit, Selector};
use crate::table_schema::TableSchema;
use crate::table_writer::TableWriter;

/// The reason under which rows are counted that share their id with another.
const DUPLICATE_REASON: &str = "duplicate-id";

/// One split that still takes rows.
pub(crate) struct SplitWriter {
    pub(crate) split: Split,
    pub(crate) sorter: ExternalSorter,
    writer: TableWriter,
}

impl SplitWriter {
    /// Opens all splits of a folder at once: their locks keep a second writer of the same task out from the start.
    pub(crate) fn create_all(folder: &Path, table: &TableSchema) -> Result<Vec<Self>> {
        let create = |split: Split| {
            let writer = TableWriter::create(&folder.join(split_file(split)), table)?;
            let sorter = ExternalSorter::new(table, folder, split.name(), SORT_BUFFER_BYTES)?;
            Ok(Self { split, sorter, writer })
        };
        Split::ALL.into_iter().map(create).collect()
    }
}

/// A task whose rows are in files that have not got their names yet; dropped, it leaves the folder as it was.
pub(crate) struct SortedTask {
    folder: PathBuf,
    table: TableSchema,
    files: Vec<(Split, TableWriter)>,
    manifest: Manifest,
}

impl SortedTask {
    /// Sorts and selects the rows of all splits and completes the counts of `manifest`.
    pub(crate) fn new(
        folder: &Path,
        table: &TableSchema,
        splits: Vec<SplitWriter>,
        mut manifest: Manifest,
        extent: Extent,
    ) -> Result<Self> {
        match (&manifest.quota, extent) {
            (Some(quota), Extent::All) => return Self::by_quota(folder, table, splits, &quota.clone(), manifest),
            // Copies of a text in other shards do not count either.
            (Some(_), _) => return Self::unselected(folder, table, splits, manifest),
            (None, _) => {}
        }
        let mut files = Vec::new();
        let (mut duplicates, mut left_out) = (0, 0);
        let is_in_one_split = manifest.selection.as_ref().is_some_and(|rule| rule.is_in_one_split);
        // Shards leave copies to the merge, which sees the other splits as a whole.
        let mut one_split = (is_in_one_split && matches!(extent, Extent::All)).then(OneSplit::default);
        for SplitWriter { split, mut sorter, mut writer } in splits {
            let mut selector = Selector::new(manifest.selection.as_ref(), extent);
            if selector.counts_first() {
                sorter.look_through(&selector.columns(), |batch| selector.count(batch))?;
            }
            let mut copies = 0;
            let summary = sorter.finish(|batch| {
                let picked = selector.pick(batch)?;
                let Some(one_split) = &mut one_split else { return writer.write(&picked) };
                let before = one_split.left_out();
                let picked = one_split.pick(&picked)?;
                copies += one_split.left_out() - before;
                writer.write(&picked)
            })?;
            manifest.counts.outputs.insert(split.name().to_owned(), summary.rows - selector.left_out() - copies);
            duplicates += summary.duplicates + copies;
            left_out += selector.left_out();
            files.push((split, writer));
        }
        for (reason, count) in [(DUPLICATE_REASON, duplicates), (NOT_SELECTED_REASON, left_out)] {
            if count > 0 {
                *manifest.counts.skipped.entry(reason.to_owned()).or_default() += count;
            }
        }
        Ok(Self { folder: folder.to_owned(), table: table.clone(), files, manifest })
    }

    fn by_quota(
        folder: &Path,
        table: &TableSchema,
        mut splits: Vec<SplitWriter>,
        quota: &Quota,
        mut manifest: Manifest,
    ) -> Result<Self> {
        let mut candidates = Vec::new();
        for SplitWriter { split, sorter, .. } in &mut splits {
            sorter.look_through(&[&quota.class], |batch| {
                candidates.extend(quota.candidates(batch, *split)?);
                Ok(())
            })?;
        }
        let mut chosen = quota.choose(candidates);
        manifest.shortages = std::mem::take(&mut chosen.shortages);
        let mut files = Vec::new();
        for SplitWriter { split, sorter, mut writer } in splits {
            let mut rows = 0;
            sorter.finish(|batch| {
                let picked = chosen.pick(split, batch)?;
                rows += picked.num_rows() as u64;
                writer.write(&picked)
            })?;
            manifest.counts.outputs.insert(split.name().to_owned(), rows);
            files.push((split, writer));
        }
        Ok(Self { folder: folder.to_owned(), table: table.clone(), files, manifest })
    }

    fn unselected(
        folder: &Path,
        table: &TableSchema,
        splits: Vec<SplitWriter>,
        mut manifest: Manifest,
    ) -> Result<Self> {
        let mut files = Vec::new();
        for SplitWriter { split, sorter, mut writer } in splits {
            let summary = sorter.finish(|batch| writer.write(batch))?;
            manifest.counts.outputs.insert(split.name().to_owned(), summary.rows);
            files.push((split, writer));
        }
        Ok(Self { folder: folder.to_owned(), table: table.clone(), files, manifest })
    }

    /// The folder of the task.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether no row is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.manifest.counts.outputs.values().all(|&rows| rows == 0)
    }

    /// How many things were read for it, of all kinds.
    pub(crate) fn inputs_read(&self) -> u64 {
        self.manifest.counts.inputs.values().sum()
    }

    /// Whether this is a part of a build.
    pub(crate) fn is_shard(&self) -> bool {
        self.manifest.shard.is_some()
    }

    /// That there is no row, with the counts that say why.
    pub(crate) fn into_error(self) -> DataError {
        let Manifest { suite, task, counts, .. } = self.manifest;
        DataError::EmptyTask { suite, task, counts_in: counts.inputs, counts_skipped: counts.skipped }
    }

    /// Gives the files their names and writes the card and, last, the manifest.
    pub(crate) fn publish(mut self) -> Result<Manifest> {
        let manifest_path = self.folder.join("manifest.json");
        // The manifest stands for a whole folder: the old one goes before the first file changes.
        match std::fs::remove_file(&manifest_path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(DataError::io(&manifest_path)(error));
            }
            _ => {}
        }
        for (split, writer) in self.files {
            self.manifest.files.push(FileEntry::new(split_file(split), &writer.finish()?));
        }
        let card = render_card(&self.manifest, self.table.arrow(), &CardFacts::read(&self.folder)?);
        write_atomically(&self.folder.join("README.md"), card.as_bytes())?;
        self.manifest.write(&manifest_path)?;
        Ok(self.manifest)
    }
}
