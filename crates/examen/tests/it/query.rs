//! `examen query`, `examen list` and `examen explain`.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::{command, examen, shown, text};

/// A folder with an answer on a line with other than ASCII characters, one between `\r\n` lines, one beside a syntax
/// error, and one that a comment excuses.
fn sample(folder: &Path) {
    let write = |path: &str, content: &[u8]| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    write("broken.py", b"def f(:\n    pass\n\nif x == None:\n    pass\n");
    write("clean.py", b"if x is None:\n    pass\n");
    write("pkg/dos.py", b"import os\r\n\r\nif (os ==\r\n        None):\r\n    pass\r\n");
    write("pkg/greek.py", "π = 'αβγ' if\tx == None else 1\n".as_bytes());
    write(
        "pkg/quiet.py",
        b"a = x == None  # noqa: E711\nb = x == None\n# codeql[py/test-equals-none]\nc = x == None\n",
    );
    write("pkg/Other.java", b"class Other {}\n");
    write("large.py", &vec![b'#'; 3 << 20]);
}

/// Runs `examen query . --query py/test-equals-none` in the folder.
fn query(folder: &Path, arguments: &[&str]) -> Output {
    let mut all = vec!["query", ".", "--query", "py/test-equals-none"];
    all.extend(arguments);
    command(&all).current_dir(folder).output().unwrap()
}

fn rows(output: &Output) -> Vec<serde_json::Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn text_shows_the_lines_with_carets() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let output = query(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!("text", text(&output.stdout));
    insta::assert_snapshot!("talk", text(&output.stderr));
}

#[test]
fn jsonl_has_an_object_per_answer() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    insta::assert_snapshot!("jsonl", text(&query(folder.path(), &["--format", "jsonl"]).stdout));
}

#[test]
fn sarif_is_one_document() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let output = query(folder.path(), &["--format", "sarif"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let pretty = serde_json::to_string_pretty(&document).unwrap();
    insta::assert_snapshot!("sarif", pretty.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn github_has_a_command_per_answer() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    fs::rename(folder.path().join("pkg/greek.py"), folder.path().join("pkg/100%, no: more.py")).unwrap();
    insta::assert_snapshot!("github", text(&query(folder.path(), &["--format", "github"]).stdout));
}

#[test]
fn negatives_are_places_that_look_like_answers() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let output = query(folder.path(), &["--format", "jsonl", "--negatives"]);
    let negatives: Vec<_> = rows(&output).into_iter().filter(|row| row["kind"] == "negative").collect();
    assert_eq!(negatives.len(), 1);
    assert_eq!((&negatives[0]["file"], &negatives[0]["text"]), (&"clean.py".into(), &"x is None".into()));
    let output = query(folder.path(), &["--format", "sarif", "--negatives"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.iter().filter(|result| result["kind"] == "pass" && result["level"] == "none").count(), 1);
}

#[test]
fn comments_silence_answers_only_when_they_are_respected() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let lines = |arguments: &[&str]| -> Vec<u64> {
        let rows = rows(&query(folder.path(), arguments)).into_iter().filter(|row| row["file"] == "pkg/quiet.py");
        rows.map(|row| row["start_line"].as_u64().unwrap()).collect()
    };
    assert_eq!(lines(&["--format", "jsonl"]), [1, 2, 4]);
    assert_eq!(lines(&["--format", "jsonl", "--respect-noqa"]), [2]);
}

#[test]
fn every_form_of_silence_covers_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        ("x == None  # NoQA", false),
        ("x == None  # type: ignore # noqa:E711", false),
        ("x == None  # noqa: py/unused-import", true),
        ("x == None  # noqa: py/test-equals-none", false),
        ("x == None  # noqable", true),
        ("x == None  # lgtm", false),
        ("x == None  # so lgtm", true),
        ("x == None  # why; LGTM", false),
        ("x == None  # so lgtm [py/a, py/test-equals-none]", false),
        ("x == None  # lgtm[py/a]", true),
        ("x == None  # codeql[py/test-equals-none]", true),
        ("# lgtm[py/test-equals-none]", false),
        ("x == None", false),
        ("x == '# noqa', x == None", true),
    ];
    let source: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
    fs::write(folder.path().join("a.py"), source.join("\n")).unwrap();
    let output = query(folder.path(), &["--format", "jsonl", "--respect-noqa"]);
    let found: Vec<u64> = rows(&output).iter().map(|row| row["start_line"].as_u64().unwrap()).collect();
    let expected: Vec<u64> = (1..).zip(&lines).filter(|(_, line)| line.1).map(|(number, _)| number).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_exit_status_tells_of_answers_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    assert_eq!(query(folder.path(), &["--exit-code"]).status.code(), Some(1));
    let clean = ["query", "clean.py", "--query", "Q20", "--exit-code", "--negatives"];
    assert_eq!(command(&clean).current_dir(folder.path()).output().unwrap().status.code(), Some(0));
    let java = command(&["query", "pkg/Other.java"]).current_dir(folder.path()).output().unwrap();
    assert_eq!(java.status.code(), Some(2));
    assert!(text(&java.stderr).contains("no Python file"), "{}", text(&java.stderr));
}

