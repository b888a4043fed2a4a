//! The `robustness` suite: does the answer survive a change that keeps the meaning of the code?
//!
//! A file goes in whose examples some other suite made, and each wanted example comes out again
//! together with what it becomes when its functions are rewritten. The other suite makes both, so that labels and spans are
//! those of the code shown; a rewrite after which another answer would be right is left out and counted.

pub mod published;
mod suite;
mod transforms;

pub use suite::{RobustnessSettings, SUITE};
pub use transforms::{StrengthChoice, TransformSettings, transforms_named};
