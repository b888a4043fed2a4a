//! Features of texts by an encoder: `embed_texts CHECKPOINT TEXTS.jsonl OUT.safetensors [ROWS]`, then options:
//! `--device cpu|cuda`, `--precision f32|bf16`, `--pooling first|mean|last`, `--positions N`, `--warm-up N`.
//!
//! Each line of TEXTS is an object with `code`. OUT gets one tensor `layer.N` of shape [texts, width] for each layer, in order of
//! the lines, pooled over the positions of each text: their mean where nothing else is asked for. A batch has at most ROWS
//! texts and N positions with its padding. Prints JSON: what was counted, and the seconds and CPU seconds of tokenizing and
//! computing. Everything is computed as often as `--warm-up` says before the clock starts, since a device is slow at what it
//! does for the first time. `benches/embed_cost.py` holds it against PyTorch.
#![expect(clippy::print_stdout, reason = "standard output is where the result belongs")]

use std::error::Error;
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::time::Instant;

use examen_models::{Device, Encoder, ModelError, Placement, Pooling, Precision, Sequence, batches_by_length};
use safetensors::tensor::{Dtype, TensorView, serialize};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "embed_texts CHECKPOINT TEXTS.jsonl OUT.safetensors [ROWS] [--device cpu|cuda] \
     [--precision f32|bf16] [--pooling first|mean|last] [--positions N] [--warm-up N]";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let options = arguments.iter().position(|argument| argument.starts_with("--")).unwrap_or(arguments.len());
    let (places, options) = arguments.split_at(options);
    let [checkpoint, texts, out, rows @ ..] = places else { return Err(USAGE.into()) };
    let rows = rows.first().map_or(Ok(32), |rows| rows.parse())?;
    let (device, precision): (Device, Precision) = (option(options, "--device")?, option(options, "--precision")?);
    let positions = option::<usize>(options, "--positions")?;
    let positions = if positions == 0 { 8_192 } else { positions };
    let pooling = match option::<String>(options, "--pooling")?.as_str() {
        "first" => Pooling::First,
        "mean" | "" => Pooling::Mean,
        "last" => Pooling::Last,
        _ => return Err(USAGE.into()),
    };
    let texts = fs::read_to_string(texts)?;
    let texts = texts.lines().map(|line| Ok(serde_json::from_str::<serde_json::Value>(line)?["code"].clone()));
    let texts: Vec<serde_json::Value> = texts.collect::<Result<_, Box<dyn Error>>>()?;
    let encoder = Encoder::load_on(Path::new(checkpoint), Placement::new(device, precision)?)?;

    let (start, cpu) = (Instant::now(), cpu_seconds()?);
    let tokens: Vec<_> =
        texts.iter().map(|text| encoder.tokenize(text.as_str().unwrap_or_default())).collect::<Result<_, _>>()?;
    let (tokenize_seconds, tokenize_cpu) = (start.elapsed().as_secs_f64(), cpu_seconds()? - cpu);
    let lengths: Vec<usize> = tokens.iter().map(|tokens| tokens.ids.len()).collect();
    let sequences: Vec<Sequence> = tokens.iter().map(Sequence::from).collect();
    let batches = batches_by_length(&lengths, rows, positions);
    for _ in 0..option::<usize>(options, "--warm-up")? {
        features(&encoder, &sequences, &batches, &pooling)?;
    }
    let (start, cpu) = (Instant::now(), cpu_seconds()?);
    let layers = features(&encoder, &sequences, &batches, &pooling)?;
    let (compute_seconds, compute_cpu) = (start.elapsed().as_secs_f64(), cpu_seconds()? - cpu);

    write(out, &layers, [texts.len(), encoder.width()])?;
    let result = serde_json::json!({
        "architecture": encoder.architecture(),
        "device": device.to_string(),
        "precision": precision.to_string(),
        "layers": encoder.layers(),
        "texts": texts.len(),
        "tokens": lengths.iter().sum::<usize>(),
        "batches": batches.len(),
        "truncated": tokens.iter().filter(|tokens| tokens.is_truncated()).count(),
        "unknown": tokens.iter().map(|tokens| tokens.unknown).sum::<usize>(),
        "seconds": tokenize_seconds + compute_seconds,
        "compute_seconds": compute_seconds,
        "cpu_seconds": tokenize_cpu + compute_cpu,
    });
    println!("{result}");
    Ok(())
}

/// The value of an option, or its default.
fn option<T: Default + FromStr>(options: &[String], name: &str) -> Result<T, Box<dyn Error>>
where
    T::Err: Error + 'static,
{
    match options.chunks(2).find(|pair| pair[0] == name) {
        Some([_, value]) => Ok(value.parse()?),
        Some(_) => Err(USAGE.into()),
        None => Ok(T::default()),
    }
}

/// For each layer, `width` numbers for each text.
fn features(
    encoder: &Encoder,
    sequences: &[Sequence],
    batches: &[Vec<usize>],
    pooling: &Pooling,
) -> Result<Vec<Vec<f32>>, ModelError> {
    let width = encoder.width();
    let mut layers = vec![vec![0.0; sequences.len() * width]; encoder.layers()];
    for batch in batches {
        let texts: Vec<Sequence> = batch.iter().map(|&at| sequences[at].clone()).collect();
        for (layer, features) in layers.iter_mut().zip(encoder.features(&texts, pooling)?) {
            for (&at, vector) in batch.iter().zip(features.chunks_exact(width)) {
                layer[at * width..(at + 1) * width].copy_from_slice(vector);
            }
        }
    }
    Ok(layers)
}

fn write(out: &str, layers: &[Vec<f32>], shape: [usize; 2]) -> Result<(), Box<dyn Error>> {
    let bytes: Vec<Vec<u8>> =
        layers.iter().map(|layer| layer.iter().flat_map(|value| value.to_le_bytes()).collect()).collect();
    let views = bytes.iter().enumerate().map(|(layer, bytes)| {
        TensorView::new(Dtype::F32, shape.to_vec(), bytes).map(|view| (format!("layer.{layer}"), view))
    });
    fs::write(out, serialize(views.collect::<Result<Vec<_>, _>>()?, None)?)?;
    Ok(())
}

/// CPU time of all threads so far, in steps of a hundredth of a second.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let statistics = fs::read_to_string("/proc/self/stat")?;
    // The name of the program, in brackets, may hold spaces; user and system time are the 12th and 13th numbers behind it.
    let (_, numbers) = statistics.rsplit_once(')').ok_or("no statistics")?;
    let ticks = numbers.split_whitespace().skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}
