//! Rotary positions. As products and sums of slices they would take two dozen kernels forth and back, most of them for gradients of
//! slices; here it is four each way.
//!
//! A function of `rotation.cpp` is called with pointers to libtorch's tensors.

use std::ffi::{c_char, c_void};

use super::tensor::Tensor;

#[expect(unsafe_code, reason = "a function of another language")]
unsafe extern "C" {
    /// Returns a new tensor, or null with the reason in `reason`, which has room for `room` bytes.
    fn examen_rotated(
        x: *const c_void,
        cosines: *const c_void,
        sines: *const c_void,
        reason: *mut c_char,
        room: usize,
    ) -> *mut c_void;
}

/// The two halves of the last axis, each pair of them rotated by its angle.
///
/// # Panics
///
/// Where libtorch cannot compute it, as other operations do.
#[expect(unsafe_code, reason = "a function of another language")]
pub(crate) fn rotate_halves(x: Tensor<4>, cosines: &Tensor<4>, sines: &Tensor<4>) -> Tensor<4> {
    let mut reason = [0u8; 512];
    // SAFETY: The pointers are those of tensors that live until the end of this function, and are read only. The function writes
    // at most `room` bytes to `reason`, ends them with a zero, lets no exception out, and hands over the tensor that it returns,
    // which `from_ptr` takes.
    let output = unsafe {
        examen_rotated(
            x.0.as_ptr().cast(),
            cosines.0.as_ptr().cast(),
            sines.0.as_ptr().cast(),
            reason.as_mut_ptr().cast(),
            reason.len(),
        )
    };
    if output.is_null() {
        let length = reason.iter().position(|&byte| byte == 0).unwrap_or(reason.len());
        panic!("rotary positions: {}", String::from_utf8_lossy(&reason[..length]));
    }
    // SAFETY: As above: the tensor is new and nobody else's.
    Tensor(unsafe { tch::Tensor::from_ptr(output.cast()) })
}
