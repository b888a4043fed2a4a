//! The rewrites of one file.

use std::collections::HashMap;
use std::rc::Rc;

use examen_corpus::SkipReason;
use examen_syntax::{Edits, Encoding, Language, LineIndex, SourceText, Unread};
use examen_transforms::{Found, Function, Strength, Transform, functions};

use super::counts::Counts;

/// What is asked for.
pub(super) struct Request {
    /// In the order of [`TRANSFORMS`](examen_transforms::TRANSFORMS).
    pub(super) transforms: Vec<&'static Transform>,
    pub(super) strength: Strength,
    /// All places of a function at once instead of one by one.
    pub(super) is_all: bool,
    pub(super) seed: u64,
}

impl Request {
    /// How the rewritten places are called.
    pub(super) const fn place(&self) -> &'static str {
        if self.is_all { "all" } else { "single" }
    }
}

/// A function, written in another way.
pub(super) struct Rewrite {
    /// Which of the [`Request`]'s transformations it is.
    pub(super) transform: usize,
    /// Which place of the function, from 1; none for all of them.
    pub(super) number: Option<usize>,
    pub(super) method: Rc<Method>,
    /// Edits of the text, not of the bytes of the file.
    pub(super) edits: Edits,
}

/// The function that is rewritten.
pub(super) struct Method {
    pub(super) name: String,
    /// Where it starts in the text.
    pub(super) start: u32,
    pub(super) start_line: u32,
    /// Which of the functions of this name that begin on this line.
    namesake: u32,
}

impl Method {
    /// Its line, with a number behind it where another function of its name begins there too.
    pub(super) fn label(&self) -> String {
        let Self { start_line, namesake, .. } = self;
        if *namesake == 0 { start_line.to_string() } else { format!("{start_line}.{}", namesake + 1) }
    }
}

impl Rewrite {
    /// `1`, `2`, … or `all`.
    pub(super) fn number_text(&self) -> String {
        self.number.map_or_else(|| "all".to_owned(), |number| number.to_string())
    }

    /// The name of the rewrite, for good: file, line and name of the function, kind, place.
    pub(super) fn id(&self, file: &str, request: &Request) -> String {
        let code = request.transforms[self.transform].code;
        format!("{file}:{}:{}:{code}:{}", self.method.label(), self.method.name, self.number_text())
    }
}

/// A file's text, and where it begins in the file.
pub(super) struct Text {
    pub(super) source: String,
    /// Bytes before the text: a byte order mark.
    pub(super) shift: u32,
}

/// Why a file has no rewrites.
pub(super) struct Left {
    pub(super) reason: &'static str,
    pub(super) detail: String,
}

impl Text {
    /// Edits are given by the bytes of the file, so that its text must be its bytes.
    pub(super) fn read(bytes: Vec<u8>, language: Language) -> Result<Self, Left> {
        let SourceText { text, encoding, .. } = SourceText::decode(bytes, language);
        let shift = match encoding {
            Encoding::Utf8 => 0,
            Encoding::Utf8Bom => 3,
            other => {
                let detail = format!("read as {}, so that its text is not its bytes", other.name());
                return Err(Left { reason: "not-utf-8", detail });
            }
        };
        Ok(Self { source: text, shift })
    }
}

/// Finds the rewrites of a text, in its order, and counts them.
pub(super) fn rewrites(
    source: &str,
    language: Language,
    request: &Request,
    counts: &mut Counts,
) -> Result<Vec<Rewrite>, Left> {
    let index = LineIndex::new(source);
    let mut rewrites = Vec::new();
    let mut namesakes: HashMap<(u32, String), u32> = HashMap::new();
    let shown = functions(source, language, request.seed, |function| {
        counts.functions += 1;
        let start_line = index.line_of(function.span.start);
        let count = namesakes.entry((start_line, function.name.clone())).or_default();
        let method = Method { name: function.name.clone(), start: function.span.start, start_line, namesake: *count };
        *count += 1;
        add(function, &Rc::new(method), request, counts, &mut rewrites);
    });
    let skipped = |reason: SkipReason| Left { reason: reason.name(), detail: String::new() };
    shown.map_err(|unread| match unread {
        Unread::TooDeep => skipped(SkipReason::TooDeep),
        Unread::TooMuchWork => skipped(SkipReason::TooMuchWork),
    })?;
    Ok(rewrites)
}

fn add(
    function: &Function<'_>,
    method: &Rc<Method>,
    request: &Request,
    counts: &mut Counts,
    rewrites: &mut Vec<Rewrite>,
) {
    for (at, transform) in request.transforms.iter().enumerate() {
        let Some(found) = function.find(transform, request.strength) else { continue };
        let counts = &mut counts.kinds[at];
        counts.functions += u64::from(!found.sites.is_empty());
        counts.sites += found.sites.len() as u64;
        for refusal in &found.refusals {
            *counts.refusals.entry(refusal.reason).or_default() += 1;
        }
        for (number, edits) in places(&found, transform, request.is_all) {
            // Edits that overlap would be a fault of the transformation; the summary tells of it.
            match Edits::new(edits) {
                Ok(edits) => rewrites.push(Rewrite { transform: at, number, method: Rc::clone(method), edits }),
                Err(_) => *counts.refusals.entry("edits-overlap").or_default() += 1,
            }
        }
    }
}

/// The edits of each place, or of all where there are several.
fn places(found: &Found, transform: &Transform, is_all: bool) -> Vec<(Option<usize>, Vec<examen_syntax::Edit>)> {
    if !is_all {
        return (1..).zip(&found.sites).map(|(number, site)| (Some(number), site.edits.clone())).collect();
    }
    let has_all = transform.has_all_places && found.sites.len() > 1;
    has_all.then(|| (None, found.all_places())).into_iter().collect()
}
