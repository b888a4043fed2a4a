//! What was answered where what was right.

use super::heat_map::ink;
use super::{Chart, Drawing, step, width_of};
use crate::html::grid::csv_line;
use crate::html::visible::{cut, visible};

/// Answers by true class and answered class.
pub(crate) struct Confusion {
    /// The classes in order.
    pub(crate) classes: Vec<String>,
    /// By true class, how often each class was answered.
    pub(crate) counts: Vec<Vec<u64>>,
    /// By true class, how often there was no usable answer.
    pub(crate) unanswered: Vec<u64>,
}

const CELL: (f64, f64) = (36.0, 20.0);
const TOP: f64 = 36.0;
/// Characters of a class that are shown.
const MOST_LABEL: usize = 14;

/// Draws counts, coloured by the fraction of their row.
pub(crate) fn confusion_matrix(title: &str, confusion: &Confusion) -> Chart {
    let labels: Vec<String> = confusion.classes.iter().map(|class| cut(&visible(class), MOST_LABEL)).collect();
    let left = labels.iter().map(|label| width_of(label)).fold(40.0, f64::max) + 12.0;
    let has_unanswered = confusion.unanswered.iter().any(|&count| count > 0);
    let columns = labels.len() + usize::from(has_unanswered);
    let mut drawing = Drawing::new((left + CELL.0 * columns as f64 + 6.0).max(220.0));
    drawing.text(left, 12.0, "start", "tick", "answered");
    drawing.text(left - 8.0, 12.0, "end", "tick", "true");
    let heads = labels.iter().map(String::as_str).chain(has_unanswered.then_some("none"));
    for (at, label) in heads.enumerate() {
        drawing.text(left + CELL.0 * (at as f64 + 0.5), TOP - 6.0, "middle", "tick", &cut(label, 5));
    }
    for (at, label) in labels.iter().enumerate() {
        let y = TOP + CELL.1 * at as f64;
        drawing.text(left - 8.0, y + 14.0, "end", "label", label);
        let counts = confusion.counts[at].iter().copied().chain(has_unanswered.then_some(confusion.unanswered[at]));
        let total = confusion.counts[at].iter().sum::<u64>() + confusion.unanswered[at];
        for (column, count) in counts.enumerate() {
            let x = left + CELL.0 * column as f64;
            let step = step(count as f64 / total.max(1) as f64, 0.0, 1.0);
            let class = if column == at { " heat-right" } else { "" };
            let answered = labels.get(column).map_or("no usable answer", String::as_str);
            drawing.begin(&format!("true {label}, answered {answered}: {count} of {total}"));
            let class = format!("heat heat-{step}{class}");
            drawing.rectangle((x + 1.0, y + 1.0), (CELL.0 - 2.0, CELL.1 - 2.0), &class);
            if count > 0 {
                drawing.text(x + CELL.0 / 2.0, y + 14.0, "middle", ink(step), &count.to_string());
            }
            drawing.end();
        }
    }
    drawing.finish(TOP + CELL.1 * labels.len() as f64 + 6.0, title, csv(confusion))
}

fn csv(confusion: &Confusion) -> String {
    let mut text = csv_line(&["true", "answered", "count"]);
    for (truth, (counts, unanswered)) in
        confusion.classes.iter().zip(confusion.counts.iter().zip(&confusion.unanswered))
    {
        for (answered, count) in confusion.classes.iter().zip(counts) {
            text.push_str(&csv_line(&[truth.clone(), answered.clone(), count.to_string()]));
        }
        text.push_str(&csv_line(&[truth.clone(), String::new(), unanswered.to_string()]));
    }
    text
}
