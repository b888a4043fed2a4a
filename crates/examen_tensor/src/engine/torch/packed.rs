//! Attention over packed sequences on a device, and pinned memory: libtorch's own functions, which tch has not, or only with a
//! warning.
//!
//! This is the only unsafe code of this engine: functions of `packed_attention.cpp` are called with pointers to libtorch's tensors.

use std::ffi::{c_char, c_void};

use tch::Kind;

use super::tensor::{sent, size};
use crate::engine::Packing;

#[expect(unsafe_code, reason = "a function of another language")]
unsafe extern "C" {
    /// Returns a new tensor, or null with the reason in `reason`, which has room for `room` bytes.
    fn examen_packed_attention(
        query: *const c_void,
        key: *const c_void,
        value: *const c_void,
        ends: *const c_void,
        longest: i64,
        is_causal: bool,
        scale: f64,
        reason: *mut c_char,
        room: usize,
    ) -> *mut c_void;

    /// Returns a new tensor, or null.
    fn examen_pinned(tensor: *const c_void) -> *mut c_void;
}

/// A copy of a tensor of the CPU in pinned memory, from which copies to a device are asynchronous; the tensor itself where there is
/// no such memory.
#[expect(unsafe_code, reason = "a function of another language")]
pub(super) fn pinned(tensor: &tch::Tensor) -> tch::Tensor {
    // SAFETY: The pointer is that of a tensor that lives until the end of this function, and is read only. The function lets no
    // exception out, and hands over the tensor that it returns, which `from_ptr` takes.
    let pinned = unsafe { examen_pinned(tensor.as_ptr().cast()) };
    if pinned.is_null() {
        return tensor.shallow_clone();
    }
    // SAFETY: As above: the tensor is new and nobody else's.
    unsafe { tch::Tensor::from_ptr(pinned.cast()) }
}

/// Attention of each sequence to itself: queries, keys and values by position, head, width of a head.
///
/// # Panics
///
/// Where libtorch cannot compute it, as other operations do.
#[expect(unsafe_code, reason = "a function of another language")]
pub(super) fn attention(parts: &[tch::Tensor; 3], packing: &Packing, is_causal: bool, scale: f64) -> tch::Tensor {
    let ends = std::iter::once(0).chain(packing.ranges().map(|range| range.end));
    let ends: Vec<i32> = ends.map(|end| i32::try_from(end).unwrap_or(i32::MAX)).collect();
    let ends = sent(&tch::Tensor::from_slice(&ends), &parts[0], Kind::Int);
    let longest = packing.ranges().map(|range| range.len()).max().unwrap_or(0);
    let mut reason = [0u8; 512];
    let [query, key, value] = parts.each_ref().map(|part| part.as_ptr().cast());
    // SAFETY: The pointers are those of tensors that live until the end of this function, and are read only. The function writes
    // at most `room` bytes to `reason`, ends them with a zero, lets no exception out, and hands over the tensor that it returns,
    // which `from_ptr` takes.
    let output = unsafe {
        examen_packed_attention(
            query,
            key,
            value,
            ends.as_ptr().cast(),
            size(longest),
            is_causal,
            scale,
            reason.as_mut_ptr().cast(),
            reason.len(),
        )
    };
    if output.is_null() {
        let length = reason.iter().position(|&byte| byte == 0).unwrap_or(reason.len());
        panic!("attention over packed sequences: {}", String::from_utf8_lossy(&reason[..length]));
    }
    // SAFETY: As above: the tensor is new and nobody else's.
    unsafe { tch::Tensor::from_ptr(output.cast()) }
}
