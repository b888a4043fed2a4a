//! Are all true spans found again from their quotes? `check_locating DIR…`, with folders of tasks that ask for spans.
//!
//! Prints for each task the spans, those that have no quote, those that are found elsewhere, and the bytes of a mean quote.

use std::error::Error;
use std::path::Path;

use examen_corpus::Split;
use examen_data::{AnswerKind, Place, find_task_folders};
use examen_evaluation::predict::TaskExamples;
use examen_evaluation::predict::prompts::{ShownLines, locate, quote};
use serde::Deserialize;

#[derive(Deserialize)]
struct Truth {
    id: String,
    answer_spans: Vec<Place>,
    supporting_fact_spans: Vec<Place>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut is_well = true;
    for folder in std::env::args().skip(1) {
        for folder in find_task_folders(Path::new(&folder))? {
            let (mut spans, mut unquoted, mut elsewhere, mut bytes) = (0_u64, 0_u64, 0_u64, 0);
            let Some(task) = TaskExamples::new(folder.clone(), &Split::ALL)? else { continue };
            if task.info.answer.kind != AnswerKind::Spans || task.info.answer.joined_by.is_some() {
                continue;
            }
            for split in Split::ALL {
                if !folder.split_path(split).exists() {
                    continue;
                }
                let Some(task) = TaskExamples::new(folder.clone(), &[split])? else { continue };
                let columns = ["id", "answer_spans", "supporting_fact_spans"];
                let truths = folder.rows_with::<Truth>(split, &columns)?;
                for (row, truth) in task.rows(&["blocks"])?.zip(truths) {
                    let (row, truth) = (row?, truth?);
                    assert_eq!(row.id, truth.id);
                    let lines = ShownLines::of_row(&row)?;
                    for place in truth.answer_spans.into_iter().chain(truth.supporting_fact_spans) {
                        spans += 1;
                        let Some(quote) = quote(place, &lines) else {
                            unquoted += 1;
                            let text = lines.text(place);
                            eprintln!("{}: no quote of {place:?} {text:?}", row.id);
                            continue;
                        };
                        bytes += quote.text.len();
                        if locate(&quote, &lines).map(|located| located.place) != Ok(place) {
                            elsewhere += 1;
                            eprintln!("{}: {quote:?} is not at {place:?}", row.id);
                        }
                    }
                }
            }
            let mean = bytes as f64 / spans.max(1) as f64;
            let name = task.info.name();
            eprintln!(
                "{name}: {spans} spans, {unquoted} without a quote, {elsewhere} found elsewhere, {mean:.1} bytes each"
            );
            is_well &= unquoted + elsewhere == 0;
        }
    }
    if is_well { Ok(()) } else { Err("some spans were not found again".into()) }
}
