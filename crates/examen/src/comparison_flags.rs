//! The flags that say how models are compared, the same wherever that is done.

use clap::Args;
use examen_evaluation::compare::{Clusters, Correction, REPLICATES, Settings};

#[derive(Args)]
#[command(next_help_heading = "How models are compared")]
pub(crate) struct ComparisonFlags {
    /// The unit that is resampled.
    #[arg(long, value_enum, default_value_t)]
    clusters: Clusters,

    /// The correction for many tests at once.
    #[arg(long, value_enum, default_value_t)]
    correction: Correction,

    /// Seed of the resamples.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Resamples for an interval.
    #[arg(long, value_name = "N", default_value_t = REPLICATES, value_parser = clap::value_parser!(u32).range(100..))]
    replicates: u32,
}

impl ComparisonFlags {
    pub(crate) const fn settings(&self) -> Settings {
        let Self { clusters, correction, seed, replicates } = *self;
        Settings { clusters, correction, seed, replicates }
    }
}
