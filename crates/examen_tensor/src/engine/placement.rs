//! Devices and precisions.

use std::fmt;
use std::str::FromStr;

use super::chosen;
use crate::error::TensorError;

/// A device that computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// The processor.
    #[default]
    Cpu,
    /// The first CUDA device.
    Cuda,
}

/// The type of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits.
    #[default]
    F32,
    /// 16 bits: the range of f32 with 8 bits of precision.
    Bf16,
}

/// A device and a precision that the engine of this build has: weights are placed, and what they meet follows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    device: Device,
    precision: Precision,
}

impl Placement {
    /// A placement; an error where the engine or the machine has no such device or precision.
    pub fn new(device: Device, precision: Precision) -> Result<Self, TensorError> {
        chosen::check(device, precision)?;
        Ok(Self { device, precision })
    }

    /// The device.
    pub fn device(self) -> Device {
        self.device
    }

    /// The type of numbers.
    pub fn precision(self) -> Precision {
        self.precision
    }
}

impl FromStr for Device {
    type Err = TensorError;

    fn from_str(name: &str) -> Result<Self, TensorError> {
        match name {
            "cpu" => Ok(Self::Cpu),
            "cuda" => Ok(Self::Cuda),
            _ => Err(TensorError::UnknownDevice(name.to_owned())),
        }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
        })
    }
}

impl FromStr for Precision {
    type Err = TensorError;

    fn from_str(name: &str) -> Result<Self, TensorError> {
        match name {
            "f32" => Ok(Self::F32),
            "bf16" => Ok(Self::Bf16),
            _ => Err(TensorError::UnknownPrecision(name.to_owned())),
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
        })
    }
}
