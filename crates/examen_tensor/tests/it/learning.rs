//! Training: dropout, files, the same bits for any number of threads; and that a network learns.

use examen_tensor::{
    Adam, Algorithm, Attention, Labels, LstmWeights, Mode, NamedValues, Optimizer, Parameters, Rng, Tensor,
    TensorError, TensorFile, attention, bilstm, cross_entropy, dropout, embedding, layer_norm, linear, top_k,
};

use crate::case::placement;

fn tensor<const RANK: usize>(values: Vec<f32>, shape: [usize; RANK]) -> Tensor<RANK> {
    Tensor::from_values(values, shape).unwrap()
}

fn random(name: &str, shape: &[usize], seed: u64) -> NamedValues {
    let count: usize = shape.iter().product();
    let number = |at: usize| {
        let mixed = (at as u64 + 1).wrapping_mul(seed * 2 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    let values = (0..count).map(|at| 0.5 * number(at)).collect();
    NamedValues { name: name.to_owned(), shape: shape.to_vec(), values }
}

/// A classifier of sequences by their first and last word, which it can learn only with its states.
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
            ("forward.input", &[gates, width]),
            ("forward.recurrent", &[gates, width]),
            ("forward.bias", &[gates]),
            ("reverse.input", &[gates, width]),
            ("reverse.recurrent", &[gates, width]),
            ("reverse.bias", &[gates]),
            ("norm", &[2 * width]),
            ("head.weight", &[2, 2 * width]),
            ("head.bias", &[2]),
        ];
        let weights = shapes.iter().zip(1..).map(|((name, shape), seed)| random(name, shape, seed));
        Parameters::new(weights, placement()).unwrap()
    }

    fn scores(&self, parameters: &Parameters, mode: Mode<'_>, is_tracked: bool) -> Tensor<2> {
        let matrix = |name: &str| -> Tensor<2> {
            if is_tracked { parameters.tracked(name) } else { parameters.detached(name) }.unwrap()
        };
        let vector = |name: &str| -> Tensor<1> {
            if is_tracked { parameters.tracked(name) } else { parameters.detached(name) }.unwrap()
        };
        let (rows, lengths) = (self.sequences.len(), self.sequences.iter().map(Vec::len).collect::<Vec<_>>());
        let padded = |words: &Vec<u32>| words.iter().copied().chain([2; Self::LENGTH]).take(Self::LENGTH).collect();
        let ids: Vec<u32> = self.sequences.iter().flat_map::<Vec<u32>, _>(padded).collect();
        let words = embedding(&matrix("words"), &ids).reshape([rows, Self::LENGTH, Self::WIDTH]);
        let words = dropout(words, 0.1, mode);
        let parts = ["forward", "reverse"].map(|direction| {
            let name = |part: &str| format!("{direction}.{part}");
            (matrix(&name("input")), matrix(&name("recurrent")), vector(&name("bias")))
        });
        let weights =
            parts.each_ref().map(|(input, recurrent, bias)| LstmWeights { input, recurrent, bias: Some(bias) });
        let (_, [forward, reverse]) = bilstm(&words, &lengths, weights);
        let ends = Tensor::concat(vec![forward.hidden, reverse.hidden], 1);
        let normed = layer_norm(ends, &vector("norm"), None, 1e-5);
        linear(normed, &matrix("head.weight"), Some(&vector("head.bias")))
    }

    /// The losses of some steps, and the trained parameters.
    fn learn(&self, steps: u64) -> (Vec<f32>, Parameters) {
        let mut parameters = Self::parameters();
        let mut optimizer =
            Optimizer::new(Algorithm::AdamW(Adam { weight_decay: 0.01, ..Adam::default() }), &parameters);
        let mut losses = Vec::new();
        for step in 0..steps {
            let scores = self.scores(&parameters, Mode::Train(&Rng::new(step)), true);
            let loss = cross_entropy(&scores, &self.labels);
            let mut gradients = parameters.gradients(&loss).unwrap();
            gradients.clip_norm(1.0).unwrap();
            optimizer.step(&mut parameters, &gradients, 0.02).unwrap();
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
    let scores = reader.scores(&parameters, Mode::Eval, false);
    assert!(cross_entropy(&scores, &reader.labels).into_values().unwrap()[0] < 0.05);
}

#[test]
fn trained_parameters_go_through_a_file() {
    let (_, parameters) = Reader::new().learn(2);
    let tensors: Vec<NamedValues> = parameters.values().map(Result::unwrap).collect();
    let file = TensorFile { tensors, metadata: [("steps".to_owned(), "2".to_owned())].into() };
    let bytes = file.to_bytes().unwrap();
    assert_eq!(TensorFile::from_bytes(&bytes).unwrap(), file);
    for cut in [0, 7, 8, 40, bytes.len() - 1] {
        assert!(TensorFile::from_bytes(&bytes[..cut]).is_err(), "{cut}");
    }
}

#[cfg(not(feature = "torch"))]
#[test]
fn threads_change_nothing() {
    let trained = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (losses, parameters) = pool.install(|| Reader::new().learn(3));
        (losses, parameters.values().map(Result::unwrap).collect::<Vec<_>>())
    };
    assert_eq!(trained(1), trained(3));
}

