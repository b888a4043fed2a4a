//! Examples with their answers that a model is shown before the question, from the training split.

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, Place};
use examen_suites::random::uniform;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::bm25::Bm25;
use super::settings::{EndpointModelSettings, ShotsBy, SpanAnswers};
use crate::predict::prompts::{Prompt, Shot, ShownLines, prompt, reply_of, texts_reply_of};
use crate::predict::task_examples::{TaskExamples, TaskInfo};
use crate::predict::{ExampleRow, Method};

/// The longest prompt that is shown.
const MOST_BYTES: usize = 4000;
/// The most examples to choose from.
const MOST_CANDIDATES: usize = 20_000;

/// Examples to choose from, for one task.
pub(super) struct Shots {
    candidates: Vec<Candidate>,
    /// Candidates by what is asked (a query) and by what is answered, each in the order of their random rank.
    groups: BTreeMap<String, BTreeMap<String, Vec<usize>>>,
    index: Option<Bm25>,
    count: usize,
}

struct Candidate {
    id: String,
    content_hash: String,
    shot: Shot,
}

impl Shots {
    /// Reads the training split of a task: of the task that it rewrites, if it does.
    pub(super) fn read(task: &TaskExamples, settings: &EndpointModelSettings) -> crate::Result<Self> {
        let folder = task.training_task()?;
        let spec = &task.info.answer;
        let inputs: Vec<&str> = task.info.shown_columns().collect();
        let truths: Vec<&str> =
            spec.truth.iter().map(String::as_str).filter(|name| !["control_label", "labels"].contains(name)).collect();
        let columns = [&ExampleRow::COLUMNS[..], &inputs, &truths].concat();
        let mut ranked: BTreeMap<u64, (Candidate, String, String)> = BTreeMap::new();
        let path = folder.split_path(Split::Train);
        if !path.exists() {
            return Ok(Self { candidates: Vec::new(), groups: BTreeMap::new(), index: None, count: settings.shots });
        }
        for row in folder.objects_with(Split::Train, &columns)? {
            let mut columns = row?;
            let truth: Map<String, Value> =
                truths.iter().filter_map(|&name| Some((name.to_owned(), columns.remove(name)?))).collect();
            let row = ExampleRow::new(columns);
            let Some((shot, asked, answered)) = shot_of(&task.info, &row, &truth, settings) else { continue };
            let candidate = Candidate { id: row.id, content_hash: row.content_hash, shot };
            let rank = uniform(settings.seed, "shots", &candidate.id).to_bits();
            ranked.insert(rank, (candidate, asked, answered));
            if ranked.len() > MOST_CANDIDATES {
                ranked.pop_last();
            }
        }
        let mut candidates = Vec::new();
        let mut groups: BTreeMap<String, BTreeMap<String, Vec<usize>>> = BTreeMap::new();
        for (candidate, asked, answered) in ranked.into_values() {
            groups.entry(asked).or_default().entry(answered).or_default().push(candidates.len());
            candidates.push(candidate);
        }
        let index = (settings.shots_by == ShotsBy::Similar)
            .then(|| Bm25::new(candidates.iter().map(|candidate| candidate.shot.question.as_str())));
        Ok(Self { candidates, groups, index, count: settings.shots })
    }

    /// The examples to show before one: of the same query, of each kind of answer in turn, and from another file.
    pub(super) fn for_row(&self, row: &ExampleRow, asked: &Prompt) -> Vec<Shot> {
        let Some(groups) = self.groups.get(&group_of(asked)) else { return Vec::new() };
        let mut orders: Vec<Vec<usize>> = groups.values().rev().cloned().collect();
        if let Some(index) = &self.index {
            let scores = index.scores(&asked.prompt);
            for order in &mut orders {
                order.sort_by(|&left, &right| scores[right].total_cmp(&scores[left]).then(left.cmp(&right)));
            }
        }
        let is_other = |at: &&usize| {
            let candidate = &self.candidates[**at];
            candidate.id != row.id && (row.content_hash.is_empty() || candidate.content_hash != row.content_hash)
        };
        let mut turns: Vec<_> = orders.iter().map(|order| order.iter().filter(is_other)).collect();
        let mut chosen = Vec::new();
        while chosen.len() < self.count {
            let before = chosen.len();
            for turn in &mut turns {
                if chosen.len() < self.count {
                    chosen.extend(turn.next().map(|&at| self.candidates[at].shot.clone()));
                }
            }
            if chosen.len() == before {
                break;
            }
        }
        chosen
    }
}

fn group_of(asked: &Prompt) -> String {
    asked.query.as_ref().map(|query| query.id.clone()).unwrap_or_default()
}

/// An example as it is shown, with what is asked and what is answered in it.
fn shot_of(
    task: &TaskInfo,
    row: &ExampleRow,
    truth: &Map<String, Value>,
    settings: &EndpointModelSettings,
) -> Option<(Shot, String, String)> {
    let asked = prompt(task, row, settings.prompts()).ok()?;
    let answer = true_answer(task, truth)?;
    let reply = if settings.method != Method::Ask {
        let Answer::Class { label, .. } = &answer else { return None };
        let at = task.classes.iter().position(|class| class == label)?;
        crate::predict::prompts::options(&task.classes).get(at)?.clone()
    } else if settings.form == SpanAnswers::Texts {
        texts_reply_of(task, &answer, &ShownLines::of_row(row).ok()?)?
    } else {
        reply_of(task, &answer, &ShownLines::of_row(row).ok()?)?
    };
    if asked.prompt.len() > MOST_BYTES {
        return None;
    }
    let answered = match &answer {
        Answer::Spans { answer_spans, .. } => if answer_spans.is_empty() { "negative" } else { "positive" }.to_owned(),
        Answer::Class { label, .. } => label.clone(),
        Answer::Match(is_true) | Answer::Relevance(is_true) => is_true.to_string(),
        _ => String::new(),
    };
    let group = group_of(&asked);
    Some((Shot { question: asked.prompt, reply }, group, answered))
}

/// The answer that the truth columns of a row hold.
fn true_answer(task: &TaskInfo, truth: &Map<String, Value>) -> Option<Answer> {
    let kind = task.answer.kind;
    if kind != AnswerKind::Spans {
        let value = task.answer.truth.iter().find_map(|name| truth.get(name))?;
        return Answer::parse(kind, value).ok();
    }
    let places = |name: &str| Vec::<Place>::deserialize(truth.get(name)?).ok();
    Some(Answer::Spans {
        answer_spans: places("answer_spans")?,
        supporting_fact_spans: places("supporting_fact_spans").unwrap_or_default(),
        unlocated: 0,
    })
}
