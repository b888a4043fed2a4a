//! L-BFGS: the lowest point of a smooth convex function, with a bound on its curvature to start from.
//!
//! J. Nocedal 1980, Updating Quasi-Newton Matrices with Limited Storage. Steps are halved until they go down enough; near the
//! optimum, where values differ by less than they are rounded, slopes decide instead (W. W. Hager and H. Zhang 2005, A New
//! Conjugate Gradient Method with Guaranteed Descent and an Efficient Line Search, "approximate Wolfe conditions").

use std::collections::VecDeque;

/// How many steps are remembered.
const MEMORY: usize = 10;

/// The least share of what the slope promises that a step has to reach.
const LEAST_DESCENT: f64 = 0.1;

/// How far above the last value rounding may put one that is not higher.
const ROUNDING: f64 = 1e-6;

/// How often a step is halved before the search is given up.
const HALVINGS: usize = 30;

/// How a search ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) steps: usize,
    /// Whether no slope is above the tolerance.
    pub(crate) has_converged: bool,
}

/// Moves the point until no slope is above the tolerance, or there have been so many steps.
///
/// `value_at` gives the value at a point and writes the slopes there; `divide` divides slopes by a bound on the curvature.
pub(crate) fn minimise(
    mut value_at: impl FnMut(&[f64], &mut [f64]) -> f64,
    divide: impl Fn(&mut [f64]),
    point: &mut Vec<f64>,
    tolerance: f64,
    most_steps: usize,
) -> Search {
    let mut slopes = vec![0.0; point.len()];
    let mut value = value_at(point, &mut slopes);
    let mut memory = VecDeque::with_capacity(MEMORY);
    let (mut next, mut next_slopes) = (point.clone(), slopes.clone());
    for steps in 0..most_steps {
        if slopes.iter().all(|slope| slope.abs() <= tolerance) {
            return Search { steps, has_converged: true };
        }
        let direction = direction(&divide, &slopes, &memory);
        let promise = dot(&direction, &slopes);
        let mut length = 1.0;
        let mut reached = None;
        for _ in 0..HALVINGS {
            for ((next, at), towards) in next.iter_mut().zip(point.iter()).zip(&direction) {
                *next = at + length * towards;
            }
            let there = value_at(&next, &mut next_slopes);
            let goes_down = there <= value + LEAST_DESCENT * length * promise;
            let slope_there = dot(&direction, &next_slopes);
            let is_as_low = there <= value + ROUNDING * value.abs().max(1.0);
            if goes_down || (is_as_low && slope_there <= (2.0 * LEAST_DESCENT - 1.0) * promise) {
                reached = Some(there);
                break;
            }
            length *= 0.5;
        }
        let Some(there) = reached else { return Search { steps, has_converged: false } };
        let moved = Move::between(point, &next, &slopes, &next_slopes, &divide);
        if memory.len() == MEMORY {
            memory.pop_front();
        }
        memory.extend(moved);
        std::mem::swap(point, &mut next);
        std::mem::swap(&mut slopes, &mut next_slopes);
        value = there;
    }
    Search { steps: most_steps, has_converged: slopes.iter().all(|slope| slope.abs() <= tolerance) }
}

/// A step that was taken.
struct Move {
    point: Vec<f64>,
    slopes: Vec<f64>,
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
        slopes: &[f64],
        slopes_there: &[f64],
        divide: impl Fn(&mut [f64]),
    ) -> Option<Self> {
        let difference = |to: &[f64], from: &[f64]| to.iter().zip(from).map(|(to, from)| to - from).collect();
        let (point, slopes): (Vec<f64>, Vec<f64>) = (difference(to, from), difference(slopes_there, slopes));
        let product = dot(&point, &slopes);
        let mut divided = slopes.clone();
        divide(&mut divided);
        let scale = product / dot(&divided, &slopes);
        (product > 0.0 && scale.is_finite() && scale > 0.0).then_some(Self { point, slopes, product, scale })
    }
}

/// Where to go: slopes divided by what is known of the curvature, downwards.
fn direction(divide: impl Fn(&mut [f64]), slopes: &[f64], memory: &VecDeque<Move>) -> Vec<f64> {
    let mut direction: Vec<f64> = slopes.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(memory.len());
    for step in memory.iter().rev() {
        let share = dot(&step.point, &direction) / step.product;
        add(&mut direction, -share, &step.slopes);
        shares.push(share);
    }
    divide(&mut direction);
    if let Some(last) = memory.back() {
        for value in &mut direction {
            *value *= last.scale;
        }
    }
    for (step, share) in memory.iter().zip(shares.into_iter().rev()) {
        let other = dot(&step.slopes, &direction) / step.product;
        add(&mut direction, share - other, &step.point);
    }
    direction
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

fn add(to: &mut [f64], times: f64, values: &[f64]) {
    to.iter_mut().zip(values).for_each(|(to, value)| *to += times * value);
}
