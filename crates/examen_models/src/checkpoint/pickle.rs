//! A reader of the pickles in which PyTorch describes its tensors. It executes nothing.
//!
//! A pickle is a program for a small stack machine that may call any function of any module. This machine knows only the
//! instructions that a dictionary of tensors consists of, and of the functions only those that put tensors together: they
//! are not called but understood. Everything else is an error.
//!
//! Values that hold others lie in one list and refer to each other by number. So values that share parts, however often,
//! take no more memory than the file, and dropping deep ones needs no recursion.

/// A value on the stack.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    None,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(usize),
    /// A tuple, a list or a set of parameters: the values of an entry.
    Sequence(usize),
    /// Keys and values by turns: the values of an entry.
    Dictionary(usize),
    /// A function or a class by name, one of [`KNOWN`].
    Global(&'static str),
    /// The result of a call or a reference: the values of an entry are the arguments.
    Call(&'static str, usize),
    /// A reference to something outside of the pickle: a storage.
    Persistent(usize),
}

impl Value {
    /// The entry of a value that holds others in order.
    fn entry(&self) -> Option<usize> {
        match self {
            Self::Sequence(at) | Self::Persistent(at) | Self::Call(_, at) => Some(*at),
            _ => None,
        }
    }
}

/// The values of a pickle.
#[derive(Debug, Default)]
pub(super) struct Pickle {
    texts: Vec<String>,
    entries: Vec<Vec<Value>>,
}

/// The names that a dictionary of tensors may use, as module and name.
const KNOWN: [&str; 14] = [
    "collections.OrderedDict",
    "torch.BFloat16Storage",
    "torch.BoolStorage",
    "torch.ByteStorage",
    "torch.CharStorage",
    "torch.DoubleStorage",
    "torch.FloatStorage",
    "torch.HalfStorage",
    "torch.IntStorage",
    "torch.LongStorage",
    "torch.ShortStorage",
    "torch._utils._rebuild_parameter",
    "torch._utils._rebuild_tensor_v2",
    "torch.storage.UntypedStorage",
];

/// A rebuilt tensor, as [`Value::Call`] names it.
pub(super) const TENSOR: &str = "torch._utils._rebuild_tensor_v2";
const PARAMETER: &str = "torch._utils._rebuild_parameter";
const DICTIONARY: &str = "collections.OrderedDict";

impl Pickle {
    pub(super) fn text(&self, value: &Value) -> Option<&str> {
        match value {
            Value::Text(at) => self.texts.get(*at).map(String::as_str),
            _ => None,
        }
    }

    pub(super) fn sequence(&self, value: &Value) -> Option<&[Value]> {
        self.entries.get(value.entry()?).map(Vec::as_slice)
    }

    /// The pairs of a dictionary.
    pub(super) fn pairs(&self, value: &Value) -> Option<&[[Value; 2]]> {
        match value {
            Value::Dictionary(at) => self.entries.get(*at).map(|values| values.as_chunks().0),
            _ => None,
        }
    }

    fn store(&mut self, values: Vec<Value>) -> usize {
        self.entries.push(values);
        self.entries.len() - 1
    }
}

/// Reads one pickle from the front of the bytes, and says how many it takes.
pub(super) fn read(bytes: &[u8]) -> Result<(Pickle, Value, usize), String> {
    let mut machine =
        Machine { bytes, at: 0, stack: Vec::new(), marks: Vec::new(), memo: Vec::new(), pickle: Pickle::default() };
    let value = machine.run()?;
    Ok((machine.pickle, value, machine.at))
}

struct Machine<'b> {
    bytes: &'b [u8],
    at: usize,
    stack: Vec<Value>,
    /// Heights of the stack.
    marks: Vec<usize>,
    memo: Vec<Option<Value>>,
    pickle: Pickle,
}

