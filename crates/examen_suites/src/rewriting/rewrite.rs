//! The rewrites of a file's functions.

use examen_syntax::{Edit, Edits, LazyParsedFile, LineIndex, Span};
use examen_transforms::{Found, Function, Strength, Transform, functions_of};

use crate::random::shuffle;
use crate::source::LeftOut;

/// Which rewrites are made.
#[derive(Clone, Debug)]
pub struct RewriteSettings {
    /// The transformations, of all languages.
    pub transforms: Vec<&'static Transform>,
    /// How sure a rewrite must be.
    pub strength: Strength,
    /// At most so many single places of one transformation in one function.
    pub places: usize,
    /// Decides which, and the random choices of transformations.
    pub seed: u64,
}

/// A function of a file and its rewrites.
#[derive(Debug)]
pub(crate) struct Rewriting {
    /// With the classes around it.
    pub(crate) name: String,
    /// Its identifier.
    pub(crate) simple_name: Span,
    /// Where it stands.
    pub(crate) span: Span,
    /// The line on which it starts, from 1.
    pub(crate) line: u32,
    /// Its statements.
    pub(crate) statements: u32,
    pub(crate) rewrites: Vec<Rewrite>,
}

/// A file with one function rewritten.
#[derive(Debug)]
pub(crate) struct Rewrite {
    pub(crate) transform: &'static str,
    pub(crate) place: &'static str,
    pub(crate) site: u32,
    pub(crate) edits: Edits,
    /// The whole file.
    pub(crate) text: String,
}

/// The rewrites of those functions that are wanted, in the order of the text.
pub(crate) fn rewritings(
    code: &LazyParsedFile<'_>,
    settings: &RewriteSettings,
    is_wanted: impl Fn(&Function<'_>, u32) -> bool,
) -> Result<Vec<Rewriting>, LeftOut> {
    let text = code.source();
    let lines = LineIndex::new(text);
    let mut rewritings = Vec::new();
    let read = functions_of(code, settings.seed, |function| {
        let line = lines.line_of(function.span.start);
        if is_wanted(function, line) {
            rewritings.push(Rewriting {
                name: function.name.clone(),
                simple_name: function.simple_name(),
                span: function.span,
                line,
                statements: function.statements(),
                rewrites: rewrites(function, text, settings),
            });
        }
    });
    read.map_err(LeftOut::from)?;
    Ok(rewritings)
}

fn rewrites(function: &Function<'_>, text: &str, settings: &RewriteSettings) -> Vec<Rewrite> {
    let mut rewrites = Vec::new();
    for transform in &settings.transforms {
        let Some(found) = function.find(transform, settings.strength) else { continue };
        let mut add = |place: &'static str, site: usize, edits: Vec<Edit>| {
            // Rewrites that overlap would be a fault of the transformation, which its own tests look for.
            let Ok(edits) = Edits::new(edits) else { return };
            if let Ok(text) = edits.apply(text) {
                rewrites.push(Rewrite { transform: transform.code, place, site: site as u32, edits, text });
            }
        };
        for site in chosen(&found, function, transform, settings) {
            add("single", site + 1, found.sites[site].edits.clone());
        }
        if transform.has_all_places && found.sites.len() > 1 {
            add("all", 0, found.all_places());
        }
    }
    rewrites
}

/// A random sample of the single places, in the order of the text.
fn chosen(found: &Found, function: &Function<'_>, transform: &Transform, settings: &RewriteSettings) -> Vec<usize> {
    let mut sites: Vec<usize> = (0..found.sites.len()).collect();
    if sites.len() > settings.places {
        shuffle(&mut sites, settings.seed, transform.code, &function.name);
        sites.truncate(settings.places);
        sites.sort_unstable();
    }
    sites
}
