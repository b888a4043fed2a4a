//! Progress of long work: a bar on a terminal, a line now and then elsewhere.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use examen_corpus::{Progress, ProgressHook};
use examen_data::{counted, grouped};
use examen_report::visible::visible;
use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use examen_evaluation::{Context, Observer, StageProgress, Steps};

/// How often plain lines are written.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// How long work must have gone on before the time that is left is told.
const FIRST_GUESS: Duration = Duration::from_secs(3);

/// What is done while a corpus is read.
const READING: &str = "reading code";

/// The terminal that the program was started from.
pub(crate) struct Terminal {
    /// Says nothing but errors.
    pub(crate) is_quiet: bool,
    /// Shows how far long work has come. Lines come by the clock, so whoever compares output turns them off.
    pub(crate) has_progress: bool,
    /// The stage of a run that goes on, in words; empty outside of runs.
    stage: Mutex<String>,
}

impl Terminal {
    pub(crate) const fn new(is_quiet: bool, has_progress: bool) -> Self {
        Self { is_quiet, has_progress, stage: Mutex::new(String::new()) }
    }

    /// What is done, with the stage that it is part of.
    fn with_stage(&self, what: &str) -> String {
        let stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if stage.is_empty() { what.to_owned() } else { format!("{what} ({stage})") }
    }
}

impl Observer for Terminal {
    fn remark(&self, text: &str) {
        if !self.is_quiet {
            anstream::eprintln!("{}", visible(text));
        }
    }

    fn reading(&self) -> Option<ProgressHook> {
        if !self.has_progress {
            return None;
        }
        let what = self.with_stage(READING);
        if std::io::stderr().is_terminal() { Some(bar(what)) } else { Some(lines(what)) }
    }

    fn start(&self, total: u64, unit: &'static str) -> Box<dyn Steps> {
        Box::new(CountedSteps::new(self.has_progress, total, self.with_stage(unit)))
    }

    /// On a terminal the stage stands beside the progress of its work, which goes again; elsewhere it is a line.
    fn stage(&self, stage: &StageProgress<'_>) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage_words(stage);
        if self.has_progress && !std::io::stderr().is_terminal() {
            anstream::eprintln!("{}", visible(&stage_words(stage)));
        }
    }
}

/// A hook for reading a corpus whose results go to standard output, where a bar would draw over them.
pub(crate) fn reading_beside_output(context: &Context<'_>) -> Option<ProgressHook> {
    if std::io::stdout().is_terminal() { None } else { context.observer.reading() }
}

/// How far a run has come, in words.
fn stage_words(stage: &StageProgress<'_>) -> String {
    let left = stage.seconds_left.map(|seconds| HumanDuration(Duration::from_secs_f64(seconds.ceil().max(1.0))));
    let left = left.map(|left| format!(", {left} left in all")).unwrap_or_default();
    format!("stage {} of {}, {}{left}", stage.number, stage.of, stage.name)
}

/// A bar with what is done in words before the time that is left.
fn style() -> Option<ProgressStyle> {
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {prefix}: {msg}{left}").ok()?;
    Some(style.with_key("left", |state: &ProgressState, out: &mut dyn Write| {
        // Writing to a terminal's line cannot fail.
        let _ = out.write_str(&time_left(state.elapsed(), state.pos(), state.len().unwrap_or_default()));
    }))
}

/// The time that is left, in words; nothing before it can be known.
fn time_left(elapsed: Duration, done: u64, total: u64) -> String {
    if elapsed < FIRST_GUESS || done == 0 || done >= total || done * 50 < total {
        return String::new();
    }
    let seconds = elapsed.as_secs_f64() * (total - done) as f64 / done as f64;
    format!(", {} left", HumanDuration(Duration::from_secs_f64(seconds.ceil())))
}

fn bar(what: String) -> ProgressHook {
    let bar = ProgressBar::new(0);
    if let Some(style) = style() {
        bar.set_style(style);
    }
    bar.set_prefix(what);
    ProgressHook::new(move |progress| {
        bar.set_length(progress.units_total);
        bar.set_position(progress.units_done);
        bar.set_message(message(progress));
        if progress.units_done >= progress.units_total {
            bar.finish_and_clear();
        }
    })
}

fn lines(what: String) -> ProgressHook {
    let last = Mutex::new(Instant::now());
    ProgressHook::new(move |progress| {
        let Ok(mut last) = last.lock() else { return };
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            let (done, total) = (grouped(progress.units_done), grouped(progress.units_total));
            anstream::eprintln!("{what}, {done} of {total}: {}", message(progress));
        }
    })
}

fn message(progress: &Progress) -> String {
    let bytes = HumanBytes(progress.bytes);
    format!("{}, {bytes}, {} skipped", counted(progress.files, "file", "files"), grouped(progress.skipped))
}

/// Progress of work whose amount is known, counted in some unit.
struct CountedSteps {
    bar: Option<ProgressBar>,
    lines: Mutex<(Instant, u64)>,
    total: u64,
    unit: String,
    has_lines: bool,
}

impl CountedSteps {
    fn new(is_wanted: bool, total: u64, unit: String) -> Self {
        let is_shown = is_wanted && std::io::stderr().is_terminal();
        let bar = is_shown.then(|| ProgressBar::new(total));
        if let (Some(bar), Some(style)) = (&bar, style()) {
            bar.set_style(style);
            bar.set_prefix(unit.clone());
            bar.set_message(counts(0, total));
        }
        let has_lines = is_wanted && bar.is_none();
        Self { bar, lines: Mutex::new((Instant::now(), 0)), total, unit, has_lines }
    }
}

fn counts(done: u64, total: u64) -> String {
    format!("{} of {}", grouped(done), grouped(total))
}

impl Steps for CountedSteps {
    fn add(&self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(done);
            bar.set_message(counts(bar.position(), self.total));
            return;
        }
        let Ok(mut lines) = self.lines.lock() else { return };
        lines.1 += done;
        if self.has_lines && lines.0.elapsed() >= LINE_EVERY {
            lines.0 = Instant::now();
            anstream::eprintln!("{}: {}", self.unit, counts(lines.1, self.total));
        }
    }
}

impl Drop for CountedSteps {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_only_where_they_are_wanted() {
        assert!(!CountedSteps::new(false, 10, "texts".to_owned()).has_lines);
    }

    #[test]
    fn time_is_told_when_it_can_be_known() {
        let left = |seconds, done, total| time_left(Duration::from_secs(seconds), done, total);
        assert_eq!(left(1, 50, 100), "", "too early");
        assert_eq!(left(60, 0, 100), "", "nothing is done");
        assert_eq!(left(60, 1, 100), "", "too little is done");
        assert_eq!(left(60, 100, 100), "", "all is done");
        assert_eq!(left(60, 50, 100), ", 60 seconds left");
        assert_eq!(counts(1_480, 56_369), "1,480 of 56,369");
        let stage = StageProgress { name: "build-names", number: 5, of: 17, seconds_left: Some(41.2) };
        assert_eq!(stage_words(&stage), "stage 5 of 17, build-names, 42 seconds left in all");
    }
}
