//! Prints the words of comments for another parser: comments on standard input, separated by a form feed; one sentence a line,
//! words separated by tabs. `cargo run --release --example words < comments > words`

use std::error::Error;
use std::io::{Read, Write};

use examen_english::inflection;

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let mut out = std::io::stdout().lock();
    for comment in text.split('\u{c}') {
        for sentence in examen_english::words(comment).into_iter().take(2) {
            let first = sentence[0].to_lowercase();
            let base = inflection::base(&first, "VBZ");
            let third = inflection::third_person(&base);
            writeln!(out, "{base}\t{third}\t{}", sentence.join("\t"))?;
        }
    }
    Ok(())
}
