//! The same work on many things that are in memory already.

use std::any::Any;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

/// Trees may be deep, and their walkers recurse.
const STACK_BYTES: usize = 16 << 20;

/// Does `work` for every number below `count` and returns the results in order. A panic costs one result, of which its
/// message is left.
pub fn in_parallel<T: Send>(
    count: usize,
    threads: Option<NonZeroUsize>,
    work: impl Fn(usize) -> T + Sync,
) -> io::Result<Vec<Result<T, String>>> {
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let take = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return;
            }
            let result = catch_unwind(AssertUnwindSafe(|| work(at))).map_err(|payload| panic_message(&*payload));
            if let Ok(mut done) = done.lock() {
                done.push((at, result));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.min(count) {
            Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, take)?;
        }
        io::Result::Ok(())
    })?;
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panicked").to_owned()
}