#[test]
fn threads_and_order_of_arguments_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    for number in 0..150 {
        fs::write(folder.path().join(format!("pkg/many{number}.py")), "x == None\n".repeat(number % 7)).unwrap();
    }
    for format in ["text", "jsonl", "sarif", "github"] {
        let run = |arguments: &[&str]| {
            let mut all = vec!["query", "--negatives", "--query", "single", "--format", format];
            all.extend(arguments);
            command(&all).current_dir(folder.path()).output().unwrap().stdout
        };
        for scope in ["file", "project"] {
            let one = run(&["pkg", "broken.py", "clean.py", "--threads", "1", "--scope", scope]);
            let two = run(&["./clean.py", "broken.py", "pkg/", "pkg/greek.py", "--threads", "2", "--scope", scope]);
            assert!(!one.is_empty() && one == two, "{format} {scope}");
        }
    }
}

#[test]
fn paths_continue_the_arguments() {
    let folder = tempfile::tempdir().unwrap();
    for path in ["a/x/f.py", "b/x/f.py", "c/.hidden/f.py"] {
        fs::create_dir_all(folder.path().join(path).parent().unwrap()).unwrap();
        fs::write(folder.path().join(path), "x == None\n").unwrap();
    }
    let table = "{\"content\": \"x == None\"}\n{\"content\": \"x == None\", \"path\": \"src/g.py\"}\n";
    fs::write(folder.path().join("c/rows.jsonl"), table).unwrap();
    let files = |arguments: &[&str]| -> Vec<String> {
        let mut all = vec!["query", "--query", "20", "--format", "jsonl"];
        all.extend(arguments);
        let output = command(&all).current_dir(folder.path()).output().unwrap();
        rows(&output).iter().map(|row| row["file"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(files(&["."]), ["a/x/f.py", "b/x/f.py", "c/rows.jsonl/1", "src/g.py"]);
    assert_eq!(files(&["./a", "b/x/../x/f.py", "a/x/f.py"]), ["a/x/f.py", "b/x/../x/f.py"]);
    assert_eq!(files(&["a/x/f.py", "b/x/f.py"]), ["a/x/f.py", "b/x/f.py"]);
    assert_eq!(files(&["c", "c/.hidden"]), ["c/rows.jsonl/1", "c/src/g.py", "c/.hidden/f.py"]);
    assert_eq!(files(&["c/rows.jsonl"]), ["c/rows.jsonl/1", "c/rows.jsonl/src/g.py"]);
    let absolute = folder.path().join("a").display().to_string();
    assert_eq!(files(&[&absolute]), [format!("{absolute}/x/f.py")]);
}

#[test]
fn lines_that_nobody_would_read_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let long = format!("y = [{}x == None]\nx == None\r", "é, ".repeat(5000));
    fs::write(folder.path().join("long.py"), long).unwrap();
    let output = text(&query(folder.path(), &[]).stdout);
    assert!(output.contains("--> long.py:1:15006"), "{output}");
    assert!(output.contains("--> long.py:2:1") && output.contains("2 | x == None"), "{output}");
    assert!(output.len() < 1000, "{}", output.len());
}

#[test]
fn an_unknown_query_is_an_error_that_names_near_ones() {
    for (arguments, near) in [
        (&["query", ".", "--query", "py/test-equal-none"][..], "nearest: py/test-equals-none"),
        (&["explain", "test-equals-null"], "did you mean `py/test-equals-none`?"),
    ] {
        let output = examen(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(near), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn queries_are_chosen_by_id_number_tag_and_hops() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.py"), "x == None\n").unwrap();
    for word in ["py/test-equals-none", "Q20", "q20", "20", "efficiency", "single", "20,single"] {
        let output = examen(&["query", shown(folder.path()), "--query", word, "--format", "jsonl"]);
        let found = rows(&output).iter().filter(|row| row["query"] == "py/test-equals-none").count();
        assert_eq!(found, 1, "{word}");
    }
}

#[test]
fn queries_are_listed_and_explained() {
    let table = text(&examen(&["list", "queries"]).stdout);
    assert!(table.contains("20 | py/test-equals-none"), "{table}");
    let listed = examen(&["list", "queries", "--format", "jsonl"]);
    let row = rows(&listed).into_iter().find(|row| row["id"] == "py/test-equals-none").unwrap();
    insta::assert_snapshot!("listed", serde_json::to_string_pretty(&row).unwrap());
    insta::assert_snapshot!("explained", text(&examen(&["explain", "Q20"]).stdout));
}

#[test]
fn a_project_knows_what_its_files_import() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("pkg")).unwrap();
    fs::write(folder.path().join("pkg/lib.py"), "def f(x):\n    return x\n").unwrap();
    fs::write(folder.path().join("pkg/use.py"), "from lib import f\nf()\n").unwrap();
    let run = |scope: &str| {
        let all = ["query", ".", "--query", "py/call/wrong-arguments", "--format", "jsonl", "--scope", scope];
        rows(&command(&all).current_dir(folder.path()).output().unwrap())
    };
    assert!(run("file").is_empty());
    let found = run("project");
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["file"], &found[0]["text"]), (&"pkg/use.py".into(), &"f()".into()));
    assert_eq!(found[0]["related"][0]["file"], "pkg/lib.py");
}

