//! Progress of long work: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use examen_corpus::{Progress, ProgressHook};
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

/// How often plain lines are written.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// A hook for reading a corpus, or none when the user wants quiet.
pub(crate) fn hook(is_quiet: bool) -> Option<ProgressHook> {
    if is_quiet {
        return None;
    }
    if std::io::stderr().is_terminal() { Some(bar()) } else { Some(lines()) }
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
