//! Charts as SVG: small functions of ours, since none of these needs more than rectangles, lines and words.
//!
//! Colours come from classes, so that one drawing fits light and dark pages; a file of its own gets the same rules inside.

mod budget_chart;
mod confusion_matrix;
mod dot_chart;
mod heat_map;
mod line_chart;
mod radar_chart;
mod spark_lines;

use std::fmt::Write;

pub(crate) use budget_chart::{Budget, BudgetSeries, budget_chart};
pub(crate) use confusion_matrix::{Confusion, confusion_matrix};
pub(crate) use dot_chart::{Dot, DotChart, dot_chart};
pub(crate) use heat_map::{HeatMap, heat_map};
pub(crate) use line_chart::{Series, line_chart};
pub(crate) use radar_chart::{FEWEST_AXES, MOST_SERIES, Radar, radar_chart};
pub(crate) use spark_lines::{Spark, spark_lines};

use super::visible::escaped;

/// The rules for classes in charts.
pub(crate) const CHART_STYLE: &str = include_str!("../../assets/chart.css");

/// A chart with the values that it shows.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// What it shows.
    pub(crate) title: String,
    /// The drawing, for a page.
    pub(crate) svg: String,
    /// Its values.
    pub(crate) csv: String,
}

impl Chart {
    /// The drawing as a file of its own.
    pub(crate) fn to_file(&self) -> String {
        let (head, body) = self.svg.split_once('>').unwrap_or_default();
        format!("{head}><style>{CHART_STYLE}</style>{body}\n")
    }
}

/// An SVG that grows.
pub(super) struct Drawing {
    width: f64,
    body: String,
}

impl Drawing {
    pub(super) fn new(width: f64) -> Self {
        Self { width, body: String::new() }
    }

    /// Words; `anchor` is `start`, `middle` or `end`.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: &str, class: &str, words: &str) {
        let words = escaped(words);
        self.add(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{words}</text>"));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(&format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"));
    }

    pub(super) fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), class: &str) {
        let ((x, y), (width, height)) = (corner, size);
        self.add(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"{class}\"/>"
        ));
    }

    pub(super) fn circle(&mut self, x: f64, y: f64, radius: f64, class: &str) {
        self.add(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" class=\"{class}\"/>"));
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], class: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.add(&format!("<polyline points=\"{}\" class=\"{class}\"/>", points.join(" ")));
    }

    /// A dot whose form tells a series from others without colour.
    pub(super) fn marker(&mut self, (x, y): (f64, f64), series: usize) {
        let class = format!("marker marker-{series}");
        let corners = |corners: &[(f64, f64)]| -> String {
            let points: Vec<String> = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
            format!("<polygon points=\"{}\" class=\"{class}\"/>", points.join(" "))
        };
        match series {
            0 => self.circle(x, y, 3.5, &class),
            1 => self.rectangle((x - 3.2, y - 3.2), (6.4, 6.4), &class),
            2 => self.add(&corners(&[(0.0, -4.4), (4.2, 3.2), (-4.2, 3.2)])),
            3 => self.add(&corners(&[(0.0, -4.6), (4.6, 0.0), (0.0, 4.6), (-4.6, 0.0)])),
            _ => self.add(&corners(&[(0.0, 4.4), (4.2, -3.2), (-4.2, -3.2)])),
        }
    }

    /// Begins a group that says what it is when it is pointed at.
    pub(super) fn begin(&mut self, title: &str) {
        let title = escaped(title);
        self.add(&format!("<g><title>{title}</title>"));
    }

    pub(super) fn end(&mut self) {
        self.add("</g>");
    }

    fn add(&mut self, element: &str) {
        self.body.push_str(element);
    }

    pub(super) fn finish(self, height: f64, title: &str, csv: String) -> Chart {
        let label = escaped(title);
        let mut svg = String::new();
        // Narrow drawings shrink on narrow screens, wide ones are scrolled.
        let class = if self.width <= 400.0 { "plot fits" } else { "plot" };
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0} {height:.0}\" width=\"{0:.0}\" \
             height=\"{height:.0}\" role=\"img\" aria-label=\"{label}\" class=\"{class}\">{1}</svg>",
            self.width, self.body
        );
        Chart { title: title.to_owned(), svg, csv }
    }
}

/// The width of words in a chart, roughly.
pub(super) fn width_of(words: &str) -> f64 {
    // Names of tasks and of rewrites are capitals, which are wider.
    words.chars().map(|it| if it.is_uppercase() { 9.0 } else { 7.4 }).sum()
}

/// What a series looks like, with its name.
pub(super) fn marker_key(drawing: &mut Drawing, (x, y): (f64, f64), series: usize, name: &str) {
    drawing.path(&[(x, y), (x + 28.0, y)], &format!("curve curve-{series}"));
    drawing.marker((x + 14.0, y), series);
    drawing.text(x + 36.0, y + 4.0, "start", "label", name);
}

/// The step of a scale of nine colours.
pub(super) fn step(value: f64, low: f64, high: f64) -> usize {
    let part = if high > low { (value - low) / (high - low) } else { 0.0 };
    #[expect(clippy::cast_sign_loss, reason = "from 0 to 8")]
    let step = (part.clamp(0.0, 1.0) * 8.0).round() as usize;
    step
}