#[test]
fn rules_are_those_of_the_python_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    // A class with `__eq__` alone cannot be hashed in Python 3, and is hashed by its address in Python 2.
    let class = "class Name(object):\n    def __eq__(self, other):\n        return True\n";
    fs::write(folder.path().join("three.py"), class).unwrap();
    fs::write(folder.path().join("two.py"), format!("print 'Python 2'\n{class}")).unwrap();
    let files = |python: &str| -> Vec<String> {
        let arguments = ["query", ".", "--query", "py/equals-hash-mismatch", "--format", "jsonl", "--python", python];
        let output = command(&arguments).current_dir(folder.path()).output().unwrap();
        rows(&output).iter().map(|row| row["file"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(files("3"), Vec::<String>::new());
    assert_eq!(files("2"), ["three.py", "two.py"]);
    assert_eq!(files("auto"), ["two.py"]);
}

/// Exams count from 0, so that each format has to say how it counts.
#[test]
fn formats_say_how_they_count() {
    let help =
        |command: &str| text(&examen(&[command, "--help"]).stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help("query").contains("lines and columns count from 1"), "{}", help("query"));
    assert!(help("functions").contains("from 1"), "{}", help("functions"));
    let schema = fs::read_to_string(crate::documents::root().join("docs/schemas/answer-spans.json")).unwrap();
    assert!(schema.contains("count from 0"), "{schema}");
}

#[test]
fn texts_are_those_of_the_edition_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("module.py"), "locals()['name'] = 1\n").unwrap();
    let answers = |edition: &str| {
        let arguments = ["query", ".", "--query", "Q50", "--format", "jsonl", "--edition", edition];
        rows(&command(&arguments).current_dir(folder.path()).output().unwrap()).len()
    };
    assert_eq!(answers("2022-03"), 0);
    assert_eq!(answers("2021-08"), 1);
}

/// The built-in network sees what even a small one sees, an import that nobody uses; and more than that, since it is small.
#[test]
fn a_model_answers_in_place_of_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    let code = "import os\nimport sys\n\n\ndef first(values):\n    return sys.argv[0] + values\n";
    fs::write(folder.path().join("a.py"), code).unwrap();
    let ask = |more: &[&str]| {
        let arguments = ["query", "a.py", "--format", "jsonl", "--model", "builtin"];
        let output = command(&[&arguments[..], more].concat()).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        rows(&output)
    };
    let found = ask(&["--query", "py/unused-import"]);
    assert_eq!(
        (&found[0]["text"], &found[0]["start_line"], &found[0]["end_col"]),
        (&"import os".into(), &1.into(), &9.into())
    );
    // All queries are answered by the same pass, so each answers as it does alone.
    let all = ask(&[]);
    let of_query: Vec<_> = all.iter().filter(|row| row["query"] == "py/unused-import").collect();
    assert_eq!(of_query, found.iter().collect::<Vec<_>>());
}
