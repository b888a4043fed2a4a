//! The rewrites of one file.

use std::collections::HashMap;
use std::sync::Arc;

use examen_corpus::SkipReason;
use examen_syntax::{Edits, Encoding, Language, LineIndex, SourceText};
use examen_transforms::{Found, Function, Strength, Transform, functions};

use super::counts::RewriteCounts;
use crate::reading::reason_of;

/// Which rewrites are made, and how.
pub struct RewriteSettings {
    /// In the order of [`TRANSFORMS`](examen_transforms::TRANSFORMS).
    pub transforms: Vec<&'static Transform>,
    /// How sure a rewrite must be.
    pub strength: Strength,
    /// All places of a function at once instead of one by one.
    pub is_all: bool,
    /// Decides what is random: where an unused statement goes, which rewrites a sample has.
    pub seed: u64,
}

impl RewriteSettings {
    /// The name of the rewritten places: `all` or `single`.
    pub const fn place(&self) -> &'static str {
        if self.is_all { "all" } else { "single" }
    }

    /// Whether the looser rules of the paper's authors hold.
    pub fn has_paper_rules(&self) -> bool {
        self.strength == Strength::Paper
    }
}

/// A function, written in another way.
pub struct Rewrite {
    /// Which of the transformations of [`RewriteSettings`] it is.
    pub transform: usize,
    /// Which place of the function, from 1; none for all of them.
    pub number: Option<usize>,
    /// The function.
    pub method: Arc<RewrittenFunction>,
    /// Edits of the text, not of the bytes of the file.
    pub edits: Edits,
}

/// The function that is rewritten.
pub struct RewrittenFunction {
    /// The name, with those of the classes around it.
    pub name: String,
    /// The byte of the text that it starts at.
    pub start: u32,
    /// The line that it starts on, from 1.
    pub start_line: u32,
    /// Which of the functions of this name that begin on this line.
    namesake: u32,
}

impl RewrittenFunction {
    /// Its line, with a number behind it where another function of its name begins there too.
    pub fn label(&self) -> String {
        let Self { start_line, namesake, .. } = self;
        if *namesake == 0 { start_line.to_string() } else { format!("{start_line}.{}", namesake + 1) }
    }
}

impl Rewrite {
    /// `1`, `2`, … or `all`.
    pub fn number_text(&self) -> String {
        self.number.map_or_else(|| "all".to_owned(), |number| number.to_string())
    }

    /// The name of the rewrite, for good: file, line and name of the function, kind, place.
    pub fn id(&self, file: &str, settings: &RewriteSettings) -> String {
        let code = settings.transforms[self.transform].code;
        format!("{file}:{}:{}:{code}:{}", self.method.label(), self.method.name, self.number_text())
    }
}

/// A text that can be edited by the bytes of its file.
pub struct EditableText {
    /// The text.
    pub source: String,
    /// Bytes before the text: a byte order mark.
    pub shift: u32,
}

/// Why a file has no rewrites.
pub struct NotRewritten {
    /// The reason, a stable name.
    pub reason: &'static str,
    /// What exactly was met; may be empty.
    pub detail: String,
}

impl From<SkipReason> for NotRewritten {
    fn from(reason: SkipReason) -> Self {
        Self { reason: reason.name(), detail: String::new() }
    }
}

impl EditableText {
    /// Edits are given by the bytes of the file, so that its text must be its bytes.
    pub fn read(bytes: Vec<u8>, language: Language) -> Result<Self, NotRewritten> {
        let SourceText { text, encoding, .. } = SourceText::decode(bytes, language);
        let shift = match encoding {
            Encoding::Utf8 => 0,
            Encoding::Utf8Bom => 3,
            other => {
                let detail = format!("read as {}, so that its text is not its bytes", other.name());
                return Err(NotRewritten { reason: "not-utf-8", detail });
            }
        };
        Ok(Self { source: text, shift })
    }
}

/// Finds the rewrites of a text, in its order, and counts them.
pub fn rewrites(
    source: &str,
    language: Language,
    settings: &RewriteSettings,
    counts: &mut RewriteCounts,
) -> Result<Vec<Rewrite>, NotRewritten> {
    let index = LineIndex::new(source);
    let mut rewrites = Vec::new();
    let mut namesakes: HashMap<(u32, String), u32> = HashMap::new();
    let shown = functions(source, language, settings.seed, |function| {
        counts.functions += 1;
        let start_line = index.line_of(function.span.start);
        let count = namesakes.entry((start_line, function.name.clone())).or_default();
        let method =
            RewrittenFunction { name: function.name.clone(), start: function.span.start, start_line, namesake: *count };
        *count += 1;
        add(function, &Arc::new(method), settings, counts, &mut rewrites);
    });
    shown.map_err(reason_of)?;
    Ok(rewrites)
}

fn add(
    function: &Function<'_>,
    method: &Arc<RewrittenFunction>,
    settings: &RewriteSettings,
    counts: &mut RewriteCounts,
    rewrites: &mut Vec<Rewrite>,
) {
    for (at, transform) in settings.transforms.iter().enumerate() {
        let Some(found) = function.find(transform, settings.strength) else { continue };
        let counts = &mut counts.kinds[at];
        counts.functions += u64::from(!found.sites.is_empty());
        counts.sites += found.sites.len() as u64;
        for refusal in &found.refusals {
            *counts.refusals.entry(refusal.reason).or_default() += 1;
        }
        for (number, edits) in places(&found, transform, settings.is_all) {
            // Edits that overlap would be a fault of the transformation; the summary tells of it.
            match Edits::new(edits) {
                Ok(edits) => rewrites.push(Rewrite { transform: at, number, method: Arc::clone(method), edits }),
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
