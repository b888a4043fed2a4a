//! The flags of the `robustness` suite.

use crate::error::refuse;
use clap::{Args, ValueEnum};
use examen_suites::robustness::RewriteSettings;
use serde_json::json;

use crate::build::exam_flags::{SuiteName, name_of};
use crate::build::transform_flags::{StrengthFlag, TransformFlags};

/// Single places of a transformation in a function: most have fewer.
const PLACES: usize = 4;
/// Enough for intervals of some two points.
const EXAMPLES: u64 = 2_000;
const EXAMPLES_OF_RUN: u64 = 200;

#[derive(Args)]
#[command(next_help_heading = "The robustness suite")]
pub struct RobustnessExamFlags {
    /// The suite whose test examples are sat again, rewritten.
    #[arg(long, value_enum, default_value_t)]
    of: ResatSuite,

    /// At most so many examples of each task are rewritten.
    #[arg(long, value_name = "N", default_value_t = EXAMPLES)]
    examples: u64,

    /// At most so many single places of each transformation in each function.
    #[arg(long, value_name = "N", default_value_t = PLACES)]
    places: usize,

    #[command(flatten)]
    transforms: TransformFlags,
}

/// A suite that can be sat again.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ResatSuite {
    /// Names of functions.
    #[default]
    Names,
    /// Classes of functions.
    Probes,
    /// Spans that answer queries.
    Queries,
}

/// What is rewritten.
pub struct RobustnessExam {
    pub of: SuiteName,
    pub examples: u64,
    pub settings: RewriteSettings,
    /// All of it, for the manifest.
    pub configuration: serde_json::Value,
    /// The flags that make it again.
    pub flags: String,
}

impl RobustnessExamFlags {
    /// Those of the main job: fewer examples, so that it stays a tour.
    pub const fn of_run() -> Self {
        let transforms = TransformFlags { kind: Vec::new(), strength: StrengthFlag::Strict };
        Self { of: ResatSuite::Names, examples: EXAMPLES_OF_RUN, places: 1, transforms }
    }

    pub fn exam(&self, seed: u64) -> crate::Result<RobustnessExam> {
        if self.examples == 0 {
            refuse!("--examples 0 leaves no example: wanted a number from 1 up");
        }
        let transforms = self.transforms.transforms()?;
        let strength = self.transforms.strength;
        let mut codes: Vec<&str> = transforms.iter().map(|transform| transform.code).collect();
        codes.dedup();
        let configuration = json!({
            "of": name_of(self.of),
            "examples": self.examples,
            "places": self.places,
            "transforms": codes,
            "strength": name_of(strength),
        });
        let mut flags = vec![format!(" --of {}", name_of(self.of)), self.transforms.to_text()];
        flags.extend((self.examples != EXAMPLES).then(|| format!(" --examples {}", self.examples)));
        flags.extend((self.places != PLACES).then(|| format!(" --places {}", self.places)));
        let settings = RewriteSettings { transforms, strength: strength.strength(), places: self.places, seed };
        Ok(RobustnessExam {
            of: self.of.suite(),
            examples: self.examples,
            settings,
            configuration,
            flags: flags.concat(),
        })
    }
}

impl ResatSuite {
    const fn suite(self) -> SuiteName {
        match self {
            Self::Names => SuiteName::Names,
            Self::Probes => SuiteName::Probes,
            Self::Queries => SuiteName::Queries,
        }
    }
}
