//! The cost and the values of METEOR: two files of lines in, the value of each pair and of all out.
//!
//!     cargo run --release -p examen_metrics --example meteor_cost -- HYPOTHESES REFERENCES [PARAPHRASES]
//!
//! One thread. The values are printed with all their digits, one a line, the value of all at last; the seconds that
//! counting took, without reading and printing, go to standard error. PARAPHRASES is the tool's table, unpacked.

#![expect(clippy::print_stdout, reason = "values are data")]

use std::error::Error;
use std::fs::{File, read_to_string};
use std::io::BufReader;
use std::time::Instant;

use examen_metrics::{METEOR, Paraphrases, TextResources};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [hypotheses, references, table @ ..] = arguments.as_slice() else {
        return Err("two files of lines, please".into());
    };
    let mut resources = TextResources::default();
    if let Some(table) = table.first() {
        resources.paraphrases = Some(Paraphrases::read(BufReader::new(File::open(table)?))?);
    }
    let (Some(count), Some((width, value))) = (METEOR.count_text, METEOR.aggregation.sums()) else {
        return Err("METEOR counts no texts".into());
    };
    let (hypotheses, references) = (read_to_string(hypotheses)?, read_to_string(references)?);
    let begin = Instant::now();
    let mut sums = vec![0.0; width];
    let mut values = Vec::new();
    for (hypothesis, reference) in hypotheses.lines().zip(references.lines()) {
        let mut numbers = vec![0.0; width];
        count(&resources, hypothesis, reference, &mut numbers);
        values.push(value(&numbers, 1));
        sums.iter_mut().zip(&numbers).for_each(|(sum, number)| *sum += number);
    }
    eprintln!("{} pairs, {:.3} s", values.len(), begin.elapsed().as_secs_f64());
    for value in &values {
        println!("{value}");
    }
    println!("{}", value(&sums, values.len() as u64));
    Ok(())
}
