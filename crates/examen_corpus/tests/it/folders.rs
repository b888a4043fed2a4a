//! Folders: projects, order, ignore rules, and what is not a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use examen_corpus::{CorpusError, Plan, ProjectRule, SkipReason, SourceOptions};
use examen_syntax::Language;
use tempfile::TempDir;

use crate::build::{read, read_on, times, write, zip};

fn shelf() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for path in ["beta/setup.py", "beta/src/b.py", "alpha/A.java", "alpha/z/a.py", "alpha/notes.txt"] {
        write(&folder.path().join(path), path);
    }
    write(&folder.path().join("gamma-1.0.zip"), zip(&[("g.py", b"g")]));
    folder
}

fn with_rule(project_rule: ProjectRule) -> SourceOptions {
    SourceOptions { project_rule, ..SourceOptions::default() }
}

#[test]
fn a_shelf_of_projects_is_distinguished_from_a_project() {
    let folder = shelf();
    let (lines, counts) = read(&[folder.path()], &SourceOptions::default());
    let expected = [
        "alpha|A.java|alpha/A.java",
        "alpha|z/a.py|alpha/z/a.py",
        "beta|setup.py|beta/setup.py",
        "beta|src/b.py|beta/src/b.py",
        "gamma-1.0|g.py|g",
    ];
    assert_eq!(lines, expected);
    assert_eq!(counts.other, 1);
    let (lines, _) = read(&[&folder.path().join("alpha")], &SourceOptions::default());
    assert_eq!(lines[1], "alpha|z/a.py|alpha/z/a.py");
}

#[test]
fn the_rule_for_projects_can_be_chosen() {
    let folder = shelf();
    let name = folder.path().file_name().unwrap().to_str().unwrap();
    let (lines, _) = read(&[folder.path()], &with_rule(ProjectRule::Argument));
    assert_eq!(lines[0], format!("{name}|alpha/A.java|alpha/A.java"));
    assert_eq!(lines[4], format!("{name}|gamma-1.0.zip/g.py|g"));
    let (lines, _) = read(&[&folder.path().join("alpha")], &with_rule(ProjectRule::Children));
    assert_eq!(lines, ["alpha|A.java|alpha/A.java", "z|a.py|alpha/z/a.py"]);
}

#[test]
fn neither_the_order_of_arguments_nor_the_threads_change_anything() {
    let folder = shelf();
    for number in 0..500 {
        write(&folder.path().join(format!("delta/m{number}.py")), format!("x = {number}\n").repeat(number));
    }
    let parts: Vec<PathBuf> =
        ["beta", "delta", "gamma-1.0.zip", "alpha"].iter().map(|part| folder.path().join(part)).collect();
    let forward: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
    let backward: Vec<&Path> = parts.iter().rev().map(PathBuf::as_path).collect();
    let expected = read_on(1, &forward, &SourceOptions::default());
    assert_eq!(expected.0.len(), 505);
    assert_eq!(read_on(2, &backward, &SourceOptions::default()), expected);
    assert_eq!(read_on(7, &[folder.path()], &SourceOptions::default()).0, expected.0);
}

#[test]
fn a_file_that_is_reached_twice_is_read_once() {
    let folder = shelf();
    let (inner, file) = (folder.path().join("alpha/z"), folder.path().join("beta/./src/../src/b.py"));
    let expected = read(&[folder.path()], &SourceOptions::default());
    let all = [file.as_path(), inner.as_path(), folder.path(), folder.path()];
    assert_eq!(read(&all, &SourceOptions::default()).0, expected.0);
}

#[test]
fn a_missing_argument_is_an_error_with_its_path() {
    let error = Plan::new(&[PathBuf::from("no/such/folder")], &SourceOptions::default()).unwrap_err();
    assert!(matches!(&error, CorpusError::Missing { path } if path == Path::new("no/such/folder")));
    assert_eq!(error.to_string(), "no/such/folder: no such file or folder");
}

