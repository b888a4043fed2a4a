//! What training needs beside slopes: dropout, files, the same bits for any number of threads; and that something is learnt.

use examen_tensor::{
    Adam, Attention, Dropout, Labels, LstmWeights, NamedValues, Noise, Optimiser, Parameters, Rule, Tensor,
    TensorError, TensorFile, attention, bilstm, cross_entropy, dropout, embedding, layer_norm, linear, top_k,
};

use crate::case::placement;

fn tensor<const RANK: usize>(values: Vec<f32>, shape: [usize; RANK]) -> Tensor<RANK> {
    Tensor::from_values(values, shape).unwrap()
}

fn drawn(name: &str, shape: &[usize], seed: u64) -> NamedValues {
    let count: usize = shape.iter().product();
    let number = |at: usize| {
        let mixed = (at as u64 + 1).wrapping_mul(seed * 2 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    let values = (0..count).map(|at| 0.5 * number(at)).collect();
    NamedValues { name: name.to_owned(), shape: shape.to_vec(), values }
}

/// Reads words of two kinds and tells of which kind the last and the first are together: it has to remember.
struct Reader {
    sequences: Vec<Vec<u32>>,
    labels: Labels,
}

impl Reader {
    const LENGTH: usize = 6;
    const WIDTH: usize = 8;

    fn new() -> Self {
        let sequences: Vec<Vec<u32>> =
            (0..32u32).map(|number| (0..3 + number % 4).map(|at| (number >> (at % 5)) & 1).collect()).collect();
        let label = |words: &Vec<u32>| Some((words[0] ^ words[words.len() - 1]) as usize);
        Self { labels: Labels::new(sequences.iter().map(label).collect()), sequences }
    }

    fn parameters() -> Parameters {
        let (width, gates) = (Self::WIDTH, 4 * Self::WIDTH);
        let shapes: [(&str, &[usize]); 10] = [
            ("words", &[3, width]),
            ("there.input", &[gates, width]),
            ("there.recurrent", &[gates, width]),
            ("there.bias", &[gates]),
            ("back.input", &[gates, width]),
            ("back.recurrent", &[gates, width]),
            ("back.bias", &[gates]),
            ("norm", &[2 * width]),
            ("head.weight", &[2, 2 * width]),
            ("head.bias", &[2]),
        ];
        let weights = shapes.iter().zip(1..).map(|((name, shape), seed)| drawn(name, shape, seed));
        Parameters::new(weights, placement()).unwrap()
    }

    fn scores(&self, parameters: &Parameters, noise: &Noise, is_recorded: bool) -> Tensor<2> {
        let matrix = |name: &str| -> Tensor<2> {
            if is_recorded { parameters.recorded(name) } else { parameters.fixed(name) }.unwrap()
        };
        let vector = |name: &str| -> Tensor<1> {
            if is_recorded { parameters.recorded(name) } else { parameters.fixed(name) }.unwrap()
        };
        let (rows, lengths) = (self.sequences.len(), self.sequences.iter().map(Vec::len).collect::<Vec<_>>());
        let padded = |words: &Vec<u32>| words.iter().copied().chain([2; Self::LENGTH]).take(Self::LENGTH).collect();
        let ids: Vec<u32> = self.sequences.iter().flat_map::<Vec<u32>, _>(padded).collect();
        let words = embedding(&matrix("words"), &ids).reshape([rows, Self::LENGTH, Self::WIDTH]);
        let words = dropout(words, Dropout { share: 0.1, noise });
        let parts = ["there", "back"].map(|direction| {
            let name = |part: &str| format!("{direction}.{part}");
            (matrix(&name("input")), matrix(&name("recurrent")), vector(&name("bias")))
        });
        let weights =
            parts.each_ref().map(|(input, recurrent, bias)| LstmWeights { input, recurrent, bias: Some(bias) });
        let (_, [there, back]) = bilstm(&words, &lengths, weights);
        let ends = Tensor::concat(vec![there.hidden, back.hidden], 1);
        let normed = layer_norm(ends, &vector("norm"), None, 1e-5);
        linear(normed, &matrix("head.weight"), Some(&vector("head.bias")))
    }

    /// The losses of some steps, and what was learnt.
    fn learn(&self, steps: u64) -> (Vec<f32>, Parameters) {
        let mut parameters = Self::parameters();
        let mut optimiser = Optimiser::new(Rule::AdamW(Adam { decay: 0.01, ..Adam::default() }), &parameters);
        let mut losses = Vec::new();
        for step in 0..steps {
            let scores = self.scores(&parameters, &Noise::new(step), true);
            let loss = cross_entropy(&scores, &self.labels);
            let mut gradients = parameters.gradients(&loss).unwrap();
            gradients.clip(1.0).unwrap();
            optimiser.step(&mut parameters, &gradients, 0.02).unwrap();
            losses.extend(loss.into_values().unwrap());
        }
        (losses, parameters)
    }
}

#[test]
fn a_network_learns() {
    let reader = Reader::new();
    let (losses, parameters) = reader.learn(150);
    assert!(losses[0] > 0.5, "{losses:?}");
    let scores = reader.scores(&parameters, &Noise::silent(), false);
    assert!(cross_entropy(&scores, &reader.labels).into_values().unwrap()[0] < 0.05);
}

#[test]
fn what_is_learnt_goes_through_a_file() {
    let (_, parameters) = Reader::new().learn(2);
    let tensors: Vec<NamedValues> = parameters.values().map(Result::unwrap).collect();
    let file = TensorFile { tensors, notes: [("steps".to_owned(), "2".to_owned())].into() };
    let bytes = file.to_bytes().unwrap();
    assert_eq!(TensorFile::from_bytes(&bytes).unwrap(), file);
    for cut in [0, 7, 8, 40, bytes.len() - 1] {
        assert!(TensorFile::from_bytes(&bytes[..cut]).is_err(), "{cut}");
    }
}

#[cfg(not(feature = "torch"))]
#[test]
fn threads_change_nothing() {
    let learnt = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (losses, parameters) = pool.install(|| Reader::new().learn(3));
        (losses, parameters.values().map(Result::unwrap).collect::<Vec<_>>())
    };
    assert_eq!(learnt(1), learnt(3));
}

#[test]
fn wrong_parameters_are_errors() {
    let weights = || [drawn("a", &[2, 3], 1), drawn("b", &[2], 2)];
    let parameters = Parameters::new(weights(), placement()).unwrap();
    assert_eq!(parameters.recorded::<1>("c").map(|_| ()), Err(TensorError::NoParameter("c".to_owned())));
    assert_eq!(
        parameters.fixed::<1>("a").map(|_| ()).unwrap_err().to_string(),
        "the parameter `a` has the shape [2, 3], not 1 axes"
    );
    let short = NamedValues { values: vec![0.0; 5], ..drawn("a", &[2, 3], 1) };
    assert!(matches!(Parameters::new([short], placement()), Err(TensorError::Shape { values: 5, .. })));
    let rule = Rule::Adam(Adam::default());
    let mut memory = Optimiser::new(rule, &parameters).memory(&parameters).unwrap();
    memory.retain(|remembered| remembered.name != "b.second");
    let error = Optimiser::resumed(rule, &parameters, 1, &memory).map(|_| ()).unwrap_err();
    assert_eq!(error, TensorError::NoParameter("b.second".to_owned()));
}

#[test]
fn a_loss_that_depends_on_nothing_has_no_slopes() {
    let parameters = Parameters::new([drawn("a", &[2], 1), drawn("b", &[2], 2)], placement()).unwrap();
    let loss = parameters.recorded::<1>("a").unwrap().sum(0);
    let slopes: Vec<Vec<f32>> =
        parameters.gradients(&loss).unwrap().values(&parameters).map(|slopes| slopes.unwrap().values).collect();
    assert_eq!(slopes, [vec![1.0, 1.0], vec![0.0, 0.0]]);
    let constant = parameters.gradients(&tensor(vec![1.0], [1])).unwrap();
    assert_eq!(constant.norm(), Ok(0.0));
}

#[test]
fn batches_add_up() {
    let parameters = Parameters::new([drawn("a", &[3], 1)], placement()).unwrap();
    let slopes = |factors: [f32; 3]| {
        let weight = parameters.recorded::<1>("a").unwrap();
        let loss = (weight.clone() * tensor(factors.to_vec(), [3]).beside(&weight)).sum(0);
        parameters.gradients(&loss).unwrap()
    };
    let mut both = slopes([1.0, 2.0, 3.0]);
    both.add(&slopes([1.0, 0.0, -1.0]));
    both.scale(0.5);
    let values: Vec<f32> = both.values(&parameters).flat_map(|slopes| slopes.unwrap().values).collect();
    assert_eq!(values, [1.0, 1.0, 1.0]);
}

#[test]
fn dropout_leaves_the_mean_and_repeats_itself() {
    let count = 20_000;
    let left = |noise: &Noise| {
        dropout(tensor(vec![1.0; count], [count]), Dropout { share: 0.25, noise }).into_values().unwrap()
    };
    let noise = Noise::new(7);
    let (first, second) = (left(&noise), left(&noise));
    assert!(first.iter().all(|&value| value == 0.0 || (value - 4.0 / 3.0).abs() < 1e-6));
    let share = first.iter().filter(|&&value| value == 0.0).count() as f64 / count as f64;
    // Four standard errors of a share of a quarter.
    assert!((share - 0.25).abs() < 4.0 * (0.25f64 * 0.75 / count as f64).sqrt(), "{share}");
    assert_ne!(first, second);
    let noise = Noise::new(7);
    assert_eq!((left(&noise), left(&noise)), (first, second));
    assert!(left(&Noise::silent()).iter().all(|&value| (value - 1.0).abs() == 0.0));
}

#[test]
fn slopes_go_back_through_what_dropout_left() {
    let parameters = Parameters::new([drawn("a", &[50], 3)], placement()).unwrap();
    let left = dropout(parameters.recorded::<1>("a").unwrap(), Dropout { share: 0.5, noise: &Noise::new(1) });
    let slopes = parameters.gradients(&left.clone().sum(0)).unwrap().values(&parameters).next().unwrap().unwrap();
    let start = parameters.fixed::<1>("a").unwrap().into_values().unwrap();
    for ((left, start), slope) in left.into_values().unwrap().into_iter().zip(start).zip(slopes.values) {
        assert!((left - start * slope).abs() < 1e-6);
    }
}

#[test]
fn slopes_of_attention_with_dropout_are_what_small_changes_make() {
    let shape = [2, 2, 5, 4];
    let names = ["q", "k", "v"];
    let weights = || (1..).zip(names).map(|(seed, name)| drawn(name, &shape, seed)).collect::<Vec<_>>();
    let attended = |weights: Vec<NamedValues>, is_recorded: bool| {
        let parameters = Parameters::new(weights, placement()).unwrap();
        let [query, key, value] = names.map(|name| -> Tensor<4> {
            if is_recorded { parameters.recorded(name) } else { parameters.fixed(name) }.unwrap()
        });
        let noise = Noise::new(11);
        let options =
            Attention { dropout: Some(Dropout { share: 0.3, noise: &noise }), causal: true, ..Attention::default() };
        let mixed = attention(&query, &key, &value, &options);
        // Squares, so that what is left out matters.
        (parameters, (mixed.clone() * mixed).reshape([80]).sum(0))
    };
    let (parameters, loss) = attended(weights(), true);
    let gradients = parameters.gradients(&loss).unwrap();
    assert!(gradients.norm().unwrap() > 0.1);
    for slopes in gradients.values(&parameters) {
        let slopes = slopes.unwrap();
        for at in [0, 17, 42, 79] {
            let changed = |change: f32| {
                let mut weights = weights();
                for weight in weights.iter_mut().filter(|weight| weight.name == slopes.name) {
                    weight.values[at] += change;
                }
                attended(weights, false).1.into_values().unwrap()[0]
            };
            let made = (changed(1e-2) - changed(-1e-2)) / 2e-2;
            assert!(
                (made - slopes.values[at]).abs() < 3e-3,
                "{} at {at}: {} is not {made}",
                slopes.name,
                slopes.values[at]
            );
        }
    }
}

#[test]
fn the_greatest_come_first() {
    let x = tensor(vec![0.5, 2.0, -1.0, 2.0, 0.0, 3.0, 1.0, -2.0], [2, 4]);
    let places = |count| {
        let of_row = |row: Vec<(u32, f32)>| row.into_iter().map(|(place, _)| place).collect::<Vec<_>>();
        top_k(&x, count).into_iter().map(of_row).collect::<Vec<_>>()
    };
    assert_eq!(places(3), [vec![1, 3, 0], vec![1, 2, 0]]);
    assert_eq!(places(9), [vec![1, 3, 0, 2], vec![1, 2, 0, 3]]);
    assert_eq!(top_k(&x, 1), [vec![(1, 2.0)], vec![(1, 3.0)]]);
}

#[cfg(feature = "torch")]
#[test]
fn in_bf16_weights_stay_f32_and_slopes_are_near() {
    use examen_tensor::{Placement, Precision};

    let slopes = |precision| {
        let placement = Placement::new(placement().device(), precision).unwrap();
        let weights = [drawn("weight", &[6, 8], 1), drawn("x", &[5, 8], 2)];
        let parameters = Parameters::new(weights, placement).unwrap();
        let made = linear(parameters.recorded::<2>("x").unwrap(), &parameters.recorded("weight").unwrap(), None);
        let loss = cross_entropy(&made, &Labels::new([0, 5, 2, 2, 1].map(Some).to_vec()));
        let values: Vec<f32> = parameters.values().flat_map(|weight| weight.unwrap().values).collect();
        let gradients = parameters.gradients(&loss).unwrap();
        (values, gradients.values(&parameters).flat_map(|slopes| slopes.unwrap().values).collect::<Vec<_>>())
    };
    let ((full_values, full), (half_values, half)) = (slopes(Precision::F32), slopes(Precision::Bf16));
    assert_eq!(full_values, half_values);
    let norm = |values: &mut dyn Iterator<Item = f32>| values.map(|value| value * value).sum::<f32>().sqrt();
    let far = norm(&mut full.iter().zip(&half).map(|(full, half)| full - half));
    let far = far / norm(&mut full.iter().copied());
    assert!(far > 0.0 && far < 1e-2, "{far}");
}
