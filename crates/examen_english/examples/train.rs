//! Trains the models: `cargo run --release --example train -- --treebank DIR --silver FILE --vectors FILE --out FILE`.

use std::error::Error;
use std::io::Read;
use std::path::Path;
use std::{env, fs};

use examen_english::training::{self, Options, Sources};
use examen_english::{English, Sentence, conllu, evaluation};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let value = |name: &str| arguments.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].as_str());
    let treebank = Path::new(value("--treebank").ok_or("--treebank DIR is missing")?);
    let vectors = text(Path::new(value("--vectors").ok_or("--vectors FILE is missing")?))?;
    let silver = value("--silver").map_or_else(|| Ok(Vec::new()), |path| trees(Path::new(path)))?;
    let mut options = Options::default();
    if let Some(passes) = value("--passes") {
        options.passes = passes.parse()?;
    }
    if let Some(seed) = value("--seed") {
        options.seed = seed.parse()?;
    }
    if let Some(weight) = value("--silver-weight") {
        options.silver_weight = weight.parse()?;
    }
    if let Some(rate) = value("--rate") {
        options.rate = rate.parse()?;
    }
    let train = trees(&treebank.join("ewt-train.conllu.gz"))?;
    let development = trees(&treebank.join("ewt-dev.conllu.gz"))?;
    let sources = Sources { treebank: &train, silver: &silver, development: &development, vectors: &vectors };
    let bytes = training::train(&sources, options, &mut |line| eprintln!("{line}"))?;
    fs::write(value("--out").ok_or("--out FILE is missing")?, &bytes)?;
    let english = English::read(&bytes)?;
    eprintln!(
        "{} bytes; test: {}",
        bytes.len(),
        evaluation::trees(&english, &trees(&treebank.join("ewt-test.conllu.gz"))?)
    );
    Ok(())
}

fn text(path: &Path) -> Result<String, Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let mut text = String::new();
    if path.extension().is_some_and(|extension| extension == "gz") {
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8(bytes)?;
    }
    Ok(text)
}

fn trees(path: &Path) -> Result<Vec<Sentence>, Box<dyn Error>> {
    Ok(conllu::read(&text(path)?)?)
}
