//! Sheets that raters have filled in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use examen_metrics::Metric;

use crate::error::{EvaluationError, While as _, refuse};

use super::control::ControlRow;
use super::{CONTROLS_END, JUDGE, KEY, SCALES};

/// The ratings of all raters.
pub(super) struct Filled {
    /// The model of each item.
    pub(super) models: BTreeMap<u32, String>,
    /// The names of the sheets.
    pub(super) raters: Vec<String>,
    /// For each scale the ratings of an item, one for each rater; nothing where a rater gave none.
    pub(super) ratings: [BTreeMap<u32, Vec<Option<f64>>>; SCALES.len()],
    /// The characters of answers, where a judge rated them.
    pub(super) lengths: BTreeMap<u32, usize>,
    /// The controls of judges, by rater.
    pub(super) controls: BTreeMap<usize, Vec<ControlRow>>,
}

impl Filled {
    /// Whether a rater is a language model.
    pub(super) fn is_judge(&self, rater: usize) -> bool {
        self.raters.get(rater).is_some_and(|name| name.starts_with(JUDGE))
    }

    /// The raters who are people.
    pub(super) fn people(&self) -> Vec<usize> {
        (0..self.raters.len()).filter(|&rater| !self.is_judge(rater)).collect()
    }

    /// Whether a person gave a rating.
    pub(super) fn has_people(&self) -> bool {
        let people = self.people();
        let mut ratings = self.ratings.iter().flat_map(BTreeMap::values);
        ratings.any(|of_item| people.iter().any(|&rater| of_item[rater].is_some()))
    }

    /// Whether anybody gave a rating.
    pub(super) fn has_ratings(&self) -> bool {
        self.ratings.iter().flat_map(BTreeMap::values).flatten().any(Option::is_some)
    }

    /// The number of ratings that are not filled in.
    pub(super) fn missing(&self) -> usize {
        self.ratings.iter().flat_map(BTreeMap::values).flatten().filter(|rating| rating.is_none()).count()
    }
}

/// Reads the key of a folder and the sheets; without sheets, those of the folder.
pub(super) fn read_filled(folder: &Path, sheets: &[PathBuf]) -> crate::Result<Filled> {
    let models = read_key(&folder.join(KEY))?;
    let sheets = if sheets.is_empty() { sheets_of(folder)? } else { sheets.to_vec() };
    if sheets.is_empty() {
        refuse!("there is no sheet in {}", folder.display());
    }
    let empty = || models.keys().map(|&item| (item, vec![None; sheets.len()])).collect();
    let mut filled = Filled {
        raters: Vec::new(),
        ratings: [empty(), empty()],
        models,
        lengths: BTreeMap::new(),
        controls: BTreeMap::new(),
    };
    for (rater, path) in sheets.iter().enumerate() {
        filled.raters.push(path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
        read_sheet(path, rater, &mut filled)?;
        if filled.is_judge(rater) {
            for row in rows(path, &["item", "answer"])? {
                let Row { line, cells } = row?;
                filled.lengths.insert(item(path, line, &cells[0])?, cells[1].chars().count());
            }
            filled.controls.insert(rater, ControlRow::read_beside(path)?);
        }
    }
    Ok(filled)
}

/// The sheets of a folder in the order of their names.
pub(super) fn sheets_of(folder: &Path) -> crate::Result<Vec<PathBuf>> {
    let mut sheets = Vec::new();
    let entries = std::fs::read_dir(folder).doing(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let is_control = path.to_string_lossy().ends_with(CONTROLS_END);
        let is_sheet = path.extension().is_some_and(|it| it == "csv") && !path.ends_with(KEY) && !is_control;
        sheets.extend(is_sheet.then_some(path));
    }
    sheets.sort();
    Ok(sheets)
}

pub(super) fn read_key(path: &Path) -> crate::Result<BTreeMap<u32, String>> {
    let mut models = BTreeMap::new();
    for row in rows(path, &["item", "model"])? {
        let Row { line, cells } = row?;
        let item = item(path, line, &cells[0])?;
        models.insert(item, cells[1].clone());
    }
    Ok(models)
}

fn read_sheet(path: &Path, rater: usize, filled: &mut Filled) -> crate::Result<()> {
    for row in rows(path, &["item", SCALES[0].name, SCALES[1].name])? {
        let Row { line, cells } = row?;
        let item = item(path, line, &cells[0])?;
        for ((ratings, scale), cell) in filled.ratings.iter_mut().zip(SCALES).zip(&cells[1..]) {
            let rating = rating(path, line, scale, cell)?;
            let Some(of_item) = ratings.get_mut(&item) else {
                refuse!("{}, line {line}: there is no item {item} in the key", path.display());
            };
            of_item[rater] = rating.or(of_item[rater]);
        }
    }
    Ok(())
}

/// A rating in a cell; nothing where it is not filled in.
pub(super) fn rating(path: &Path, line: u64, scale: &Metric, cell: &str) -> crate::Result<Option<f64>> {
    Ok(match cell.trim() {
        "" => None,
        "1" => Some(1.0),
        "2" => Some(2.0),
        "3" => Some(3.0),
        other => refuse!("{}, line {line}: {} is `{other}`, wanted 1, 2, 3 or nothing", path.display(), scale.name),
    })
}

/// Some cells of a line.
pub(super) struct Row {
    pub(super) line: u64,
    pub(super) cells: Vec<String>,
}

/// The cells of some columns, found by their names, of every line.
pub(super) fn rows(path: &Path, columns: &[&str]) -> crate::Result<impl Iterator<Item = crate::Result<Row>> + use<>> {
    let named = format!("cannot read {}", path.display());
    let mut reader = csv::Reader::from_path(path).doing(|| named.clone())?;
    let header = reader.headers().doing(|| named.clone())?.clone();
    let mut places = Vec::new();
    for column in columns {
        let Some(place) = header.iter().position(|name| name.trim() == *column) else {
            refuse!("{}, line 1: there is no column `{column}`", path.display());
        };
        places.push(place);
    }
    Ok(reader.into_records().map(move |record| {
        let record = record.doing(|| named.clone())?;
        let line = record.position().map_or(0, csv::Position::line);
        let cells = places.iter().map(|&place| record.get(place).unwrap_or_default().to_owned()).collect();
        Ok(Row { line, cells })
    }))
}

pub(super) fn item(path: &Path, line: u64, cell: &str) -> crate::Result<u32> {
    let item = cell.trim().parse();
    item.map_err(|_| {
        EvaluationError::request(format!("{}, line {line}: the item is `{cell}`, wanted a number", path.display()))
    })
}