#[test]
fn wrong_parameters_are_errors() {
    let weights = || [random("a", &[2, 3], 1), random("b", &[2], 2)];
    let parameters = Parameters::new(weights(), placement()).unwrap();
    assert_eq!(parameters.tracked::<1>("c").map(|_| ()), Err(TensorError::NoParameter("c".to_owned())));
    assert_eq!(
        parameters.detached::<1>("a").map(|_| ()).unwrap_err().to_string(),
        "the parameter `a` has the shape [2, 3], not 1 axes"
    );
    let short = NamedValues { values: vec![0.0; 5], ..random("a", &[2, 3], 1) };
    assert!(matches!(Parameters::new([short], placement()), Err(TensorError::Shape { values: 5, .. })));
    let algorithm = Algorithm::Adam(Adam::default());
    let mut state = Optimizer::new(algorithm, &parameters).state(&parameters).unwrap();
    state.retain(|moment| moment.name != "b.second_moment");
    let error = Optimizer::resume(algorithm, &parameters, 1, &state).map(|_| ()).unwrap_err();
    assert_eq!(error, TensorError::NoParameter("b.second_moment".to_owned()));
}

#[test]
fn gradients_are_zero_where_a_loss_does_not_depend() {
    let parameters = Parameters::new([random("a", &[2], 1), random("b", &[2], 2)], placement()).unwrap();
    let loss = parameters.tracked::<1>("a").unwrap().sum(0);
    let gradients: Vec<Vec<f32>> =
        parameters.gradients(&loss).unwrap().values(&parameters).map(|gradients| gradients.unwrap().values).collect();
    assert_eq!(gradients, [vec![1.0, 1.0], vec![0.0, 0.0]]);
    let mut constant = parameters.gradients(&tensor(vec![1.0], [1])).unwrap();
    assert_eq!(constant.clip_norm(1.0).unwrap().into_values(), Ok(vec![0.0]));
}

#[test]
fn batches_add_up() {
    let parameters = Parameters::new([random("a", &[3], 1)], placement()).unwrap();
    let gradients = |factors: [f32; 3]| {
        let weight = parameters.tracked::<1>("a").unwrap();
        let loss = (weight.clone() * tensor(factors.to_vec(), [3]).beside(&weight)).sum(0);
        parameters.gradients(&loss).unwrap()
    };
    let mut both = gradients([1.0, 2.0, 3.0]);
    both.add(&gradients([1.0, 0.0, -1.0]));
    both.scale(0.5);
    let values: Vec<f32> = both.values(&parameters).flat_map(|gradients| gradients.unwrap().values).collect();
    assert_eq!(values, [1.0, 1.0, 1.0]);
}

#[test]
fn dropout_leaves_the_mean_and_repeats_itself() {
    let count = 20_000;
    let kept = |mode| dropout(tensor(vec![1.0; count], [count]), 0.25, mode).into_values().unwrap();
    let rng = Rng::new(7);
    let (first, second) = (kept(Mode::Train(&rng)), kept(Mode::Train(&rng)));
    assert!(first.iter().all(|&value| value == 0.0 || (value - 4.0 / 3.0).abs() < 1e-6));
    let rate = first.iter().filter(|&&value| value == 0.0).count() as f64 / count as f64;
    // Four standard errors of a rate of a quarter.
    assert!((rate - 0.25).abs() < 4.0 * (0.25f64 * 0.75 / count as f64).sqrt(), "{rate}");
    assert_ne!(first, second);
    let rng = Rng::new(7);
    assert_eq!((kept(Mode::Train(&rng)), kept(Mode::Train(&rng))), (first, second));
    assert!(kept(Mode::Eval).iter().all(|&value| (value - 1.0).abs() == 0.0));
}

