//! Random initialisation, as BERT's before training: matrices from a normal distribution with a standard deviation of 0.02, norms
//! 1, biases 0 (Devlin et al. 2019; `initializer_range` of its configuration).
//!
//! Each weight has a random stream of its own, which its name chooses, so that the order in which a network asks for its
//! weights changes none of them. Nothing here depends on the machine: the logarithm is not that of its C library.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const DEVIATION: f64 = 0.02;

/// The initial values of the weight of this name.
pub(super) fn values(seed: u64, name: &str, count: usize) -> Vec<f32> {
    match name.rsplit('.').collect::<Vec<_>>().as_slice() {
        ["bias", ..] => return vec![0.0; count],
        ["weight", "LayerNorm", ..] => return vec![1.0; count],
        _ => {}
    }
    normal_values(seed, name, count, DEVIATION)
}

/// Values from a normal distribution with this standard deviation, by the stream of a name.
pub(super) fn normal_values(seed: u64, name: &str, count: usize, deviation: f64) -> Vec<f32> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha8Rng::from_seed(key);
    random.set_stream(stream(name));
    let mut values = Vec::with_capacity(count + 1);
    while values.len() < count {
        values.extend(normal_pair(&mut random).map(|value| (deviation * value) as f32));
    }
    values.truncate(count);
    values
}

/// Two samples of the standard normal distribution, by Marsaglia's polar method.
fn normal_pair(random: &mut ChaCha8Rng) -> [f64; 2] {
    loop {
        let [x, y] = [(); 2].map(|()| 2.0 * random.random::<f64>() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            let factor = (-2.0 * libm::log(square) / square).sqrt();
            return [x * factor, y * factor];
        }
    }
}

/// The 64-bit FNV-1a hash of a name.
fn stream(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::{DEVIATION, stream, values};

    const MATRIX: &str = "encoder.layer.0.attention.self.query.weight";

    #[test]
    fn weights_spread_as_stated() {
        let count = 100_000;
        let sampled = values(7, MATRIX, count);
        let moment = |power: i32| {
            sampled.iter().map(|&value| (f64::from(value) / DEVIATION).powi(power)).sum::<f64>() / count as f64
        };
        // Each within four of its standard errors, which for so many numbers are the root of 1, 2, 15 and 96 by 316.
        let far = [moment(1), moment(2) - 1.0, moment(3), moment(4) - 3.0];
        for (distance, variance) in far.into_iter().zip([1.0f64, 2.0, 15.0, 96.0]) {
            assert!(distance.abs() < 4.0 * (variance / count as f64).sqrt(), "{far:?}");
        }
        assert!(values(7, "encoder.layer.0.output.dense.bias", 9).iter().all(|&value| value == 0.0));
        assert!(values(7, "encoder.layer.0.output.LayerNorm.bias", 9).iter().all(|&value| value == 0.0));
        assert!(
            values(7, "encoder.layer.0.output.LayerNorm.weight", 9).iter().all(|&value| (value - 1.0).abs() == 0.0)
        );
    }

    #[test]
    fn seed_and_name_decide() {
        let sampled = values(7, MATRIX, 5);
        assert_eq!(sampled, values(7, MATRIX, 9)[..5]);
        assert_ne!(sampled, values(8, MATRIX, 5));
        assert_ne!(sampled, values(7, "encoder.layer.0.attention.self.key.weight", 5));
        // By the definition of the hash.
        assert_eq!((stream(""), stream("a")), (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c));
    }

    #[test]
    fn the_bits_are_always_the_same() {
        let bits: Vec<u32> = values(0, MATRIX, 4).into_iter().map(f32::to_bits).collect();
        assert_eq!(bits, [3_168_452_847, 967_348_455, 3_155_241_657, 1_021_886_834]);
    }
}
