//! Near duplicates among the files whose paths come on standard input: `near_duplicates [THRESHOLD] < paths`.
//!
//! Prints JSON: `cpu_seconds` of reading, fingerprinting and searching on one thread, and `pairs` of
//! `[line, line, similarity]`. `benches/near_duplicates.py` holds it against datasketch.
#![expect(clippy::print_stdout, reason = "standard output is where the result belongs")]

use std::fs;
use std::io;

use examen_corpus::{Fingerprint, near_pairs};

fn main() -> io::Result<()> {
    let threshold = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0.8);
    let paths: Vec<String> = io::stdin().lines().collect::<io::Result<_>>()?;
    let before = cpu_seconds()?;
    let prints = paths.iter().map(|path| fs::read(path).map(|bytes| Fingerprint::of(&bytes)));
    let prints: Vec<_> = prints.collect::<io::Result<_>>()?;
    let fingerprinted = cpu_seconds()?;
    let pairs = near_pairs(&prints, threshold);
    let after = cpu_seconds()?;
    let result = serde_json::json!({
        "cpu_seconds": after - before,
        "search_seconds": after - fingerprinted,
        "pairs": pairs,
    });
    println!("{result}");
    Ok(())
}

/// CPU time of this process so far, in nanosecond steps: the first number of the scheduler's statistics.
fn cpu_seconds() -> io::Result<f64> {
    let statistics = fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: Option<f64> = statistics.split_whitespace().next().and_then(|text| text.parse().ok());
    nanoseconds.map(|value| value / 1e9).ok_or_else(|| io::Error::other("no scheduler statistics"))
}
