//! Relevance of single blocks (paper, section 4.2): the first of the two steps with which large files are answered.

use arrow_schema::{DataType, Field};
use examen_corpus::Split;
use examen_data::{AnswerKind, AnswerSpec, ExampleId, column};

use super::{ChosenBy, Task};
use crate::queries::labelled::block_tokens;
use crate::queries::question::{Question, Rows, TaskRow};
use crate::queries::row::{RelevanceRow, label_columns, query_columns};
use crate::queries::settings::Reading;

/// Irrelevant blocks for each relevant one in what models are trained on, as published; tests ask about all.
const IRRELEVANT_FOR_EACH: usize = 3;

pub(super) static TASK: Task = Task {
    name: "relevance",
    description: "Is this block of a file relevant to the query? Tests ask about all blocks of a file, the other splits about \
                  the relevant ones and three times as many others.",
    is_usual: false,
    needs_tokens: false,
    chosen_by: ChosenBy::File,
    columns: |settings| {
        let mut columns = columns();
        if settings.subwords.is_some() {
            let [tokens, _] = label_columns();
            columns.push(tokens);
        }
        columns
    },
    answer: |settings| {
        let mut answer = AnswerSpec::new(
            AnswerKind::Relevance,
            &["query", "query_name", "block_header", "content"],
            &["is_relevant"],
        );
        answer.input.extend(settings.subwords.is_some().then(|| "tokens".to_owned()));
        answer
    },
    rows,
};

fn rows(question: &Question<'_, '_, '_>, out: &mut Rows) {
    let example = question.of_file(true);
    let exam = question.writer.exam;
    let whole = question.file_example_id();
    let query = question.asked.query;
    let is_relevant = |at: usize| match question.reading(Reading::Simplified) {
        Reading::Flagged => example.blocks[at].is_flagged,
        Reading::Simplified => example.blocks[at].is_relevant,
    };
    for at in chosen(example.blocks.len(), question.split, &whole, is_relevant) {
        let block = &exam.shown.blocks[example.blocks[at].block];
        let page = question.writer.page;
        let shown = page.shown_block(block, at as u32, exam.file.tree(), exam.file.model().source);
        let tokens = question.settings.subwords.as_ref();
        let tokens =
            tokens.map(|subwords| block_tokens(query, &shown.header, page, example.blocks[at].block, subwords));
        let row = RelevanceRow {
            query: query.id.to_owned(),
            query_name: query.name.to_owned(),
            hops: query.hops.name().to_owned(),
            example_type: question.asked.example_type,
            file_example_id: whole.as_str().to_owned(),
            block_index: at as u32,
            block_kind: shown.kind,
            block_path: shown.path,
            block_header: shown.header,
            content: shown.content,
            is_relevant: is_relevant(at),
            tokens,
        };
        out.add(whole.part("relevance", at as u32), Ok(TaskRow::Relevance(row)));
    }
}

/// Which blocks are asked about.
fn chosen(count: usize, split: Split, whole: &ExampleId, is_relevant: impl Fn(usize) -> bool) -> Vec<usize> {
    if split == Split::Test {
        return (0..count).collect();
    }
    let (mut chosen, mut others): (Vec<usize>, Vec<usize>) = (0..count).partition(|&at| is_relevant(at));
    others.sort_by_cached_key(|at| ExampleId::new([whole.as_str(), &at.to_string()]));
    others.truncate(IRRELEVANT_FOR_EACH * chosen.len());
    chosen.append(&mut others);
    chosen.sort_unstable();
    chosen
}

fn columns() -> Vec<Field> {
    let mut columns = query_columns();
    columns.extend([
        column("file_example_id", DataType::Utf8, "what the blocks of one file and query have in common"),
        column("block_index", DataType::UInt32, "place of the block in the file"),
        column("block_kind", DataType::Utf8, "kind of the block"),
        column("block_path", DataType::Utf8, "dotted path of its class and function from root"),
        column("block_header", DataType::Utf8, "what the input says before the block"),
        column("content", DataType::Utf8, "its lines"),
        column("is_relevant", DataType::Boolean, "the answer"),
    ]);
    columns
}
