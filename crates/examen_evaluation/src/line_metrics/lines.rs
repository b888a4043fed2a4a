//! Files of lines, one text on each.

use std::ops::Range;
use std::path::Path;

use crate::error::{While as _, refuse};
use memchr::memchr_iter;

/// The lines of a file, and its name. A line ends with a line feed, or with a carriage return and a line feed; the last may
/// end with the file.
pub(crate) struct Lines {
    name: String,
    text: String,
    places: Vec<Range<usize>>,
}

impl Lines {
    /// Reads a file; bytes that are no UTF-8 are an error that names the line.
    pub(crate) fn read(path: &Path) -> crate::Result<Self> {
        let bytes = examen_corpus::read_named_file(path).doing(|| format!("cannot read {}", path.display()))?;
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..good].split(|byte| *byte == b'\n').count();
                refuse!("{}, line {line}: the text is not UTF-8", path.display());
            }
        };
        let bytes = text.as_bytes();
        let mut places = Vec::new();
        let mut start = 0;
        for end in memchr_iter(b'\n', bytes).chain((!bytes.ends_with(b"\n")).then_some(bytes.len())) {
            let has_return = end > start && bytes[end - 1] == b'\r' && end < bytes.len();
            if start < bytes.len() {
                places.push(start..end - usize::from(has_return));
            }
            start = end + 1;
        }
        Ok(Self { name: path.display().to_string(), text, places })
    }

    /// Texts in memory as lines, each one line whatever is in it.
    pub(crate) fn of(name: &str, texts: &[String]) -> Self {
        let (mut text, mut places) = (String::new(), Vec::with_capacity(texts.len()));
        for line in texts {
            places.push(text.len()..text.len() + line.len());
            text.push_str(line);
        }
        Self { name: name.to_owned(), text, places }
    }

    /// The name of the file, or of what stands for it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Fails unless these lines are as many as others, which they stand beside.
    pub(crate) fn check_beside(&self, others: &Self) -> crate::Result<()> {
        let (found, wanted) = (self.len(), others.len());
        if found == wanted {
            return Ok(());
        }
        let (longer, shorter) = if found > wanted { (self, others) } else { (others, self) };
        refuse!(
            "{} has {found} lines and {} has {wanted}: line {} of {} has none beside it in {}",
            self.name,
            others.name,
            shorter.len() + 1,
            longer.name,
            shorter.name
        );
    }

    /// The number of lines.
    pub(crate) const fn len(&self) -> usize {
        self.places.len()
    }

    /// The line of a number from 0; nothing behind the last.
    pub(crate) fn get(&self, number: usize) -> &str {
        self.places.get(number).map_or("", |line| &self.text[line.clone()])
    }

    /// The lines in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|line| &self.text[line.clone()])
    }
}
