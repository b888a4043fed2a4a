//! Taking changes back.

use examen_suites::probes::ProbeRow;
use examen_syntax::Language;

use crate::lexing::{tokens, words};

/// The text before it was changed.
pub(crate) fn original(row: &ProbeRow, language: Language) -> Result<String, String> {
    let places = tokens(&row.text, language).ok_or("the text has something that is no token")?;
    let mut original = String::with_capacity(row.text.len());
    let (mut copied, mut shift, mut next) = (0, 0, 0);
    for mutation in &row.mutations {
        let count = |text: &str| Some(i64::try_from(words(text, language)?.len()).unwrap_or(i64::MAX));
        let lengths = count(&mutation.original).zip(count(&mutation.mutant));
        let (was, is) = lengths.ok_or("a change has something that is no token")?;
        let position = i64::from(mutation.position);
        if position < next {
            return Err(format!("the changes at token {position} overlap"));
        }
        next = position + was;
        let place = usize::try_from(position + shift).ok().and_then(|at| places.get(at));
        let start = place.ok_or_else(|| format!("no token {position}"))?.start as usize;
        let end = start + mutation.mutant.len();
        if row.text.get(start..end) != Some(&mutation.mutant) {
            return Err(format!("{:?} does not stand at token {position}", mutation.mutant));
        }
        original.push_str(row.text.get(copied..start).unwrap_or_default());
        original.push_str(&mutation.original);
        copied = end;
        shift += is - was;
    }
    original.push_str(row.text.get(copied..).unwrap_or_default());
    Ok(original)
}
