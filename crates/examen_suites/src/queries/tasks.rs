//! The tasks of the suite, one file each.

mod answers_only;
mod file;
mod file_ideal;
mod ideal;
mod limited;
mod per_query;
mod perturbed;
mod prefix;
mod relevance;
mod sliding_window;

use arrow_schema::Field;
use examen_data::AnswerSpec;
use examen_queries::Query;

use super::question::{Question, Rows};
use super::settings::Settings;

/// An exam made of the queries.
#[derive(Debug)]
pub struct Task {
    /// Its name, which is also its folder's.
    pub name: &'static str,
    /// What is asked and shown, in a sentence.
    pub description: &'static str,
    /// Whether it is made when nobody says which are.
    pub is_usual: bool,
    /// Whether its rows are tokens and labels, so that there must be a vocabulary.
    pub needs_tokens: bool,
    /// What counts as one when examples are chosen.
    pub chosen_by: ChosenBy,
    /// The columns beside the common ones.
    pub columns: fn(&Settings) -> Vec<Field>,
    /// What is asked for.
    pub answer: fn(&Settings) -> AnswerSpec,
    /// Adds the rows that one query and one file give.
    pub rows: fn(&Question<'_, '_, '_>, &mut Rows),
}

/// How many examples are kept, and of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenBy {
    /// Rows, with about as many negative as positive ones.
    Row,
    /// Files, each with all its rows, by the `file_example_id` column.
    File,
    /// At most so many rows of each query, half of them positive.
    Budget(u64),
}

/// All tasks, sorted by name.
pub static TASKS: &[&Task] = &[
    &answers_only::TASK,
    &file::TASK,
    &file_ideal::TASK,
    &ideal::TASK,
    &limited::TASK_128,
    &limited::TASK_256,
    &limited::TASK_512,
    &limited::TASK_64,
    &per_query::TASK,
    &perturbed::TASK,
    &prefix::TASK,
    &relevance::TASK,
    &sliding_window::TASK,
];

impl Task {
    /// The folder of a query's rows.
    pub fn folder(&self, query: &Query) -> String {
        if self.name == per_query::TASK.name { format!("ideal.Q{}", query.number) } else { self.name.to_owned() }
    }

    /// All folders that the task writes.
    pub fn folders(&self, queries: &[&'static Query]) -> Vec<String> {
        let mut folders: Vec<String> = queries.iter().map(|query| self.folder(query)).collect();
        folders.sort();
        folders.dedup();
        folders
    }
}
