//! Reads examples, predictions and scores of single examples: every file in a stream, and only the sample is kept.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use examen_corpus::Split;
use examen_data::{AnswerKind, AnswerSpec, PredictionReader, TaskFolder, example_scores_path, read_example_scores};
use examen_metrics::{ACCURACY, PREDICTION_CHANGE, SPAN_EXACT, TEXT_MATCH};

use super::counts::ClassTruths;
use super::given::Given;
use super::row::{Row, columns, row, words};
use super::texts::Texts;
use crate::error::Result;
use crate::html::charts::Confusion;
use crate::html::inputs::{Loaded, ReportInputs, labels};

/// Examples of a task that can be browsed: those with the smallest ids, which are hashes, so that they are a sample.
const MOST_EXAMPLES: usize = 400;
/// Bytes of all texts and rows together; tasks share them equally.
const MOST_BYTES: usize = 14 << 20;
/// Bytes that a task may have in any case.
const LEAST_BYTES: usize = 150_000;

/// A task to browse.
pub(crate) struct BrowsedTask {
    pub(crate) suite: String,
    pub(crate) task: String,
    /// All examples that could be shown.
    pub(crate) total: u64,
    pub(super) rows: Vec<Row>,
}

impl BrowsedTask {
    /// The examples that are shown.
    pub(crate) fn shown(&self) -> usize {
        self.rows.len()
    }
}

/// Examples to browse, and counts over all of them.
#[derive(Default)]
pub(crate) struct Browser {
    pub(crate) tasks: Vec<BrowsedTask>,
    pub(super) models: Vec<String>,
    pub(super) texts: Texts,
    /// By suite and task, the confusion matrices of the models.
    pub(crate) confusions: BTreeMap<(String, String), Vec<(String, Confusion)>>,
    /// By suite and task, how many questions there are of each type.
    pub(crate) question_types: BTreeMap<(String, String), BTreeMap<String, u64>>,
}

/// Reads what there is to browse.
pub(crate) fn read_examples(inputs: &ReportInputs, loaded: &Loaded) -> Result<Browser> {
    let mut predicted = HashSet::new();
    for path in &inputs.predictions {
        for prediction in PredictionReader::open(path)? {
            predicted.insert(prediction?.example_id);
        }
    }
    let mut browser = Browser::default();
    let mut truths: Vec<(usize, ClassTruths)> = Vec::new();
    let mut kinds = Vec::new();
    let budget = (MOST_BYTES / loaded.folders.len().max(1)).max(LEAST_BYTES);
    // Suites as on the other pages.
    let place = |folder: &&TaskFolder| loaded.suites.iter().position(|suite| suite.name == folder.manifest().suite);
    let mut folders: Vec<&TaskFolder> = loaded.folders.iter().collect();
    folders.sort_by_key(|folder| place(folder).unwrap_or(usize::MAX));
    for folder in folders {
        let Some(spec) = folder.answer()? else { continue };
        let splits = splits(folder, predicted.is_empty());
        let is_wanted = |id: &str| predicted.is_empty() || predicted.contains(id);
        let total = count(folder, &spec, &splits, &is_wanted, &mut browser, &mut truths)?;
        if total > 0 {
            let rows = sample(folder, &spec, &splits, &is_wanted, budget, &mut browser.texts)?;
            let manifest = folder.manifest();
            let (suite, task) = (manifest.suite.clone(), manifest.task.clone());
            browser.tasks.push(BrowsedTask { suite, task, total, rows });
            kinds.push(spec.kind);
        }
    }
    browser.add_predictions(inputs, &kinds, &mut truths)?;
    browser.add_scores(loaded)?;
    for (task, truths) in truths {
        let of = &browser.tasks[task];
        browser.confusions.insert((of.suite.clone(), of.task.clone()), truths.matrices());
    }
    Ok(browser)
}

/// The splits of a folder; without predictions the test split, if it has examples.
fn splits(folder: &TaskFolder, is_unanswered: bool) -> Vec<Split> {
    let rows = |split: &Split| folder.manifest().counts.outputs.get(split.name()).copied().unwrap_or_default();
    let all: Vec<Split> = Split::ALL.into_iter().filter(|split| folder.split_path(*split).exists()).collect();
    if is_unanswered && rows(&Split::Test) > 0 { vec![Split::Test] } else { all }
}

/// Counts the examples of a task, and what there is to count in them.
fn count(
    folder: &TaskFolder,
    spec: &AnswerSpec,
    splits: &[Split],
    is_wanted: &impl Fn(&str) -> bool,
    browser: &mut Browser,
    truths: &mut Vec<(usize, ClassTruths)>,
) -> Result<u64> {
    const TYPE: &str = "question_type";
    let label = spec.truth.iter().find(|name| *name != "control_label").filter(|_| spec.kind == AnswerKind::Class);
    let (mut total, mut classes) = (0, ClassTruths::default());
    let mut types: BTreeMap<String, u64> = BTreeMap::new();
    for &split in splits {
        let schema = folder.read(split)?.schema().clone();
        let mut columns = vec!["id"];
        columns.extend(label.map(String::as_str));
        columns.extend(schema.column_with_name(TYPE).map(|_| TYPE));
        for example in folder.objects_with(split, &columns)? {
            let example = example?;
            let word = |name: &str| example.get(name).map(words);
            let id = word("id").unwrap_or_default();
            if !is_wanted(&id) {
                continue;
            }
            total += 1;
            if let Some(kind) = word(TYPE) {
                *types.entry(kind).or_default() += 1;
            }
            if let Some(class) = label.and_then(|label| word(label)) {
                classes.add(id, &class);
            }
        }
    }
    let manifest = folder.manifest();
    if !types.is_empty() {
        browser.question_types.insert((manifest.suite.clone(), manifest.task.clone()), types);
    }
    if label.is_some() && total > 0 {
        truths.push((browser.tasks.len(), classes));
    }
    Ok(total)
}

