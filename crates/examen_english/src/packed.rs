//! Numbers as the data file holds them: rows of 4-bit codes with a scale each, and floats of 16 bits.

use half::f16;

/// What the codes of a row stand for, as multiples of its scale and with either sign: the levels with the least error for values that are scattered
/// like the elements of trained vectors (a normal distribution).
const LEVELS: [i8; 8] = [6, 18, 31, 44, 58, 75, 96, 127];

/// The sign of a code.
const NEGATIVE: u8 = 8;

/// The level of a code.
pub(crate) const fn level(code: u8) -> i8 {
    let level = LEVELS[(code & 7) as usize];
    if code & NEGATIVE == 0 { level } else { -level }
}

/// The code of a level.
pub(crate) fn code(level: i8) -> u8 {
    let index = LEVELS.iter().position(|other| *other == level.saturating_abs()).unwrap_or(0) as u8;
    if level < 0 { index | NEGATIVE } else { index }
}

fn nearest(value: f32) -> i8 {
    let size = value.abs();
    let index = LEVELS.windows(2).take_while(|pair| size * 2.0 > f32::from(pair[0]) + f32::from(pair[1])).count();
    if value < 0.0 { -LEVELS[index] } else { LEVELS[index] }
}

/// A row in levels and its scale, zero for a row of zeros: of several scales the one with the least squared error.
pub(crate) fn rounded(row: &[f32], levels: &mut Vec<i8>) -> f32 {
    let size = (row.iter().map(|value| value * value).sum::<f32>() / row.len().max(1) as f32).sqrt();
    let mut best = (f32::INFINITY, 0.0, vec![0; row.len()]);
    if size > 0.0 && size.is_finite() {
        for step in 0u8..6 {
            // The greatest level lies at 2.73 standard deviations; heavier ends ask for more, lighter ones for less.
            let mut scale = size * 2.7326 / 127.0 * (0.7 + 0.1 * f32::from(step));
            for _ in 0..3 {
                let codes: Vec<i8> = row.iter().map(|value| nearest(value / scale)).collect();
                let pairs = || row.iter().zip(&codes).map(|(value, level)| (*value, f32::from(*level)));
                let fitted = pairs().map(|(value, level)| value * level).sum::<f32>()
                    / pairs().map(|(_, level)| level * level).sum::<f32>();
                scale = from_half(to_half(fitted));
                let error = pairs().map(|(value, level)| (value - level * scale).powi(2)).sum::<f32>();
                if error < best.0 {
                    best = (error, scale, codes);
                }
                if scale <= 0.0 {
                    break;
                }
            }
        }
    }
    levels.extend(best.2);
    best.1
}

/// The nearest float of 16 bits; what is too great becomes the greatest.
pub(crate) fn to_half(value: f32) -> u16 {
    f16::from_f32(value.clamp(f16::MIN.to_f32(), f16::MAX.to_f32())).to_bits()
}

/// The value of a float of 16 bits; what is none, or not finite, is no number.
pub(crate) fn from_half(code: u16) -> f32 {
    let value = f16::from_bits(code).to_f32();
    if value.is_finite() { value } else { f32::NAN }
}

#[cfg(test)]
mod tests {
    use super::{code, from_half, level, rounded, to_half};

    #[test]
    fn every_finite_float_of_16_bits_is_its_own() {
        for half in (0..0x7c00).chain(0x8001..0xfc00) {
            assert_eq!(to_half(from_half(half)), half);
        }
        for (value, half) in [(1.0, 0x3c00), (-2.0, 0xc000), (65504.0, 0x7bff), (1e9, 0x7bff), (0.1, 0x2e66), (3e-8, 1)]
        {
            assert_eq!(to_half(value), half, "{value}");
        }
        assert!(from_half(0x7c00).is_nan());
    }

    #[test]
    fn codes_and_levels_are_one_to_one() {
        for number in 0..16 {
            assert_eq!(code(level(number)), number);
        }
    }

    #[test]
    fn a_row_keeps_nine_tenths_of_itself() {
        let row: Vec<f32> = (0..64).map(|number| ((number * 37 % 64) as f32 / 64.0 - 0.5).powi(3)).collect();
        let mut levels = Vec::new();
        let scale = rounded(&row, &mut levels);
        let error: f32 =
            row.iter().zip(&levels).map(|(value, level)| (value - f32::from(*level) * scale).powi(2)).sum();
        let whole: f32 = row.iter().map(|value| value * value).sum();
        assert!(error.sqrt() < 0.1 * whole.sqrt(), "{error} of {whole}");
        let mut zeros = Vec::new();
        assert!(rounded(&[0.0; 4], &mut zeros) == 0.0 && zeros == [0; 4]);
    }
}
