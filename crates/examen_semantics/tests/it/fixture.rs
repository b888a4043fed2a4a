//! Fixtures as prose: Markdown files in which a code block is followed by what should come out of it.

use std::path::Path;

use examen_semantics::python::Version;

/// Makes a block of what is under test from the source before it.
pub(crate) type Make<'m> = &'m dyn Fn(&str, Version) -> String;

/// Checks every fixture of a folder: blocks that are not `java`, `py` or `py2` must be what their function makes of the
/// source block before them.
pub(crate) fn check(folder: &str, outputs: &[(&str, Make)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let (mut source, mut version) = (String::new(), Version::Python3);
    examen_test::check_fixtures(&folder, |_, block| {
        if let "java" | "py" | "py2" = block.info {
            version = if block.info == "py2" { Version::Python2 } else { Version::Python3 };
            block.text.clone_into(&mut source);
            return Ok(None);
        }
        let make = outputs.iter().find(|(name, _)| *name == block.info);
        make.map(|(_, make)| Some(make(&source, version))).ok_or_else(|| "no such kind of block".to_owned())
    });
}