impl Machine<'_> {
    fn run(&mut self) -> Result<Value, String> {
        loop {
            let start = self.at;
            let [code] = self.take()?;
            if code == b'.' {
                return self.pop();
            }
            self.step(code).map_err(|reason| format!("{reason} (pickle, byte {start})"))?;
        }
    }

    fn step(&mut self, code: u8) -> Result<(), String> {
        match code {
            // Protocol and frame lengths say nothing about values.
            0x80 => {
                self.take::<1>()?;
            }
            0x95 => {
                self.take::<8>()?;
            }
            b'(' => self.marks.push(self.stack.len()),
            // What is dropped at the end are the states of objects: dictionaries of tensors carry version numbers in theirs.
            b'0' | b'b' => {
                self.pop()?;
            }
            b'N' => self.stack.push(Value::None),
            0x88 | 0x89 => self.stack.push(Value::Bool(code == 0x88)),
            b'K' => self.integer::<1>(|bytes| i64::from(bytes[0]))?,
            b'M' => self.integer(|bytes| i64::from(u16::from_le_bytes(bytes)))?,
            b'J' => self.integer(|bytes| i64::from(i32::from_le_bytes(bytes)))?,
            0x8a => self.long()?,
            b'G' => {
                let number = f64::from_be_bytes(self.take()?);
                self.stack.push(Value::Float(number));
            }
            b'X' => self.push_text::<4>(|bytes| u64::from(u32::from_le_bytes(bytes)))?,
            0x8c => self.push_text::<1>(|bytes| u64::from(bytes[0]))?,
            0x8d => self.push_text(u64::from_le_bytes)?,
            b')' | b']' => self.sequence(Vec::new()),
            b'}' => self.dictionary(Vec::new()),
            b't' | b'l' => {
                let values = self.pop_marked()?;
                self.sequence(values);
            }
            b'd' => {
                let values = self.pop_marked()?;
                self.dictionary(values);
            }
            0x85..=0x87 => {
                let values = self.pop_many(usize::from(code - 0x84))?;
                self.sequence(values);
            }
            b'a' => {
                let values = self.pop_many(1)?;
                self.extend(values)?;
            }
            b's' => {
                let values = self.pop_many(2)?;
                self.extend(values)?;
            }
            b'e' | b'u' => {
                let values = self.pop_marked()?;
                self.extend(values)?;
            }
            b'q' | b'r' | 0x94 => self.remember(code)?,
            b'h' | b'j' => self.recall(code)?,
            b'c' | 0x93 => self.global(code)?,
            b'Q' => {
                let id = self.pop()?;
                self.stack.push(Value::Persistent(id.entry().ok_or("a reference that is no tuple")?));
            }
            b'R' => self.call()?,
            _ => return Err(format!("the instruction {code:#04x} has no place in a dictionary of tensors")),
        }
        Ok(())
    }

    fn take<const SIZE: usize>(&mut self) -> Result<[u8; SIZE], String> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<SIZE>()).copied();
        self.at += SIZE;
        taken.ok_or_else(|| "the pickle ends too early".to_owned())
    }

    fn take_slice(&mut self, length: u64) -> Result<&[u8], String> {
        let end = usize::try_from(length).ok().and_then(|length| self.at.checked_add(length));
        let end = end.filter(|&end| end <= self.bytes.len()).ok_or("the pickle ends too early")?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn pop(&mut self) -> Result<Value, String> {
        let bottom = self.marks.last().copied().unwrap_or(0);
        if self.stack.len() <= bottom {
            return Err("the stack is empty".to_owned());
        }
        self.stack.pop().ok_or_else(|| "the stack is empty".to_owned())
    }

    fn pop_many(&mut self, count: usize) -> Result<Vec<Value>, String> {
        let start = self.stack.len().checked_sub(count).ok_or("the stack is empty")?;
        Ok(self.stack.split_off(start))
    }

    fn pop_marked(&mut self) -> Result<Vec<Value>, String> {
        let mark = self.marks.pop().filter(|&mark| mark <= self.stack.len()).ok_or("a mark is missing")?;
        Ok(self.stack.split_off(mark))
    }

    fn integer<const SIZE: usize>(&mut self, number: impl Fn([u8; SIZE]) -> i64) -> Result<(), String> {
        let number = number(self.take()?);
        self.stack.push(Value::Integer(number));
        Ok(())
    }

    /// A whole number of any length; those past 64 bits are versions, and are no size of anything.
    fn long(&mut self) -> Result<(), String> {
        let [length] = self.take()?;
        let bytes = self.take_slice(u64::from(length))?;
        let negative = bytes.last().is_some_and(|&byte| byte >= 0x80);
        let mut whole = [if negative { 0xff } else { 0 }; 8];
        let value = if bytes.len() <= 8 {
            whole[..bytes.len()].copy_from_slice(bytes);
            Value::Integer(i64::from_le_bytes(whole))
        } else {
            Value::None
        };
        self.stack.push(value);
        Ok(())
    }

    fn push_text<const SIZE: usize>(&mut self, length: impl Fn([u8; SIZE]) -> u64) -> Result<(), String> {
        let length = length(self.take()?);
        let text = String::from_utf8_lossy(self.take_slice(length)?).into_owned();
        self.pickle.texts.push(text);
        self.stack.push(Value::Text(self.pickle.texts.len() - 1));
        Ok(())
    }

    fn sequence(&mut self, values: Vec<Value>) {
        let at = self.pickle.store(values);
        self.stack.push(Value::Sequence(at));
    }

    fn dictionary(&mut self, values: Vec<Value>) {
        let at = self.pickle.store(values);
        self.stack.push(Value::Dictionary(at));
    }

    /// Puts values into the list or dictionary on top of the stack.
    fn extend(&mut self, values: Vec<Value>) -> Result<(), String> {
        let entry = match self.stack.last() {
            Some(Value::Sequence(at) | Value::Dictionary(at)) => self.pickle.entries.get_mut(*at),
            _ => None,
        };
        entry.ok_or("values are added to something that holds none")?.extend(values);
        Ok(())
    }

    fn place(&mut self, code: u8) -> Result<usize, String> {
        Ok(match code {
            b'q' | b'h' => usize::from(self.take::<1>()?[0]),
            b'r' | b'j' => u32::from_le_bytes(self.take()?) as usize,
            _ => self.memo.len(),
        })
    }

    fn remember(&mut self, code: u8) -> Result<(), String> {
        let place = self.place(code)?;
        let value = self.stack.last().cloned().ok_or("the stack is empty")?;
        // Every place takes at least two bytes to be filled.
        if place > self.bytes.len() {
            return Err("the memo has a place that is too far".to_owned());
        }
        if place >= self.memo.len() {
            self.memo.resize(place + 1, None);
        }
        self.memo[place] = Some(value);
        Ok(())
    }

    fn recall(&mut self, code: u8) -> Result<(), String> {
        let place = self.place(code)?;
        let value = self.memo.get(place).cloned().flatten().ok_or("the memo has no such place")?;
        self.stack.push(value);
        Ok(())
    }

    fn global(&mut self, code: u8) -> Result<(), String> {
        let name = if code == b'c' {
            format!("{}.{}", self.line()?, self.line()?)
        } else {
            let (name, module) = (self.pop()?, self.pop()?);
            let part = |value: &Value| self.pickle.text(value).map(str::to_owned).ok_or("a name that is no text");
            format!("{}.{}", part(&module)?, part(&name)?)
        };
        let known = KNOWN.into_iter().find(|known| *known == name);
        let known = known.ok_or_else(|| format!("`{name}` has no place in a dictionary of tensors"))?;
        self.stack.push(Value::Global(known));
        Ok(())
    }

    fn line(&mut self) -> Result<String, String> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or("the pickle ends too early")?;
        self.at += end + 1;
        Ok(String::from_utf8_lossy(&rest[..end]).into_owned())
    }

    fn call(&mut self) -> Result<(), String> {
        let (arguments, function) = (self.pop()?, self.pop()?);
        // Arguments are not copied: many calls may have the same.
        let at = arguments.entry().ok_or("arguments that are no tuple")?;
        match function {
            Value::Global(DICTIONARY) => self.dictionary(Vec::new()),
            // A parameter is the tensor that it wraps.
            Value::Global(PARAMETER) => {
                let wrapped = self.pickle.sequence(&arguments).and_then(<[Value]>::first).cloned();
                self.stack.push(wrapped.ok_or("a parameter of nothing")?);
            }
            Value::Global(TENSOR) => self.stack.push(Value::Call(TENSOR, at)),
            _ => return Err("something is called that is no function".to_owned()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn what_many_calls_share_is_held_once() {
        // A tuple of 1,000 numbers, and 1,000 tensors and references that are made of it.
        let mut bytes = b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\nq\x01(".to_vec();
        bytes.extend(b"K\x01".repeat(1_000));
        bytes.extend(b"tq\x02(");
        bytes.extend(b"h\x01h\x02Rh\x02Q".repeat(1_000));
        bytes.extend(b"t.");
        let (pickle, value, length) = read(&bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((pickle.sequence(&value).map(<[_]>::len), length), (Some(2_000), bytes.len()));
        assert_eq!(pickle.entries.iter().map(Vec::len).sum::<usize>(), 3_000);
    }
}
