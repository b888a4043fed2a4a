//! Steps of training, timed: `train_steps NAME [--device cpu|cuda] [--precision f32|bf16] [--rounds N]`.
//!
//! NAME is a network with its batch: `encoder`, `fine_tune`, `bilstm`, `code2vec`, `code2vec_large`, `copy`. A step is a
//! forward pass, a backward pass and `AdamW`. Prints JSON: the least seconds of a step by the clock, the median, the mean CPU seconds, and the loss
//! of the last. Two steps are made before the clock starts. `benches/train_cost.py` holds it against PyTorch.
#![expect(clippy::print_stdout, reason = "standard output is where the result belongs")]

use std::error::Error;
use std::fs;
use std::str::FromStr;
use std::time::Instant;

use examen_tensor::{
    Adam, Algorithm, Attention, Device, Labels, LstmWeights, NamedValues, Optimizer, Parameters, Placement, Precision,
    Tensor, TensorError, attention, bilstm, cross_entropy, embedding, gather, gelu, join_heads, layer_norm, linear,
    scatter_add, softmax, split_heads, tanh,
};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "train_steps NAME [--device cpu|cuda] [--precision f32|bf16] [--rounds N]";

/// Steps that are not timed: the first ones are slow.
const WARM_UP: usize = 2;

/// A name, and a shape.
type Weight = (String, Vec<usize>);

/// From weights to a loss.
type Loss = dyn Fn(&Parameters) -> Result<Tensor<1>, TensorError>;

/// A network with a batch.
struct Work {
    weights: Vec<Weight>,
    loss: Box<Loss>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, options @ ..] = arguments.as_slice() else { return Err(USAGE.into()) };
    let (device, precision): (Device, Precision) = (option(options, "--device")?, option(options, "--precision")?);
    let placement = Placement::new(device, precision)?;
    let rounds = option::<usize>(options, "--rounds")?.max(1);
    let work = match name.as_str() {
        "encoder" => encoder(&Size { layers: 3, width: 512, heads: 8, inner: 2_048, words: 8_000 }, 8, 256),
        "fine_tune" => encoder(&Size { layers: 12, width: 768, heads: 12, inner: 3_072, words: 50_265 }, 16, 1_024),
        "bilstm" => two_directions(64, 100, 256, placement)?,
        "code2vec" => code2vec(64, 100, [50_000, 50_000, 20_000]),
        "code2vec_large" => code2vec(512, 200, [300_000, 300_000, 150_000]),
        "copy" => copy(512, 150, 10_000, placement)?,
        _ => return Err(USAGE.into()),
    };
    let mut parameters = Parameters::new(work.weights.iter().map(initialised), placement)?;
    let mut optimizer = Optimizer::new(Algorithm::AdamW(Adam { weight_decay: 0.01, ..Adam::default() }), &parameters);
    let (mut walls, mut cpu, mut last) = (Vec::new(), 0.0, 0.0);
    for round in 0..rounds + WARM_UP {
        if round == WARM_UP {
            cpu = cpu_seconds()?;
        }
        let start = Instant::now();
        let loss = (work.loss)(&parameters)?;
        let gradients = parameters.gradients(&loss)?;
        optimizer.step(&mut parameters, &gradients, 1e-4)?;
        last = loss.into_values()?.first().copied().unwrap_or_default();
        if round >= WARM_UP {
            walls.push(start.elapsed().as_secs_f64());
        }
    }
    let cpu = (cpu_seconds()? - cpu) / rounds as f64;
    walls.sort_by(f64::total_cmp);
    let result = serde_json::json!({
        "seconds": walls[0], "median_seconds": walls[walls.len() / 2], "cpu_seconds": cpu, "loss": last,
    });
    println!("{result}");
    Ok(())
}

/// The sizes of an encoder.
struct Size {
    layers: usize,
    width: usize,
    heads: usize,
    inner: usize,
    words: usize,
}

