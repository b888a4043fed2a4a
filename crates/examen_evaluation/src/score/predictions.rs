//! All predictions, by the example that they answer.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use examen_data::{DataError, JsonText, Prediction, PredictionReader, PredictionStatus, counted, grouped};
use rustc_hash::FxHashMap;

/// Why a prediction is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The model was not asked.
    Skipped,
    /// The model failed.
    Failed,
    /// Only some of the rows of the example were answered.
    Incomplete,
    /// The output is no answer of the kind that the task asks for.
    Unusable,
}

impl Fault {
    /// The word in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Incomplete => "incomplete",
            Self::Unusable => "unusable",
        }
    }
}

/// A prediction, read as an answer.
pub type Outcome<T> = Result<T, Fault>;

/// The predictions of all models. Memory is in proportion to them.
#[derive(Default)]
pub struct Predictions {
    files: Vec<PathBuf>,
    models: Vec<String>,
    by_example: FxHashMap<String, OfExample>,
    by_status: BTreeMap<PredictionStatus, u64>,
    unreadable: u64,
    first_unreadable: Option<String>,
    unusable: u64,
    /// Whether one prediction at least is an answer to an example.
    has_answer: bool,
    /// The first fault of each kind and model: file, row and message.
    first_faults: BTreeMap<(u32, Fault), (u32, u64, String)>,
}

/// The predictions for one example, in the order in which they were read.
#[derive(Default)]
struct OfExample {
    predictions: Vec<Raw>,
    /// Whether a task has the example.
    is_known: bool,
}

/// A prediction before it is known what it should look like.
struct Raw {
    model: u32,
    file: u32,
    row: u64,
    output: Result<JsonText, Fault>,
    /// Whether the output has been counted as unusable.
    is_unusable: bool,
}

