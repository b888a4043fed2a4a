//! The relevant blocks of a finding about a call.

use crate::Finding;
use crate::relevance::{RelevantBlocks, Shown};

/// Adds the functions that calls in the block may reach; flagged are those of the finding's call.
pub(crate) fn callees_of_finding(
    shown: &Shown<'_, '_>,
    finding: &Finding,
    block: usize,
    relevant: &mut RelevantBlocks,
) {
    relevant.show(shown.called_from(block, |_| true));
    relevant.flag(shown.called_from(block, |call| shown.file.span(call) == finding.span));
}
