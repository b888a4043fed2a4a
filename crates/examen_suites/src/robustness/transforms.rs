//! Which transformations are made, by their codes; the same wherever code is rewritten.

use clap::{Args, ValueEnum};
use examen_data::did_you_mean;
use examen_transforms::{Strength, TRANSFORMS, Transform};
use serde::{Deserialize, Serialize};

use crate::error::SuiteError;

/// The transformations that are made, and how sure they must be.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransformSettings {
    /// Transformations to make (`examen list transforms` shows them) [default: all].
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub kind: Vec<String>,

    /// How sure a rewrite must be.
    #[arg(long, value_enum, default_value_t)]
    pub strength: StrengthChoice,
}

/// How sure a rewrite must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum StrengthChoice {
    /// Results, exceptions, output and definite assignment provably stay.
    #[default]
    Strict,
    /// The rules of the paper's authors (Java): the code may not compile or mean something else.
    Paper,
}

impl StrengthChoice {
    /// The strength.
    pub const fn strength(self) -> Strength {
        match self {
            Self::Strict => Strength::Strict,
            Self::Paper => Strength::Paper,
        }
    }
}

impl TransformSettings {
    /// The transformations that are asked for, of all languages that have them in this strength.
    pub fn transforms(&self) -> Result<Vec<&'static Transform>, SuiteError> {
        let strength = self.strength.strength();
        let is_meant = |word: &str, transform: &Transform| word.eq_ignore_ascii_case(transform.code);
        for word in &self.kind {
            let meant: Vec<_> = TRANSFORMS.iter().filter(|transform| is_meant(word, transform)).collect();
            if meant.is_empty() {
                let mut codes: Vec<&str> = TRANSFORMS.iter().map(|transform| transform.code).collect();
                codes.dedup();
                let meant = did_you_mean(word, codes.iter().copied());
                let message = format!("there is no transformation `{word}`{meant}; there are {}", codes.join(", "));
                return Err(SuiteError::Transform { message });
            }
            if !meant.iter().any(|transform| transform.has_strength(strength)) {
                let message = format!("the authors of the paper have no rule for `{word}`: leave out --strength paper");
                return Err(SuiteError::Transform { message });
            }
        }
        let is_asked = |transform: &&'static Transform| {
            self.kind.is_empty() || self.kind.iter().any(|word| is_meant(word, transform))
        };
        let transforms = TRANSFORMS.iter().copied().filter(is_asked);
        Ok(transforms.filter(|transform| transform.has_strength(strength)).collect())
    }
}

/// The transformations of a code, one for each language that has it.
pub fn transforms_named(code: &str) -> Vec<&'static Transform> {
    TRANSFORMS.iter().copied().filter(|transform| transform.code == code).collect()
}
