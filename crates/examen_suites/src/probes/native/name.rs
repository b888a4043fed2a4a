//! Names of files.

/// What the name of a file says: `CPX_1k.txt`, or `CPX_ORIG_1k.txt` as the authors write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NativeName<'n> {
    /// The code of the task.
    pub task: &'n str,
    /// The number of samples as it is written, `1k` for a thousand; empty when the name does not say.
    pub size: &'n str,
}

impl<'n> NativeName<'n> {
    /// Reads the name of a file, without its folder; nothing for other names.
    pub fn of(file_name: &'n str) -> Option<Self> {
        let stem = file_name.strip_suffix(".txt")?;
        let mut parts = stem.split('_').peekable();
        let is_code = |part: &&str| part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_uppercase());
        let task = parts.next().filter(is_code)?;
        parts.next_if_eq(&"ORIG");
        let size = parts.next().unwrap_or_default();
        let digits = size.strip_suffix('k').unwrap_or(size);
        let is_size = digits.bytes().all(|byte| byte.is_ascii_digit()) && (!digits.is_empty() || size.is_empty());
        (is_size && parts.next().is_none()).then_some(Self { task, size })
    }
}
