//! Which files are code of a library: no tests, tutorials, examples and chores.

use examen_syntax::Language;

/// Folders that hold something else, in lower case.
const OTHER_FOLDERS: &[&str] = &[
    "demo",
    "demos",
    "doc",
    "docs",
    "example",
    "examples",
    "sample",
    "samples",
    "sandbox",
    "test",
    "testing",
    "tests",
    "tutorial",
    "tutorials",
];

/// Folders of chores beside the packages of a project.
const TOP_FOLDERS: &[&str] = &["benchmarks", "scripts", "tools"];

/// Files of chores in Python.
const CHORES: &[&str] = &["conftest.py", "runtests.py", "setup.py", "testutils.py", "_testutils.py", "versioneer.py"];

/// Domains that packages of Java begin with: `com.example` is somebody's name.
const DOMAINS: &[&str] = &["com", "io", "net", "org"];

/// Whether a file of a project is code of its library.
pub(super) fn is_library_code(path: &str, language: Language) -> bool {
    let mut folders: Vec<&str> = path.split(['/', '\\']).collect();
    let file = folders.pop().unwrap_or_default();
    let is_other = |(place, folder): (usize, &&str)| {
        let is_name = language == Language::Java && place > 0 && DOMAINS.contains(&folders[place - 1]);
        !is_name && OTHER_FOLDERS.contains(&folder.to_ascii_lowercase().as_str())
    };
    // The folder that an archive has all of its files in is none of the project's.
    let wrapped = folders.first().is_some_and(|first| has_version(first));
    let is_top_chore = folders.get(usize::from(wrapped)).is_some_and(|top| TOP_FOLDERS.contains(top));
    !folders.iter().enumerate().any(is_other) && !is_top_chore && !is_other_file(file, language)
}

fn is_other_file(file: &str, language: Language) -> bool {
    match language {
        Language::Python => file.starts_with("test_") || file.ends_with("_test.py") || CHORES.contains(&file),
        Language::Java => {
            let stem = file.strip_suffix(".java").unwrap_or(file);
            let after = stem.strip_prefix("Test").and_then(|rest| rest.chars().next());
            after.is_some_and(char::is_uppercase) || ["Test", "Tests", "TestCase"].iter().any(|end| stem.ends_with(end))
        }
    }
}

/// Whether a folder is named for a release, as `numpy-1.16.4` is.
fn has_version(folder: &str) -> bool {
    folder.rsplit_once('-').is_some_and(|(_, version)| version.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_libraries_is_told_from_tests_examples_and_chores() {
        for path in ["p-1.0/p/core.py", "p/tools/x.py", "a/tester.py", "p-1.0/p/scripts/run.py", "contest/a.py"] {
            assert!(is_library_code(path, Language::Python), "{path}");
        }
        for path in ["p-1.0/setup.py", "tests/a.py", "p/Examples/a.py", "p/test_a.py", "p-1.0/tools/x.py", "tools/x.py"]
        {
            assert!(!is_library_code(path, Language::Python), "{path}");
        }
        for path in ["src/main/java/a/Testament.java", "src/main/java/com/example/Box.java"] {
            assert!(is_library_code(path, Language::Java), "{path}");
        }
        for path in ["src/test/java/a/Helper.java", "a/FooTest.java", "a/TestFoo.java", "a/samples/Foo.java"] {
            assert!(!is_library_code(path, Language::Java), "{path}");
        }
    }
}
