//! The second pass of the captions suite: its pool is complete, and captions of other functions are sought for `match` and `choose`.
//!
//! Round 0 is random. Each further round trains a fresh classifier on the pairs of the round before and looks, for each function,
//! for a caption of another one that it takes for a match, as in the paper. The classifier is a model as any other, known by its
//! traits. In memory are the captions that are drawn from, at most [`MOST_CANDIDATES`] of each split, and a number for each function.

use std::path::{Path, PathBuf};

use examen_analysis::in_parallel;
use examen_corpus::Split;
use examen_data::{Answer, ExampleKey, Manifest, ResultRow, TaskFolder, TaskSchema, TaskWriter, finish_all};
use examen_metrics::{ACCURACY, fraction_interval};
use examen_models::PairClassifier;
use examen_suites::captions::negatives::{Candidates, MOST_CANDIDATES, choose_row, match_rows};
use examen_suites::captions::{
    self, CAPTION, CaptionSettings, PoolRow, Task, choose_answer, choose_columns, match_answer, match_columns,
};
use examen_syntax::Language;
use serde::Deserialize;
use serde_json::Value;

use crate::context::Context;
use crate::error::refuse;
use crate::predict::{ExampleRow, ModelOptions, ModelSpec, Predictor, Role, TaskInfo, Trainer};

/// Rows of the pool that are in memory at a time.
const BATCH_ROWS: usize = 512;
/// Candidates that a classifier is asked about at once: most functions need no more.
const CANDIDATES_AT_ONCE: usize = 16;
/// Functions whose own caption is drawn over and over have no other.
const MOST_DRAWS: usize = 100;

/// The pool of a language on its way to pairs.
pub(super) struct CaptionRounds<'p> {
    pool: &'p TaskFolder,
    language: Language,
    settings: CaptionSettings,
    seed: u64,
    /// By split, the captions that are drawn from.
    captions: Vec<(Split, Vec<String>)>,
    /// By split, for each function in order of id, the caption of another one, by its place among those.
    negatives: Vec<Vec<Option<u32>>>,
}

/// A classifier that was trained before, with its name.
type GivenClassifier = (String, Box<dyn Predictor>);

/// A row of the pool with what tells where it is from.
#[derive(Deserialize)]
struct KeyedRow {
    id: String,
    project: String,
    path: String,
    content_hash: String,
    #[serde(flatten)]
    row: PoolRow,
}

/// A caption alone.
#[derive(Deserialize)]
struct Captioned {
    caption: String,
}

impl<'p> CaptionRounds<'p> {
    pub(super) fn new(pool: &'p TaskFolder, language: Language) -> crate::Result<Self> {
        let made = &pool.manifest().provenance;
        let settings = CaptionSettings::deserialize(&made.configuration)?;
        let mut captions = Vec::new();
        for split in Split::ALL {
            let rows = pool.rows_with::<Captioned>(split, &[CAPTION])?.take(MOST_CANDIDATES);
            captions.push((split, rows.map(|row| Ok(row?.caption)).collect::<examen_data::Result<_>>()?));
        }
        Ok(Self { pool, language, settings, seed: made.seed, captions, negatives: Vec::new() })
    }

    /// Goes through all rounds; returns the accuracy of a freshly trained classifier after each.
    pub(super) fn run(&mut self, out: &Path, context: &Context<'_>) -> crate::Result<Vec<ResultRow>> {
        self.draw(context)?;
        let given = self.given_classifiers()?;
        if !given.is_empty() {
            return self.run_given(given, context);
        }
        let options = ModelOptions { seed: self.seed, ..ModelOptions::default() };
        let Role::Trainer(trainer) = ModelSpec::parse(PairClassifier::NAME).load(&options)?.role else {
            refuse!("{} is not trained", PairClassifier::NAME);
        };
        let mut rows = Vec::new();
        for round in 0..=self.settings.rounds {
            let Some(classifier) = self.trained(&*trainer, out, context)? else {
                context.remark(format!(
                    "{}: no training pairs, so that captions of other functions are random",
                    self.name()
                ));
                return Ok(rows);
            };
            rows.extend(self.accuracy(PairClassifier::NAME, &*classifier, round, context)?);
            if round < self.settings.rounds {
                self.seek(&*classifier, round + 1, context)?;
            }
        }
        Ok(rows)
    }

    /// Goes through the rounds of classifiers that were trained before; returns the accuracy of each at the pairs before its round.
    fn run_given(&mut self, given: Vec<GivenClassifier>, context: &Context<'_>) -> crate::Result<Vec<ResultRow>> {
        let mut rows = Vec::new();
        for ((name, classifier), round) in given.into_iter().zip(0..) {
            rows.extend(self.accuracy(&name, &*classifier, round, context)?);
            self.seek(&*classifier, round + 1, context)?;
        }
        Ok(rows)
    }

