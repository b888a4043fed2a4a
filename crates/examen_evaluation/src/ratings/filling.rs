//! Sheets as people fill them in: one rating at a time, each on the disk before the next.

use std::fs::File;
use std::path::{Path, PathBuf};

use csv::StringRecord;
use examen_data::{ResultRow, cell_text, write_atomically};

use super::filled::{Row, item, rating, read_filled, read_key, rows, sheets_of};
use super::{JUDGE, KEY, SCALES, agreement_rows, agreements};
use crate::error::{While as _, csv_bytes, refuse};

/// A directory of sheets, as [`write_sheets`](super::write_sheets) makes it. The files in it are the only truth: they are read anew for
/// every question, so people may fill some of them in with other programs.
#[derive(Clone, Debug)]
pub struct RatingFolder {
    path: PathBuf,
}

/// An answer to be rated, as a sheet shows it: nothing in it tells the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetItem {
    /// Its number, which is the same in all sheets.
    pub item: u32,
    /// What was asked; empty where that is not known.
    pub question: String,
    /// What was expected.
    pub reference: String,
    /// What is to be rated.
    pub answer: String,
    /// Fluency and correctness, where they are filled in.
    pub ratings: [Option<u8>; 2],
}

/// How far a sheet is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetProgress {
    /// The name of the sheet, which is that of the rater.
    pub rater: String,
    /// Whether the rater is a language model.
    pub is_judge: bool,
    /// Items with all ratings.
    pub rated: usize,
    /// Items to be rated.
    pub items: usize,
}

/// How far the sheets of a directory are filled in, and how far raters agree until now.
#[derive(Clone, Debug, Default)]
pub struct RatingProgress {
    /// The sheets in the order of their names.
    pub sheets: Vec<SheetProgress>,
    /// The agreement of raters on the items that they have rated.
    pub agreement: Vec<ResultRow>,
}

impl RatingFolder {
    /// Takes a directory with a key and sheets.
    pub fn open(path: &Path) -> crate::Result<Self> {
        let folder = Self { path: path.to_owned() };
        read_key(&path.join(KEY))?;
        if folder.sheets()?.is_empty() {
            refuse!("there is no sheet for people in {}: `examen ratings sheets` writes some", path.display());
        }
        Ok(folder)
    }

    /// Whether a directory has the key of sheets.
    pub fn is_one(path: &Path) -> bool {
        path.join(KEY).is_file()
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of the sheets that people fill in. A file that only a link leads to is none: nothing outside of the directory is
    /// read or written.
    pub fn sheets(&self) -> crate::Result<Vec<String>> {
        let mut names = Vec::new();
        for path in sheets_of(&self.path)? {
            let is_file = std::fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
            let name = path.file_stem().and_then(|name| name.to_str()).filter(|name| !name.starts_with(JUDGE));
            names.extend(name.filter(|_| is_file).map(str::to_owned));
        }
        Ok(names)
    }

    /// The items of a sheet in its order.
    pub fn items(&self, sheet: &str) -> crate::Result<Vec<SheetItem>> {
        let path = self.sheet(sheet)?;
        let mut items = Vec::new();
        for row in rows(&path, &["item", "question", "reference", "answer", SCALES[0].name, SCALES[1].name])? {
            let Row { line, cells } = row?;
            #[expect(clippy::cast_sign_loss, reason = "ratings are 1, 2 and 3")]
            let given = |at: usize| rating(&path, line, SCALES[at], &cells[4 + at]).map(|it| it.map(|it| it as u8));
            items.push(SheetItem {
                item: item(&path, line, &cells[0])?,
                question: cell_text(&cells[1]).to_owned(),
                reference: cell_text(&cells[2]).to_owned(),
                answer: cell_text(&cells[3]).to_owned(),
                ratings: [given(0)?, given(1)?],
            });
        }
        Ok(items)
    }

    /// Puts a rating into a sheet, or takes it out; the sheet is on the disk when this returns. Everything else in it stays, whoever
    /// wrote it, and a crash leaves the sheet before or the sheet after.
    pub fn rate(&self, sheet: &str, item: u32, scale: &str, rating: Option<u8>) -> crate::Result<()> {
        let path = self.sheet(sheet)?;
        if !SCALES.iter().any(|it| it.name == scale) {
            refuse!("there is no scale `{scale}`");
        }
        if rating.is_some_and(|rating| !(1..=3).contains(&rating)) {
            refuse!("a rating is 1, 2 or 3");
        }
        // Two programs that change a sheet take turns, so that neither writes over what the other has just put in.
        let key = self.path.join(KEY);
        let lock = File::open(&key).doing(|| format!("cannot open {}", key.display()))?;
        lock.lock().doing(|| format!("cannot lock {}", key.display()))?;
        let named = format!("cannot read {}", path.display());
        let mut reader = csv::Reader::from_path(&path).doing(|| named.clone())?;
        let header = reader.headers().doing(|| named.clone())?.clone();
        let column = |wanted: &str| header.iter().position(|name| name.trim() == wanted);
        let (Some(of_item), Some(of_scale)) = (column("item"), column(scale)) else {
            refuse!("{}, line 1: there is no column `item` or `{scale}`", path.display());
        };
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(&header)?;
        let (wanted, cell) = (item.to_string(), rating.map(|rating| rating.to_string()).unwrap_or_default());
        let mut is_found = false;
        for record in reader.into_records() {
            let record = record.doing(|| named.clone())?;
            if record.get(of_item).is_some_and(|it| it.trim() == wanted) {
                is_found = true;
                let cells = record.iter().enumerate();
                let changed = cells.map(|(at, old)| if at == of_scale { cell.as_str() } else { old });
                table.write_record(&changed.collect::<StringRecord>())?;
            } else {
                table.write_record(&record)?;
            }
        }
        if !is_found {
            refuse!("{}: there is no item {item}", path.display());
        }
        write_atomically(&path, &csv_bytes(table)?)?;
        Ok(())
    }

    /// How far all sheets are filled in, those of language models too, and how far raters agree until now.
    pub fn progress(&self) -> crate::Result<RatingProgress> {
        let filled = read_filled(&self.path, &[])?;
        let sheets = filled.raters.iter().enumerate().map(|(rater, name)| {
            let is_rated = |item: &&u32| filled.ratings.iter().all(|of_scale| of_scale[*item][rater].is_some());
            let rated = filled.models.keys().filter(is_rated).count();
            let is_judge = filled.is_judge(rater);
            SheetProgress { rater: name.clone(), is_judge, rated, items: filled.models.len() }
        });
        let sheets = sheets.collect();
        let agreement = agreements(&filled)?.iter().flat_map(agreement_rows).collect();
        Ok(RatingProgress { sheets, agreement })
    }

    /// The path of a sheet; only one that is in the directory has one.
    fn sheet(&self, name: &str) -> crate::Result<PathBuf> {
        if !self.sheets()?.iter().any(|it| it == name) {
            refuse!("there is no sheet `{name}` in {}", self.path.display());
        }
        Ok(self.path.join(format!("{name}.csv")))
    }
}