#[test]
fn gradients_pass_through_what_dropout_kept() {
    let parameters = Parameters::new([random("a", &[50], 3)], placement()).unwrap();
    let kept = dropout(parameters.tracked::<1>("a").unwrap(), 0.5, Mode::Train(&Rng::new(1)));
    let gradient = parameters.gradients(&kept.clone().sum(0)).unwrap().values(&parameters).next().unwrap().unwrap();
    let start = parameters.detached::<1>("a").unwrap().into_values().unwrap();
    for ((kept, start), gradient) in kept.into_values().unwrap().into_iter().zip(start).zip(gradient.values) {
        assert!((kept - start * gradient).abs() < 1e-6);
    }
}

#[test]
fn gradients_of_attention_with_dropout_are_finite_differences() {
    let shape = [2, 2, 5, 4];
    let names = ["q", "k", "v"];
    let weights = || (1..).zip(names).map(|(seed, name)| random(name, &shape, seed)).collect::<Vec<_>>();
    let attended = |weights: Vec<NamedValues>, is_tracked: bool| {
        let parameters = Parameters::new(weights, placement()).unwrap();
        let [query, key, value] = names.map(|name| -> Tensor<4> {
            if is_tracked { parameters.tracked(name) } else { parameters.detached(name) }.unwrap()
        });
        let rng = Rng::new(11);
        let options = Attention { dropout: 0.3, mode: Mode::Train(&rng), causal: true, ..Attention::default() };
        let mixed = attention(&query, &key, &value, &options);
        // Squares, so that what is dropped matters.
        (parameters, (mixed.clone() * mixed).reshape([80]).sum(0))
    };
    let (parameters, loss) = attended(weights(), true);
    let mut gradients = parameters.gradients(&loss).unwrap();
    assert!(gradients.clip_norm(f32::INFINITY).unwrap().into_values().unwrap()[0] > 0.1);
    for gradient in gradients.values(&parameters) {
        let gradient = gradient.unwrap();
        for at in [0, 17, 42, 79] {
            let changed = |change: f32| {
                let mut weights = weights();
                for weight in weights.iter_mut().filter(|weight| weight.name == gradient.name) {
                    weight.values[at] += change;
                }
                attended(weights, false).1.into_values().unwrap()[0]
            };
            let made = (changed(1e-2) - changed(-1e-2)) / 2e-2;
            assert!(
                (made - gradient.values[at]).abs() < 3e-3,
                "{} at {at}: {} is not {made}",
                gradient.name,
                gradient.values[at]
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
fn in_bf16_parameters_stay_f32_and_gradients_are_near() {
    use examen_tensor::{Placement, Precision};

    let gradients = |precision| {
        let placement = Placement::new(placement().device(), precision).unwrap();
        let weights = [random("weight", &[6, 8], 1), random("x", &[5, 8], 2)];
        let parameters = Parameters::new(weights, placement).unwrap();
        let made = linear(parameters.tracked::<2>("x").unwrap(), &parameters.tracked("weight").unwrap(), None);
        let loss = cross_entropy(&made, &Labels::new([0, 5, 2, 2, 1].map(Some).to_vec()));
        let values: Vec<f32> = parameters.values().flat_map(|weight| weight.unwrap().values).collect();
        let gradients = parameters.gradients(&loss).unwrap();
        (values, gradients.values(&parameters).flat_map(|gradients| gradients.unwrap().values).collect::<Vec<_>>())
    };
    let ((full_values, full), (half_values, half)) = (gradients(Precision::F32), gradients(Precision::Bf16));
    assert_eq!(full_values, half_values);
    let norm = |values: &mut dyn Iterator<Item = f32>| values.map(|value| value * value).sum::<f32>().sqrt();
    let far = norm(&mut full.iter().zip(&half).map(|(full, half)| full - half));
    let far = far / norm(&mut full.iter().copied());
    assert!(far > 0.0 && far < 1e-2, "{far}");
}
