//! How many examples an exam will have: what such code usually gives, cut to the sizes and limits of its tasks.

use examen_corpus::Split;
use examen_data::Selection;
use examen_queries::python::QUERIES;
use examen_suites::queries;
use examen_suites::suite::{Choice, TaskPlan};

use crate::checks::Code;
use crate::exam::RecipeExam;
use crate::settings::SettingValue;
use crate::stages::Job;

/// How many examples are expected.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Expected {
    /// Of all splits.
    pub(super) all: f64,
    /// Of the splits that are scored.
    pub(super) scored: f64,
    /// The folders of their tasks, those alone that get any.
    pub(super) folders: f64,
}

/// What a megabyte of code of one language gives to a task of a suite, and in how many folders it stands in some form.
struct Given {
    suite: &'static str,
    examples: f64,
    /// Rows for each example of the folder that is planned, all folders that are made of it together.
    rows: f64,
    folders: f64,
}

const GIVEN: [Given; 5] = [
    // To be written, to be chosen, and twice to be judged.
    Given { suite: "captions", examples: 200.0, rows: 4.0, folders: 3.0 },
    Given { suite: "names", examples: 1_500.0, rows: 1.0, folders: 1.0 },
    Given { suite: "probes", examples: 870.0, rows: 1.0, folders: 1.0 },
    Given { suite: "queries", examples: 110.0, rows: 1.0, folders: 1.0 },
    Given { suite: "questions", examples: 250.0, rows: 1.0, folders: 1.0 },
];

/// Rewrites of an example where each kind rewrites one place of it; two places are thought to be the most that a function has of the usual kind.
const REWRITES: f64 = 3.6;
const MOST_PLACES: f64 = 2.0;

/// How steeply the frequent outnumber the rare, among queries with answers and among probing tasks: the numbers fall with this power of the rank.
const STEEPNESS: f64 = 1.5;

impl Job<'_> {
    /// The examples that an exam will have.
    pub(super) fn examples(&self, exam: usize, code: &Code) -> Expected {
        let exam = &self.exams[exam];
        if let Some(base) = exam.base {
            return rewritten(exam, &self.exams[base], self.examples(base, code), code);
        }
        let Some(given) = GIVEN.iter().find(|given| given.suite == exam.suite.name) else { return Expected::default() };
        let plans = exam.exam.tasks(&[]);
        let mut of_splits = [0.0; 3];
        for (split, examples) in Split::ALL.into_iter().zip(&mut of_splits) {
            *examples = of_split(exam, &plans, given, split, code) * given.rows;
        }
        let scored = exam.recipe.split.0.splits();
        Expected {
            all: of_splits.iter().sum(),
            scored: Split::ALL
                .iter()
                .zip(of_splits)
                .filter(|(split, _)| scored.contains(split))
                .map(|(_, it)| it)
                .sum(),
            folders: plans.iter().filter(|plan| megabytes_of(plan, code) > 0.0).count() as f64 * given.folders,
        }
    }
}

/// The part of all examples that is in a split. What only has to be tested is all test where there is one project.
fn part_of(exam: &RecipeExam, split: Split, code: &Code) -> f64 {
    if exam.suite.needs == [Split::Test] && code.projects <= 1 {
        return f64::from(u8::from(split == Split::Test));
    }
    let shares = exam.suite.shares;
    let part = match split {
        Split::Train => shares.train,
        Split::Validation => shares.validation,
        Split::Test => shares.test,
    };
    part / (shares.train + shares.validation + shares.test)
}

/// The examples of one split, of all tasks that are planned.
fn of_split(exam: &RecipeExam, plans: &[TaskPlan], given: &Given, split: Split, code: &Code) -> f64 {
    let part = part_of(exam, split, code);
    let guess = |plan: &TaskPlan| given.examples * megabytes_of(plan, code) * part;
    let mut sum = 0.0;
    // Quotas are of tasks that are filled unevenly; those of one language share what it gives.
    let mut quotas: Vec<(f64, f64)> = Vec::new();
    for plan in plans {
        match &plan.choice {
            Choice::All => sum += guess(plan),
            Choice::Selection(Selection { at_most, .. }) => {
                let at_most = at_most.map_or(f64::INFINITY, |at_most| at_most as f64);
                sum += spread(guess(plan), cells(exam), |_| at_most);
            }
            Choice::Quota { quota, .. } => {
                quotas.push((guess(plan), (quota.rows(split) * quota.classes.len() as u64) as f64));
            }
        }
    }
    let filled: f64 = quotas.iter().map(|(guess, _)| guess).sum();
    // Tasks of a language without code get nothing.
    quotas.retain(|(guess, _)| *guess > 0.0);
    sum + spread(filled, quotas.len(), |rank| quotas[rank].1)
}

/// Megabytes of code that a task reads.
fn megabytes_of(plan: &TaskPlan, code: &Code) -> f64 {
    let megabytes = code.contents.bytes as f64 / 1e6;
    let all: u64 = code.contents.files.values().sum();
    match plan.language {
        // What is in archives is not known before they are read.
        Some(language) if all > 0 => {
            megabytes * code.contents.files.get(&language).copied().unwrap_or_default() as f64 / all as f64
        }
        _ => megabytes,
    }
}

/// The groups and classes that a limit counts for: each query with an answer and without.
fn cells(exam: &RecipeExam) -> usize {
    if exam.suite.name != queries::SUITE.name {
        return 1;
    }
    let named = match exam.recipe.settings.0.get("query") {
        Some(SettingValue::List(queries)) => queries.len(),
        Some(_) => 1,
        None => QUERIES.len(),
    };
    2 * named.max(1)
}

/// So many examples among cells of which a few have most of them, each cut to its limit.
fn spread(examples: f64, cells: usize, limit: impl Fn(usize) -> f64) -> f64 {
    let weight = |rank: usize| ((rank + 1) as f64).powf(-STEEPNESS);
    let all: f64 = (0..cells).map(weight).sum();
    (0..cells).map(|rank| (examples * weight(rank) / all).min(limit(rank))).sum()
}

/// The test examples of another exam with their rewrites.
fn rewritten(exam: &RecipeExam, base: &RecipeExam, of_base: Expected, code: &Code) -> Expected {
    let whole = |key: &str| match exam.recipe.settings.0.get(key) {
        Some(SettingValue::Whole(number)) => *number as f64,
        _ => f64::INFINITY,
    };
    let of_test = of_base.all * part_of(base, Split::Test, code);
    let folders = of_base.folders.max(1.0);
    let at_most = exam.exam.base().map_or(f64::INFINITY, |base| base.examples as f64);
    let places = whole("places").min(MOST_PLACES);
    let all = of_test.min(at_most * folders) * (1.0 + REWRITES * places);
    Expected { all, scored: all, folders }
}
