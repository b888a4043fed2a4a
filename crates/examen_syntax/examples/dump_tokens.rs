//! Prints the Python tokens of the files whose paths come in, one per line, on standard input.
//!
//! Per file a line `# path`, then per token a line `TYPE row column end-row end-column "text"` with CPython's names
//! and positions and the text as JSON. `scripts/compare_tokens.py` reads this. With `--time` nothing is printed but the
//! speed: bytes of decoded text per second, the best of five rounds over all files, on one thread.

use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};
use std::time::Instant;
use std::{env, fs};

use examen_syntax::python::token_rows;
use examen_syntax::python::tokenizer::tokenize;
use examen_syntax::{Language, SourceText};

fn main() -> Result<(), Box<dyn Error>> {
    let is_timed = env::args().nth(1).is_some_and(|argument| argument == "--time");
    let mut output = BufWriter::new(io::stdout().lock());
    let mut texts = Vec::new();
    for path in io::stdin().lock().lines() {
        let path = path?;
        let text = SourceText::decode(fs::read(&path)?, Language::Python).text;
        if is_timed {
            texts.push(text);
            continue;
        }
        writeln!(output, "# {path}")?;
        for row in token_rows::rows(&text, &tokenize(&text).tokens) {
            let ((start_row, start_column), (end_row, end_column)) = (row.start, row.end);
            write!(output, "{} {start_row} {start_column} {end_row} {end_column} ", row.kind)?;
            serde_json::to_writer(&mut output, row.text)?;
            writeln!(output)?;
        }
    }
    if is_timed {
        report_speed(&mut output, &texts)?;
    }
    Ok(output.flush()?)
}

fn report_speed(output: &mut impl Write, texts: &[String]) -> io::Result<()> {
    let bytes: usize = texts.iter().map(String::len).sum();
    let mut best = f64::INFINITY;
    let mut tokens = 0;
    for _ in 0..5 {
        let start = Instant::now();
        tokens = texts.iter().map(|text| tokenize(text).tokens.len()).sum();
        best = best.min(start.elapsed().as_secs_f64());
    }
    let speed = bytes as f64 / 1e6 / best;
    writeln!(output, "{} files, {bytes} bytes, {tokens} tokens: {best:.3} s, {speed:.0} MB/s", texts.len())
}
