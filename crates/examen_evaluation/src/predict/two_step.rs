//! Whole files in two steps: one model chooses the blocks that are relevant to the query, another points at spans in these alone.

use examen_data::{Answer, AnswerKind, AnswerSpec};
use serde_json::Value;

use super::example_row::ExampleRow;
use super::predictor::{LoadedModel, NoReply, Predictor, Reply, Role};
use super::task_examples::{TaskExamples, TaskInfo};
use crate::context::Context;
use crate::error::refuse;

/// The column of the blocks that an example shows.
const BLOCKS: &str = "blocks";

/// Two models, one behind the other.
struct TwoStep {
    relevance: Box<dyn Predictor>,
    spans: Box<dyn Predictor>,
    /// What the first step asks.
    question: TaskInfo,
}

/// Makes one model of two: the first decides about blocks, the second answers with those that it found relevant.
pub fn two_step(relevance: LoadedModel, spans: LoadedModel) -> crate::Result<LoadedModel> {
    let question = TaskInfo {
        suite: "queries".to_owned(),
        task: "relevance".to_owned(),
        answer: AnswerSpec::new(AnswerKind::Relevance, &["query", "block_header", "content"], &["is_relevant"]),
        about: String::new(),
        classes: Vec::new(),
    };
    let decides = relevance.accepts(&question).is_ok();
    let kinds: Vec<AnswerKind> = spans.kinds().iter().copied().filter(|&kind| kind == AnswerKind::Spans).collect();
    let names = [relevance.name().to_owned(), spans.name().to_owned()];
    match (relevance.role, spans.role, names) {
        (Role::Predictor(relevance), Role::Predictor(spans), [_, name]) if decides => {
            let name = format!("{name}-two-step");
            Ok(LoadedModel::predictor(name, &kinds, TwoStep { relevance, spans, question }))
        }
        (Role::Predictor(_), Role::Trainer(_), [_, name]) => {
            refuse!("{name}: a model that is trained for each task has no second step")
        }
        (_, _, [name, _]) => {
            refuse!("{name}: does not decide about blocks; `examen train relevance` makes what does")
        }
    }
}

impl TwoStep {
    /// The example with the blocks that are relevant; nothing where none is.
    fn chosen(&self, row: &ExampleRow) -> Result<Option<ExampleRow>, NoReply> {
        let blocks: Vec<Value> = row.read(BLOCKS).map_err(NoReply::Failed)?;
        // A file of one block needs no choice.
        if blocks.len() < 2 {
            return Ok(Some(row.clone()));
        }
        let query = Value::from(row.text("query").map_err(NoReply::Failed)?);
        let asked: Vec<ExampleRow> = blocks
            .iter()
            .map(|block| {
                let of = |name: &str| block.get(name).cloned().unwrap_or_default();
                let columns = [("query", query.clone()), ("block_header", of("header")), ("content", of("content"))];
                let id = ("id".to_owned(), Value::from(row.id.as_str()));
                let columns = columns.into_iter().map(|(name, value)| (name.to_owned(), value));
                ExampleRow::new(columns.chain([id]).collect())
            })
            .collect();
        let mut chosen = Vec::new();
        let at_once = self.relevance.rows_at_once().max(1);
        for (rows, blocks) in asked.chunks(at_once).zip(blocks.chunks(at_once)) {
            for (reply, block) in self.relevance.predict(&self.question, rows).into_iter().zip(blocks) {
                if reply? == Answer::Relevance(true) {
                    chosen.push(block.clone());
                }
            }
        }
        Ok((!chosen.is_empty()).then(|| row.with(BLOCKS, Value::Array(chosen))))
    }
}

