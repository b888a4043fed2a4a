//! Packed sequences, and Muon.

use examen_tensor::{
    Adam, Algorithm, Attention, Device, Muon, NamedValues, Optimizer, Packing, Parameters, Rotary, Tensor, attention,
    rotate,
};

use crate::case::placement;

const LENGTHS: [usize; 4] = [5, 1, 7, 3];
const HEADS: usize = 2;
const WIDTH: usize = 4;

fn number(at: usize, seed: usize) -> f32 {
    let mixed = ((at + 1) as u64).wrapping_mul(2 * seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as f32 / (1u64 << 23) as f32 - 1.0
}

fn named(name: &str, shape: &[usize], seed: usize) -> NamedValues {
    let values = (0..shape.iter().product()).map(|at| number(at, seed)).collect();
    NamedValues { name: name.to_owned(), shape: shape.to_vec(), values }
}

fn parameters() -> Parameters {
    let shape = [1, HEADS, LENGTHS.iter().sum(), WIDTH];
    Parameters::new(["k", "q", "v"].iter().zip(1..).map(|(name, seed)| named(name, &shape, seed)), placement()).unwrap()
}

fn rotary() -> Rotary {
    Rotary::new(8, &[1.0, 0.1], false).unwrap().placed(placement()).unwrap()
}

/// Attention with rotary positions, of all sequences at once.
fn packed(parameters: &Parameters, is_causal: bool) -> Tensor<4> {
    let packing = Packing::new(LENGTHS);
    let rotary = rotary().at(&packing.places());
    let [q, k, v] = ["q", "k", "v"].map(|name| parameters.tracked::<4>(name).unwrap());
    let options = Attention { packing: Some(&packing), causal: is_causal, ..Attention::default() };
    attention(&rotate(q, &rotary), &rotate(k, &rotary), &v, &options)
}

fn weighted_sum(x: Tensor<4>) -> Tensor<1> {
    let shape = x.shape();
    let count = shape.iter().product();
    let weights = Tensor::from_values((0..count).map(|at| number(at, 9)).collect(), [count]).unwrap().beside(&x);
    (x.reshape([count]) * weights).sum(0)
}

#[test]
fn packed_sequences_have_the_numbers_that_they_have_alone() {
    let parameters = parameters();
    for is_causal in [false, true] {
        let together = packed(&parameters, is_causal);
        for range in Packing::new(LENGTHS).ranges() {
            let own = |name: &str| parameters.detached::<4>(name).unwrap().slice(2, range.clone());
            let options = Attention { causal: is_causal, ..Attention::default() };
            let rotary = rotary();
            let alone = attention(&rotate(own("q"), &rotary), &rotate(own("k"), &rotary), &own("v"), &options);
            let part = together.clone().slice(2, range).into_values().unwrap();
            for (one, other) in part.iter().zip(alone.into_values().unwrap()) {
                assert!((one - other).abs() <= 1e-6, "{one} is not {other}");
            }
        }
    }
}

#[test]
fn gradients_of_packed_sequences_are_finite_differences() {
    const CHANGE: f32 = 1e-2;
    let own = parameters();
    let gradients = own.gradients(&weighted_sum(packed(&own, false))).unwrap();
    let values: Vec<NamedValues> = own.values().map(Result::unwrap).collect();
    for gradient in gradients.values(&own) {
        let gradient = gradient.unwrap();
        for at in (0..gradient.values.len()).step_by(11) {
            let changed = |change: f32| {
                let mut values = values.clone();
                values.iter_mut().find(|value| value.name == gradient.name).unwrap().values[at] += change;
                let parameters = Parameters::new(values, placement()).unwrap();
                weighted_sum(packed(&parameters, false)).into_values().unwrap()[0]
            };
            let made = (changed(CHANGE) - changed(-CHANGE)) / (2.0 * CHANGE);
            assert!(
                (made - gradient.values[at]).abs() < 5e-3,
                "{} at {at}: {} is not {made}",
                gradient.name,
                gradient.values[at]
            );
        }
    }
}

#[test]
fn places_and_ranges_follow_lengths() {
    let packing = Packing::new([2, 0, 3]);
    assert_eq!(packing.positions(), 5);
    assert_eq!(packing.ranges().collect::<Vec<_>>(), [0..2, 2..5]);
    assert_eq!(packing.places(), [0, 1, 0, 1, 2]);
}

/// A step of Muon in f64, from its definition: row after row, no kernels.
fn muon_step(
    weight: &mut [f64],
    momentum: &mut [f64],
    gradient: &[f32],
    [rows, columns]: [usize; 2],
    rate: f64,
    decay: f64,
) {
    let product = |left: &[f64], right: &[f64], [rows, inner, columns]: [usize; 3]| -> Vec<f64> {
        let at_place = |at: usize| {
            let (row, column) = (at / columns, at % columns);
            (0..inner).map(|at| left[row * inner + at] * right[at * columns + column]).sum()
        };
        (0..rows * columns).map(at_place).collect()
    };
    let transposed = |matrix: &[f64], [rows, columns]: [usize; 2]| -> Vec<f64> {
        (0..rows * columns).map(|at| matrix[at % rows * columns + at / rows]).collect()
    };
    let mut x = Vec::new();
    for (momentum, &gradient) in momentum.iter_mut().zip(gradient) {
        let gradient = f64::from(gradient);
        *momentum += 0.05 * (gradient - *momentum);
        x.push(0.05 * gradient + 0.95 * *momentum);
    }
    let norm = x.iter().map(|value| value * value).sum::<f64>().sqrt();
    for value in &mut x {
        *value /= norm + 1e-7;
    }
    for _ in 0..5 {
        let square = product(&x, &transposed(&x, [rows, columns]), [rows, columns, rows]);
        let fourth = product(&square, &square, [rows, rows, rows]);
        let of: Vec<f64> = square.iter().zip(&fourth).map(|(two, four)| -4.7750 * two + 2.0315 * four).collect();
        let more = product(&of, &x, [rows, rows, columns]);
        x.iter_mut().zip(more).for_each(|(value, more)| *value = 3.4445 * *value + more);
    }
    let size = 0.2 * (rows.max(columns) as f64).sqrt() * rate;
    weight.iter_mut().zip(x).for_each(|(weight, x)| *weight = *weight * (1.0 - rate * decay) - size * x);
}

#[test]
fn muon_goes_where_its_definition_goes() {
    // On a device products are taken in bf16: three steps of at most 0.01 are off by its 8 bits.
    let tolerance = if placement().device() == Device::Cuda { 2e-3 } else { 1e-4 };
    for shape in [[4usize, 6], [6, 4], [3, 3]] {
        let start = [named("layers.matrix", &shape, 3), named("vector", &[5], 4)];
        let mut weights = Parameters::new(start.clone(), placement()).unwrap();
        weights.orthogonalize(|name| name.starts_with("layers."));
        let muon = Muon { adam: Adam { weight_decay: 0.1, ..Adam::default() }, ..Muon::default() };
        let mut optimizer = Optimizer::new(Algorithm::Muon(muon), &weights);
        let mut expected: Vec<f64> = start[0].values.iter().copied().map(f64::from).collect();
        let mut momentum = vec![0.0; expected.len()];
        for step in 0..3 {
            let gradient = named("gradient", &shape, 10 + step);
            let matrix = weights.tracked::<2>("layers.matrix").unwrap();
            let given = Tensor::from_values(gradient.values.clone(), shape).unwrap().beside(&matrix);
            let vector = weights.tracked::<1>("vector").unwrap();
            let loss = (matrix * given).reshape([shape[0] * shape[1]]).sum(0) + vector.sum(0);
            let gradients = weights.gradients(&loss).unwrap();
            optimizer.step(&mut weights, &gradients, 0.02).unwrap();
            muon_step(&mut expected, &mut momentum, &gradient.values, shape, 0.02, 0.1);
        }
        let all: Vec<NamedValues> = weights.values().map(Result::unwrap).collect();
        for (value, expected) in all[0].values.iter().zip(&expected) {
            assert!((f64::from(*value) - expected).abs() < tolerance, "{shape:?}: {value} is not {expected}");
        }
        // What is no matrix goes with AdamW, by steps as long as the learning rate.
        assert!((all[1].values[0] - start[1].values[0]).abs() > 0.03);
    }
}
