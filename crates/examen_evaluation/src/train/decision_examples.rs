//! Examples that ask for a decision, as tokens: captions beside functions, blocks of code beside queries.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{AnswerKind, TaskFolder};
use examen_models::{CodeConfig, Decision, DecisionSequence, DecisionText, DecisionTokens};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::Deserialize;

use super::exam_sets::tasks_below;

/// Blocks of one query and class that are learnt from at most: some queries find all blocks of every file relevant.
const MOST_BLOCKS: usize = 10_000;

/// Examples of a task that are evaluated on at most. Rows are in order of their ids, which are hashes, so that the first are a
/// sample.
const MOST_EVALUATED: usize = 4_000;

/// The fraction of captions of other functions that are drawn anew.
const DRAWN_ANEW: f64 = 0.5;

/// A training example of `match`.
#[derive(Deserialize)]
struct PairRow {
    text: String,
    caption: String,
    is_match: bool,
}

/// A training example of `relevance`.
#[derive(Deserialize)]
struct BlockRow {
    query: String,
    block_header: String,
    content: String,
    is_relevant: bool,
}

/// An example: a header and code by their numbers, the query, and the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DecisionExample {
    pub(super) header: u32,
    pub(super) code: u32,
    pub(super) query: u32,
    pub(super) is_so: bool,
}

/// Examples of a task. A text that is in several examples is kept once.
#[derive(Default)]
pub(super) struct DecisionSet {
    headers: Vec<DecisionText>,
    code: Vec<DecisionText>,
    pub(super) examples: Vec<DecisionExample>,
    /// By number of a function its own caption, where captions of others are drawn anew.
    own_captions: Vec<Option<u32>>,
}

/// A row before its texts are tokens.
struct Texts {
    header: String,
    code: String,
    query: u32,
    is_so: bool,
}

/// The kind of answer that a decision is.
const fn kind(decision: Decision) -> AnswerKind {
    match decision {
        Decision::Match => AnswerKind::Match,
        Decision::Relevance => AnswerKind::Relevance,
    }
}

/// The tasks below some directories that ask for a decision.
pub(super) fn decision_tasks(decision: Decision, data: &[PathBuf]) -> crate::Result<Vec<TaskFolder>> {
    let wanted = |folder: TaskFolder| {
        let is_wanted = folder.answer()?.is_some_and(|answer| answer.kind == kind(decision));
        Ok(is_wanted.then_some(folder))
    };
    let mut tasks = Vec::new();
    for path in data {
        tasks.extend(tasks_below(path, wanted, || missing(decision, path))?);
    }
    Ok(tasks)
}

fn missing(decision: Decision, path: &Path) -> String {
    let (asked, command) = match decision {
        Decision::Match => ("whether a caption belongs to a function", "build captions --task match"),
        Decision::Relevance => ("whether a block is relevant", "build queries --task relevance"),
    };
    format!("no task that asks {asked}; `examen {command} --out {}` makes one", path.display())
}

/// The texts of training examples, for a tokenizer.
pub(super) fn training_texts(decision: Decision, tasks: &[TaskFolder]) -> crate::Result<Vec<String>> {
    let mut texts = std::collections::BTreeSet::new();
    for task in tasks {
        for_texts(decision, task, Split::Train, |_| Some(0), |row| texts.extend([row.header, row.code]))?;
    }
    Ok(texts.into_iter().collect())
}

/// Reads the texts of a split; examples of queries without a number are left out.
fn for_texts(
    decision: Decision,
    task: &TaskFolder,
    split: Split,
    number: impl Fn(&str) -> Option<u32>,
    mut take: impl FnMut(Texts),
) -> crate::Result<()> {
    match decision {
        Decision::Match => {
            for row in task.rows_with::<PairRow>(split, &["text", "caption", "is_match"])? {
                let PairRow { text, caption, is_match } = row?;
                take(Texts { header: caption, code: text, query: 0, is_so: is_match });
            }
        }
        Decision::Relevance => {
            let columns = ["query", "block_header", "content", "is_relevant"];
            for row in task.rows_with::<BlockRow>(split, &columns)? {
                let BlockRow { query, block_header, content, is_relevant } = row?;
                if let Some(query) = number(&query) {
                    take(Texts { header: block_header, code: content, query, is_so: is_relevant });
                }
            }
        }
    }
    Ok(())
}

