//! Answers whose ratings are known beforehand: what a judge makes of them tells what its other ratings are worth.

use std::path::Path;

use super::filled::{Row, rating, rows};
use super::{CONTROLS_END, SCALES};

/// What is known of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Control {
    /// The answer is the reference.
    Reference,
    /// The answer is one to another question.
    OtherQuestion,
}

impl Control {
    pub(super) const ALL: [Self; 2] = [Self::Reference, Self::OtherQuestion];

    /// The word in files and rows.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::OtherQuestion => "other-question",
        }
    }
}

/// The ratings of a control; nothing where the judge gave none that could be read.
pub(super) struct ControlRow {
    pub(super) control: Control,
    pub(super) ratings: [Option<f64>; SCALES.len()],
}

impl ControlRow {
    pub(super) const HEADER: [&str; 7] =
        ["control", "item", "question", "reference", "answer", SCALES[0].name, SCALES[1].name];

    /// Reads the controls beside the sheet of a judge; none where there is no such file.
    pub(super) fn read_beside(sheet: &Path) -> crate::Result<Vec<Self>> {
        let stem = sheet.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let path = sheet.with_file_name(format!("{stem}{CONTROLS_END}"));
        let mut controls = Vec::new();
        if !path.exists() {
            return Ok(controls);
        }
        for row in rows(&path, &["control", SCALES[0].name, SCALES[1].name])? {
            let Row { line, cells } = row?;
            let Some(control) = Control::ALL.into_iter().find(|control| control.name() == cells[0]) else { continue };
            let [fluency, correctness] = [1, 2].map(|at| rating(&path, line, SCALES[at - 1], &cells[at]));
            controls.push(Self { control, ratings: [fluency?, correctness?] });
        }
        Ok(controls)
    }
}
