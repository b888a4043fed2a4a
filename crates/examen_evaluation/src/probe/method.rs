//! The ways to ask a layer.

use clap::ValueEnum;
use examen_models::probing::Protocol;

/// How a layer is asked what it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum ProbeMethod {
    /// Online coding: how much shorter labels become for somebody who knows the layer.
    Mdl,
    /// INSPECT's protocol as its authors ran it: Adam on raw features, for 20 epochs.
    Paper,
    /// INSPECT's protocol as its text has it: the same with early stopping.
    PaperText,
    /// Logistic regression on standardised features, to convergence.
    Standard,
}

impl ProbeMethod {
    /// The word on the command line, in names of files and in results.
    pub const fn name(self) -> &'static str {
        match self.protocol() {
            Some(protocol) => protocol.name(),
            None => "mdl",
        }
    }

    /// How a classifier is fitted, if one is marked.
    pub const fn protocol(self) -> Option<Protocol> {
        match self {
            Self::Mdl => None,
            Self::Paper => Some(Protocol::Paper),
            Self::PaperText => Some(Protocol::PaperText),
            Self::Standard => Some(Protocol::Standard),
        }
    }

    /// Whether the state of the token that is asked about stands for a word, and not that which sums the text up: so says the
    /// paper, and its authors' scripts do not.
    pub fn takes_asked_token(self) -> bool {
        self != Self::Paper
    }
}
