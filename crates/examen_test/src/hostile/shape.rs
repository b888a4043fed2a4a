//! How the bytes of a kind are made.

/// The bytes of a kind, at any size. In units `{n}` is the number of the repetition and `{m}` the one before it.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// A head, a unit as often as it fits, and a tail.
    Repeated(&'static str, &'static str, &'static str),
    /// As many opening as closing texts around a middle.
    Nested(&'static str, &'static str, &'static str),
    /// Whole files of units: half of the size of the first unit, half of the second.
    Halves(&'static str, &'static str),
    /// What no template can say.
    Made(fn(usize) -> Vec<u8>),
}

impl Shape {
    /// The bytes at a size.
    pub(super) fn bytes(&self, size: usize) -> Vec<u8> {
        match *self {
            Self::Repeated(head, unit, tail) => {
                let room = size.saturating_sub(head.len() + tail.len());
                [head.as_bytes(), repeated(unit, room).as_bytes(), tail.as_bytes()].concat()
            }
            Self::Nested(open, middle, close) => {
                let times = size.saturating_sub(middle.len()) / (open.len() + close.len());
                [open.repeat(times), middle.to_owned(), close.repeat(times)].concat().into_bytes()
            }
            Self::Halves(first, second) => {
                [repeated(first, size / 2), repeated(second, size / 2)].concat().into_bytes()
            }
            Self::Made(make) => make(size),
        }
    }
}

/// A unit as often as it fits, with its numbers filled in.
pub(super) fn repeated(unit: &str, room: usize) -> String {
    let mut text = String::with_capacity(room);
    for number in 1.. {
        let before = number - 1;
        let one = unit.replace("{n}", &number.to_string()).replace("{m}", &before.to_string());
        if text.len() + one.len() > room {
            return text;
        }
        text.push_str(&one);
    }
    text
}

/// Bytes that look random and are the same each time (xorshift).
pub(super) fn noise(size: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut bytes = Vec::with_capacity(size);
    while bytes.len() < size {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes.truncate(size);
    bytes
}
