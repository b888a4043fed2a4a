//! Measures the embedded models (or `--model FILE`): `cargo run --release --example evaluate -- ewt-test.conllu.gz`.

use std::error::Error;
use std::io::{Read, Write};
use std::time::Instant;
use std::{env, fs};

use examen_english::{English, Sentence, conllu, evaluation};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let model = arguments.windows(2).find(|pair| pair[0] == "--model").map(|pair| pair[1].clone());
    let english = match &model {
        Some(path) => &English::read(&fs::read(path)?)?,
        None => English::embedded()?,
    };
    let path = arguments.last().ok_or("name a CoNLL-U file")?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(&fs::read(path)?[..]).read_to_string(&mut text)?;
    let gold = conllu::read(&text)?;
    let words: Vec<Vec<&str>> = gold.iter().map(Sentence::words).collect();
    let together = fastest(&mut || drop(english.analyse(&words)));
    let alone = fastest(&mut || {
        for words in &words {
            english.analyse(std::slice::from_ref(words));
        }
    });
    let trees = english.analyse(&words);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", evaluation::compare(&gold, &trees))?;
    let count = gold.len() as f64;
    writeln!(out, "{:.0} sentences a second on one core, {:.0} one at a time", count / together, count / alone)?;
    let mut repaired = trees.clone();
    for sentence in &mut repaired {
        english.repair(sentence);
    }
    writeln!(out, "with repairs: {}", evaluation::compare(&gold, &repaired))?;
    for (name, trees) in [("predicted", &trees), ("repaired", &repaired), ("gold", &gold)] {
        writeln!(out, "roles, {name} trees: label, precision, recall, F1, count")?;
        for (label, score) in evaluation::roles(english, trees, &gold) {
            let (precision, recall, f1) = (score.precision(), score.recall(), score.f1());
            writeln!(out, "{label} {precision:.1} {recall:.1} {f1:.1} {}", score.gold)?;
        }
    }
    Ok(())
}

/// The least time of five runs.
fn fastest(run: &mut dyn FnMut()) -> f64 {
    let begin = Instant::now();
    let mut fastest = f64::INFINITY;
    for _ in 0..5 {
        let start = seconds(&begin);
        run();
        fastest = fastest.min(seconds(&begin) - start);
    }
    fastest
}

/// Time on the processor where the system tells it, so that other programs do not count; else the clock's.
fn seconds(begin: &Instant) -> f64 {
    let spent = fs::read_to_string("/proc/self/schedstat").ok();
    let spent = spent.and_then(|text| text.split(' ').next().and_then(|first| first.parse::<f64>().ok()));
    spent.map_or_else(|| begin.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
