//! The flags that say which exams are made, the same for all suites.

use crate::error::refuse;
use clap::{Args, ValueEnum};
use examen_suites::{probes, queries};

use crate::build::{NAMES_SUITE, PROBES_SUITE, QUERIES_SUITE, ROBUSTNESS_SUITE, SplitBy};

#[derive(Args)]
#[command(next_help_heading = "Which exams")]
pub struct ExamFlags {
    /// Tasks to make, or `all` (`examen list tasks` shows them) [default: the usual ones of each suite].
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    pub task: Vec<String>,

    /// Whose rules are followed: those that are sound, or those of the papers and their published data [default: clean for
    /// queries, paper for probes].
    #[arg(long, value_enum)]
    edition: Option<EditionFlag>,

    /// What is in one split as a whole.
    #[arg(long, value_enum, default_value_t)]
    pub split_by: SplitBy,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EditionFlag {
    /// Queries: labels say exactly which spans there are.
    Clean,
    /// Queries: one-character facts are lost, adjacent spans merge, and so on (docs/queries-suite.md). Probes: the
    /// definitions of the paper's text.
    Paper,
    /// Probes: what the published files show, where they differ from the paper (docs/probes-suite.md).
    Published,
}

/// A family of exams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum SuiteName {
    /// What a function is called (Java, Python).
    Names,
    /// What the layers of an encoder know of functions (Java, Python).
    Probes,
    /// Point at the spans that answer a semantic query (Python).
    Queries,
    /// Does the answer survive a change that keeps the meaning of the code? Sits another suite again (--of).
    Robustness,
}

impl SuiteName {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Names => NAMES_SUITE,
            Self::Probes => PROBES_SUITE,
            Self::Queries => QUERIES_SUITE,
            Self::Robustness => ROBUSTNESS_SUITE,
        }
    }

    fn tasks(self) -> Vec<&'static str> {
        match self {
            // Their tasks are languages, and those of the suite that is sat again.
            Self::Names | Self::Robustness => Vec::new(),
            Self::Probes => probes::TASKS.iter().map(|task| task.code).collect(),
            Self::Queries => queries::TASKS.iter().map(|task| task.name).collect(),
        }
    }

    const fn editions(self) -> &'static [EditionFlag] {
        match self {
            Self::Names | Self::Robustness => &[],
            Self::Probes => &[EditionFlag::Paper, EditionFlag::Published],
            Self::Queries => &[EditionFlag::Clean, EditionFlag::Paper],
        }
    }
}

impl ExamFlags {
    /// Fails when a task or an edition is of none of the suites.
    pub fn check(&self, suites: &[SuiteName]) -> crate::Result<()> {
        let names: Vec<&str> = suites.iter().map(|suite| suite.name()).collect();
        let tasks: Vec<&str> = suites.iter().flat_map(|suite| suite.tasks()).collect();
        if let Some(word) = self.task.iter().find(|word| *word != "all" && !tasks.contains(&word.as_str())) {
            let suites = names.join(", ");
            refuse!("there is no task `{word}` in the suite {suites}; there are {}, and `all`", tasks.join(", "));
        }
        if let Some(edition) = self.edition
            && !suites.iter().any(|suite| suite.editions().contains(&edition))
        {
            let editions = suites.iter().flat_map(|suite| suite.editions()).map(|&it| name_of(it));
            let editions: Vec<String> = editions.collect();
            refuse!(
                "the suite {} has no edition `{}`: it has {}",
                names.join(", "),
                name_of(edition),
                editions.join(", ")
            );
        }
        Ok(())
    }

    /// Whether a task was asked for.
    pub fn names(&self, task: &str) -> bool {
        self.task.iter().any(|word| word == task || word == "all")
    }

    /// The edition that was asked for, if the suite has it; its first otherwise.
    pub fn edition_of(&self, editions: &[EditionFlag]) -> EditionFlag {
        self.edition.filter(|edition| editions.contains(edition)).unwrap_or(editions[0])
    }
}

/// The word of a flag's value.
#[expect(clippy::needless_pass_by_value, reason = "the values are names and are copied")]
pub fn name_of(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}
