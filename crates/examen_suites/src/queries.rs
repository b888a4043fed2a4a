//! The `queries` suite: point at the spans that answer a semantic query, and at the facts that support them, or say that
//! there is no answer (CodeQueries).
//!
//! [`file_rows`] is the whole of it: a file goes in, rows for each of the [`TASKS`] come out. Inside, [`file_exam`] asks the
//! queries, [`example`] chooses what is shown, [`page`] and [`labelled`] turn it into tokens and labels.

pub mod augmentation;
mod augmented_rows;
mod built_in;
pub mod edition;
pub mod example;
pub mod file_exam;
mod file_rows;
pub mod labelled;
pub mod native;
pub mod page;
mod pairs;
pub mod pattern;
pub mod perturbation;
mod picking;
pub mod question;
pub mod row;
mod settings;
pub mod statistics;
mod suite;
mod tasks;
mod whole_file;

pub use file_rows::{FileRows, file_rows};
pub use settings::{LIMIT, Reading, Settings};
pub use suite::{QueryExam, QueryExamSettings, SUITE, subwords};
pub use tasks::{ChosenBy, TASKS, Task};
