//! What it costs to find control flow and values: CPU seconds per stage over the files of a list.
//!
//! `cargo run --release -p examen_semantics --example flow_cost -- LIST`, where LIST has one path per line.

#![expect(clippy::print_stdout, reason = "the numbers are the point")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use examen_semantics::python::flow::Flow;
use examen_semantics::python::ssa::Ssa;
use examen_semantics::python::{Model, Version};
use examen_syntax::python::parse;

/// Stages that the table has a row for.
const STAGES: [&str; 4] = ["parse", "model", "flow", "ssa"];

fn main() -> std::io::Result<()> {
    let list = std::env::args().nth(1).unwrap_or_default();
    let mut times = [Duration::ZERO; STAGES.len()];
    let (mut files, mut bytes) = (0_usize, 0_usize);
    for path in std::fs::read_to_string(list)?.lines() {
        let Ok(source) = std::fs::read_to_string(path) else { continue };
        files += 1;
        bytes += source.len();
        let mut stages = Stopwatch { times: &mut times, stage: 0, since: Instant::now() };
        let file = parse(&source);
        stages.next();
        let model = Model::new(&source, &file.tree, Version::of(file.dialect));
        stages.next();
        let flow = Flow::new(&model);
        stages.next();
        black_box(Ssa::new(&model, &flow));
        stages.next();
    }
    println!("{files} files, {bytes} bytes");
    for (stage, time) in STAGES.iter().zip(times) {
        println!("{stage:<6} {:.3} s", time.as_secs_f64());
    }
    Ok(())
}

/// Adds the time since the last call to the stage at hand. One thread computes, so elapsed time is CPU time when the
/// machine has nothing else to do.
struct Stopwatch<'t> {
    times: &'t mut [Duration; STAGES.len()],
    stage: usize,
    since: Instant,
}

impl Stopwatch<'_> {
    fn next(&mut self) {
        let now = Instant::now();
        self.times[self.stage] += now - self.since;
        self.since = now;
        self.stage += 1;
    }
}
