//! `examen questions` and `examen build questions`.

use std::path::Path;

use crate::{fail, shown, succeed};

/// Functions with documentation, enough for all splits.
pub(crate) fn write_code(folder: &Path) {
    let function = |number: u32| {
        format!(
            "def trim_{number}(text):\n    \"\"\"Trims all {number} leading zeros using the given mask.\n\n    The mask is not changed by part {number}.\n\n    :param text: the text\n    \"\"\"\n    # Zeros are at the left.\n    return text.lstrip('0' * {number})\n\n\n"
        )
    };
    let method = |number: u32| {
        format!(
            "    /** Inserts the given child at index {number}. The list does not copy item {number}. */\n    void insert{number}(Object child) {{ list.add({number}, child); /* done */ }}\n"
        )
    };
    let python = (0..30).map(function).collect::<Vec<_>>().concat();
    let java = format!("class Box {{\n{}}}\n", (0..30).map(method).collect::<Vec<_>>().concat());
    std::fs::write(folder.join("a.py"), python).unwrap();
    std::fs::write(folder.join("Box.java"), java).unwrap();
}

fn rows(jsonl: &str) -> Vec<serde_json::Value> {
    jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn lines_of_comments_give_pairs_and_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("comments.txt");
    std::fs::write(&file, "The code takes a screenshot after every test.\n\n返回给定节点的名称。\nReturns the name.\n")
        .unwrap();
    let (lines, said) = succeed(&["questions", shown(&file), "--skipped", "--language", "en"]);
    let rows = rows(&lines);
    assert_eq!(rows[0]["line"], 1);
    let pair = rows.iter().find(|row| row["rule"] == "tmp").unwrap();
    assert_eq!(pair["question"], "When does the code take a screenshot?");
    assert_eq!(pair["answer"], "After every test.");
    assert_eq!((pair["type"].as_str(), pair["category"].as_str()), (Some("when"), Some("property")));
    assert_eq!(pair["sentence"], "The code takes a screenshot after every test.");
    assert!(rows.iter().any(|row| row["line"] == 3 && row["reasons"][0] == "other-language"), "{lines}");
    assert!(rows.iter().any(|row| row["line"] == 4), "{lines}");
    assert!(said.contains("of 2 of 3 lines") && said.contains("1 other-language"), "{said}");
    let (faithful, _) = succeed(&["questions", shown(&file), "--mode", "faithful", "--format", "text"]);
    assert!(faithful.contains("When does the code take a screenshot?\n  After every test.\n"), "{faithful}");
}

#[test]
fn what_cannot_be_read_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    };
    let comments = write("comments.txt", "It works.\n");
    let wrong =
        write("wrong.conllu", "1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tfails\tfail\tVERB\tVBZ\t_\t0\troot\t_\t_\n");
    let none = write("none.txt", "返回给定节点的名称。\n");
    let said = fail(&["questions", shown(&comments), "--conllu", shown(&wrong)]);
    assert!(said.contains("wrong.conllu: line 2: the file has `fails`, the text goes on with `works.`"), "{said}");
    let said = fail(&["questions", shown(&comments), "--parser", shown(&none)]);
    assert!(said.contains("none.txt: "), "{said}");
    let said = fail(&["questions", shown(&none)]);
    assert!(said.contains("none of 1 lines gives a question (skipped: 1 other-language)"), "{said}");
    let said = fail(&["questions", "no/such/file"]);
    assert!(said.contains("no/such/file"), "{said}");
}

#[test]
fn trees_of_another_parser_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let comments = folder.path().join("comments.txt");
    std::fs::write(&comments, "The parser reads the file.\n").unwrap();
    let trees = folder.path().join("comments.conllu");
    let words = [
        "1\tThe\tthe\tDET\tDT\t_\t2\tdet",
        "2\tparser\tparser\tNOUN\tNN\t_\t3\tnsubj",
        "3\treads\tread\tVERB\tVBZ\t_\t0\troot",
        "4\tthe\tthe\tDET\tDT\t_\t5\tdet",
        "5\tfile\tfile\tNOUN\tNN\t_\t3\tobj",
        "6\t.\t.\tPUNCT\t.\t_\t3\tpunct",
    ];
    let lines = words.map(|word| format!("{word}\t_\t_\n")).concat();
    std::fs::write(&trees, format!("{lines}\n")).unwrap();
    let (pairs, _) = succeed(&["questions", shown(&comments), "--conllu", shown(&trees)]);
    assert!(pairs.contains("What does the parser read?") && pairs.contains("The file."), "{pairs}");
}

