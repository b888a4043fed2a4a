//! What models that were trained alike come to with more and more training examples.

use std::collections::BTreeMap;

use crate::error::Result;
use crate::html::artefacts::{Artefacts, Section};
use crate::html::charts::{Budget, BudgetSeries, MOST_SERIES, budget_chart};
use crate::html::inputs::{SuiteRows, Trained};
use crate::task_rows::by_task;
use crate::verdict::points;

/// The task of which the paper has two such values.
const PUBLISHED_TASK: &str = "ideal";

/// Models that were trained alike: their names, and their values by number of training examples.
type Alike<'m> = (Vec<&'m str>, BTreeMap<u64, Vec<f64>>);

/// A chart for each task that models with different numbers of training examples have answered.
pub(super) fn budgets(suite: &SuiteRows, trained: &[Trained], artefacts: &mut Artefacts) -> Result<Section> {
    let mut section = Section { title: "By number of training examples".to_owned(), ..Section::default() };
    for task in by_task(&suite.scored) {
        // By everything that the trainings were told but their seed: the models, and their values by number of examples.
        let mut alike: BTreeMap<&str, Alike<'_>> = BTreeMap::new();
        let mut value_name = "right";
        for model in trained {
            let values = points(&suite.scored, &model.name).values;
            let Some(point) = values.iter().find(|point| point.row.task == task.task) else { continue };
            value_name = point.value_name();
            let (names, by_examples) = alike.entry(&model.settings).or_default();
            names.push(&model.name);
            by_examples.entry(model.examples).or_default().push(100.0 * point.row.value);
        }
        alike.retain(|_, (_, by_examples)| by_examples.len() > 1);
        let series = alike.into_values().take(MOST_SERIES).map(|(names, by_examples)| BudgetSeries {
            name: name_of(&names),
            budgets: by_examples.into_iter().map(|(examples, values)| Budget { examples, values }).collect(),
        });
        let series: Vec<BudgetSeries> = series.collect();
        if !series.is_empty() {
            let title = format!("By number of training examples: {}", task.task);
            section.charts.push(artefacts.chart(&suite.name, budget_chart(&title, value_name, &series))?);
        }
        let is_published = suite.name == "queries" && task.task == PUBLISHED_TASK && suite.has_published;
        if is_published && !section.charts.is_empty() {
            " The paper (CodeQueries) has 66.29 % in the mean of three models with 64 training examples of each query, 86.70 % with all."
                .clone_into(&mut section.legend);
        }
    }
    section.legend.insert_str(
        0,
        "Models that were trained alike on fewer or more examples: the mean of those that differ in their seed alone, and the least and the \
         greatest of them.",
    );
    Ok(section)
}

/// What the names of models begin with alike; the first name where that is nothing.
fn name_of(names: &[&str]) -> String {
    let first = names.first().copied().unwrap_or_default();
    let is_shared =
        |length: &usize| names.iter().all(|name| first.get(..*length).is_some_and(|it| name.starts_with(it)));
    let shared = (1..=first.len()).take_while(is_shared).last().unwrap_or_default();
    let stem = first[..shared].trim_end_matches(|it: char| it.is_ascii_digit() || it == '-');
    if stem.is_empty() { first.to_owned() } else { stem.to_owned() }
}