    /// The classifiers that the settings name.
    fn given_classifiers(&self) -> crate::Result<Vec<GivenClassifier>> {
        let mut classifiers = Vec::new();
        for name in &self.settings.classifier {
            let model = ModelSpec::Directory(name.into()).load(&ModelOptions::default())?;
            let (accepted, own_name) = (model.accepts(&self.task_info()).is_ok(), model.name().to_owned());
            match model.role {
                Role::Predictor(classifier) if accepted => classifiers.push((own_name, classifier)),
                _ => refuse!("--classifier {name}: no classifier of pairs; `examen train pairs` makes one"),
            }
        }
        Ok(classifiers)
    }

    /// Round 0: random captions.
    fn draw(&mut self, context: &Context<'_>) -> crate::Result<()> {
        let mut negatives = Vec::new();
        for (split, captions) in &self.captions {
            let mut of_split = Vec::new();
            self.for_batches(*split, |batch| {
                let drawn = in_parallel(batch.len(), context.threads, |at| {
                    let KeyedRow { id, row, .. } = &batch[at];
                    Candidates::new(self.seed, 0, id, &row.caption, captions, MOST_DRAWS).next()
                })?;
                of_split.extend(drawn.into_iter().map(|place| place.ok().flatten().map(|place| place as u32)));
                Ok(())
            })?;
            negatives.push(of_split);
        }
        self.negatives = negatives;
        Ok(())
    }

    /// A classifier of the pairs as they are now; nothing without training pairs.
    fn trained(
        &self,
        trainer: &dyn Trainer,
        out: &Path,
        context: &Context<'_>,
    ) -> crate::Result<Option<Box<dyn Predictor>>> {
        let has_pairs = self.negatives.first().is_some_and(|negatives| negatives.iter().any(Option::is_some));
        if !has_pairs {
            return Ok(None);
        }
        let scratch = Scratch::new(out, &self.name())?;
        self.write(&scratch.0, &[Task::Match])?;
        let folder = scratch.0.join(captions::SUITE.name).join(Task::Match.folder(self.language));
        Ok(Some(trainer.train(&TaskFolder::open(&folder)?, context)?))
    }

    /// Seeks a caption of another function that the classifier takes for a match; where there is none, the old one stays.
    fn seek(&mut self, classifier: &dyn Predictor, round: u32, context: &Context<'_>) -> crate::Result<()> {
        let sampled = self.settings.sampled_in(round);
        let task = self.task_info();
        let steps =
            context.observer.start(self.negatives.iter().map(|of_split| of_split.len() as u64).sum(), "functions");
        let mut all = Vec::new();
        for ((split, captions), old) in self.captions.iter().zip(&self.negatives) {
            let mut new = Vec::with_capacity(old.len());
            self.for_batches(*split, |batch| {
                let sought = in_parallel(batch.len(), context.threads, |at| {
                    let KeyedRow { id, row, .. } = &batch[at];
                    let mut candidates = Candidates::new(self.seed, round, id, &row.caption, captions, sampled);
                    loop {
                        let places: Vec<usize> = candidates.by_ref().take(CANDIDATES_AT_ONCE).collect();
                        let rows: Vec<ExampleRow> =
                            places.iter().map(|&place| asked(id, &row.text, &captions[place])).collect();
                        let taken = first_taken(classifier, &task, &rows);
                        if taken.is_some() || places.len() < CANDIDATES_AT_ONCE {
                            return taken.and_then(|at| places.get(at).copied());
                        }
                    }
                })?;
                for found in sought {
                    let found = found.ok().flatten().map(|place| place as u32);
                    new.push(found.or(old.get(new.len()).copied().flatten()));
                }
                steps.add(batch.len() as u64);
                Ok(())
            })?;
            all.push(new);
        }
        self.negatives = all;
        Ok(())
    }

    /// The accuracy of a classifier at the test pairs as they are now, if there are any.
    fn accuracy(
        &self,
        name: &str,
        classifier: &dyn Predictor,
        round: u32,
        context: &Context<'_>,
    ) -> crate::Result<Option<ResultRow>> {
        let task = self.task_info();
        let (mut right, mut n, mut place) = (0, 0, 0);
        let at_test = Split::ALL.iter().position(|&split| split == Split::Test).unwrap_or_default();
        let (captions, negatives) = (&self.captions[at_test].1, &self.negatives[at_test]);
        self.for_batches(Split::Test, |batch| {
            let judged = in_parallel(batch.len(), context.threads, |at| {
                let KeyedRow { id, row, .. } = &batch[at];
                let negative = negatives.get(place + at).copied().flatten()?;
                let rows = [&row.caption, &captions[negative as usize]].map(|caption| asked(id, &row.text, caption));
                let replies = classifier.predict(&task, &rows);
                let truths = [Ok(Answer::Match(true)), Ok(Answer::Match(false))];
                Some(replies.iter().zip(&truths).filter(|(reply, truth)| reply == truth).count() as u64)
            })?;
            place += batch.len();
            for counted in judged.into_iter().filter_map(|judged| judged.ok().flatten()) {
                right += counted;
                n += 2;
            }
            Ok(())
        })?;
        let interval = fraction_interval(right, n);
        Ok((n > 0).then(|| ResultRow {
            suite: captions::SUITE.name.to_owned(),
            task: Task::Match.folder(self.language),
            model: Some(name.to_owned()),
            metric: ACCURACY.name.to_owned(),
            split: Some(Split::Test.name().to_owned()),
            group: Some(format!("round {round}")),
            value: right as f64 / n as f64,
            ci_low: interval.map(|interval| interval.low),
            ci_high: interval.map(|interval| interval.high),
            n,
            ..ResultRow::default()
        }))
    }

