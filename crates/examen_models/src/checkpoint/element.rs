//! Types of numbers in checkpoints, and their bytes as f32.

/// How a number is stored, little end first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    F16,
    Bf16,
    F32,
    F64,
    I64,
    /// A whole number or a truth value of so many bytes. No network of ours has such weights, but its files may.
    Other(u8),
}

impl Element {
    /// Bytes of a number.
    pub(super) fn size(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::F32 => 4,
            Self::F64 | Self::I64 => 8,
            Self::Other(size) => usize::from(size),
        }
    }

    /// Numbers as f32; none where they are no weights.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<Vec<f32>> {
        Some(match self {
            Self::F32 => numbers(bytes, f32::from_le_bytes),
            Self::F16 => numbers(bytes, |bytes| half(u16::from_le_bytes(bytes))),
            Self::Bf16 => numbers(bytes, |bytes| f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16)),
            Self::F64 => numbers(bytes, |bytes| f64::from_le_bytes(bytes) as f32),
            Self::I64 => numbers(bytes, |bytes| i64::from_le_bytes(bytes) as f32),
            Self::Other(_) => return None,
        })
    }
}

fn numbers<const SIZE: usize>(bytes: &[u8], number: impl Fn([u8; SIZE]) -> f32) -> Vec<f32> {
    bytes.as_chunks::<SIZE>().0.iter().map(|&bytes| number(bytes)).collect()
}

/// The value of a number of 16 bits: sign, five bits of exponent, ten of fraction.
fn half(bits: u16) -> f32 {
    let bits = u32::from(bits);
    let (sign, exponent, fraction) = ((bits & 0x8000) << 16, (bits >> 10) & 0x1f, bits & 0x3ff);
    let magnitude = match exponent {
        // Too small for a leading one: multiples of 2^-24.
        0 => fraction as f32 / 16_777_216.0,
        // Infinity, or not a number.
        0x1f => f32::from_bits(0x7f80_0000 | (fraction << 13)),
        _ => f32::from_bits(((exponent + 112) << 23) | (fraction << 13)),
    };
    f32::from_bits(magnitude.to_bits() | sign)
}

#[cfg(test)]
mod tests {
    use super::{Element, half};

    #[test]
    fn halves_have_their_values() {
        let cases = [
            (0x0000, 0.0f32),
            (0x8000, -0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65_504.0),
            (0x0001, 5.960_464_5e-8),
            (0x03ff, 6.097_555e-5),
            (0x0400, 6.103_515_6e-5),
            (0x3555, 0.333_251_95),
            (0x7c00, f32::INFINITY),
        ];
        for (bits, value) in cases {
            assert_eq!(half(bits).to_bits(), value.to_bits(), "{bits:04x}");
        }
        assert!(half(0x7e00).is_nan());
    }

    #[test]
    fn bytes_become_numbers() {
        assert_eq!(Element::F32.decode(&1.5f32.to_le_bytes()), Some(vec![1.5]));
        assert_eq!(Element::Bf16.decode(&[0xc0, 0x3f]), Some(vec![1.5]));
        assert_eq!(Element::F64.decode(&(-2.5f64).to_le_bytes()), Some(vec![-2.5]));
        assert_eq!(Element::I64.decode(&7i64.to_le_bytes()), Some(vec![7.0]));
        assert_eq!(Element::Other(1).decode(&[1]), None);
    }
}
