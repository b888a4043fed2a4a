//! Shapes made of others.

/// A shape with another size of the last axis.
pub(crate) fn with_last<S: AsMut<[usize]>>(mut shape: S, size: usize) -> S {
    if let Some(last) = shape.as_mut().last_mut() {
        *last = size;
    }
    shape
}