impl DecisionSet {
    /// Reads the training split of a task.
    pub(super) fn training(
        decision: Decision,
        task: &TaskFolder,
        config: &CodeConfig,
        tokens: DecisionTokens<'_>,
    ) -> crate::Result<Self> {
        let mut counts: BTreeMap<(u32, bool), usize> = BTreeMap::new();
        let has_room = |row: &Texts| {
            let count = counts.entry((row.query, row.is_so)).or_default();
            *count += 1;
            decision == Decision::Match || *count <= MOST_BLOCKS
        };
        let mut set = Self::read(decision, task, Split::Train, config, tokens, has_room)?;
        if decision == Decision::Match {
            set.own_captions = vec![None; set.code.len()];
            for example in set.examples.iter().filter(|example| example.is_so) {
                set.own_captions[example.code as usize] = Some(example.header);
            }
        }
        Ok(set)
    }

    /// Reads the validation split of a task.
    pub(super) fn validation(
        decision: Decision,
        task: &TaskFolder,
        config: &CodeConfig,
        tokens: DecisionTokens<'_>,
    ) -> crate::Result<Self> {
        let mut count = 0;
        let has_room = |_: &Texts| {
            count += 1;
            count <= MOST_EVALUATED
        };
        Self::read(decision, task, Split::Validation, config, tokens, has_room)
    }

    fn read(
        decision: Decision,
        task: &TaskFolder,
        split: Split,
        config: &CodeConfig,
        tokens: DecisionTokens<'_>,
        mut has_room: impl FnMut(&Texts) -> bool,
    ) -> crate::Result<Self> {
        let (mut headers, mut code) = (Numbered::default(), Numbered::default());
        let mut examples = Vec::new();
        for_texts(
            decision,
            task,
            split,
            |query| config.query_number(query),
            |row| {
                if has_room(&row) {
                    let Texts { header, code: text, query, is_so } = row;
                    let (header, code) = (headers.number(header), code.number(text));
                    examples.push(DecisionExample { header, code, query, is_so });
                }
            },
        )?;
        Ok(Self {
            headers: headers.texts.par_iter().map(|text| tokens.header(text)).collect(),
            code: code.texts.par_iter().map(|text| tokens.code(text)).collect(),
            examples,
            own_captions: Vec::new(),
        })
    }

    /// The tokens of each example.
    pub(super) fn lengths(&self) -> Vec<u32> {
        let length = |example: &DecisionExample| {
            DecisionTokens::count(&self.headers[example.header as usize], &self.code[example.code as usize]) as u32
        };
        self.examples.iter().map(length).collect()
    }

    /// The sequence of an example.
    pub(super) fn sequence(&self, example: &DecisionExample, tokens: DecisionTokens<'_>) -> DecisionSequence {
        tokens.sequence(&self.headers[example.header as usize], &self.code[example.code as usize])
    }

    /// An example as it is, or with a random caption in place of another random one.
    pub(super) fn drawn(&self, example: DecisionExample, random: &mut ChaCha8Rng) -> DecisionExample {
        let Some(own) = self.own_captions.get(example.code as usize).filter(|_| !example.is_so) else {
            return example;
        };
        if random.random::<f64>() >= DRAWN_ANEW {
            return example;
        }
        let header = random.random_range(0..self.headers.len() as u32);
        if Some(header) == *own { example } else { DecisionExample { header, ..example } }
    }
}

/// Texts, each once, by number.
#[derive(Default)]
struct Numbered {
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Numbered {
    fn number(&mut self, text: String) -> u32 {
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.clone());
        self.numbers.insert(text, number);
        number
    }
}
