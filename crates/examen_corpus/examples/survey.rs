//! Reads corpora, fingerprints every file and counts: `survey [--threads N] [--all] PATH…`.
//!
//! `--all` takes hidden and vendored folders too. Prints JSON; run it under `/usr/bin/time -v` for CPU and memory.
#![expect(clippy::print_stdout, reason = "standard output is where the result belongs")]

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use examen_corpus::{CorpusError, Deduplicator, Fingerprint, Item, Plan, SourceOptions, Verdict, process};

fn main() -> Result<(), CorpusError> {
    let mut arguments = std::env::args().skip(1);
    let mut options = SourceOptions::default();
    let mut threads = None;
    let mut paths = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--threads" => threads = arguments.next().and_then(|count| count.parse().ok()).and_then(NonZeroUsize::new),
            "--all" => (options.include_hidden, options.include_vendored) = (true, true),
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let start = Instant::now();
    let plan = Plan::new(&paths, &options)?;
    let planned = start.elapsed();
    let mut deduplicator = Deduplicator::new(Deduplicator::THRESHOLD)?;
    let mut verdicts = BTreeMap::<&str, u64>::new();
    let mut order = blake3::Hasher::new();
    let worker = |file: examen_corpus::SourceFile| (Fingerprint::of(&file.bytes), file.project, file.path);
    let counts = process(&plan, &options, threads, worker, |item| {
        match item {
            Item::File((fingerprint, project, path)) => {
                let verdict = match deduplicator.admit(&fingerprint) {
                    Verdict::Unique => "unique",
                    Verdict::Exact { .. } => "exact",
                    Verdict::Near { .. } => "near",
                };
                *verdicts.entry(verdict).or_default() += 1;
                order.update(format!("{project}|{path}|{verdict}\n").as_bytes());
            }
            Item::Skipped(row) => {
                order.update(format!("{}|{}|{}\n", row.project, row.path, row.reason).as_bytes());
            }
        }
        ControlFlow::Continue(())
    })?;
    let result = serde_json::json!({
        "balanced": counts.is_balanced(),
        "counts": counts,
        "order": order.finalize().to_hex().as_str(),
        "plan_seconds": planned.as_secs_f64(),
        "projects": plan.projects().len(),
        "seconds": start.elapsed().as_secs_f64(),
        "verdicts": verdicts,
    });
    println!("{result:#}");
    Ok(())
}
