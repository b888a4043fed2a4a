//! The rows of a file whose parts are in splits of their own, and what there is to say where splits stay empty.

use std::collections::BTreeSet;

use examen_corpus::{Shares, Split};
use examen_suites::Exam;
use examen_suites::source::LeftOut;
use examen_suites::suite::{File, FileRows, Row};

use super::SplitBy;
use super::folders::TaskThresholds;
use super::splitting::Outermost;

/// The rows of a file whose functions are in several splits: those that it would give to each, as far as their functions are in it.
pub(super) fn rows_by_function(
    exam: &dyn Exam,
    file: &File<'_>,
    thresholds: &TaskThresholds,
    seed: u64,
    shares: Shares,
) -> Result<FileRows, LeftOut> {
    let functions = Outermost::new(file.code);
    if !exam.depends_on_split() {
        return rows_by_unit(exam, file, thresholds, |row| Split::of(functions.unit(row), seed, shares));
    }
    let mut all: Option<FileRows> = None;
    for split in Split::ALL {
        let file = File { split, ..*file };
        let mut made = exam.rows(&file, &|task, class, rank| thresholds.admit(task, class, split, rank))?;
        for rows in made.rows.values_mut() {
            rows.retain(|row| Split::of(functions.unit(row), seed, shares) == split);
            for row in rows {
                row.split = Some(split);
            }
        }
        match &mut all {
            None => all = Some(made),
            Some(all) => {
                for (folder, rows) in made.rows {
                    all.rows.entry(folder).or_default().extend(rows);
                }
            }
        }
    }
    Ok(all.unwrap_or_default())
}

/// The rows of a file, each in a split of its own.
pub(super) fn rows_by_unit(
    exam: &dyn Exam,
    file: &File<'_>,
    thresholds: &TaskThresholds,
    split_of: impl Fn(&Row) -> Split,
) -> Result<FileRows, LeftOut> {
    let admits = |task, class, rank| Split::ALL.into_iter().any(|split| thresholds.admit(task, class, split, rank));
    let mut made = exam.rows(file, &admits)?;
    for row in made.rows.values_mut().flatten() {
        row.split = Some(split_of(row));
    }
    Ok(made)
}

/// Why tasks that need examples in every split have none.
pub(super) fn short_of_splits(splits: &BTreeSet<Split>, split_by: SplitBy) -> String {
    let splits: Vec<&str> = splits.iter().map(|split| split.name()).collect();
    let splits = splits.join(" and ");
    match split_by {
        SplitBy::Auto | SplitBy::Project => {
            format!("all projects fall into {splits}: a corpus of few projects is better cut with --split-by file")
        }
        SplitBy::File => format!("all files fall into {splits}: few files are better cut with --split-by function"),
        SplitBy::Pair => format!("all examples fall into {splits}: there are too few"),
        SplitBy::Function => format!("all functions fall into {splits}: there are too few"),
        SplitBy::None => "all examples are for test: --split-by file makes training examples too".to_owned(),
    }
}
