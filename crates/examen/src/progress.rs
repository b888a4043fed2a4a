//! Progress of long work: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use examen_corpus::{Progress, ProgressHook};
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

use examen_evaluation::{Context, Observer, Steps};

/// How often plain lines are written.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// The terminal that the program was started from.
pub(crate) struct Terminal {
    /// Says nothing but errors.
    pub(crate) is_quiet: bool,
}

impl Observer for Terminal {
    fn remark(&self, text: &str) {
        if !self.is_quiet {
            anstream::eprintln!("{text}");
        }
    }

    fn reading(&self) -> Option<ProgressHook> {
        if self.is_quiet {
            return None;
        }
        if std::io::stderr().is_terminal() { Some(bar()) } else { Some(lines()) }
    }

    fn start(&self, total: u64, unit: &'static str) -> Box<dyn Steps> {
        Box::new(CountedSteps::new(self.is_quiet, total, unit))
    }
}

/// A hook for reading a corpus whose results go to standard output, where a bar would draw over them.
pub(crate) fn reading_beside_output(context: &Context<'_>) -> Option<ProgressHook> {
    if std::io::stdout().is_terminal() { None } else { context.observer.reading() }
}

fn bar() -> ProgressHook {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}  {eta} left") {
        bar.set_style(style);
    }
    ProgressHook::new(move |progress| {
        bar.set_length(progress.units_total);
        bar.set_position(progress.units_done);
        bar.set_message(message(progress));
        if progress.units_done >= progress.units_total {
            bar.finish_and_clear();
        }
    })
}

fn lines() -> ProgressHook {
    let last = Mutex::new(Instant::now());
    ProgressHook::new(move |progress| {
        let Ok(mut last) = last.lock() else { return };
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            let (done, total) = (progress.units_done, progress.units_total);
            anstream::eprintln!("{done} of {total}: {}", message(progress));
        }
    })
}

fn message(progress: &Progress) -> String {
    let bytes = HumanBytes(progress.bytes);
    format!("{} files, {bytes}, {} skipped", progress.files, progress.skipped)
}

/// Progress of work whose amount is known, counted in some unit.
struct CountedSteps {
    bar: Option<ProgressBar>,
    lines: Mutex<(Instant, u64)>,
    total: u64,
    unit: &'static str,
}

impl CountedSteps {
    fn new(is_quiet: bool, total: u64, unit: &'static str) -> Self {
        let is_shown = !is_quiet && std::io::stderr().is_terminal();
        let bar = is_shown.then(|| ProgressBar::new(total));
        if let (Some(bar), Ok(style)) =
            (&bar, ProgressStyle::with_template("{bar:40} {percent:>3} %  {pos} of {len} {msg}  {eta} left"))
        {
            bar.set_style(style);
            bar.set_message(unit);
        }
        // Who wants quiet, or sees the bar, gets no lines.
        let has_lines = !is_quiet && bar.is_none();
        Self { bar, lines: Mutex::new((Instant::now(), 0)), total: if has_lines { total } else { 0 }, unit }
    }
}

impl Steps for CountedSteps {
    fn add(&self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(done);
            return;
        }
        let Ok(mut lines) = self.lines.lock() else { return };
        lines.1 += done;
        if self.total > 0 && lines.0.elapsed() >= LINE_EVERY {
            lines.0 = Instant::now();
            anstream::eprintln!("{} of {} {}", lines.1, self.total, self.unit);
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