#[test]
fn an_exam_of_questions_is_built_answered_and_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    write_code(folder.path());
    let out = folder.path().join("exams");
    let (source, exams) = (shown(folder.path()), shown(&out));
    let (table, _) = succeed(&[
        "build",
        "questions",
        "--from",
        source,
        "--out",
        exams,
        "--split-by",
        "pair",
        "--native",
        "--yes-ratio",
        "0.5",
    ]);
    assert!(table.contains("questions/java") && table.contains("questions/python"), "{table}");
    let read = |path: &str| std::fs::read_to_string(out.join("questions").join(path)).unwrap();
    let native =
        |end: &str| ["train", "dev", "test"].map(|split| read(&format!("native/python/{split}.{end}"))).concat();
    let (questions, answers, code) = (native("question"), native("answer"), native("code.original"));
    assert!(questions.contains("How does the code trim all 3 leading zeros ?\n"), "{questions}");
    assert_eq!([questions.lines().count(), answers.lines().count()], [code.lines().count(); 2]);
    assert!(answers.contains("using the given mask\n") && answers.contains("no\n"), "{answers}");
    assert!(!code.contains("Trims") && !code.contains("left."), "{code}");
    let count = |answer: &str| answers.lines().filter(|line| *line == answer).count();
    assert!(count("yes") > 0 && 2 * count("yes") <= count("no"), "{} and {}", count("yes"), count("no"));
    assert!(read("statistics.json").contains("answers_in_train"));

    let again = folder.path().join("again");
    let native_files = out.join("questions/native");
    succeed(&["build", "questions", "--from-native", shown(&native_files), "--out", shown(&again)]);
    let predictions = folder.path().join("majority.parquet");
    succeed(&["predict", "--model", "majority", "--data", shown(&out.join("questions")), "--out", shown(&predictions)]);
    let (scores, _) =
        succeed(&["score", "--data", shown(&out.join("questions")), "--predictions", shown(&predictions)]);
    assert!(scores.contains("questions/python") && scores.contains("majority"), "{scores}");
    let (table, _) =
        succeed(&["build", "robustness", "--of", "questions", "--from", source, "--out", exams, "--split-by", "pair"]);
    assert!(table.contains("questions.python"), "{table}");
}

#[test]
fn code_is_shown_as_asked_and_shards_are_one_build() {
    let folder = tempfile::tempdir().unwrap();
    write_code(folder.path());
    let build = |out: &Path, more: &[&str]| {
        succeed(&[&["build", "questions", "--from", shown(folder.path()), "--out", shown(out)], more].concat());
    };
    let codes = |show: &str, mode: &str| {
        let out = folder.path().join(format!("{show}-{mode}"));
        build(&out, &["--split-by", "none", "--language", "python", "--show", show, "--mode", mode]);
        succeed(&["prompts", "--data", shown(&out.join("questions"))]).0
    };
    let all = codes("all", "clean");
    assert!(all.contains("trim_3") && all.contains("Zeros are"), "{}", &all[..all.len().min(2_000)]);
    let none = codes("none", "faithful");
    assert!(!none.contains("trim_3") && !none.contains("Zeros are"), "{}", &none[..none.len().min(2_000)]);
    assert!(codes("comments", "clean").contains("METHOD_NAME"));

    let part = |shard: &str| {
        let out = folder.path().join(shard.replace('/', "-"));
        build(&out, &["--split-by", "file", "--shard", shard]);
        out
    };
    let (one, other) = (part("1/2"), part("2/2"));
    let (whole, merged) = (folder.path().join("whole"), folder.path().join("merged"));
    build(&whole, &["--split-by", "file", "--threads", "1"]);
    succeed(&["merge", shown(&one), shown(&other), "--out", shown(&merged)]);
    for file in
        ["java/train.parquet", "python/train.parquet", "java/test.parquet", "python/test.parquet", "statistics.json"]
    {
        let read = |out: &Path| std::fs::read(out.join("questions").join(file)).ok();
        assert!(read(&whole) == read(&merged), "{file}");
    }
}