/// An encoder that gives each token one of four labels.
fn encoder(size: &Size, rows: usize, length: usize) -> Work {
    let &Size { layers, width, heads, inner, words } = size;
    let mut weights = vec![weight("words", [words, width]), weight("places", [length, width])];
    let mut map = |name: &str, outputs, inputs| {
        weights
            .extend([weight(&format!("{name}.weight"), [outputs, inputs]), weight(&format!("{name}.bias"), [outputs])]);
    };
    for layer in 0..layers {
        for part in ["query", "key", "value", "output"] {
            map(&format!("{layer}.{part}"), width, width);
        }
        map(&format!("{layer}.up"), inner, width);
        map(&format!("{layer}.down"), width, inner);
    }
    map("head", 4, width);
    let norms = (0..layers).flat_map(|layer| [format!("{layer}.first"), format!("{layer}.second")]);
    for norm in norms.chain(["norm".to_owned()]) {
        weights.extend([weight(&format!("{norm}.weight"), [width]), weight(&format!("{norm}.bias"), [width])]);
    }
    let (ids, places) = (numbers(rows * length, words), (0..rows).flat_map(|_| 0..length as u32).collect::<Vec<_>>());
    let labels = Labels::new(numbers(rows * length, 4).into_iter().map(|label| Some(label as usize)).collect());
    let loss = move |parameters: &Parameters| {
        let mapped = |x: Tensor<3>, name: &str| -> Result<Tensor<3>, TensorError> {
            let bias = parameters.tracked(&format!("{name}.bias"))?;
            Ok(linear(x, &parameters.tracked(&format!("{name}.weight"))?, Some(&bias)))
        };
        let normed = |x: Tensor<3>, name: &str| -> Result<Tensor<3>, TensorError> {
            let bias = parameters.tracked(&format!("{name}.bias"))?;
            Ok(layer_norm(x, &parameters.tracked(&format!("{name}.weight"))?, Some(&bias), 1e-5))
        };
        let x = embedding(&parameters.tracked("words")?, &ids) + embedding(&parameters.tracked("places")?, &places);
        let mut x = normed(x.reshape([rows, length, width]), "norm")?;
        for layer in 0..layers {
            let name = |part: &str| format!("{layer}.{part}");
            let part = |part: &str| Ok::<_, TensorError>(split_heads(mapped(x.clone(), &name(part))?, heads));
            let mixed = attention(&part("query")?, &part("key")?, &part("value")?, &Attention::default());
            x = normed(x.clone() + mapped(join_heads(mixed), &name("output"))?, &name("first"))?;
            let inner = mapped(gelu(mapped(x.clone(), &name("up"))?), &name("down"))?;
            x = normed(x + inner, &name("second"))?;
        }
        Ok(cross_entropy(&mapped(x, "head")?.reshape([rows * length, 4]), &labels))
    };
    Work { weights, loss: Box::new(loss) }
}

/// An LSTM in two directions that gives each position one of four labels.
fn two_directions(rows: usize, length: usize, width: usize, placement: Placement) -> Result<Work, TensorError> {
    let mut weights = vec![weight("head", [4, 2 * width])];
    for direction in ["forward", "reverse"] {
        for part in ["input", "recurrent"] {
            weights.push(weight(&format!("{direction}.{part}"), [4 * width, width]));
        }
        weights.push(weight(&format!("{direction}.bias"), [4 * width]));
    }
    let x = initialised(&weight("x", [rows, length, width])).values;
    let x = Tensor::from_values(x, [rows, length, width])?.mul_scalar(20.0).placed(placement)?;
    let labels = Labels::new(numbers(rows * length, 4).into_iter().map(|label| Some(label as usize)).collect());
    let loss = move |parameters: &Parameters| {
        let head = parameters.tracked("head")?;
        let mut parts = Vec::new();
        for direction in ["forward", "reverse"] {
            let matrix = |part: &str| parameters.tracked::<2>(&format!("{direction}.{part}"));
            parts.push((matrix("input")?, matrix("recurrent")?, parameters.tracked(&format!("{direction}.bias"))?));
        }
        let of = |at: usize| {
            let (input, recurrent, bias) = &parts[at];
            LstmWeights { input, recurrent, bias: Some(bias) }
        };
        let (states, _) = bilstm(&x, &vec![length; rows], [of(0), of(1)]);
        Ok(cross_entropy(&linear(states, &head, None).reshape([rows * length, 4]), &labels))
    };
    Ok(Work { weights, loss: Box::new(loss) })
}

