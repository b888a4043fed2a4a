//! The corpus that is part of the binary.

use examen_syntax::Language;
use include_dir::{Dir, include_dir};

/// `corpus/<language>/<project>/…` at the root of the workspace.
static CORPUS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../corpus");

/// A file of the built-in corpus.
pub(crate) struct BuiltInFile {
    pub(crate) project: String,
    pub(crate) path: String,
    pub(crate) language: Language,
    pub(crate) bytes: &'static [u8],
}

/// The source files in some languages, in no particular order.
pub(crate) fn files(languages: &[Language]) -> impl Iterator<Item = BuiltInFile> {
    let mut found = Vec::new();
    collect(&CORPUS, &mut found);
    found.into_iter().filter(|file| languages.contains(&file.language))
}

fn collect(folder: &'static Dir<'static>, found: &mut Vec<BuiltInFile>) {
    folder.dirs().for_each(|folder| collect(folder, found));
    for file in folder.files() {
        let mut components = file.path().iter().skip(1).map(|name| name.to_string_lossy());
        let (Some(project), path) = (components.next(), components.collect::<Vec<_>>().join("/")) else {
            continue;
        };
        if let Some(language) = Language::of_file_name(&path) {
            found.push(BuiltInFile { project: project.into_owned(), path, language, bytes: file.contents() });
        }
    }
}
