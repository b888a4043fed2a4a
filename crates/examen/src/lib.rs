//! The command line: reads flags, calls the crates that do the work, explains their errors.
//!
//! Data goes to standard output, talk to standard error. Exit status: 0 done, 1 done but a declared check failed, 2 could
//! not run. All of it is this library, which the program and the Python package call.

mod commands;
mod comparison_flags;
#[cfg(feature = "endpoints")]
mod endpoint_flags;
mod panics;
mod printing;
mod progress;
mod source_flags;
mod status;
mod suite_flags;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clap::builder::FalseyValueParser;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use examen_evaluation::{Context, EvaluationError, use_threads};
use examen_report::ReportError;
use examen_report::visible::visible;

use crate::progress::Terminal;
pub use crate::status::Status;
use crate::suite_flags::build_for;

/// Sets examinations for models of code: makes them from your code, lets models predict, scores the predictions.
#[derive(Parser)]
#[command(version, about, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Threads to work on; all cores by default. Changes no result.
    #[arg(long, short = 'j', global = true, value_name = "N", env = "EXAMEN_THREADS", value_parser = threads)]
    threads: Option<NonZeroUsize>,

    /// Say nothing but errors on standard error.
    #[arg(long, short, global = true, env = "EXAMEN_QUIET", value_parser = FalseyValueParser::new())]
    quiet: bool,

    /// Say more: how long the work took. `examen run` prints all tables too.
    #[arg(long, short, global = true)]
    verbose: bool,

    /// Show no progress of long work, for logs.
    #[arg(long, global = true, env = "EXAMEN_NO_PROGRESS", value_parser = FalseyValueParser::new())]
    no_progress: bool,

    /// Whether output is coloured; `auto` colours terminals, unless `NO_COLOR` is set.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    color: clap::ColorChoice,
}

#[derive(Subcommand)]
enum Command {
    Build(commands::build::BuildCommand),
    Compare(commands::compare::CompareCommand),
    Completions(commands::completions::CompletionsCommand),
    Corpus(commands::corpus::CorpusCommand),
    Embed(commands::embed::EmbedCommand),
    Explain(commands::explain::ExplainCommand),
    Functions(commands::functions::FunctionsCommand),
    List(commands::list::ListCommand),
    #[command(alias = "metrics")]
    Measures(commands::measures::MeasuresCommand),
    Merge(commands::merge::MergeCommand),
    Metric(commands::metric::MetricCommand),
    Paths(commands::paths::PathsCommand),
    Predict(Box<commands::predict::PredictCommand>),
    Probe(commands::probe::ProbeCommand),
    Prompts(commands::prompts::PromptsCommand),
    Query(commands::query::QueryCommand),
    Questions(commands::questions::QuestionsCommand),
    Ratings(commands::ratings::RatingsCommand),
    Report(commands::report::ReportCommand),
    Run(Box<commands::run::RunCommand>),
    Score(commands::score::ScoreCommand),
    Serve(commands::serve::ServeCommand),
    Train(commands::train::TrainCommand),
    Transform(commands::transform::TransformCommand),
}

/// Makes a limit on the size of files (`ulimit -f`) an error of the write that meets it, as a full disk is. Without a handler the
/// signal would end the program without a word.
#[cfg(unix)]
fn meet_file_size_limit_as_error() {
    // Where it cannot be had, the program ends as others do.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Does what the arguments say, the name of the program first. Where they are wrong, or ask for help, it says so and ends the process.
///
/// `program` is the file that all this code is in: its bytes tell versions of it apart in the records of runs.
pub fn command_line(arguments: Vec<OsString>, program: Option<&Path>) -> Status {
    #[cfg(unix)]
    meet_file_size_limit_as_error();
    panics::leave_those_of_readers_untold();
    let cli = match parsed(arguments) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    match cli.color {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let started = Instant::now();
    let terminal = Terminal::new(cli.quiet, !cli.quiet && !cli.no_progress);
    let context = Context { threads: cli.threads, observer: &terminal };
    if let Some(Err(error)) = cli.threads.map(use_threads) {
        anstream::eprintln!("error: --threads: {error}");
        return Status::CouldNotRun;
    }
    let result = panics::caught(|| run(cli.command, cli.verbose, program, &context));
    if cli.verbose {
        context.remark(format!("took {:.2} s", started.elapsed().as_secs_f64()));
    }
    match result {
        Ok(status) => status,
        Err(error) if is_broken_pipe(&error) => Status::Done,
        Err(error) => {
            anstream::eprintln!("error: {}", visible(&explained(&error)));
            Status::CouldNotRun
        }
    }
}

/// Runs a command.
fn run(command: Command, is_verbose: bool, program: Option<&Path>, context: &Context<'_>) -> anyhow::Result<Status> {
    let done = |()| Status::Done;
    match command {
        Command::Build(command) => command.run(context).map(done),
        Command::Compare(command) => command.run(context),
        Command::Completions(command) => command.run(Cli::command()).map(done),
        Command::Corpus(command) => command.run(context).map(done),
        Command::Embed(command) => command.run(context).map(done),
        Command::Explain(command) => command.run(context).map(done),
        Command::Functions(command) => command.run(context).map(done),
        Command::List(command) => command.run(context).map(done),
        Command::Measures(command) => command.run(context).map(done),
        Command::Merge(command) => command.run(context).map(done),
        Command::Metric(command) => command.run(context),
        Command::Paths(command) => command.run(context).map(done),
        Command::Predict(command) => command.run(context),
        Command::Probe(command) => command.run(context).map(done),
        Command::Prompts(command) => command.run(context).map(done),
        Command::Query(command) => command.run(context),
        Command::Questions(command) => command.run(context).map(done),
        Command::Ratings(command) => command.run(context).map(done),
        Command::Report(command) => command.run(context).map(done),
        Command::Run(command) => (*command).run(is_verbose, program, context).map(done),
        Command::Score(command) => command.run(context),
        Command::Serve(command) => command.run(context).map(done),
        Command::Train(command) => command.run(context).map(done),
        Command::Transform(command) => command.run(context),
    }
}

fn parsed(mut arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let command = || Cli::command().mut_subcommand("build", |build| build_for(build, &arguments));
    let matches = match command().try_get_matches_from(&arguments) {
        // clap shows the help of a command without arguments, but not where a variable of the environment has set a flag.
        Err(error) if error.kind() == clap::error::ErrorKind::MissingSubcommand => {
            let mut command = command();
            arguments.push("--help".into());
            let help = command.try_get_matches_from_mut(arguments).err().unwrap_or(error);
            anstream::eprint!("{}", help.render().ansi());
            std::process::exit(2);
        }
        matches => matches?,
    };
    Cli::from_arg_matches(&matches)
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "wanted a number from 1 up; without the flag all cores work".to_owned())
}

/// The error with its causes, but for those that it names itself.
fn explained(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// A reader that has seen enough, such as `head`, is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_pipe = |cause: &std::io::Error| cause.kind() == std::io::ErrorKind::BrokenPipe;
    let is_closed = |cause: &(dyn std::error::Error + 'static)| match (cause.downcast_ref(), cause.downcast_ref()) {
        (Some(EvaluationError::Io(error)), _) | (_, Some(ReportError::Io(error))) => is_pipe(error),
        _ => cause.downcast_ref::<std::io::Error>().is_some_and(is_pipe),
    };
    error.chain().any(is_closed)
}
