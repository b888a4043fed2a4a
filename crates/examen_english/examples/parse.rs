//! Prints the trees and roles of a text on standard input: `echo "Returns the name." | cargo run --release --example parse`.
//! With `--complete` sentences without a subject get one; with `--model FILE` another data file is read.

use std::error::Error;
use std::io::{Read, Write};
use std::{env, fs};

use examen_english::{English, Sentence, conllu};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let model = arguments.windows(2).find(|pair| pair[0] == "--model").map(|pair| pair[1].clone());
    let english = match &model {
        Some(path) => &English::read(&fs::read(path)?)?,
        None => English::embedded()?,
    };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let mut out = std::io::stdout().lock();
    for sentence in english.parse(&text) {
        let completed = arguments.iter().any(|argument| argument == "--complete").then(|| english.completed(&sentence));
        let sentence = completed.flatten().unwrap_or(sentence);
        writeln!(out, "# text = {}", sentence.text(0..sentence.tokens.len()))?;
        for line in roles(english, &sentence) {
            writeln!(out, "# {line}")?;
        }
        write!(out, "{}", conllu::write(&[sentence]))?;
    }
    Ok(())
}

fn roles(english: &English, sentence: &Sentence) -> Vec<String> {
    let mut lines = Vec::new();
    for predicate in english.roles(sentence) {
        let roles: Vec<String> = predicate
            .roles
            .iter()
            .map(|role| format!("{} [{}] {:.2}", role.label, sentence.text(role.span.clone()), role.confidence))
            .collect();
        lines.push(format!("{}: {}", sentence.tokens[predicate.verb].lemma, roles.join(", ")));
    }
    lines
}