/// code2vec: attention over contexts of two tokens and a path, and a name of many.
fn code2vec(rows: usize, contexts: usize, [tokens, paths, names]: [usize; 3]) -> Work {
    const WIDTH: usize = 128;
    let weights = vec![
        weight("tokens", [tokens, WIDTH]),
        weight("paths", [paths, WIDTH]),
        weight("map", [3 * WIDTH, 3 * WIDTH]),
        weight("attention", [1, 3 * WIDTH]),
        weight("names", [names, 3 * WIDTH]),
    ];
    let (first, path) = (numbers(rows * contexts, tokens), numbers(rows * contexts, paths));
    let last: Vec<u32> = first.iter().rev().copied().collect();
    let labels = Labels::new(numbers(rows, names).into_iter().map(|label| Some(label as usize)).collect());
    let loss = move |parameters: &Parameters| {
        let (tokens, paths) = (parameters.tracked("tokens")?, parameters.tracked("paths")?);
        let parts = vec![embedding(&tokens, &first), embedding(&paths, &path), embedding(&tokens, &last)];
        let joined = tanh(linear(Tensor::concat(parts, 1), &parameters.tracked("map")?, None));
        let scores = linear(joined.clone(), &parameters.tracked("attention")?, None).reshape([rows, contexts]);
        let weights = softmax(scores).reshape([rows, 1, contexts]);
        let code = weights.matmul(joined.reshape([rows, contexts, 3 * WIDTH])).reshape([rows, 3 * WIDTH]);
        Ok(cross_entropy(&linear(code, &parameters.tracked("names")?, None), &labels))
    };
    Work { weights, loss: Box::new(loss) }
}

/// Words that are copied from positions: probabilities added up by word.
fn copy(rows: usize, places: usize, words: usize, placement: Placement) -> Result<Work, TensorError> {
    const WIDTH: usize = 512;
    let weights = vec![weight("weight", [places, WIDTH]), weight("bias", [places])];
    let x = initialised(&weight("x", [rows, WIDTH])).values;
    let x = Tensor::from_values(x, [rows, WIDTH])?.mul_scalar(20.0).placed(placement)?;
    let held = numbers(rows * places, words);
    let wanted: Vec<u32> = held.iter().step_by(places).copied().collect();
    let loss = move |parameters: &Parameters| {
        let weight = parameters.tracked("weight")?;
        let weights = softmax(linear(x.clone(), &weight, Some(&parameters.tracked("bias")?)));
        let found = gather(&scatter_add(&weights, &held, words), &wanted);
        Ok(found.add_scalar(1e-8).log().mean(0).mul_scalar(-1.0).reshape([1]))
    };
    Ok(Work { weights, loss: Box::new(loss) })
}

fn weight<const RANK: usize>(name: &str, shape: [usize; RANK]) -> Weight {
    (name.to_owned(), shape.to_vec())
}

/// Numbers between -0.05 and 0.05; norms are 1 and biases 0.
fn initialised((name, shape): &Weight) -> NamedValues {
    let count: usize = shape.iter().product();
    let is_norm = name.ends_with("weight") && shape.len() == 1;
    let values = match (is_norm, name.ends_with("bias")) {
        (true, _) => vec![1.0; count],
        (_, true) => vec![0.0; count],
        _ => numbers(count, 10_001).into_iter().map(|number| number as f32 / 1e5 - 0.05).collect(),
    };
    NamedValues { name: name.clone(), shape: shape.clone(), values }
}

/// So many numbers below a limit, always the same.
fn numbers(count: usize, limit: usize) -> Vec<u32> {
    let mut state = 42u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % limit as u64) as u32
    };
    (0..count).map(|_| next()).collect()
}

fn option<T: FromStr + Default>(options: &[String], name: &str) -> Result<T, Box<dyn Error>>
where
    T::Err: Error + 'static,
{
    match options.iter().position(|option| option == name) {
        Some(at) => Ok(options.get(at + 1).ok_or(USAGE)?.parse()?),
        None => Ok(T::default()),
    }
}

/// The seconds that all threads of this process have computed, in ticks of a hundredth, as Linux counts them.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let statistics = fs::read_to_string("/proc/self/stat")?;
    // The name of the program, in brackets, may hold spaces; user and system time are the 12th and 13th numbers behind it.
    let (_, numbers) = statistics.rsplit_once(')').ok_or("no statistics")?;
    let ticks = numbers.split_whitespace().skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}
