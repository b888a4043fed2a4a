//! What became of answers to rewritten examples, as tables.

use comfy_table::Table;
use examen_data::{ResultRow, grouped};
use examen_metrics::{
    ACCURACY, ANY_CHANGE, CORRECT_LOST, CORRECT_STAYS, Metric, PREDICTION_CHANGE, SUBTOKEN_F1, SUBTOKEN_PRECISION,
    SUBTOKEN_RECALL, SubtokenRule, UNANSWERED_PAIRS, WRONG_MOVES, WRONG_REPAIRED, WRONG_STAYS,
};
use examen_suites::rewriting::ORIGINAL;
use examen_suites::robustness::published::{PublishedSurvival, published};

use crate::task_rows::{ModelRows, examples, fraction, grouped_count, plain_fraction};

/// The column of the codes of rewrites.
pub(crate) const REWRITE: &str = "rewrite";

pub(crate) const HEADER: [&str; 16] = [
    "task",
    "model",
    REWRITE,
    "place",
    "originals",
    "pairs",
    "unanswered",
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

pub(crate) const LEGEND: &str = "\
Pairs are rewritten examples with an answer to them and to the original; change is the fraction of those whose answer is
another, with an interval that takes projects for clusters. CCP, CIP: right before, right or wrong after; WWSP, WCP, WWDP:
wrong before, then the same, right, or wrong in another way. Of correct, of wrong: change among those. Unstable: originals
that some rewrite changes. The rewrite `none` at `repeat` is noise: originals that were asked twice.
";

/// The transformations of a model's rows with their places, in order.
pub(crate) fn changes<'r>(model: &ModelRows<'r>) -> Vec<(&'r str, &'r str)> {
    let mut changes = Vec::new();
    for row in &model.rows {
        let Some(change) = row.transform.as_deref().zip(row.place.as_deref()) else { continue };
        if !changes.contains(&change) {
            changes.push(change);
        }
    }
    changes
}

/// The row of a metric at a transformation, all functions.
pub(crate) fn at_change<'r>(
    model: &ModelRows<'r>,
    metric: &Metric,
    change: (&str, &str),
    is_wanted: impl Fn(&ResultRow) -> bool,
) -> Option<&'r ResultRow> {
    model.find(metric, |row| {
        let is_change = row.transform.as_deref().zip(row.place.as_deref()) == Some(change);
        is_change && row.group.is_none() && is_wanted(row)
    })
}

/// Adds the lines of one model.
pub(crate) fn survival_lines(task: &str, model: &ModelRows<'_>, table: &mut Table) {
    for change in changes(model) {
        let of = |metric, before: Option<&str>| at_change(model, metric, change, |row| row.before.as_deref() == before);
        let (all, unstable) = (of(&PREDICTION_CHANGE, None), of(&ANY_CHANGE, None));
        let mut line = [task, model.model, change.0, change.1].map(str::to_owned).to_vec();
        let unanswered = of(&UNANSWERED_PAIRS, None).map(|row| grouped_count(row.value)).unwrap_or_default();
        line.extend([examples(unstable), examples(all), unanswered, fraction(all)]);
        let parts = [&CORRECT_STAYS, &CORRECT_LOST, &WRONG_STAYS, &WRONG_REPAIRED, &WRONG_MOVES];
        line.extend(parts.map(|metric| plain_fraction(of(metric, None))));
        line.extend(["correct", "wrong"].map(|before| plain_fraction(of(&PREDICTION_CHANGE, Some(before)))));
        line.push(plain_fraction(unstable));
        table.add_row(line);
    }
}

/// The task that the paper's values are of.
const PUBLISHED_TASK: &str = "names.java";
/// Of the three data sets that they are of, the largest.
const PUBLISHED_DATA: &str = "java-large";

pub(crate) const PUBLISHED_LEGEND: &str = "\
Values of models with (java-large) are published ones, of other data and of the authors' looser rules: Rabin et al., Information
and Software Technology 135 (2021).
";

/// The published values that stand beside those of a task.
pub(crate) fn published_lines(name: &str, task: &str) -> Vec<Vec<String>> {
    if task != PUBLISHED_TASK {
        return Vec::new();
    }
    let values = published().into_iter().filter(|it| it.data == PUBLISHED_DATA);
    let line = |it: PublishedSurvival| {
        let model = format!("{} ({})", it.model, it.data);
        let mut line = vec![name.to_owned(), model, it.transform.to_owned(), it.place.to_owned()];
        line.extend(it.counts.map(|count| count.map(grouped).unwrap_or_default()));
        line.push(String::new());
        line.extend(it.values.map(|value| value.map(|it| format!("{it:.2}")).unwrap_or_default()));
        line.push(String::new());
        line
    };
    values.map(line).collect()
}

pub(crate) const ORIGINALS_HEADER: [&str; 5] = ["task", "model", "originals", "right", "note"];

/// How good a model is at the examples as they were.
pub(crate) fn original_line(task: &str, model: &ModelRows<'_>) -> Vec<String> {
    let accuracy = model.at(&ACCURACY, "originals");
    vec![task.to_owned(), model.model.to_owned(), examples(accuracy), fraction(accuracy), model.note()]
}

pub(crate) const SUBTOKENS_HEADER: [&str; 7] =
    ["task", "model", REWRITE, "place", "sub-token precision", "recall", "F1"];

/// Adds how much of the names is right, as code2vec's authors count; nothing for tasks that ask for no name.
pub(crate) fn subtoken_lines(task: &str, model: &ModelRows<'_>, table: &mut Table) {
    if !model.rows.iter().any(|row| row.rule.is_some()) {
        return;
    }
    let rule = SubtokenRule::ALL[0].name();
    let all = std::iter::once((ORIGINAL, "")).chain(changes(model));
    for change in all {
        let is_wanted = |row: &ResultRow| {
            let of_row = (row.transform.as_deref().unwrap_or(ORIGINAL), row.place.as_deref().unwrap_or_default());
            of_row == change && row.rule.as_deref() == Some(rule)
        };
        let values = [&SUBTOKEN_PRECISION, &SUBTOKEN_RECALL, &SUBTOKEN_F1];
        let values = values.map(|metric| plain_fraction(model.find(metric, is_wanted)));
        let first = [task, model.model, change.0, change.1].map(str::to_owned);
        table.add_row(first.into_iter().chain(values));
    }
}

pub(crate) const STATEMENTS_HEADER: [&str; 7] = ["task", "model", REWRITE, "place", "statements", "n", "change"];

/// Adds change by the number of statements.
pub(crate) fn statement_lines(task: &str, model: &ModelRows<'_>, table: &mut Table) {
    for row in &model.rows {
        let part = row.group.as_deref().and_then(|group| group.strip_prefix("statements:"));
        let (Some(part), Some(transform), Some(place)) = (part, &row.transform, &row.place) else { continue };
        let first = [task, model.model, transform, place, part].map(str::to_owned);
        table.add_row(first.into_iter().chain([grouped(row.n), fraction(Some(row))]));
    }
}