#[test]
fn hidden_vendored_and_ignored_files_are_left_out_unless_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("project");
    let paths =
        ["a.py", ".hidden/b.py", "node_modules/c.py", "build/lib/d.py", "src/venv/e.py", "generated/f.py", ".git/HEAD"];
    for path in paths {
        write(&root.join(path), "");
    }
    write(&root.join(".gitignore"), "generated/\n");
    let found = |options: &SourceOptions| {
        let (lines, counts) = read(&[&root], options);
        let names = lines.iter().map(|line| line.split('|').nth(1).unwrap().to_owned());
        (names.collect::<Vec<_>>(), counts.left_out)
    };
    assert_eq!(found(&SourceOptions::default()), (vec!["a.py".to_owned()], 6));
    let options = SourceOptions { git_ignore: false, ..SourceOptions::default() };
    assert_eq!(found(&options).0, ["a.py", "generated/f.py"]);
    let options = SourceOptions { include_vendored: true, ..SourceOptions::default() };
    assert_eq!(found(&options).0, ["a.py", "build/lib/d.py", "node_modules/c.py", "src/venv/e.py"]);
    let options = SourceOptions { include_hidden: true, ..SourceOptions::default() };
    assert_eq!(found(&options).0, [".hidden/b.py", "a.py"]);
}

/// The project with an ignore file that `make` puts there, as rows.
fn with_ignore_file(make: impl FnOnce(&Path)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("project");
    for path in ["a.py", "b.py", "inner/c.py", ".git/HEAD"] {
        write(&root.join(path), "");
    }
    write(&root.join("inner/.gitignore"), "/c.p[y-y]\n");
    make(&root.join(".gitignore"));
    read(&[&root], &SourceOptions::default()).0
}

#[test]
fn ignore_files_are_read_up_to_a_limit() {
    let lines = with_ignore_file(|path| write(path, "a.py\n"));
    assert_eq!(lines, ["project|b.py|"]);
    let many = (0..10_000).fold("a.py\n".to_owned(), |text, number| text + &format!("*x{number}*\n")) + "b.py\n";
    let lines = with_ignore_file(|path| write(path, &many));
    // What stands behind the limit is not obeyed, and there is no room left for the ignore file below.
    assert_eq!(
        lines,
        [
            "project|.gitignore|!too-large",
            "project|b.py|",
            "project|inner/.gitignore|!too-large",
            "project|inner/c.py|"
        ]
    );
    let lines = with_ignore_file(|path| write(path, "a".repeat(1 << 20)));
    assert_eq!(lines, ["project|.gitignore|!too-large", "project|a.py|", "project|b.py|"]);
    // Bytes of another encoding become longer as text, and count as they are: there is room for the ignore file below.
    let lines = with_ignore_file(|path| write(path, [&[0xff; 99][..], b"\n"].concat().repeat(500)));
    assert_eq!(lines, ["project|a.py|", "project|b.py|"]);
}

#[cfg(unix)]
#[test]
fn ignore_files_that_are_no_files_are_rows() {
    let pipe = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    let rows = |reason: &str| {
        [format!("project|.gitignore|!{reason}"), "project|a.py|".to_owned(), "project|b.py|".to_owned()]
    };
    assert_eq!(with_ignore_file(pipe), rows("not-a-regular-file"));
    assert_eq!(with_ignore_file(|path| fs::create_dir(path).unwrap()), rows("not-a-regular-file"));
    assert_eq!(with_ignore_file(|path| std::os::unix::fs::symlink("/dev/zero", path).unwrap()), rows("symlink"));
}

#[test]
fn rules_of_a_nested_working_tree_are_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("outer");
    for path in
        ["a.py", "inner/a.py", "inner/keep.py", ".git/HEAD", "inner/.git/HEAD", "sub/deep/a.py", "sub/deep/keep.py"]
    {
        write(&root.join(path), "");
    }
    write(&root.join(".gitignore"), "a.py\nkeep.py\n");
    write(&root.join("sub/.gitignore"), "!keep.py\n");
    let (lines, _) = read(&[&root], &SourceOptions::default());
    assert_eq!(lines, ["outer|inner/a.py|", "outer|inner/keep.py|", "outer|sub/deep/keep.py|"]);
    // The rules around a folder hold when it is named itself.
    let (lines, _) = read(&[&root.join("sub")], &SourceOptions::default());
    assert_eq!(lines.len(), 1);
}

