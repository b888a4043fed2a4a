//! The flags that say which rewrites are made, the same wherever code is rewritten.

use crate::error::refuse;
use clap::{Args, ValueEnum};
use examen_transforms::{Strength, TRANSFORMS, Transform};

#[derive(Args)]
pub struct TransformFlags {
    /// Transformations to make (`examen list transforms` shows them) [default: all].
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub kind: Vec<String>,

    /// How sure a rewrite must be.
    #[arg(long, value_enum, default_value_t)]
    pub strength: StrengthFlag,
}

/// How sure a rewrite must be.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum StrengthFlag {
    /// Results, exceptions, output and definite assignment provably stay.
    #[default]
    Strict,
    /// The rules of the paper's authors (Java): the code may not compile or mean something else.
    Paper,
}

impl StrengthFlag {
    pub const fn strength(self) -> Strength {
        match self {
            Self::Strict => Strength::Strict,
            Self::Paper => Strength::Paper,
        }
    }
}

impl TransformFlags {
    /// The transformations that are asked for, of all languages that have them in this strength.
    pub fn transforms(&self) -> crate::Result<Vec<&'static Transform>> {
        let strength = self.strength.strength();
        let is_meant = |word: &str, transform: &Transform| word.eq_ignore_ascii_case(transform.code);
        for word in &self.kind {
            let meant: Vec<_> = TRANSFORMS.iter().filter(|transform| is_meant(word, transform)).collect();
            if meant.is_empty() {
                let mut codes: Vec<&str> = TRANSFORMS.iter().map(|transform| transform.code).collect();
                codes.dedup();
                refuse!("there is no transformation `{word}`; there are {}", codes.join(", "));
            }
            if !meant.iter().any(|transform| transform.has_strength(strength)) {
                refuse!("the authors of the paper have no rule for `{word}`: leave out --strength paper");
            }
        }
        let is_asked = |transform: &&'static Transform| {
            self.kind.is_empty() || self.kind.iter().any(|word| is_meant(word, transform))
        };
        let transforms = TRANSFORMS.iter().copied().filter(is_asked);
        Ok(transforms.filter(|transform| transform.has_strength(strength)).collect())
    }

    /// The flags that differ from their defaults.
    pub fn to_text(&self) -> String {
        let kinds = (!self.kind.is_empty()).then(|| format!(" --kind {}", self.kind.join(",").to_uppercase()));
        let strength = (self.strength == StrengthFlag::Paper).then(|| " --strength paper".to_owned());
        kinds.into_iter().chain(strength).collect()
    }
}
