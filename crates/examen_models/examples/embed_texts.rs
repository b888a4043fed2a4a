//! Features of texts by an encoder: `embed_texts CHECKPOINT TEXTS.jsonl OUT.safetensors [ROWS]`.
//!
//! CHECKPOINT may be `random`: the built-in encoder that has learnt nothing. Each line of TEXTS is an object with `code`. OUT
//! gets one tensor `layer.N` of shape [texts, width] for each layer, the mean over the positions of each text, in order of the
//! lines. Prints JSON: what was counted, and the seconds and CPU seconds of tokenising and computing. `benches/embed_cost.py`
//! holds it against PyTorch.
#![expect(clippy::print_stdout, reason = "standard output is where the result belongs")]

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use examen_models::{Encoder, Pooling, Sequence, batches_by_length};
use safetensors::tensor::{Dtype, TensorView, serialize};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The most positions of a batch, with its padding.
const POSITIONS: usize = 8_192;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [checkpoint, texts, out, rows @ ..] = arguments.as_slice() else {
        return Err("embed_texts CHECKPOINT TEXTS.jsonl OUT.safetensors [ROWS]".into());
    };
    let rows = rows.first().map_or(Ok(32), |rows| rows.parse())?;
    let texts = fs::read_to_string(texts)?;
    let texts = texts.lines().map(|line| Ok(serde_json::from_str::<serde_json::Value>(line)?["code"].clone()));
    let texts: Vec<serde_json::Value> = texts.collect::<Result<_, Box<dyn Error>>>()?;
    let encoder = if checkpoint == "random" { Encoder::random(0) } else { Encoder::load(Path::new(checkpoint)) }?;
    let (start, cpu) = (Instant::now(), cpu_seconds()?);
    let tokens: Vec<_> =
        texts.iter().map(|text| encoder.tokenise(text.as_str().unwrap_or_default())).collect::<Result<_, _>>()?;
    let lengths: Vec<usize> = tokens.iter().map(|tokens| tokens.ids.len()).collect();
    let width = encoder.width();
    let mut layers = vec![vec![0.0f32; texts.len() * width]; encoder.layers()];
    for batch in batches_by_length(&lengths, rows, POSITIONS) {
        let sequences: Vec<Sequence> = batch.iter().map(|&at| Sequence::from(&tokens[at])).collect();
        for (layer, features) in layers.iter_mut().zip(encoder.features(&sequences, &Pooling::Mean)?) {
            for (&at, vector) in batch.iter().zip(features.chunks_exact(width)) {
                layer[at * width..(at + 1) * width].copy_from_slice(vector);
            }
        }
    }
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds()? - cpu);
    let bytes: Vec<Vec<u8>> =
        layers.iter().map(|layer| layer.iter().flat_map(|value| value.to_le_bytes()).collect()).collect();
    let views = bytes.iter().enumerate().map(|(layer, bytes)| {
        TensorView::new(Dtype::F32, vec![texts.len(), width], bytes).map(|view| (format!("layer.{layer}"), view))
    });
    fs::write(out, serialize(views.collect::<Result<Vec<_>, _>>()?, None)?)?;
    let result = serde_json::json!({
        "architecture": encoder.architecture(),
        "layers": encoder.layers(),
        "texts": texts.len(),
        "tokens": lengths.iter().sum::<usize>(),
        "truncated": tokens.iter().filter(|tokens| tokens.is_truncated()).count(),
        "unknown": tokens.iter().map(|tokens| tokens.unknown).sum::<usize>(),
        "seconds": seconds,
        "cpu_seconds": cpu,
    });
    println!("{result}");
    Ok(())
}

/// CPU time of all threads so far, in steps of a hundredth of a second.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let statistics = fs::read_to_string("/proc/self/stat")?;
    // The name of the program, in brackets, may hold blanks; user and system time are the 12th and 13th numbers behind it.
    let (_, numbers) = statistics.rsplit_once(')').ok_or("no statistics")?;
    let ticks = numbers.split_whitespace().skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}
