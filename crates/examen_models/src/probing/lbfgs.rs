//! L-BFGS: the lowest point of a smooth convex function, with a bound on its curvature to start from.
//!
//! J. Nocedal 1980, Updating Quasi-Newton Matrices with Limited Storage. Steps are halved until they go down enough; near the
//! optimum, where values differ by less than they are rounded, derivatives decide instead (W. W. Hager and H. Zhang 2005, A New
//! Conjugate Gradient Method with Guaranteed Descent and an Efficient Line Search, "approximate Wolfe conditions").

use std::collections::VecDeque;

/// The number of steps that are kept.
const HISTORY: usize = 10;

/// The least fraction of the descent predicted by the derivative that a step has to reach.
const LEAST_DESCENT: f64 = 0.1;

/// How far above the last value rounding may put one that is not higher.
const ROUNDING: f64 = 1e-6;

/// How often a step is halved before the search is given up.
const HALVINGS: usize = 30;

/// How a search ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) steps: usize,
    /// Whether no derivative is above the tolerance.
    pub(crate) has_converged: bool,
}

/// Moves the point until no derivative is above the tolerance, or there have been so many steps.
///
/// `value_at` gives the value at a point and writes the gradient there; `divide` divides a gradient by a bound on the curvature.
pub(crate) fn minimise(
    mut value_at: impl FnMut(&[f64], &mut [f64]) -> f64,
    divide: impl Fn(&mut [f64]),
    point: &mut Vec<f64>,
    tolerance: f64,
    most_steps: usize,
) -> Search {
    let mut gradient = vec![0.0; point.len()];
    let mut value = value_at(point, &mut gradient);
    let mut history = VecDeque::with_capacity(HISTORY);
    let (mut next, mut next_gradient) = (point.clone(), gradient.clone());
    for steps in 0..most_steps {
        if gradient.iter().all(|derivative| derivative.abs() <= tolerance) {
            return Search { steps, has_converged: true };
        }
        let direction = direction(&divide, &gradient, &history);
        let promise = dot(&direction, &gradient);
        let mut length = 1.0;
        let mut reached = None;
        for _ in 0..HALVINGS {
            for ((next, at), towards) in next.iter_mut().zip(point.iter()).zip(&direction) {
                *next = at + length * towards;
            }
            let there = value_at(&next, &mut next_gradient);
            let goes_down = there <= value + LEAST_DESCENT * length * promise;
            let derivative_there = dot(&direction, &next_gradient);
            let is_as_low = there <= value + ROUNDING * value.abs().max(1.0);
            if goes_down || (is_as_low && derivative_there <= (2.0 * LEAST_DESCENT - 1.0) * promise) {
                reached = Some(there);
                break;
            }
            length *= 0.5;
        }
        let Some(there) = reached else { return Search { steps, has_converged: false } };
        let moved = Move::between(point, &next, &gradient, &next_gradient, &divide);
        if history.len() == HISTORY {
            history.pop_front();
        }
        history.extend(moved);
        std::mem::swap(point, &mut next);
        std::mem::swap(&mut gradient, &mut next_gradient);
        value = there;
    }
    Search { steps: most_steps, has_converged: gradient.iter().all(|derivative| derivative.abs() <= tolerance) }
}

/// A step that was taken.
struct Move {
    point: Vec<f64>,
    gradient: Vec<f64>,
    /// The product of both.
    product: f64,
    /// How much less curved the function is than its bound, along the step.
    scale: f64,
}

impl Move {
    /// Nothing when rounding hides the curvature.
    fn between(
        from: &[f64],
        to: &[f64],
        gradient: &[f64],
        gradient_there: &[f64],
        divide: impl Fn(&mut [f64]),
    ) -> Option<Self> {
        let difference = |to: &[f64], from: &[f64]| to.iter().zip(from).map(|(to, from)| to - from).collect();
        let (point, gradient): (Vec<f64>, Vec<f64>) = (difference(to, from), difference(gradient_there, gradient));
        let product = dot(&point, &gradient);
        let mut divided = gradient.clone();
        divide(&mut divided);
        let scale = product / dot(&divided, &gradient);
        (product > 0.0 && scale.is_finite() && scale > 0.0).then_some(Self { point, gradient, product, scale })
    }
}

/// The direction of descent: the gradient divided by what is known of the curvature.
fn direction(divide: impl Fn(&mut [f64]), gradient: &[f64], history: &VecDeque<Move>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|derivative| -derivative).collect();
    let mut factors = Vec::with_capacity(history.len());
    for step in history.iter().rev() {
        let factor = dot(&step.point, &direction) / step.product;
        add(&mut direction, -factor, &step.gradient);
        factors.push(factor);
    }
    divide(&mut direction);
    if let Some(last) = history.back() {
        for value in &mut direction {
            *value *= last.scale;
        }
    }
    for (step, factor) in history.iter().zip(factors.into_iter().rev()) {
        let other = dot(&step.gradient, &direction) / step.product;
        add(&mut direction, factor - other, &step.point);
    }
    direction
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

fn add(to: &mut [f64], times: f64, values: &[f64]) {
    to.iter_mut().zip(values).for_each(|(to, value)| *to += times * value);
}
