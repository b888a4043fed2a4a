//! Sheets for raters, which do not show the models.

use std::path::PathBuf;

use crate::error::csv_bytes;
use crate::error::{While as _, refuse};
use examen_data::{spreadsheet_text, write_atomically};
use examen_suites::random::shuffle;

use super::{KEY, SCALES};
use crate::line_metrics::Lines;

/// The answers of a model.
struct Answers {
    model: String,
    lines: Lines,
}

/// The contents of the sheets.
#[derive(Clone, Debug)]
pub struct SheetSettings {
    /// Answers, one a line; a file for each model, which is called after it.
    pub hypotheses: Vec<PathBuf>,
    /// Expected answers, one a line.
    pub references: PathBuf,
    /// Questions, one a line.
    pub questions: Option<PathBuf>,
    /// Directory for the sheets.
    pub out: PathBuf,
    /// How many people rate.
    pub raters: usize,
    /// At most so many questions.
    pub sample: usize,
    /// Seed of the sample and of the order of answers.
    pub seed: u64,
}

/// An answer to be rated.
struct Item<'a> {
    line: usize,
    answers: &'a Answers,
}

/// Writes a sheet for each rater, each in an order of its own, and the key; returns the paths of the sheets.
pub fn write_sheets(settings: &SheetSettings) -> crate::Result<Vec<PathBuf>> {
    let out = &settings.out;
    let references = Lines::read(&settings.references)?;
    let mut answers = Vec::new();
    for path in &settings.hypotheses {
        let lines = Lines::read(path)?;
        lines.check_beside(&references)?;
        answers.push(Answers { model: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), lines });
    }
    let questions = settings.questions.as_deref().map(Lines::read).transpose()?;
    if let Some(questions) = &questions {
        questions.check_beside(&references)?;
    }
    let mut lines: Vec<usize> = (0..references.len()).collect();
    shuffle(&mut lines, settings.seed, "ratings", "questions");
    lines.truncate(settings.sample);
    let mut items: Vec<Item> =
        lines.iter().flat_map(|&line| answers.iter().map(move |answers| Item { line, answers })).collect();
    if items.is_empty() {
        refuse!("there is no answer to be rated");
    }
    // A number must not tell the model.
    shuffle(&mut items, settings.seed, "ratings", "numbers");
    std::fs::create_dir_all(out).doing(|| format!("cannot make the folder {}", out.display()))?;
    let mut key = csv::Writer::from_writer(Vec::new());
    key.write_record(["item", "line", "model"])?;
    for (number, item) in items.iter().enumerate() {
        key.write_record([&(number + 1).to_string(), &(item.line + 1).to_string(), &item.answers.model])?;
    }
    write_atomically(&out.join(KEY), &csv_bytes(key)?)?;
    let mut paths = Vec::new();
    for rater in 1..=settings.raters {
        let mut order: Vec<usize> = (0..items.len()).collect();
        shuffle(&mut order, settings.seed, "ratings", &format!("rater {rater}"));
        let mut sheet = csv::Writer::from_writer(Vec::new());
        sheet.write_record(["item", "question", "reference", "answer", SCALES[0].name, SCALES[1].name])?;
        for number in order {
            let Item { line, answers } = &items[number];
            let question = questions.as_ref().map_or("", |questions| questions.get(*line));
            let item = (number + 1).to_string();
            let texts = [question, references.get(*line), answers.lines.get(*line)].map(spreadsheet_text);
            sheet.write_record([&item, &*texts[0], &*texts[1], &*texts[2], "", ""])?;
        }
        let path = out.join(format!("rater-{rater}.csv"));
        write_atomically(&path, &csv_bytes(sheet)?)?;
        paths.push(path);
    }
    Ok(paths)
}