    /// Writes the pairs as they are now.
    pub(super) fn write(&self, out: &Path, tasks: &[Task]) -> crate::Result<Vec<Manifest>> {
        let mut writers = Vec::new();
        for &task in tasks {
            writers.push((task, self.writer(out, task)?));
        }
        for ((split, captions), negatives) in self.captions.iter().zip(&self.negatives) {
            for (keyed, negative) in self.pool.rows::<KeyedRow>(*split)?.zip(negatives) {
                let keyed = keyed?;
                for (task, writer) in &mut writers {
                    writer.count_in("functions", 1);
                    writer.add_input([&keyed.project, &keyed.path, &keyed.content_hash]);
                    match negative.and_then(|place| captions.get(place as usize)) {
                        Some(negative) => self.push(writer, *task, *split, &keyed, negative)?,
                        None => writer.skip("no-other-caption", 1),
                    }
                }
            }
        }
        Ok(finish_all(writers.into_iter().map(|(_, writer)| writer).collect())?)
    }

    /// Adds the rows of a function and the caption of another one to a task.
    fn push(
        &self,
        writer: &mut TaskWriter,
        task: Task,
        split: Split,
        keyed: &KeyedRow,
        negative: &str,
    ) -> crate::Result<()> {
        let KeyedRow { id, project, path, content_hash, row } = keyed;
        let language = self.language.name();
        if task == Task::Match {
            for (id, row) in &match_rows(id, row, negative) {
                writer.push(&ExampleKey { id, language, project, path, content_hash, split }, row)?;
            }
        } else {
            let (id, row) = &choose_row(id, row, negative, self.seed);
            writer.push(&ExampleKey { id, language, project, path, content_hash, split }, row)?;
        }
        Ok(())
    }

    fn writer(&self, out: &Path, task: Task) -> crate::Result<TaskWriter> {
        let (columns, answer) = match task {
            Task::Match => (match_columns(), match_answer()),
            _ => (choose_columns(), choose_answer()),
        };
        let folder = task.folder(self.language);
        let mut made = self.pool.manifest().provenance.clone();
        made.card.title = format!("{}/{folder}", captions::SUITE.name);
        task.about().clone_into(&mut made.card.about);
        let schema = TaskSchema { suite: captions::SUITE.name.to_owned(), task: folder, columns, answer: Some(answer) };
        Ok(TaskWriter::create(out, schema, made, None)?)
    }

    fn for_batches(&self, split: Split, mut take: impl FnMut(&[KeyedRow]) -> crate::Result<()>) -> crate::Result<()> {
        let mut rows = self.pool.rows::<KeyedRow>(split)?;
        loop {
            let batch: Vec<KeyedRow> = rows.by_ref().take(BATCH_ROWS).collect::<examen_data::Result<_>>()?;
            if batch.is_empty() {
                return Ok(());
            }
            take(&batch)?;
        }
    }

    fn task_info(&self) -> TaskInfo {
        TaskInfo {
            suite: captions::SUITE.name.to_owned(),
            task: Task::Match.folder(self.language),
            answer: match_answer(),
            about: Task::Match.about().to_owned(),
            classes: Vec::new(),
        }
    }

    fn name(&self) -> String {
        format!("{}/{}", captions::SUITE.name, Task::Match.folder(self.language))
    }
}

/// The first pair that the classifier takes for a match.
fn first_taken(classifier: &dyn Predictor, task: &TaskInfo, rows: &[ExampleRow]) -> Option<usize> {
    classifier.predict(task, rows).iter().position(|reply| *reply == Ok(Answer::Match(true)))
}

/// A pair as a model sees it.
fn asked(id: &str, code: &str, caption: &str) -> ExampleRow {
    let columns = [("id", id), ("text", code), (CAPTION, caption)];
    let columns = columns.map(|(name, text)| (name.to_owned(), Value::String(text.to_owned())));
    ExampleRow::new(columns.into_iter().collect())
}

/// A folder for the pairs of one round, which goes when this is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(out: &Path, name: &str) -> crate::Result<Self> {
        let folder = out.join(format!(".rounds-{}", name.replace('/', "-")));
        std::fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What stays behind is hidden and is taken over by the next build.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
