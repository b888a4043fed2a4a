//! What one archive may cost.

use std::cell::Cell;
use std::io::{self, Read};

use crate::Limits;

/// Entries and unpacked bytes that are left to an archive and the archives in it.
pub(crate) struct Budget {
    entries: Cell<u64>,
    bytes: Cell<u64>,
    spent: Cell<bool>,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            entries: Cell::new(limits.max_entries),
            bytes: Cell::new(limits.max_unpacked_bytes),
            spent: Cell::new(false),
        }
    }

    /// Takes one entry, if one is left.
    pub(crate) fn take_entry(&self) -> bool {
        let left = self.entries.get().checked_sub(1);
        match left {
            Some(left) => self.entries.set(left),
            None => self.spent.set(true),
        }
        left.is_some()
    }

    /// Whether a limit has stopped the reading.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.get()
    }

    fn take_bytes(&self, count: u64) -> io::Result<()> {
        if let Some(left) = self.bytes.get().checked_sub(count) {
            self.bytes.set(left);
            Ok(())
        } else {
            self.spent.set(true);
            Err(io::Error::other("the limit on unpacked bytes is reached"))
        }
    }
}

/// A stream whose bytes are taken from a budget as they come.
pub(crate) struct Metered<'b, R> {
    stream: R,
    budget: &'b Budget,
}

impl<'b, R: Read> Metered<'b, R> {
    pub(crate) fn new(stream: R, budget: &'b Budget) -> Self {
        Self { stream, budget }
    }
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.budget.take_bytes(count as u64)?;
        Ok(count)
    }
}
