//! What the reference values do not show: sizes at the edge, shared values, threads.

use examen_tensor::{
    Attention, Device, Mask, Placement, Precision, Tensor, TensorError, attention, gelu, rms_norm, softmax,
};
use proptest::prelude::*;

fn tensor<const RANK: usize>(values: Vec<f32>, shape: [usize; RANK]) -> Tensor<RANK> {
    Tensor::from_values(values, shape).unwrap()
}

#[test]
fn values_must_fill_the_shape() {
    let error = Tensor::from_values(vec![0.0; 5], [2, 3]).map(|_| ()).unwrap_err();
    assert_eq!(error, TensorError::Shape { values: 5, shape: vec![2, 3] });
    assert!(Tensor::from_values(Vec::new(), [usize::MAX, 2]).is_err());
    assert!(Mask::new(vec![true; 5], 1, 2).is_err());
}

#[test]
fn devices_and_precisions_have_names() {
    for (name, device) in [("cpu", Device::Cpu), ("cuda", Device::Cuda)] {
        assert_eq!((name.parse(), device.to_string()), (Ok(device), name.to_owned()));
    }
    for (name, precision) in [("f32", Precision::F32), ("bf16", Precision::Bf16)] {
        assert_eq!((name.parse(), precision.to_string()), (Ok(precision), name.to_owned()));
    }
    assert_eq!("gpu".parse::<Device>(), Err(TensorError::UnknownDevice("gpu".to_owned())));
    assert_eq!("f16".parse::<Precision>(), Err(TensorError::UnknownPrecision("f16".to_owned())));
}

#[cfg(not(feature = "torch"))]
#[test]
fn placements_that_the_engine_does_not_have_are_refused() {
    let error = Placement::new(Device::Cuda, Precision::F32).unwrap_err();
    assert_eq!(error.to_string(), "this build has no CUDA: build with the feature `torch`");
    assert_eq!(Placement::new(Device::Cpu, Precision::Bf16), Err(TensorError::NoBf16));
    assert_eq!(Placement::new(Device::Cpu, Precision::F32), Ok(Placement::default()));
}

#[cfg(feature = "torch")]
#[test]
fn what_is_placed_is_rounded_and_what_lies_beside_it_too() {
    let bf16 = Placement::new(Device::Cpu, Precision::Bf16).unwrap();
    // bf16 has eight bits: of these numbers the last two lie halfway between two of its own, and go to the even one.
    let values = || tensor(vec![1.0, 256.0, 257.0, 259.0], [4]);
    let placed = values().placed(bf16).unwrap();
    assert_eq!(values().beside(&placed).into_values().unwrap(), [1.0, 256.0, 256.0, 260.0]);
    assert_eq!(placed.into_values().unwrap(), [1.0, 256.0, 256.0, 260.0]);
}

#[test]
fn nothing_in_nothing_out() {
    for shape in [[0, 3], [3, 0]] {
        assert_eq!(gelu(tensor(Vec::new(), shape)).into_values().unwrap(), Vec::<f32>::new());
        assert_eq!(softmax(tensor(Vec::new(), shape)).into_values().unwrap(), Vec::<f32>::new());
    }
}

#[test]
fn clones_keep_their_values() {
    let kept = tensor(vec![-1.0, 1.0], [2]);
    let changed = gelu(kept.clone()).into_values().unwrap();
    assert_eq!(kept.into_values().unwrap(), [-1.0, 1.0]);
    assert!(changed[0] < 0.0 && changed[0] > -0.2);
}

#[test]
fn a_view_is_changed_by_its_own_values() {
    let table = tensor((0..12u8).map(f32::from).collect(), [3, 4]);
    let column = gelu(table.clone().transpose(0, 1).slice(0, 1..2)).into_values().unwrap();
    for (value, exact) in column.into_iter().zip([0.841_345, 5.0, 9.0]) {
        assert!((value - exact).abs() < 1e-4, "{value} is not {exact}");
    }
    assert_eq!(table.into_values().unwrap()[..2], [0.0, 1.0]);
}

#[test]
fn a_query_whose_keys_are_all_masked_gets_zeros() {
    let values = || tensor(vec![1.0, 2.0, 3.0, 4.0], [1, 1, 2, 2]);
    let mask = Mask::new(vec![true, true, false, false], 1, 2).unwrap();
    let options = Attention { mask: Some(&mask), ..Attention::default() };
    let out = attention(&values(), &values(), &values(), &options).into_values().unwrap();
    assert_eq!(out[..2], [0.0, 0.0]);
    assert!(out[2] > 1.0 && out[2] <= 3.0);
}

#[test]
fn padding_is_masked_as_a_key() {
    let (rows, length, width) = (3, 19, 4);
    let values =
        |salt: usize| (0..rows * length * width).map(|at| ((at * 37 + salt) % 41) as f32 / 20.0 - 1.0).collect();
    let parts: [Tensor<4>; 3] = [1, 2, 3].map(|salt| tensor(values(salt), [rows, 1, length, width]));
    let lengths = [19, 7, 1];
    let masked = lengths.iter().flat_map(|&open| (0..length * length).map(move |at| at % length >= open)).collect();
    let pairs = Mask::new(masked, rows, length).unwrap();
    let attended = |mask: &Mask| {
        let options = Attention { mask: Some(mask), ..Attention::default() };
        attention(&parts[0], &parts[1], &parts[2], &options).into_values().unwrap()
    };
    for (given, expected) in attended(&Mask::padding(&lengths, length)).iter().zip(attended(&pairs)) {
        assert!((given - expected).abs() < 1e-6, "{given} is not {expected}");
    }
}

#[test]
fn long_sequences_attend_like_short_ones() {
    // Many scores are worked on row by row: the same numbers must come out as for few.
    let (rows, length, open, width) = (5, 600, 40, 8);
    let draw = |salt: usize| -> Vec<f32> {
        (0..rows * length * width).map(|at| ((at * 2_654_435_761 + salt * 97) % 1_000) as f32 / 500.0 - 1.0).collect()
    };
    let parts = [draw(1), draw(2), draw(3)];
    let whole = |at: usize| tensor(parts[at].clone(), [rows, 1, length, width]);
    let masked = (0..rows * length * length).map(|at| at % length >= open).collect();
    let mask = Mask::new(masked, rows, length).unwrap();
    let options = Attention { mask: Some(&mask), ..Attention::default() };
    let masked = attention(&whole(0), &whole(1), &whole(2), &options).slice(2, 0..open).into_values().unwrap();
    let short = |at: usize| whole(at).slice(2, 0..open);
    let plain = attention(&short(0), &short(1), &short(2), &Attention::default()).into_values().unwrap();
    for (masked, plain) in masked.iter().zip(&plain) {
        assert!((masked - plain).abs() < 2e-6, "{masked} is not {plain}");
    }
}

proptest! {
    #[test]
    fn rows_do_not_depend_on_their_neighbours(rows in 1usize..40, width in 1usize..70, seed in 0u32..1_000) {
        let value = |at: usize| ((at as u32).wrapping_mul(747_796_405).wrapping_add(seed) % 2_001) as f32 / 500.0 - 2.0;
        let values: Vec<f32> = (0..rows * width).map(value).collect();
        let weight = tensor(vec![1.5; width], [width]);
        let together = rms_norm(tensor(values.clone(), [rows, width]), &weight, 1e-6).into_values().unwrap();
        for (row, given) in values.chunks(width).zip(together.chunks(width)) {
            let alone = rms_norm(tensor(row.to_vec(), [1, width]), &weight, 1e-6).into_values().unwrap();
            prop_assert_eq!(given, alone.as_slice());
        }
    }
}
