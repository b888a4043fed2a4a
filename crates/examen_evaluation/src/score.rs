//! Marking: predictions compared with the examples that they answer.
//!
//! Examples decide: each counts in every figure of its task, and one without a usable prediction counts as wrong. A model
//! is marked at a task when it has a prediction for one example of it at least.

pub mod answer;
pub mod example_marks;
pub mod label_task;
pub mod label_truth;
pub mod name_task;
pub mod papers;
pub mod relevance_task;
pub mod result_rows;
pub mod span_marks;
pub mod span_task;
pub mod survival_task;
pub mod task_kind;
pub mod window_task;

use clap::ValueEnum;
use examen_corpus::Split;
use examen_data::TaskFolder;
use label_task::LabelMarks;
use name_task::NameMarks;

pub use answer::{Answer, Place};
pub use example_marks::ExampleMarks;
pub use papers::Papers;
use relevance_task::RelevanceMarks;
pub use result_rows::result_rows;
use span_marks::SpanMarks;
use survival_task::SurvivalMarks;
pub use task_kind::{TaskKind, is_resat};

/// The name of the floor: a model that never points at anything.
pub const NO_ANSWER: &str = "no-answer";

/// The task whose examples ask for no supporting facts.
pub const ANSWERS_ONLY: &str = "answers-only";

/// The splits that are worked on.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum SplitChoice {
    #[default]
    Test,
    Validation,
    Train,
    All,
}

impl SplitChoice {
    pub fn splits(self) -> &'static [Split] {
        match self {
            Self::Test => &[Split::Test],
            Self::Validation => &[Split::Validation],
            Self::Train => &[Split::Train],
            Self::All => &Split::ALL,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Validation => "validation",
            Self::Train => "train",
            Self::All => "all",
        }
    }
}

/// The marks of all models at one task.
pub struct TaskMarks {
    pub suite: String,
    pub task: String,
    pub marks: Marks,
    /// What every single answer is worth.
    pub singles: ExampleMarks,
}

pub enum Marks {
    Spans(Box<SpanMarks>),
    Relevance(RelevanceMarks),
    Labels(LabelMarks),
    Names(NameMarks),
    Survival(SurvivalMarks),
}

impl Marks {
    /// Whether the task has no example in the chosen splits.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Spans(marks) => marks.is_empty(),
            Self::Relevance(marks) => marks.is_empty(),
            Self::Labels(marks) => marks.is_empty(),
            Self::Names(marks) => marks.examples == 0,
            Self::Survival(marks) => marks.is_empty(),
        }
    }
}

/// Marks all models at one task; nothing for a task of a kind that cannot be marked here.
pub fn mark(folder: &TaskFolder, splits: &[Split], papers: &mut Papers) -> examen_data::Result<Option<TaskMarks>> {
    let Some(kind) = TaskKind::of(folder)? else { return Ok(None) };
    let manifest = folder.manifest();
    let mut singles = ExampleMarks::default();
    let marks = match kind {
        kind if is_resat(folder)? => {
            Marks::Survival(survival_task::mark_survival(folder, splits, kind, papers, &mut singles)?)
        }
        TaskKind::Names => Marks::Names(name_task::mark_names(folder, splits, papers, &mut singles)?),
        TaskKind::Spans { has_labels } => {
            Marks::Spans(span_task::mark_spans(folder, splits, has_labels, papers, &mut singles)?.into())
        }
        TaskKind::Windows => Marks::Spans(window_task::mark_windows(folder, splits, papers, &mut singles)?.into()),
        TaskKind::Relevance => Marks::Relevance(relevance_task::mark_relevance(folder, splits, papers, &mut singles)?),
        TaskKind::Labels => Marks::Labels(label_task::mark_labels(folder, splits, papers, &mut singles)?),
    };
    Ok(Some(TaskMarks { suite: manifest.suite.clone(), task: manifest.task.clone(), marks, singles }))
}
