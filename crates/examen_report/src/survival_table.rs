//! What became of answers, as tables for people.

use comfy_table::Table;
use examen_metrics::clustered_share_interval;
use examen_suites::robustness::ORIGINAL;
use examen_suites::robustness::published::{PublishedSurvival, published};

use crate::summary::{figure, note, percent, share};
use examen_data::grouped;
use examen_evaluation::score::name_task::NameParts;
use examen_evaluation::score::survival_task::{
    ChangeMarks, MOST_STATEMENTS, SurvivalMarks, SurvivalModel, statements_part,
};

pub const HEADER: [&str; 15] = [
    "task",
    "model",
    "rewrite",
    "place",
    "originals",
    "rewritten",
    "change",
    "CCP",
    "CIP",
    "WWSP",
    "WCP",
    "WWDP",
    "of correct",
    "of wrong",
    "unstable",
];

pub const LEGEND: &str = "\
Change is the share of rewritten examples whose answer is another than that of the original, with an interval that takes
projects for clusters. CCP, CIP: right before, right or wrong after; WWSP, WCP, WWDP: wrong before, then the same, right, or
wrong in another way. Of correct, of wrong: change among those. Unstable: originals that some rewrite changes.
";

/// The lines of one model.
pub fn survival_lines(task: &str, name: &str, model: &SurvivalModel, table: &mut Table) {
    for (change, marks) in &model.by_change {
        let n = marks.survival.n();
        let mut line = vec![task.to_owned(), name.to_owned(), change.transform.clone(), change.place.clone()];
        line.extend([grouped(marks.originals), grouped(n), change_figure(marks)]);
        line.extend(marks.survival.parts().map(|(_, count)| percent(count as f64 / n.max(1) as f64)));
        let plain =
            |(part, whole): (u64, u64)| if whole == 0 { String::new() } else { percent(part as f64 / whole as f64) };
        line.extend([plain(marks.survival.change_of_correct()), plain(marks.survival.change_of_wrong())]);
        line.push(plain((marks.unstable, marks.originals)));
        table.add_row(line);
    }
}

/// The task that the paper's figures are of.
const PUBLISHED_TASK: &str = "names.java";
/// Of the three data sets that they are of, the largest.
const PUBLISHED_DATA: &str = "java-large";

pub const PUBLISHED_LEGEND: &str = "\
Figures of models with (java-large) are published ones, of other data and of the authors' looser rules: Rabin et al., Information
and Software Technology 135 (2021).
";

/// The published figures that stand beside a task's.
pub fn published_lines(name: &str, task: &str) -> Vec<Vec<String>> {
    if task != PUBLISHED_TASK {
        return Vec::new();
    }
    let figures = published().into_iter().filter(|it| it.data == PUBLISHED_DATA);
    let line = |it: PublishedSurvival| {
        let model = format!("{} ({})", it.model, it.data);
        let mut line = vec![name.to_owned(), model, it.transform.to_owned(), it.place.to_owned()];
        line.extend(it.counts.map(|count| count.map(grouped).unwrap_or_default()));
        line.extend(it.figures.map(|figure| figure.map(|it| format!("{it:.2}")).unwrap_or_default()));
        line.push(String::new());
        line
    };
    figures.map(line).collect()
}

/// Change with its interval.
fn change_figure(marks: &ChangeMarks) -> String {
    let n = marks.survival.n();
    let interval = clustered_share_interval(marks.by_project.values().copied());
    figure(marks.survival.changed() as f64 / n.max(1) as f64, interval)
}

pub const ORIGINALS_HEADER: [&str; 5] = ["task", "model", "originals", "right", "note"];

/// How good a model is at the examples as they were.
pub fn original_line(task: &str, name: &str, model: &SurvivalModel, marks: &SurvivalMarks) -> Vec<String> {
    let faults = note(marks.originals + marks.rewritten - model.predicted, &model.faults, model.repeated, 0);
    let right = share(model.right_originals, marks.originals);
    vec![task.to_owned(), name.to_owned(), grouped(marks.originals), right, faults]
}

pub const PARTS_HEADER: [&str; 7] = ["task", "model", "rewrite", "place", "sub-token precision", "recall", "F1"];

/// How much of the names is right, as code2vec's authors count.
pub fn part_lines(task: &str, name: &str, model: &SurvivalModel, table: &mut Table) {
    let mut add = |rewrite: &str, place: &str, parts: &NameParts| {
        let Some((_, counts)) = parts.by_rule().next() else { return };
        let figures = [counts.precision(), counts.recall(), counts.f1()];
        let first = [task, name, rewrite, place].map(str::to_owned);
        table.add_row(first.into_iter().chain(figures.map(|it| it.map(percent).unwrap_or_default())));
    };
    add(ORIGINAL, "", &model.original_parts);
    for (change, marks) in &model.by_change {
        add(&change.transform, &change.place, &marks.parts);
    }
}

pub const STATEMENTS_HEADER: [&str; 7] = ["task", "model", "rewrite", "place", "statements", "n", "change"];

/// Change by the number of statements.
pub fn statement_lines(task: &str, name: &str, model: &SurvivalModel, table: &mut Table) {
    for (change, marks) in &model.by_change {
        let parts = marks.by_statements.iter().enumerate().filter(|(_, survival)| survival.n() > 0);
        for (at, survival) in parts {
            let figures = [grouped(survival.n()), share(survival.changed(), survival.n())];
            let first = [task.to_owned(), name.to_owned(), change.transform.clone(), change.place.clone()];
            table.add_row(first.into_iter().chain([statements_part(at)]).chain(figures));
        }
    }
}
