//! `examen run`: the main job, or what another recipe says, stage by stage.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use examen_analysis::SurveySettings;
use examen_evaluation::Context;
use examen_runner::{Overrides, Recipe, Run, RunError, RunSettings};

use crate::printing::print;
use crate::source_flags::SourceFlags;
use crate::suite_flags::{ExamFlags, SuiteFlags};

/// Do the main job: read code, ask the queries of it, make the exams of all suites, let the models that are part of the
/// program answer them, score their predictions and write a report. Or do what a recipe says (docs/recipes.md).
///
/// Without arguments it works on the corpus that is part of the program and writes into `examen-out/`. What it prints is a
/// summary: the last line is the first page of the report. All tables are in `tables.txt` too, and printed with --verbose.
///
/// It goes stage by stage. A stage that is done, and whose inputs are what they were, is not done again: a run that was interrupted
/// goes on where it was, and ends with the same bytes. Flags have the last word over the recipe, and so has `EXAMEN_SEED`.
#[derive(Args)]
#[command(after_help = "Examples:
  examen run
  examen run --from src/ --from vendor.zip --out exam
  examen run recipes/paper/codequeries-table-2.toml --from corpus/ --out table-2
  examen run --dry-run
  examen run --only build-queries")]
pub(crate) struct RunCommand {
    // Before all others: whoever takes a value takes it out of the matches.
    #[command(flatten)]
    given: Given,

    /// A recipe; without it, the main job (recipes/tour.toml).
    #[arg(value_name = "RECIPE.toml")]
    recipe: Option<PathBuf>,

    /// Code to read: files, folders, archives or tables; may be repeated.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// Folder for everything that is written.
    #[arg(long, short, value_name = "DIR", default_value = "examen-out")]
    out: PathBuf,

    /// Do only this stage, and those that it needs as far as they are not done; --dry-run lists them.
    #[arg(long, value_name = "STAGE", value_delimiter = ',')]
    only: Vec<String>,

    /// Print the stages, what is to be done, and what that is thought to take; do nothing.
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    source: SourceFlags,

    #[command(flatten)]
    survey: SurveySettings,

    #[command(flatten)]
    exams: ExamFlags,

    #[command(flatten)]
    suite_flags: SuiteFlags,
}

/// The flags that were given, on the command line or by a variable of the environment, by their ids.
struct Given(BTreeSet<String>);

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let is_given = |id: &&clap::Id| {
            matches!(matches.value_source(id.as_str()), Some(ValueSource::CommandLine | ValueSource::EnvVariable))
        };
        Ok(Self(matches.ids().filter(is_given).map(|id| id.as_str().to_owned()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Given {
    /// A value, if its flag was given.
    fn value<T>(&self, id: &str, value: T) -> Option<T> {
        self.0.contains(id).then_some(value)
    }
}

impl RunCommand {
    pub(crate) fn run(self, is_verbose: bool, program: Option<&Path>, context: &Context<'_>) -> anyhow::Result<()> {
        let (mut recipe, name) = match &self.recipe {
            None => (Recipe::tour()?, "tour".to_owned()),
            Some(path) => {
                let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
                (Recipe::read(path)?, name)
            }
        };
        self.source.apply(|id| self.given.0.contains(id), &mut recipe.sources);
        recipe.apply(&Overrides {
            from: self.from,
            seed: self.given.value("seed", self.survey.seed),
            near_duplicates: self.given.value("near_duplicates", self.survey.near_duplicates),
            tasks: self.exams.task,
            edition: self.exams.edition,
            split_by: self.given.value("split_by", self.exams.split_by),
            settings: self.suite_flags.given(),
        })?;
        let settings = RunSettings { name, out: self.out, tool: tool(program), only: self.only };
        let run = match Run::new(recipe, settings, context) {
            Err(error) => return Err(told(error)?),
            Ok(run) => run,
        };
        if self.dry_run {
            return Ok(print(&run.plan())?);
        }
        let mut show = |tables: &str| {
            if is_verbose { anstream::stdout().lock().write_all(tables.as_bytes()) } else { Ok(()) }
        };
        match run.run(context, &mut show) {
            Ok(finished) => Ok(print(&finished.screen)?),
            Err(error) => Err(told(error)?),
        }
    }
}

/// Prints the counts that an error speaks of.
fn told(error: RunError) -> anyhow::Result<anyhow::Error> {
    if let RunError::NothingToRead { counts } = &error {
        print(counts)?;
    }
    Ok(error.into())
}

/// What tells this program from any other version of it: its version and its bytes, where it can read them.
fn tool(program: Option<&Path>) -> String {
    let hashed = program.and_then(|path| examen_data::hash_file(path).ok());
    let hash = hashed.map(|(_, hash)| hash).unwrap_or_default();
    format!("{} {hash}", env!("CARGO_PKG_VERSION"))
}
