//! Shapes made of others.

/// A shape with another size of the last axis.
pub(crate) fn with_last<const RANK: usize>(mut shape: [usize; RANK], size: usize) -> [usize; RANK] {
    if let Some(last) = shape.last_mut() {
        *last = size;
    }
    shape
}