impl Predictions {
    /// Reads predictions. A row that cannot be read is counted; a file that cannot be read is an error.
    pub fn read(paths: &[PathBuf]) -> examen_data::Result<Self> {
        let mut all = Self { files: paths.to_vec(), ..Self::default() };
        let mut numbers = HashMap::new();
        for (file, path) in paths.iter().enumerate() {
            for (row, prediction) in PredictionReader::open(path)?.enumerate() {
                match prediction {
                    Ok(prediction) => all.add(file as u32, row as u64, prediction, &mut numbers),
                    Err(error @ (DataError::Json { .. } | DataError::BadLine { .. } | DataError::BadRow { .. })) => {
                        all.unreadable += 1;
                        all.first_unreadable.get_or_insert_with(|| error.to_string());
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(all)
    }

    fn add(&mut self, file: u32, row: u64, prediction: Prediction, numbers: &mut HashMap<String, u32>) {
        let Prediction { example_id, model, output, status, reason, .. } = prediction;
        let model = *numbers.entry(model).or_insert_with_key(|model| {
            self.models.push(model.clone());
            self.models.len() as u32 - 1
        });
        *self.by_status.entry(status).or_default() += 1;
        let fault = match status {
            PredictionStatus::Ok => None,
            PredictionStatus::Skipped => Some(Fault::Skipped),
            PredictionStatus::Error => Some(Fault::Failed),
        };
        if let Some(fault) = fault {
            let message = format!("(example {example_id}): {}", reason.unwrap_or_default());
            note_fault(&mut self.first_faults, (model, fault), (file, row, message));
        }
        let output = fault.map_or(Ok(output), Err);
        let raw = Raw { model, file, row, output, is_unusable: false };
        self.by_example.entry(example_id).or_default().predictions.push(raw);
    }

    /// Reads the predictions for an example as answers, by model; those of one model in the order of the files. An output that
    /// `read` cannot use is [`Fault::Unusable`], and its reason is kept for [`Self::remarks`].
    pub fn answers<T>(
        &mut self,
        id: &str,
        read: impl Fn(&JsonText) -> Result<T, String>,
    ) -> BTreeMap<&str, Vec<Outcome<T>>> {
        let mut by_model: BTreeMap<&str, Vec<Outcome<T>>> = BTreeMap::new();
        let Some(of_example) = self.by_example.get_mut(id) else { return by_model };
        of_example.is_known = true;
        for raw in &mut of_example.predictions {
            let outcome = match &raw.output {
                Err(fault) => Err(*fault),
                Ok(output) => read(output).inspect(|_| self.has_answer = true).map_err(|message| {
                    self.unusable += u64::from(!raw.is_unusable);
                    raw.is_unusable = true;
                    let place = (raw.file, raw.row, format!("(example {id}): {message}"));
                    note_fault(&mut self.first_faults, (raw.model, Fault::Unusable), place);
                    Fault::Unusable
                }),
            };
            by_model.entry(&self.models[raw.model as usize]).or_default().push(outcome);
        }
        by_model
    }

    /// The models that have a prediction for an example, usable or not.
    pub fn models_of(&self, id: &str) -> impl Iterator<Item = &str> {
        let predictions = self.by_example.get(id).map_or(&[][..], |of_example| &of_example.predictions);
        predictions.iter().map(|raw| self.model(raw.model))
    }

    /// Why there is nothing to score, if no prediction is an answer to an example; what is wrong with them is in the remarks.
    pub fn nothing_usable(&self) -> Option<String> {
        if self.has_answer {
            return None;
        }
        let files: Vec<String> = self.files.iter().map(|file| file.display().to_string()).collect();
        let read: u64 = self.by_status.values().sum();
        Some(match read + self.unreadable {
            0 => format!("there is no prediction in {}", files.join(", ")),
            1 => format!("the one prediction in {} cannot be scored", files.join(", ")),
            all => format!("none of the {} predictions in {} can be scored", grouped(all), files.join(", ")),
        })
    }

    /// Predictions by status, and those that are of no use, for the result log.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let by_status = self.by_status.iter().map(|(status, count)| (status.name().to_owned(), *count));
        let mut counts: BTreeMap<String, u64> = by_status.collect();
        let unknown = self.unknown().values().sum();
        for (name, count) in
            [("unreadable", self.unreadable), ("unusable", self.unusable), ("unknown-example", unknown)]
        {
            if count > 0 {
                counts.insert(name.to_owned(), count);
            }
        }
        counts
    }

    /// Remarks for the user about predictions that could not be used as they are.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(first) = &self.first_unreadable {
            let rows = counted(self.unreadable, "row", "rows");
            remarks.push(format!("{rows} of predictions cannot be read; the first: {first}"));
        }
        for (&model, count) in &self.unknown() {
            let model = self.model(model);
            let (verb, predictions) =
                (if *count == 1 { "is" } else { "are" }, counted(*count, "prediction", "predictions"));
            remarks.push(format!("{predictions} of {model} {verb} for no example of these tasks and splits"));
        }
        for (&(model, fault), (file, row, message)) in &self.first_faults {
            let (model, file) = (self.model(model), self.files[*file as usize].display());
            remarks.push(format!("{model}, first {} prediction: {file}, row {row} {message}", fault.name()));
        }
        remarks
    }

    fn model(&self, number: u32) -> &str {
        &self.models[number as usize]
    }

    /// By model, the predictions for examples that no task has.
    fn unknown(&self) -> BTreeMap<u32, u64> {
        let mut unknown = BTreeMap::new();
        // Counts are the same in any order.
        for of_example in self.by_example.values().filter(|of_example| !of_example.is_known) {
            for raw in &of_example.predictions {
                *unknown.entry(raw.model).or_default() += 1;
            }
        }
        unknown
    }
}

/// Keeps the fault if it comes before the one that is known.
fn note_fault(
    first_faults: &mut BTreeMap<(u32, Fault), (u32, u64, String)>,
    of: (u32, Fault),
    place: (u32, u64, String),
) {
    let first = first_faults.entry(of).or_insert_with(|| place.clone());
    if (place.0, place.1) < (first.0, first.1) {
        *first = place;
    }
}
