//! Values of several models around a circle: one spoke for each part of the examples.

use std::f64::consts::TAU;

use super::{Chart, Drawing, marker_key};
use crate::html::grid::csv_line;
use crate::html::visible::{cut, visible};

/// Values by part and model.
pub(crate) struct Radar<'t> {
    /// What is shown.
    pub(crate) title: &'t str,
    /// What the parts are: `spans`.
    pub(crate) axis_name: &'t str,
    /// The parts in order, each with its examples.
    pub(crate) axes: Vec<(String, u64)>,
    /// Of each model, the value in percent of each part.
    pub(crate) series: Vec<(String, Vec<Option<f64>>)>,
}

/// Parts from which on a circle tells more than lines do.
pub(crate) const FEWEST_AXES: usize = 3;
/// Models that can be told apart: by colour, by dashes and by the form of their dots.
pub(crate) const MOST_SERIES: usize = 5;

const WIDTH: f64 = 360.0;
const RADIUS: f64 = 118.0;
const CENTRE: (f64, f64) = (180.0, 152.0);
const LEGEND: f64 = 308.0;
const LINE: f64 = 20.0;

/// Draws values from 0 % in the middle to 100 % at the rim.
pub(crate) fn radar_chart(radar: &Radar<'_>) -> Chart {
    let mut drawing = Drawing::new(WIDTH);
    let count = radar.axes.len().max(1) as f64;
    let at = |axis: usize, value: f64| {
        let angle = TAU * axis as f64 / count;
        let distance = RADIUS * value.clamp(0.0, 100.0) / 100.0;
        (CENTRE.0 + distance * angle.sin(), CENTRE.1 - distance * angle.cos())
    };
    for ring in [25.0, 50.0, 75.0, 100.0] {
        let points: Vec<(f64, f64)> = (0..=radar.axes.len()).map(|axis| at(axis, ring)).collect();
        drawing.path(&points, "ring");
    }
    for (axis, (label, n)) in radar.axes.iter().enumerate() {
        drawing.line(CENTRE, at(axis, 100.0), "grid");
        let (x, y) = at(axis, 100.0);
        let (x, y) = (CENTRE.0 + (x - CENTRE.0) * 1.12, CENTRE.1 + (y - CENTRE.1) * 1.12);
        let side = (x - CENTRE.0) / RADIUS;
        let anchor = if side > 0.2 {
            "start"
        } else if side < -0.2 {
            "end"
        } else {
            "middle"
        };
        drawing.begin(&format!("{} {label}: n {n}", radar.axis_name));
        drawing.text(x, y + 4.0, anchor, "label", &visible(label));
        drawing.end();
    }
    for (number, (name, values)) in radar.series.iter().enumerate() {
        let places: Vec<Option<(f64, f64)>> =
            values.iter().enumerate().map(|(axis, value)| value.map(|value| at(axis, value))).collect();
        for run in runs(&places) {
            drawing.path(&run, &format!("curve curve-{number}"));
        }
        for ((value, place), (label, n)) in values.iter().zip(&places).zip(&radar.axes) {
            let (Some(value), Some(place)) = (value, place) else { continue };
            drawing.begin(&format!("{name}, {} {label}: {value:.2} % of {n}", radar.axis_name));
            drawing.marker(*place, number);
            drawing.end();
        }
    }
    // Above the curves, so that the scale can be read.
    for ring in [50.0, 100.0] {
        let (x, y) = at(0, ring);
        drawing.text(x + 4.0, y + if ring > 99.0 { 12.0 } else { 4.0 }, "start", "tick", &format!("{ring:.0} %"));
    }
    for (number, (name, _)) in radar.series.iter().enumerate() {
        let y = LEGEND + LINE * number as f64;
        marker_key(&mut drawing, (4.0, y), number, &cut(&visible(name), 42));
    }
    drawing.finish(LEGEND + LINE * radar.series.len() as f64, radar.title, csv(radar))
}

/// Points that follow each other without a gap; the last leads to the first, where all are there.
fn runs(places: &[Option<(f64, f64)>]) -> Vec<Vec<(f64, f64)>> {
    let mut runs: Vec<Vec<(f64, f64)>> =
        places.split(Option::is_none).map(|run| run.iter().flatten().copied().collect()).collect();
    match (places.first(), places.last()) {
        (Some(&Some(first)), Some(Some(_))) if runs.len() == 1 => runs[0].push(first),
        (Some(Some(_)), Some(Some(_))) => {
            // The run at the end goes on at the beginning.
            let first = runs.remove(0);
            if let Some(last) = runs.last_mut() {
                last.extend(first);
            }
        }
        _ => {}
    }
    runs.retain(|run| run.len() > 1);
    runs
}

fn csv(radar: &Radar<'_>) -> String {
    let mut text = csv_line(&["model", radar.axis_name, "n", "percent"]);
    for (name, values) in &radar.series {
        for ((axis, n), value) in radar.axes.iter().zip(values) {
            let value = value.map(|value| format!("{value:.4}")).unwrap_or_default();
            text.push_str(&csv_line(&[name.clone(), axis.clone(), n.to_string(), value]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_close_and_have_gaps_where_values_are_missing() {
        let point = |x: f64| Some((x, 0.0));
        assert_eq!(runs(&[point(1.0), point(2.0), point(3.0)]), [[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (1.0, 0.0)]]);
        assert_eq!(runs(&[point(1.0), None, point(3.0), point(4.0)]), [[(3.0, 0.0), (4.0, 0.0), (1.0, 0.0)]]);
        assert!(runs(&[None, point(2.0), None]).is_empty());
    }
}
