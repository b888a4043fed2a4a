//! The flags that say how models are compared, the same wherever that is done.

use clap::Args;

use examen_evaluation::compare::{Clusters, Correction, Settings};

/// Samples that are drawn for an interval.
pub(crate) const REPLICATES: u32 = 2_000;

#[derive(Args)]
#[command(next_help_heading = "How models are compared")]
pub(crate) struct ComparisonFlags {
    /// What belongs together when chance is worked out.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) clusters: Clusters,

    /// What is done about many tests at once.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) correction: Correction,

    /// What chance comes from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Samples that are drawn for an interval.
    #[arg(long, value_name = "N", default_value_t = REPLICATES, value_parser = clap::value_parser!(u32).range(100..))]
    pub(crate) replicates: u32,
}

impl ComparisonFlags {
    /// Those that nobody gave.
    pub(crate) fn usual() -> Self {
        Self { clusters: Clusters::default(), correction: Correction::default(), seed: 0, replicates: REPLICATES }
    }

    pub(crate) const fn settings(&self) -> Settings {
        Settings { clusters: self.clusters, seed: self.seed, replicates: self.replicates }
    }
}
