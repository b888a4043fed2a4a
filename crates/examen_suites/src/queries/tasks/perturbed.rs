//! Robustness to slips of the pen (paper, section 5.2.3): the test examples of `ideal` with up to three lines broken.

use arrow_schema::{DataType, Field, Fields};
use examen_corpus::Split;
use examen_data::{ExampleId, column};

use super::{ChosenBy, Task};
use crate::queries::example::{Example, ExampleWriter};
use crate::queries::page::Page;
use crate::queries::perturbation::{apply, perturb};
use crate::queries::question::{Question, Rows, TaskRow};
use crate::queries::row::{PerturbedLine, PerturbedRow, span_answer, span_columns};
use crate::random::generator;
use crate::source::LeftOut;

pub(super) static TASK: Task = Task {
    name: "perturbed",
    description: "Point at the spans that answer the query and at the facts that support them, in code of which up to three \
                  lines, none with such a span, lost their indentation, a bracket, a keyword or an operator.",
    is_usual: false,
    needs_tokens: false,
    chosen_by: ChosenBy::Row,
    columns: |settings| {
        let mut columns = span_columns(settings.subwords.is_some());
        columns.push(perturbations_column());
        columns
    },
    answer: |settings| span_answer(settings.subwords.is_some()),
    rows,
};

fn rows(question: &Question<'_, '_, '_>, out: &mut Rows) {
    if question.split != Split::Test {
        return;
    }
    for (id, example) in question.ideal() {
        let row = perturbed(question, &example, &id).map(TaskRow::Perturbed);
        out.add(ExampleId::new(["perturbed", id.as_str()]), row);
    }
}

fn perturbed(question: &Question<'_, '_, '_>, example: &Example<'_>, id: &ExampleId) -> Result<PerturbedRow, LeftOut> {
    let ExampleWriter { exam, pattern, edition, .. } = *question.writer;
    let source = exam.file.model().source;
    let (shown, kept) = question.shown_lines(example);
    let mut random = generator(question.settings.seed, "perturbation", id.as_str());
    let broken =
        perturb(source, exam.lines(), &shown, &kept, &mut random).ok_or(LeftOut("no-perturbation-tokenizes"))?;
    let text = apply(source, exam.lines(), &broken);
    let page = Page::new(&text, &exam.shown.blocks, edition);
    let writer = ExampleWriter { exam, page: &page, pattern, edition };
    let row = question.row(example, &writer)?;
    let perturbations =
        broken.iter().map(|it| PerturbedLine { line: it.line - 1, kind: it.kind.name().to_owned() }).collect();
    Ok(PerturbedRow { row, perturbations })
}

fn perturbations_column() -> Field {
    let fields = [Field::new("line", DataType::UInt32, false), Field::new("kind", DataType::Utf8, false)];
    let item = Field::new_list_field(DataType::Struct(Fields::from_iter(fields)), false);
    column("perturbations", DataType::List(item.into()), "the lines, from 0, that were broken, and how")
}
