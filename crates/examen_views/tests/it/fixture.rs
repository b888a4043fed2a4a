//! Fixtures as prose: Markdown files in which a code block is followed by what should come out of it.

use std::path::Path;

/// Makes a block of what is under test from the source before it and the word that names its language.
pub(crate) type Make<'m> = &'m dyn Fn(&str, &str) -> String;

/// Checks every fixture of a folder: blocks that are not `java`, `py` or `py2` must be what their function makes of the
/// source block before them.
pub(crate) fn check(folder: &str, outputs: &[(&str, Make)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let (mut source, mut language) = (String::new(), String::new());
    examen_test::check_fixtures(&folder, |_, block| {
        if let "java" | "py" | "py2" = block.info {
            (source, language) = (block.text.to_owned(), block.info.to_owned());
            return Ok(None);
        }
        let maker = outputs.iter().find(|(name, _)| *name == block.info);
        let (_, make) = maker.ok_or_else(|| format!("no such kind of block: {}", block.info))?;
        Ok(Some(make(&source, &language)))
    });
}
