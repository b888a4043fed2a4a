//! The run itself: order, panics, early ends, memory.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use examen_corpus::{Item, Plan, ProgressHook, SkipReason, SourceFile, SourceOptions, process};

use crate::build::{times, write};

fn plan_of(count: usize) -> (tempfile::TempDir, Plan) {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..count {
        write(&folder.path().join(format!("p/f{number:05}.py")), number.to_string());
    }
    let plan = Plan::new(&[folder.path().to_owned()], &SourceOptions::default()).unwrap();
    (folder, plan)
}

fn number(file: &SourceFile) -> usize {
    String::from_utf8_lossy(&file.bytes).parse().unwrap()
}

#[test]
fn a_panic_costs_one_file() {
    let (_folder, plan) = plan_of(300);
    let worker = |file: SourceFile| {
        assert_ne!(number(&file), 150, "this one is bad");
        number(&file)
    };
    let mut rows = Vec::new();
    let mut files = Vec::new();
    let counts = process(&plan, &SourceOptions::default(), NonZeroUsize::new(2), worker, |item| {
        match item {
            Item::File(number) => files.push(number),
            Item::Skipped(row) => rows.push(row),
        }
        ControlFlow::Continue(())
    });
    let counts = counts.unwrap();
    assert!(counts.is_balanced());
    assert_eq!(times(&counts, SkipReason::Panicked), 1);
    assert_eq!((rows[0].project.as_str(), rows[0].path.as_str()), ("p", "f00150.py"));
    assert!(rows[0].detail.contains("this one is bad"));
    let expected: Vec<_> = (0..300).filter(|&number| number != 150).collect();
    assert_eq!(files, expected);
}

#[test]
fn a_slow_file_holds_the_others_back_but_not_in_memory() {
    let (_folder, plan) = plan_of(6000);
    let started = AtomicU64::new(0);
    let most_ahead = AtomicU64::new(0);
    let worker = |file: SourceFile| {
        if number(&file) == 0 {
            std::thread::sleep(Duration::from_millis(300));
            most_ahead.store(started.load(Ordering::SeqCst), Ordering::SeqCst);
        }
        started.fetch_add(1, Ordering::SeqCst);
        number(&file)
    };
    let mut next = 0;
    process(&plan, &SourceOptions::default(), NonZeroUsize::new(2), worker, |item| {
        assert_eq!(item, Item::File(next));
        next += 1;
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(next, 6000);
    // 12 batches of 64 files for two threads, and not the whole corpus.
    assert!(most_ahead.into_inner() <= 12 * 64);
}

#[test]
fn the_consumer_may_stop() {
    let (_folder, plan) = plan_of(5000);
    let mut seen = 0;
    let counts = process(
        &plan,
        &SourceOptions::default(),
        NonZeroUsize::new(2),
        |file| number(&file),
        |_| {
            seen += 1;
            if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert_eq!((seen, counts.unwrap().files_out), (10, 10));
}

#[test]
fn a_panic_of_the_consumer_is_the_callers() {
    let (_folder, plan) = plan_of(3000);
    let run = std::panic::catch_unwind(|| {
        process(&plan, &SourceOptions::default(), None, |file| number(&file), |_| panic!("the consumer's own"))
    });
    assert!(run.is_err());
}

#[test]
fn progress_ends_at_the_total() {
    let (_folder, plan) = plan_of(1000);
    let last = Arc::new(Mutex::new(None));
    let reported = Arc::clone(&last);
    let hook = ProgressHook::new(move |progress| *reported.lock().unwrap() = Some(*progress));
    let options = SourceOptions { progress: Some(hook), ..SourceOptions::default() };
    process(&plan, &options, None, |file| number(&file), |_| ControlFlow::Continue(())).unwrap();
    let progress = last.lock().unwrap().unwrap();
    assert_eq!((progress.files, progress.units_done, progress.units_total), (1000, 1000, 1000));
}

#[test]
fn an_empty_plan_is_a_run_without_rows() {
    let plan = Plan::new(&[], &SourceOptions::default()).unwrap();
    assert!(plan.is_empty());
    let counts = process(&plan, &SourceOptions::default(), None, |_| (), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((counts.files_in, counts.files_out), (0, 0));
}
