//! The time that a piece of work takes, for benches.

use std::time::{Duration, Instant};

/// The time for which a piece of work is repeated.
const SPENT: Duration = Duration::from_secs(2);

/// The least number of repetitions.
const LEAST: usize = 10;

/// Repeats a piece of work and prints the median time of one repetition and how much was done in it: bytes, or whatever is
/// counted. A word on the command line chooses the benches whose names have it.
#[expect(clippy::print_stdout, reason = "the output of a bench")]
pub fn bench(name: &str, amount: usize, unit: &str, mut work: impl FnMut()) {
    let is_chosen = |word: String| word.starts_with('-') || name.contains(&word);
    if !std::env::args().skip(1).all(is_chosen) {
        return;
    }
    // The first time warms caches up.
    work();
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < LEAST || begun.elapsed() < SPENT {
        let start = Instant::now();
        work();
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let median = times[times.len() / 2];
    let rate = amount as f64 / median.as_secs_f64() / 1e6;
    println!("{name:<36} {:>10.3} ms {rate:>10.2} million {unit} a second", median.as_secs_f64() * 1e3);
}
