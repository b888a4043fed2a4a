//! The examples of some tasks as questions, without what is true of them.

use std::collections::HashMap;

use examen_corpus::Split;
use examen_data::TaskFolder;
use serde::Deserialize;

use crate::score::{ANSWERS_ONLY, TaskKind};

/// Lines of a file that follow each other, from 0; the end is not one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct LineRange {
    pub start: u32,
    pub end: u32,
}

/// A row that shows blocks.
#[derive(Deserialize)]
pub(super) struct SpanRow {
    pub(super) id: String,
    pub(super) content_hash: String,
    query: String,
    pub(super) blocks: Vec<Block>,
}

/// A block of a row.
#[derive(Deserialize)]
pub(super) struct Block {
    pub(super) content: String,
    pub(super) line_ranges: Vec<LineRange>,
}

pub(super) const SPAN_COLUMNS: [&str; 4] = ["id", "content_hash", "query", "blocks"];

#[derive(Deserialize)]
struct BareRow {
    id: String,
    content_hash: String,
    query: String,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Spans,
    Labels,
    Relevance,
}

/// One example, as a model may see it.
pub struct Question {
    pub id: String,
    pub wanted: Wanted,
    pub query: String,
    pub content_hash: String,
    /// The lines of each block that is shown.
    pub blocks: Vec<Vec<LineRange>>,
    pub wants_facts: bool,
}

/// All questions in the order of their tasks and rows. An example that is in several tasks is asked once.
#[derive(Default)]
pub struct Paper {
    pub questions: Vec<Question>,
    by_id: HashMap<String, usize>,
}

impl Paper {
    /// Adds the examples of a task, unless it asks for classes: those are chosen by models of their own.
    pub fn add(&mut self, folder: &TaskFolder, kind: TaskKind, splits: &[Split]) -> examen_data::Result<()> {
        let wants_facts = folder.manifest().task != ANSWERS_ONLY;
        for &split in splits {
            match kind {
                TaskKind::Spans { .. } => {
                    for row in folder.rows_with::<SpanRow>(split, &SPAN_COLUMNS)? {
                        let SpanRow { id, content_hash, query, blocks } = row?;
                        let blocks = blocks.into_iter().map(|block| block.line_ranges).collect();
                        self.push(Question { id, wanted: Wanted::Spans, query, content_hash, blocks, wants_facts });
                    }
                }
                TaskKind::Windows | TaskKind::Relevance => {
                    let wanted = if kind == TaskKind::Windows { Wanted::Labels } else { Wanted::Relevance };
                    for row in folder.rows_with::<BareRow>(split, &["id", "content_hash", "query"])? {
                        let BareRow { id, content_hash, query } = row?;
                        self.push(Question { id, wanted, query, content_hash, blocks: Vec::new(), wants_facts });
                    }
                }
                TaskKind::Labels | TaskKind::Names => {}
            }
        }
        Ok(())
    }

    fn push(&mut self, question: Question) {
        if let Some(&place) = self.by_id.get(&question.id) {
            self.questions[place].wants_facts |= question.wants_facts;
            return;
        }
        self.by_id.insert(question.id.clone(), self.questions.len());
        self.questions.push(question);
    }
}
