//! All predictions, by the example that they answer.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use examen_data::{DataError, Prediction, PredictionReader, PredictionStatus};

use super::answer::Answer;

/// Why a prediction is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The model was not asked.
    Skipped,
    /// The model failed.
    Failed,
    /// Only some of the rows of the example were answered.
    Incomplete,
    /// The output cannot be read, or is of a form that the task cannot use.
    Unusable,
}

impl Fault {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Incomplete => "incomplete",
            Self::Unusable => "unusable",
        }
    }
}

/// What one prediction came to.
pub type Outcome = Result<Answer, Fault>;

/// Everything that the models handed in; memory is in proportion to the predictions.
#[derive(Default)]
pub struct Papers {
    models: Vec<String>,
    by_example: HashMap<String, Sheet>,
    unreadable: u64,
    by_status: BTreeMap<String, u64>,
    /// The first fault of each kind and model, in words.
    first_faults: BTreeMap<(u32, Fault), String>,
    first_unreadable: Option<String>,
}

/// The predictions for one example, in the order in which they were read.
#[derive(Default)]
struct Sheet {
    outcomes: Vec<(u32, Outcome)>,
    is_known: bool,
}

impl Papers {
    /// Reads predictions. A row that cannot be read is counted; a file that cannot be read is an error.
    pub fn read(paths: &[PathBuf]) -> examen_data::Result<Self> {
        let mut papers = Self::default();
        let mut numbers = HashMap::new();
        for path in paths {
            for (row, prediction) in PredictionReader::open(path)?.enumerate() {
                match prediction {
                    Ok(prediction) => papers.add(path, row, prediction, &mut numbers),
                    Err(error @ (DataError::Json { .. } | DataError::BadLine { .. } | DataError::BadRow { .. })) => {
                        papers.unreadable += 1;
                        papers.first_unreadable.get_or_insert_with(|| error.to_string());
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(papers)
    }

    fn add(&mut self, path: &Path, row: usize, prediction: Prediction, numbers: &mut HashMap<String, u32>) {
        let Prediction { example_id, model, output, status, reason, .. } = prediction;
        let number = *numbers.entry(model).or_insert_with_key(|model| {
            self.models.push(model.clone());
            self.models.len() as u32 - 1
        });
        let outcome = match status {
            PredictionStatus::Ok => Answer::new(output).map_err(|message| (Fault::Unusable, message)),
            PredictionStatus::Skipped => Err((Fault::Skipped, reason.unwrap_or_default())),
            PredictionStatus::Error => Err((Fault::Failed, reason.unwrap_or_default())),
        };
        *self.by_status.entry(status.name().to_owned()).or_default() += 1;
        let outcome = outcome.map_err(|(fault, message)| {
            let place = || format!("{}, row {row} (example {example_id}): {message}", path.display());
            self.first_faults.entry((number, fault)).or_insert_with(place);
            fault
        });
        self.by_example.entry(example_id).or_default().outcomes.push((number, outcome));
    }

    fn model(&self, number: u32) -> &str {
        &self.models[number as usize]
    }

    /// The predictions for an example, by model; of one model in the order in which they were read.
    pub fn for_example(&mut self, id: &str) -> BTreeMap<&str, Vec<&Outcome>> {
        let mut by_model: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
        if let Some(sheet) = self.by_example.get_mut(id) {
            sheet.is_known = true;
            for (model, outcome) in &sheet.outcomes {
                by_model.entry(&self.models[*model as usize]).or_default().push(outcome);
            }
        }
        by_model
    }

    /// Predictions by status, and those that are of no use, for the result log.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let mut counts = self.by_status.clone();
        let unusable = self.outcomes().filter(|(_, outcome)| matches!(outcome, Err(Fault::Unusable))).count() as u64;
        let unknown = self.unknown().values().sum();
        for (name, count) in [("unreadable", self.unreadable), ("unusable", unusable), ("unknown-example", unknown)] {
            if count > 0 {
                counts.insert(name.to_owned(), count);
            }
        }
        counts
    }

    /// What a user should know about the predictions that could not be used as they are.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(first) = &self.first_unreadable {
            remarks.push(format!("{} rows of predictions cannot be read; the first: {first}", self.unreadable));
        }
        for (&model, count) in &self.unknown() {
            let model = self.model(model);
            remarks.push(format!("{count} predictions of {model} are for no example of these tasks and splits"));
        }
        for (&(model, fault), first) in &self.first_faults {
            remarks.push(format!("{}, first {} prediction: {first}", self.model(model), fault.name()));
        }
        remarks
    }

    /// By model, the predictions for examples that were never asked for.
    fn unknown(&self) -> BTreeMap<u32, u64> {
        let mut unknown = BTreeMap::new();
        // Counts are the same in any order.
        for sheet in self.by_example.values().filter(|sheet| !sheet.is_known) {
            for (model, _) in &sheet.outcomes {
                *unknown.entry(*model).or_default() += 1;
            }
        }
        unknown
    }

    fn outcomes(&self) -> impl Iterator<Item = &(u32, Outcome)> {
        self.by_example.values().flat_map(|sheet| &sheet.outcomes)
    }
}