/// The examples with the smallest ids. Files are in the order of ids, so that little of them is read.
fn sample(
    folder: &TaskFolder,
    spec: &AnswerSpec,
    splits: &[Split],
    is_wanted: &impl Fn(&str) -> bool,
    budget: usize,
    texts: &mut Texts,
) -> Result<Vec<Row>> {
    let mut examples = Vec::new();
    for &split in splits {
        let schema = folder.read(split)?.schema().clone();
        let columns = columns(spec, |name| schema.column_with_name(name).is_some());
        let mut taken = 0;
        for example in folder.objects_with(split, &columns)? {
            let example = example?;
            let id = example.get("id").map(words).unwrap_or_default();
            if is_wanted(&id) {
                examples.push((id, example));
                taken += 1;
            }
            if taken >= MOST_EXAMPLES {
                break;
            }
        }
    }
    examples.sort_by(|(one, _), (other, _)| one.cmp(other));
    let (mut rows, mut bytes) = (Vec::new(), 0);
    for (_, example) in examples.into_iter().take(MOST_EXAMPLES) {
        if bytes > budget {
            break;
        }
        let (row, new) = row(spec, &example, texts);
        bytes += new + serde_json::to_string(&row)?.len();
        rows.push(row);
    }
    Ok(rows)
}

impl Browser {
    /// The examples that are shown, by id.
    fn places(&self) -> HashMap<String, Vec<(usize, usize)>> {
        let mut places: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        for (task, browsed) in self.tasks.iter().enumerate() {
            for (row, example) in browsed.rows.iter().enumerate() {
                places.entry(example.id.clone()).or_default().push((task, row));
            }
        }
        places
    }

    fn add_predictions(
        &mut self,
        inputs: &ReportInputs,
        kinds: &[AnswerKind],
        truths: &mut [(usize, ClassTruths)],
    ) -> Result<()> {
        let places = self.places();
        // The file that a model's answers came from first: another file with the same model is another run of it.
        let mut sources: HashMap<(String, String), usize> = HashMap::new();
        for (file, (path, label)) in inputs.predictions.iter().zip(labels(&inputs.predictions)).enumerate() {
            for prediction in PredictionReader::open(path)? {
                let prediction = prediction?;
                for (_, truths) in truths.iter_mut() {
                    truths.count(&prediction);
                }
                let Some(shown) = places.get(&prediction.example_id) else { continue };
                let key = (prediction.example_id.clone(), prediction.model.clone());
                let is_first = *sources.entry(key).or_insert(file) == file;
                let label = if is_first { String::new() } else { format!(" ({label})") };
                let name = format!("{}{label}", prediction.model);
                let model = self.model(name);
                for &(task, row) in shown {
                    let given = &mut self.tasks[task].rows[row].given;
                    if !given.iter().any(|it| it.model == model) {
                        given.push(Given::new(model, kinds[task], &prediction));
                    }
                }
            }
        }
        for row in self.tasks.iter_mut().flat_map(|task| &mut task.rows) {
            row.given.sort_by_key(|given| given.model);
        }
        Ok(())
    }

    /// Notes which answers were right, and which a rewrite changed.
    fn add_scores(&mut self, loaded: &Loaded) -> Result<()> {
        let places = self.places();
        // A model of several logs has other names in the rows: which of its answers a score is of cannot be told.
        let names: BTreeSet<(&str, Option<&str>)> = loaded
            .suites
            .iter()
            .flat_map(|suite| suite.scored.iter().map(|row| (suite.name.as_str(), row.model.as_deref())))
            .collect();
        for log in &loaded.logs {
            let path = example_scores_path(&log.path);
            if !path.is_file() {
                continue;
            }
            for score in read_example_scores(&path)? {
                let score = score?;
                if !names.contains(&(score.of.suite.as_str(), Some(score.model.as_str()))) {
                    continue;
                }
                let Some(shown) = places.get(&score.example_id) else { continue };
                let Some(model) = self.models.iter().position(|it| *it == score.model) else { continue };
                let [value] = score.counts[..] else { continue };
                let is_right = [ACCURACY.name, SPAN_EXACT.name, TEXT_MATCH.name].contains(&score.of.metric.as_str());
                for &(task, row) in shown {
                    let is_same = score.of.suite == self.tasks[task].suite && score.of.task == self.tasks[task].task;
                    let given = self.tasks[task].rows[row].given.iter_mut().find(|it| it.model == model);
                    match given.filter(|_| is_same) {
                        Some(given) if score.of.metric == PREDICTION_CHANGE.name => {
                            given.is_changed = Some(value > 0.5);
                        }
                        Some(given) if is_right => given.is_right = Some(value > 0.5),
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    fn model(&mut self, name: String) -> usize {
        self.models.iter().position(|it| *it == name).unwrap_or_else(|| {
            self.models.push(name);
            self.models.len() - 1
        })
    }
}
