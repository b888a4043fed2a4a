//! The flags that say which exams are made: those of all suites, and those that the suites declare themselves.

use std::ffi::OsString;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use examen_evaluation::build::{SplitBy, read_named};
use examen_runner::{SettingValue, Settings};
use examen_suites::suite::Edition;
use examen_suites::{Exam, ExamRequest, SUITES, Suite, SuiteError};
use examen_syntax::Language;

#[derive(Args)]
#[command(next_help_heading = "Which exams")]
pub(crate) struct ExamFlags {
    /// Tasks to make, or `all` (`examen list tasks` shows them) [default: the usual ones of each suite].
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    pub(crate) task: Vec<String>,

    /// Whose rules are followed: those that are sound, or those of the papers and their published data [default: clean for
    /// queries, paper for probes].
    #[arg(long, value_enum)]
    pub(crate) edition: Option<Edition>,

    /// What is in one split as a whole.
    #[arg(long, value_name = "UNIT", value_enum, default_value_t)]
    pub(crate) split_by: SplitBy,
}

/// The flags of suites, as each of them declares them.
pub(crate) struct SuiteFlags {
    matches: ArgMatches,
}

impl Args for SuiteFlags {
    fn augment_args(command: Command) -> Command {
        SUITES.iter().fold(command, |command, suite| (suite.add_flags)(command))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SuiteFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self { matches: matches.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.matches = matches.clone();
        Ok(())
    }
}

impl SuiteFlags {
    /// The exam of a suite that the flags ask for.
    pub(crate) fn exam(&self, suite: &Suite, request: &ExamRequest<'_>) -> Result<Box<dyn Exam>, SuiteError> {
        (suite.exam)(&self.matches, request)
    }

    /// The flags that were given, as settings of a recipe.
    pub(crate) fn given(&self) -> Settings {
        let mut settings = Settings::default();
        for suite in SUITES {
            let command = flags_of(suite);
            for flag in command.get_arguments() {
                let (id, Some(long)) = (flag.get_id().as_str(), flag.get_long()) else { continue };
                if self.matches.value_source(id) != Some(ValueSource::CommandLine) {
                    continue;
                }
                let words = self.matches.get_raw(id).into_iter().flatten();
                let mut values: Vec<SettingValue> =
                    words.map(|word| SettingValue::of_word(&word.to_string_lossy())).collect();
                let value = match (flag.get_action(), values.len()) {
                    (ArgAction::SetTrue, _) => SettingValue::Switch(true),
                    (_, 1) => values.remove(0),
                    _ => SettingValue::List(values),
                };
                settings.0.insert(long.replace('-', "_"), value);
            }
        }
        settings
    }

    /// Fails when a flag was given that is of none of these suites: nothing would come of it.
    pub(crate) fn check(&self, suites: &[&Suite]) -> anyhow::Result<()> {
        for other in SUITES.iter().filter(|other| suites.iter().all(|suite| suite.name != other.name)) {
            let is_given =
                |flag: &&Arg| self.matches.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine);
            if let Some(flag) = flags_of(other).get_arguments().find(is_given).and_then(Arg::get_long) {
                let names: Vec<&str> = suites.iter().map(|suite| suite.name).collect();
                bail!("--{flag} is a flag of the suite {}, not of {}", other.name, names.join(" or "));
            }
        }
        Ok(())
    }
}

/// The flags of a suite alone.
fn flags_of(suite: &Suite) -> Command {
    (suite.add_flags)(Command::new(suite.name))
}

/// `examen build`, whose help shows the flags of the suites that the arguments name and no others.
pub(crate) fn build_for(build: Command, arguments: &[OsString]) -> Command {
    let is_named = |suite: &Suite| arguments.iter().any(|argument| *argument == *suite.name);
    SUITES.iter().filter(|suite| !is_named(suite)).fold(build, |build, suite| {
        let flags = flags_of(suite);
        flags.get_arguments().fold(build, |build, flag| build.mut_arg(flag.get_id(), |flag| flag.hide(true)))
    })
}

/// A request with the flags of all suites.
pub(crate) fn request<'r>(
    exams: &'r ExamFlags,
    seed: u64,
    limit: Option<u64>,
    languages: &'r [Language],
    is_native: bool,
) -> ExamRequest<'r> {
    ExamRequest { seed, languages, tasks: &exams.task, edition: exams.edition, limit, is_native, read: &read_named }
}

/// The names of the suites, for a list of values.
pub(crate) fn suite_names() -> PossibleValuesParser {
    PossibleValuesParser::new(SUITES.iter().map(|suite| PossibleValue::new(suite.name).help(suite.about)))
}
