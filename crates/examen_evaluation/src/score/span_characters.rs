//! The characters that spans cover. Those of a span over several lines are known by its text alone.

use std::collections::{BTreeMap, BTreeSet};

use examen_data::Place;
use examen_metrics::{Characters, Kinds, Overlap, Spans};

use super::Task;
use super::example_rows::example_rows;
use super::span_counts::SpanCounts;
use crate::predict::ExampleRow;
use crate::predict::prompts::ShownLines;

/// Columns that show code.
const CODE: [&str; 2] = ["blocks", "content"];

/// The texts of spans over several lines.
pub(super) type LongTexts = BTreeMap<Place, String>;

/// Compares spans by their characters; nothing if the text of one over several lines is not known.
pub(super) fn character_overlap(
    truth: &Spans<Place>,
    given: &Spans<Place>,
    kinds: Kinds,
    texts: &LongTexts,
) -> Option<Overlap> {
    let mut overlap = Overlap::default();
    let of_kinds = [(&truth.answers, &given.answers, Kinds::Facts), (&truth.facts, &given.facts, Kinds::Answers)];
    for (truth, given, _) in of_kinds.into_iter().filter(|(_, _, without)| kinds != *without) {
        overlap.add(Overlap::of_characters(parts(truth, texts)?, parts(given, texts)?));
    }
    Some(overlap)
}

fn parts(places: &BTreeSet<Place>, texts: &LongTexts) -> Option<Vec<Characters>> {
    let mut parts = Vec::with_capacity(places.len());
    for place in places {
        if place.start_line == place.end_line {
            parts.push(Characters { line: place.start_line, start: place.start_column, end: place.end_column });
            continue;
        }
        for (at, line) in texts.get(place)?.split('\n').enumerate() {
            let start = if at == 0 { place.start_column } else { 0 };
            let length = line.trim_end_matches('\r').chars().count() as u32;
            parts.push(Characters { line: place.start_line + at as u32, start, end: start + length });
        }
    }
    Some(parts)
}

/// Answers whose characters are open until the code of their examples is read: few have a wrong span over several lines.
#[derive(Default)]
pub(super) struct OpenAnswers(BTreeMap<String, Vec<OpenAnswer>>);

struct OpenAnswer {
    model: String,
    truth: Spans<Place>,
    given: Spans<Place>,
    unlocated: u32,
    texts: LongTexts,
}

impl OpenAnswers {
    /// Keeps an answer to an example.
    pub(super) fn add(
        &mut self,
        id: &str,
        model: &str,
        (truth, given): (&Spans<Place>, &Spans<Place>),
        unlocated: u32,
        texts: &LongTexts,
    ) {
        let (truth, given, texts) = (truth.clone(), given.clone(), texts.clone());
        let answer = OpenAnswer { model: model.to_owned(), truth, given, unlocated, texts };
        self.0.entry(id.to_owned()).or_default().push(answer);
    }

    /// Reads the code of their examples, and counts their characters.
    pub(super) fn count(mut self, task: &Task<'_>, counts: &mut SpanCounts) -> crate::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        for row in example_rows(task.folder, task.splits, &["id"], &CODE)? {
            let row = row?;
            let Some(open) = self.0.remove(&row.text("id")?) else { continue };
            let lines = ShownLines::of_row(&ExampleRow::new(row.object()?)).unwrap_or_default();
            for OpenAnswer { model, truth, given, unlocated, mut texts } in open {
                let is_long = |place: &&Place| place.start_line != place.end_line;
                for place in given.answers.iter().chain(&given.facts).filter(is_long) {
                    // A span beyond the code covers nothing that could be counted.
                    texts.entry(*place).or_insert_with(|| lines.text(*place).unwrap_or_default());
                }
                if let Some(mut overlap) = character_overlap(&truth, &given, counts.kinds(), &texts) {
                    overlap.wrong += u64::from(unlocated);
                    counts.add_characters(&model, overlap);
                }
            }
        }
        Ok(())
    }
}
