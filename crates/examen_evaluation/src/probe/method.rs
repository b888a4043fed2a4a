//! Methods of probing a layer.

use clap::ValueEnum;
use examen_models::probing::Protocol;

/// A method of probing a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum ProbeMethod {
    /// Online coding: how much shorter labels become given the layer.
    Mdl,
    /// INSPECT's protocol as its authors ran it: Adam on raw features, for 20 epochs.
    Paper,
    /// INSPECT's protocol as its text has it: the same with early stopping.
    PaperText,
    /// Logistic regression on standardised features, to convergence.
    Standard,
}

impl ProbeMethod {
    /// Returns the word on the command line, in names of files and in results.
    pub const fn name(self) -> &'static str {
        match self.protocol() {
            Some(protocol) => protocol.name(),
            None => "mdl",
        }
    }

    /// Returns how a classifier is fitted, if one is scored.
    pub const fn protocol(self) -> Option<Protocol> {
        match self {
            Self::Mdl => None,
            Self::Paper => Some(Protocol::Paper),
            Self::PaperText => Some(Protocol::PaperText),
            Self::Standard => Some(Protocol::Standard),
        }
    }

    /// Returns whether tasks about a token use the state of that token in place of the one that summarises the text: INSPECT's
    /// article does, and its authors' scripts do not.
    pub fn takes_asked_token(self) -> bool {
        self != Self::Paper
    }
}