impl Predictor for TwoStep {
    fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        if !task.answer.input.iter().any(|column| column == BLOCKS) {
            return Err("without blocks".to_owned());
        }
        self.spans.accepts(task)
    }

    fn columns<'t>(&self, task: &'t TaskInfo) -> Vec<&'t str> {
        let own = ["query", BLOCKS];
        let of_spans = self.spans.columns(task);
        let others = task.answer.input.iter().map(String::as_str);
        others.filter(|column| own.contains(column) || of_spans.contains(column)).collect()
    }

    fn rows_at_once(&self) -> usize {
        self.spans.rows_at_once()
    }

    fn prepare(&mut self, tasks: &[TaskExamples], context: &Context<'_>) -> crate::Result<()> {
        self.spans.prepare(tasks, context)
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let chosen: Vec<_> = batch.iter().map(|row| self.chosen(row)).collect();
        let asked: Vec<ExampleRow> = chosen.iter().flatten().flatten().cloned().collect();
        let mut replies = self.spans.predict(task, &asked).into_iter();
        let nothing = || Answer::Spans { answer_spans: Vec::new(), supporting_fact_spans: Vec::new(), unlocated: 0 };
        let missing = || Err(NoReply::Failed("the second step gave no reply".to_owned()));
        let reply = |chosen: Result<Option<ExampleRow>, NoReply>| match chosen? {
            Some(_) => replies.next().unwrap_or_else(missing),
            None => Ok(nothing()),
        };
        chosen.into_iter().map(reply).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Finds blocks relevant that say so, and answers with the number of blocks as that of spans without a place.
    struct Fake;

    impl Predictor for Fake {
        fn rows_at_once(&self) -> usize {
            2
        }

        fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
            let reply = |row: &ExampleRow| match row.text("content") {
                Ok("unknown") => Err(NoReply::Skipped("unknown".to_owned())),
                Ok(content) => Ok(Answer::Relevance(content == "relevant")),
                Err(_) => {
                    let blocks: Vec<Value> = row.read(BLOCKS).map_err(NoReply::Failed)?;
                    let unlocated = blocks.len() as u32;
                    Ok(Answer::Spans { answer_spans: Vec::new(), supporting_fact_spans: Vec::new(), unlocated })
                }
            };
            assert!(batch.len() <= 2, "more rows than it takes");
            batch.iter().map(reply).collect()
        }
    }

    fn fake(name: &str) -> LoadedModel {
        let kind = if name == "spans" { AnswerKind::Spans } else { AnswerKind::Relevance };
        LoadedModel::predictor(name, &[kind], Fake)
    }

    fn example(contents: &[&str]) -> ExampleRow {
        let blocks: Vec<Value> =
            contents.iter().map(|content| json!({ "header": "module", "content": content })).collect();
        let columns = [("query", json!("py/unused-import")), (BLOCKS, Value::Array(blocks))];
        ExampleRow::new(columns.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    #[test]
    fn the_second_step_sees_relevant_blocks_alone() {
        let two = two_step(fake("relevance"), fake("spans")).unwrap();
        assert_eq!(two.name(), "spans-two-step");
        let spans = AnswerSpec::new(AnswerKind::Spans, &["query", BLOCKS, "query_name"], &["answer_spans"]);
        let task = TaskInfo {
            suite: "queries".to_owned(),
            task: "file".to_owned(),
            answer: spans,
            about: String::new(),
            classes: Vec::new(),
        };
        assert!(two.accepts(&task).is_ok());
        let Role::Predictor(model) = two.role else { panic!("two models are one") };
        assert_eq!(model.columns(&task), ["query", BLOCKS, "query_name"]);
        let counted = |contents: &[&str]| match model.predict(&task, &[example(contents)]).remove(0) {
            Ok(Answer::Spans { unlocated, .. }) => Ok(unlocated),
            other => Err(format!("{other:?}")),
        };
        assert_eq!(counted(&["relevant", "other", "relevant", "relevant"]), Ok(3));
        assert_eq!(counted(&["other", "other"]), Ok(0));
        // One block is relevant without a question.
        assert_eq!(counted(&["other"]), Ok(1));
        assert!(counted(&["relevant", "unknown"]).is_err_and(|error| error.contains("Skipped")));
        // Replies stay with their rows.
        let batch = [example(&["other", "other"]), example(&["relevant", "other"])];
        let replies = model.predict(&task, &batch);
        assert!(matches!(
            replies[..],
            [Ok(Answer::Spans { unlocated: 0, .. }), Ok(Answer::Spans { unlocated: 1, .. })]
        ));
    }

    #[test]
    fn the_first_step_decides_about_blocks() {
        let refusal = two_step(fake("spans"), fake("spans")).err().map(|error| error.to_string());
        assert!(refusal.is_some_and(|refusal| refusal.contains("does not decide about blocks")));
    }
}