#[test]
fn languages_can_be_chosen() {
    let folder = shelf();
    let options = SourceOptions { languages: vec![Language::Java], ..SourceOptions::default() };
    let (lines, counts) = read(&[folder.path()], &options);
    assert_eq!(lines, ["alpha|A.java|alpha/A.java"]);
    assert_eq!(counts.other, 5);
}

#[test]
fn large_files_are_rows() {
    let folder = tempfile::tempdir().unwrap();
    let file = fs::File::create(folder.path().join("large.py")).unwrap();
    file.set_len(5 << 20).unwrap();
    let (lines, _) = read(&[folder.path()], &with_rule(ProjectRule::Argument));
    assert!(lines[0].ends_with("|large.py|!too-large"), "{lines:?}");
}

#[test]
fn deep_folders_are_rows() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = with_rule(ProjectRule::Argument);
    options.limits.max_path_depth = 3;
    write(&folder.path().join("1/2/3/fine.py"), "");
    write(&folder.path().join("1/2/3/4/deep.py"), "");
    let (lines, counts) = read(&[folder.path()], &options);
    assert!(lines[0].ends_with("|1/2/3/4|!path-too-deep"), "{lines:?}");
    assert!(lines[1].ends_with("|1/2/3/fine.py|"), "{lines:?}");
    assert_eq!(times(&counts, SkipReason::PathTooDeep), 1);
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_rows() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("project");
    write(&root.join("a.py"), "a");
    symlink("a.py", root.join("link.py")).unwrap();
    symlink("..", root.join("loop")).unwrap();
    symlink("gone", root.join("dangling.py")).unwrap();
    let _socket = UnixListener::bind(root.join("socket.py")).unwrap();
    assert!(Command::new("mkfifo").arg(root.join("endless.py")).status().unwrap().success());
    let (lines, _) = read(&[&root], &SourceOptions::default());
    let expected = [
        "project|a.py|a",
        "project|dangling.py|!symlink",
        "project|endless.py|!not-a-regular-file",
        "project|link.py|!symlink",
        "project|loop|!symlink",
        "project|socket.py|!not-a-regular-file",
    ];
    assert_eq!(lines, expected);
    let (lines, _) = read(&[&root.join("endless.py"), &root.join("link.py")], &SourceOptions::default());
    assert_eq!(lines, ["project|a.py|a", "project|endless.py|!not-a-regular-file"]);
}

#[cfg(unix)]
#[test]
fn unreadable_files_and_folders_are_rows() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("project");
    for path in ["a.py", "shut.py", "closed/b.py"] {
        write(&root.join(path), "");
    }
    for path in ["shut.py", "closed"] {
        fs::set_permissions(root.join(path), fs::Permissions::from_mode(0o000)).unwrap();
    }
    let is_refused = fs::File::open(root.join("shut.py")).is_err();
    let needs = is_refused.then_some(()).ok_or_else(|| "this user may read everything".to_owned());
    if !examen_test::can_run("unreadable_files_and_folders_are_rows", needs) {
        return;
    }
    let (lines, _) = read(&[&root], &SourceOptions::default());
    fs::set_permissions(root.join("closed"), fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(lines, ["project|a.py|", "project|closed|!unreadable", "project|shut.py|!unreadable"]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_unicode_are_read() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("project");
    write(&root.join(OsStr::from_bytes(b"caf\xe9.py")), "latin");
    let (lines, _) = read(&[&root], &SourceOptions::default());
    assert_eq!(lines, ["project|caf\u{fffd}.py|latin"]);
}

#[test]
fn the_built_in_corpus_has_projects_in_both_languages() {
    for language in Language::ALL {
        assert!(Plan::builtin(&[language]).len() > 3, "{language}");
    }
    let plan = Plan::builtin(&Language::ALL);
    assert!(plan.projects().len() > 3);
}
