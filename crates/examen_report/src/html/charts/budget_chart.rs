//! Values over numbers of training examples.

use super::{Chart, Drawing, marker_key};
use crate::html::grid::csv_line;
use crate::html::visible::{cut, visible};

/// What models that were trained on so many examples come to.
pub(crate) struct Budget {
    /// The training examples.
    pub(crate) examples: u64,
    /// The values in percent, one for each model: those of several seeds are apart.
    pub(crate) values: Vec<f64>,
}

/// Budgets of models that were trained alike.
pub(crate) struct BudgetSeries {
    /// The models.
    pub(crate) name: String,
    /// From the fewest examples to the most.
    pub(crate) budgets: Vec<Budget>,
}

impl Budget {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    fn range(&self) -> (f64, f64) {
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        self.values.iter().fold((low, high), |(low, high), &value| (low.min(value), high.max(value)))
    }
}

const SIZE: (f64, f64) = (360.0, 230.0);
const LEFT: f64 = 40.0;
const LINE: f64 = 20.0;

/// Draws means from 0 to 100 %, with the least and the greatest value of each budget, over the logarithm of the number of examples.
pub(crate) fn budget_chart(title: &str, value_name: &str, all: &[BudgetSeries]) -> Chart {
    let mut drawing = Drawing::new(SIZE.0);
    let (right, top, bottom) = (SIZE.0 - 24.0, 10.0, SIZE.1 - 44.0);
    let numbers = || all.iter().flat_map(|series| series.budgets.iter().map(|budget| budget.examples.max(1) as f64));
    let (low, high) = (numbers().fold(f64::INFINITY, f64::min).ln(), numbers().fold(1.0, f64::max).ln());
    let x = |examples: u64| {
        let part = if high > low { ((examples.max(1) as f64).ln() - low) / (high - low) } else { 0.5 };
        LEFT + 16.0 + (right - LEFT - 16.0) * part
    };
    let y = |value: f64| bottom - (bottom - top) * value.clamp(0.0, 100.0) / 100.0;
    for tick in [0.0, 25.0, 50.0, 75.0, 100.0] {
        drawing.line((LEFT, y(tick)), (SIZE.0 - 4.0, y(tick)), "grid");
        drawing.text(LEFT - 6.0, y(tick) + 4.0, "end", "tick", &format!("{tick:.0}"));
    }
    let mut ticks: Vec<u64> = all.iter().flat_map(|series| series.budgets.iter().map(|it| it.examples)).collect();
    ticks.sort_unstable();
    ticks.dedup();
    let mut free = 0.0;
    for examples in ticks {
        // Numbers that would lie on each other are left out; the file of values has all.
        if x(examples) >= free {
            drawing.text(x(examples), bottom + 16.0, "middle", "tick", &examples.to_string());
            free = x(examples) + 44.0;
        }
    }
    drawing.text(SIZE.0 - 4.0, bottom + 32.0, "end", "tick", "training examples, logarithmic");
    let mut csv = csv_line(&["models", "training examples", "seeds", value_name, "least", "greatest"]);
    for (number, series) in all.iter().enumerate() {
        let points: Vec<(f64, f64)> = series.budgets.iter().map(|it| (x(it.examples), y(it.mean()))).collect();
        drawing.path(&points, &format!("curve curve-{number}"));
        for budget in &series.budgets {
            let (mean, (least, greatest)) = (budget.mean(), budget.range());
            let (place, seeds) = (x(budget.examples), budget.values.len());
            drawing.begin(&format!(
                "{}, {} training examples: {mean:.2} %{}",
                series.name,
                budget.examples,
                if seeds > 1 { format!(", {least:.2} to {greatest:.2} of {seeds} seeds") } else { String::new() }
            ));
            drawing.line((place, y(least)), (place, y(greatest)), "interval");
            drawing.marker((place, y(mean)), number);
            drawing.end();
            let values = [mean, least, greatest].map(|value| format!("{value:.4}"));
            let first = [series.name.clone(), budget.examples.to_string(), seeds.to_string()];
            csv.push_str(&csv_line(&first.into_iter().chain(values).collect::<Vec<String>>()));
        }
        marker_key(&mut drawing, (4.0, SIZE.1 + LINE * number as f64), number, &cut(&visible(&series.name), 42));
    }
    drawing.finish(SIZE.1 + LINE * all.len() as f64, title, csv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_a_budget_are_one_point() {
        let budgets =
            vec![Budget { examples: 64, values: vec![60.0, 70.0] }, Budget { examples: 6_400, values: vec![86.0] }];
        let chart = budget_chart("t", "right", &[BudgetSeries { name: "spans".to_owned(), budgets }]);
        assert_eq!(chart.csv.lines().nth(1), Some("spans,64,2,65.0000,60.0000,70.0000"));
        assert_eq!(chart.svg.matches("marker marker-0").count(), 3);
        assert!(chart.svg.contains("spans, 64 training examples: 65.00 %, 60.00 to 70.00 of 2 seeds"));
    }
}
