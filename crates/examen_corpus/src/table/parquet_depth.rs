//! How deep the groups of a Parquet file lie in each other, by its footer alone.
//!
//! The decoder makes a tree of them by recursion: a megabyte of groups, each in the one before, is deeper than any stack.

use parquet::file::reader::ChunkReader;

/// Groups in groups that are read. Tables of people have some ten.
const MOST_LEVELS: usize = 128;

/// What stands at the end of a file: the length of the footer, and four letters.
const TAIL: u64 = 8;
const LETTERS: &[u8] = b"PAR1";

/// The field of the footer with the schema, and that of a group with the number of its children.
const SCHEMA: i64 = 2;
const CHILDREN: i64 = 5;

/// Types of Thrift's compact protocol.
const STOP: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const INTEGERS: [u8; 3] = [4, 5, 6];
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LISTS: [u8; 2] = [9, 10];
const STRUCT: u8 = 12;

/// Whether groups lie deeper in each other than is read. Whatever is wrong otherwise is left to the decoder to say.
pub fn is_too_deep(input: &impl ChunkReader) -> bool {
    let footer = || {
        let end = input.len().checked_sub(TAIL)?;
        let tail = input.get_bytes(end, TAIL as usize).ok()?;
        let (length, letters) = tail.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length);
        let start = end.checked_sub(u64::from(length)).filter(|_| letters == LETTERS)?;
        input.get_bytes(start, length as usize).ok()
    };
    footer().is_some_and(|bytes| Thrift { rest: &bytes }.footer() == Some(true))
}

/// Bytes in Thrift's compact protocol; nothing where they end too early or make no sense.
struct Thrift<'b> {
    rest: &'b [u8],
}

impl Thrift<'_> {
    /// Whether any schema of a footer is too deep.
    fn footer(&mut self) -> Option<bool> {
        let mut id = 0;
        loop {
            let kind = self.field(&mut id)?;
            match kind {
                STOP => return Some(false),
                _ if id == SCHEMA && LISTS.contains(&kind) => {
                    let (count, of) = self.list()?;
                    if of == STRUCT && self.schema(count)? {
                        return Some(true);
                    }
                    if of != STRUCT {
                        self.skip_items(count, of, 0)?;
                    }
                }
                _ => self.skip(kind, 0)?,
            }
        }
    }

    /// Whether the groups of a schema, parents before children, lie too deep.
    fn schema(&mut self, count: u64) -> Option<bool> {
        // Of each group around: how many of its children are to come.
        let mut around: Vec<u64> = Vec::new();
        for _ in 0..count {
            while around.pop_if(|children| *children == 0).is_some() {}
            if let Some(children) = around.last_mut() {
                *children -= 1;
            }
            let children = self.element()?;
            if children > 0 {
                around.push(children);
            }
            if around.len() > MOST_LEVELS {
                return Some(true);
            }
        }
        Some(false)
    }

    /// How many children an element has.
    fn element(&mut self) -> Option<u64> {
        let (mut id, mut children) = (0, 0);
        loop {
            let kind = self.field(&mut id)?;
            match kind {
                STOP => return Some(children),
                _ if id == CHILDREN && INTEGERS.contains(&kind) => {
                    let number = self.number()?;
                    // Zigzag: even numbers are those from 0.
                    children = if number % 2 == 0 { number / 2 } else { 0 };
                }
                _ => self.skip(kind, 0)?,
            }
        }
    }

    /// The type of the next field, whose number is that of the one before and some more, or stands behind it.
    fn field(&mut self, id: &mut i64) -> Option<u8> {
        let head = self.byte()?;
        let kind = head & 0x0F;
        if kind != STOP {
            *id = match head >> 4 {
                0 => {
                    let number = self.number()?;
                    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
                }
                more => id.checked_add(i64::from(more))?,
            };
        }
        Some(kind)
    }

    /// How many items a list has, and their type.
    fn list(&mut self) -> Option<(u64, u8)> {
        let head = self.byte()?;
        let count = if head >> 4 == 15 { self.number()? } else { u64::from(head >> 4) };
        Some((count, head & 0x0F))
    }

    fn skip(&mut self, kind: u8, level: usize) -> Option<()> {
        match kind {
            TRUE | FALSE => Some(()),
            BYTE => self.byte().map(|_| ()),
            _ if INTEGERS.contains(&kind) => self.number().map(|_| ()),
            DOUBLE => self.skip_bytes(8),
            BINARY => {
                let length = self.number()?;
                self.skip_bytes(length)
            }
            _ if LISTS.contains(&kind) && level < MOST_LEVELS => {
                let (count, of) = self.list()?;
                self.skip_items(count, of, level + 1)
            }
            STRUCT if level < MOST_LEVELS => {
                let mut id = 0;
                loop {
                    match self.field(&mut id)? {
                        STOP => return Some(()),
                        kind => self.skip(kind, level + 1)?,
                    }
                }
            }
            // Maps are in no footer.
            _ => None,
        }
    }

    fn skip_items(&mut self, count: u64, of: u8, level: usize) -> Option<()> {
        // In a list a truth value is a byte. An item takes at least one, so that a count without items ends soon.
        let of = if [TRUE, FALSE].contains(&of) { BYTE } else { of };
        (0..count).try_for_each(|_| self.skip(of, level))
    }

    fn skip_bytes(&mut self, count: u64) -> Option<()> {
        self.rest = self.rest.get(usize::try_from(count).ok()?..)?;
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// A number of seven bits a byte, the lowest first.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}
