//! Throwaway: time per stage and query.
use examen_queries::python::{QUERIES, answers};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::python::parse;
use std::time::{Duration, Instant};
fn main() {
    let list = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let mut stages = [Duration::ZERO; 4];
    let mut each = vec![(Duration::ZERO, 0usize); QUERIES.len()];
    let mut bytes = 0;
    let mut worst: Vec<(Duration, String)> = vec![];
    for path in list.lines() {
        let Ok(source) = std::fs::read(path) else { continue };
        let source = String::from_utf8_lossy(&source);
        bytes += source.len();
        let t = Instant::now();
        let whole = t;
        let parsed = parse(&source);
        stages[0] += t.elapsed();
        let t = Instant::now();
        let model = Model::new(&source, &parsed.tree, Version::Python3);
        stages[1] += t.elapsed();
        let file = SemanticFile::alone(&model);
        let t = Instant::now();
        file.flow();
        stages[2] += t.elapsed();
        let t = Instant::now();
        file.ssa();
        stages[3] += t.elapsed();
        for (at, query) in QUERIES.iter().enumerate() {
            let t = Instant::now();
            let found = answers(query, &file).len();
            each[at].0 += t.elapsed();
            each[at].1 += found;
        }
        worst.push((whole.elapsed(), path.to_owned()));
    }
    println!(
        "{bytes} bytes; parse {:?} model {:?} flow {:?} ssa {:?}; queries {:?}",
        stages[0],
        stages[1],
        stages[2],
        stages[3],
        each.iter().map(|e| e.0).sum::<Duration>()
    );
    let mut order: Vec<usize> = (0..QUERIES.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(each[at].0));
    for at in order {
        println!("{:>10.1?} {:>7} {}", each[at].0, each[at].1, QUERIES[at].id);
    }
    worst.sort();
    worst.reverse();
    for (t, p) in worst.iter().take(8) {
        println!("{t:?} {p}");
    }
}
