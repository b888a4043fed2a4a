//! `examen serve` without a browser: who is let in, which files are handed out, what a rating leaves on the disk.

use std::path::Path;

use crate::ratings_server::{Reply, Served, write_rating};
use crate::{command, text};

/// Something like a report, in `report` of a folder.
fn write_report(folder: &Path) {
    let report = folder.join("report");
    std::fs::create_dir_all(report.join("charts")).unwrap();
    for (name, content) in [
        ("index.html", "<!doctype html><p>the report"),
        ("charts/a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("unlisted.html", "not of the report"),
        ("program.sh", "listed, of a kind that is not handed out"),
        ("files.json", r#"{"index.html": 1, "charts/a.svg": 1, "../secret.txt": 1, "link.txt": 1, "program.sh": 1}"#),
    ] {
        std::fs::write(report.join(name), content).unwrap();
    }
    std::fs::write(folder.join("secret.txt"), "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.join("secret.txt"), report.join("link.txt")).unwrap();
}

/// What a sheet says of an item: fluency and correctness.
fn ratings_of(folder: &Path, sheet: &str, item: u32) -> [String; 2] {
    let mut reader = csv::Reader::from_path(folder.join(format!("rating/{sheet}.csv"))).unwrap();
    let mut records = reader.records().map(Result::unwrap);
    let record = records.find(|record| record[0] == item.to_string()).unwrap();
    [record[4].to_owned(), record[5].to_owned()]
}

#[test]
fn only_who_knows_the_token_and_asks_this_machine_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    write_report(folder.path());
    let served = Served::start(folder.path(), &["report"]);
    let (host, base) = (served.host(), served.base());
    let status = |request: &str| served.ask(request, "").status;
    assert_eq!(base.len(), 34, "16 random bytes between slashes");
    assert_eq!(status(&format!("GET {base}report/index.html HTTP/1.1\r\nHost: {host}\r\n")), 200);
    let port = host.rsplit(':').next().unwrap();
    assert_eq!(status(&format!("GET {base}report/index.html HTTP/1.1\r\nHost: localhost:{port}\r\n")), 200);
    let mut wrong = base.to_owned();
    let last = wrong.remove(32);
    wrong.insert(32, if last == '0' { '1' } else { '0' });
    for path in ["/", "/report/index.html", "//report/index.html", &wrong, &base[..32], &base.to_uppercase()] {
        let path = if path.ends_with('/') { format!("{path}report/index.html") } else { path.to_owned() };
        let reply = served.ask(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n"), "");
        assert!(reply.status == 404 && reply.body.contains("token"), "{path}: {reply:?}");
    }
    for other in [
        "Host: example.com\r\n".to_owned(),
        format!("Host: example.com:{port}\r\n"),
        format!("Host: 127.0.0.1.example.com:{port}\r\n"),
        "Host: 127.0.0.1\r\n".to_owned(),
        format!("Host: {host}\r\nHost: example.com\r\n"),
    ] {
        let reply = served.ask(&format!("GET {base}report/index.html HTTP/1.1\r\n{other}"), "");
        assert!(reply.status == 403 && !reply.body.contains("the report"), "{other}: {reply:?}");
    }
    let another = Served::start(folder.path(), &["report"]);
    assert_ne!(another.base(), base, "a token is of one start");
}

#[test]
fn nothing_but_the_listed_files_of_a_report_is_handed_out() {
    let folder = tempfile::tempdir().unwrap();
    write_report(folder.path());
    let served = Served::start(folder.path(), &[folder.path().to_str().unwrap()]);
    assert_eq!(served.get("report/index.html").body, "<!doctype html><p>the report");
    assert_eq!(served.get("report/charts/a.svg").status, 200);
    for path in [
        "report/unlisted.html",
        "report/program.sh",
        "report/link.txt",
        "report/../secret.txt",
        "report/%2e%2e/secret.txt",
        "report/..%2fsecret.txt",
        "report/..%5csecret.txt",
        "report/charts/../../../secret.txt",
        "report//etc/passwd",
        "report/%2fetc%2fpasswd",
        "report/index.html%00.svg",
        "report/",
        "report",
        "assets/../report/index.html",
        "assets/secret.txt",
        "ratings/",
        "ratings/progress",
        "ratings/of/key/items",
    ] {
        let Reply { status, body, .. } = served.get(path);
        assert!((400..500).contains(&status) && !body.contains("secret\n"), "{path}: {status} {body}");
        assert_ne!(body, "secret", "{path}");
    }
    let reply = served.get("report/index.html");
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(reply.head.contains(header), "{header}: {}", reply.head);
    }
    let entry = served.get("");
    assert!(entry.status == 303 && entry.head.contains("location: report/index.html"), "{entry:?}");
    let posted = served.post(
        "report/index.html",
        &format!("Origin: http://{}\r\nContent-Type: application/json\r\n", served.host()),
        "{}",
    );
    assert_eq!(posted.status, 405);
}

#[test]
fn each_rating_is_on_the_disk_when_it_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    write_rating(folder.path(), 6);
    let before = std::fs::read_to_string(folder.path().join("rating/rater-1.csv")).unwrap();
    let mut served = Served::start(folder.path(), &["rating"]);
    let saved = served.rate("rater-1", 3, "fluency", 2);
    assert_eq!((saved.status, saved.body.as_str()), (200, r#"{"rated":0,"items":12}"#));
    assert_eq!(ratings_of(folder.path(), "rater-1", 3), ["2", ""]);
    let saved = served.rate("rater-1", 3, "correctness", 1);
    assert_eq!(saved.body, r#"{"rated":1,"items":12}"#);
    // Nothing is kept in memory: what another program puts in between stays.
    let path = folder.path().join("rating/rater-1.csv");
    let changed = std::fs::read_to_string(&path).unwrap();
    let first = changed.lines().find(|line| line.ends_with(",,")).unwrap().to_owned();
    std::fs::write(&path, changed.replace(&first, &format!("{}3,3", &first[..first.len() - 1]))).unwrap();
    assert_eq!(served.rate("rater-1", 3, "fluency", 3).body, r#"{"rated":2,"items":12}"#);
    served.kill();
    assert_eq!(ratings_of(folder.path(), "rater-1", 3), ["3", "1"]);
    let other: u32 = first.split(',').next().unwrap().parse().unwrap();
    assert_eq!(ratings_of(folder.path(), "rater-1", other), ["3", "3"]);
    // But for these cells the sheet is what it was.
    let texts = |sheet: &str| -> Vec<String> {
        let records = csv::Reader::from_reader(sheet.as_bytes()).into_records();
        records.map(|record| record.unwrap().iter().take(4).collect()).collect()
    };
    assert_eq!(texts(&before), texts(&std::fs::read_to_string(&path).unwrap()));
    let again = Served::start(folder.path(), &["rating"]);
    assert_eq!(again.rate("rater-1", 3, "fluency", 0).body, r#"{"rated":1,"items":12}"#);
    assert_eq!(ratings_of(folder.path(), "rater-1", 3), ["", "1"]);
}

#[test]
fn a_rating_that_is_none_or_comes_from_elsewhere_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    write_rating(folder.path(), 3);
    let path = folder.path().join("rating/rater-1.csv");
    let before = std::fs::read(&path).unwrap();
    let served = Served::start(folder.path(), &["rating"]);
    for (sheet, item, scale, rating) in [
        ("rater-1", 99, "fluency", 1),
        ("rater-1", 1, "fluency", 4),
        ("rater-1", 1, "model", 1),
        ("key", 1, "model", 1),
        ("rater-9", 1, "fluency", 1),
        ("..%2Frating%2Frater-1", 1, "fluency", 1),
    ] {
        let reply = served.rate(sheet, item, scale, rating);
        assert_eq!(reply.status, 422, "{sheet} {item} {scale} {rating}: {reply:?}");
    }
    let origin = format!("Origin: http://{}\r\n", served.host());
    let json = "Content-Type: application/json\r\n";
    let body = r#"{"item":1,"scale":"fluency","rating":1}"#;
    for headers in [
        json.to_owned(),
        format!("{json}Origin: http://example.com\r\n"),
        format!("{json}Origin: null\r\n"),
        format!("{json}{origin}Sec-Fetch-Site: cross-site\r\n"),
        format!("{origin}Content-Type: text/plain\r\n"),
    ] {
        let reply = served.post("ratings/of/rater-1/items", &headers, body);
        assert_eq!(reply.status, 403, "{headers}: {reply:?}");
    }
    let post = |body: &str| served.post("ratings/of/rater-1/items", &format!("{origin}{json}"), body).status;
    assert_eq!(post("no json"), 400);
    assert_eq!(post(&format!("{{\"item\":1,\"scale\":\"{}\",\"rating\":1}}", "x".repeat(5_000))), 413);
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(post(body), 200);
}

#[test]
fn items_do_not_tell_the_model_and_agreement_follows() {
    let folder = tempfile::tempdir().unwrap();
    write_rating(folder.path(), 6);
    write_report(folder.path());
    let mut served = Served::start(folder.path(), &["report", "--ratings", "rating", "--port", "0"]);
    let items: serde_json::Value = serde_json::from_str(&served.get("ratings/of/rater-2/items").body).unwrap();
    let items = items.as_array().unwrap();
    assert_eq!(items.len(), 12);
    let fields: Vec<&str> = items[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["answer", "item", "question", "ratings", "reference"]);
    let questions = items.iter().all(|item| item["question"].as_str().unwrap().starts_with("=asked "));
    assert!(questions, "the apostrophe before what begins like a formula is for spreadsheets: {items:?}");
    let page = served.get("ratings/of/rater-2");
    assert!(page.status == 200 && !page.body.contains("good") && !page.body.contains("bad.txt"), "{page:?}");
    let progress = || -> serde_json::Value { serde_json::from_str(&served.get("ratings/progress").body).unwrap() };
    assert_eq!(progress()["rows"], serde_json::json!([]), "without ratings there is no agreement");
    for item in 1..=4 {
        served.rate("rater-1", item, "fluency", if item < 3 { 1 } else { 3 });
        served.rate("rater-2", item, "fluency", if item < 4 { 1 } else { 3 });
    }
    let now = progress();
    assert_eq!(now["sheets"][0], serde_json::json!({ "name": "rater-1", "is_judge": false, "rated": 0, "items": 12 }));
    let row: Vec<&str> = now["rows"][0].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
    assert_eq!(row[..5], ["fluency", "rater-1, rater-2", "4", "0.750", "0.500"], "as `examen ratings read` has it");
    // A sheet that cannot be read is said to be so, with the place.
    let path = folder.path().join("rating/rater-2.csv");
    let spoilt = std::fs::read_to_string(&path).unwrap().replacen(",1,", ",7,", 1);
    std::fs::write(&path, spoilt).unwrap();
    let reply = served.get("ratings/progress");
    assert!(reply.status == 422 && reply.body.contains("rater-2.csv, line "), "{reply:?}");
    assert_eq!(served.get("report/index.html").status, 200);
    assert_eq!(served.interrupt(), Some(0), "Ctrl-C is how it ends");
}

#[test]
fn what_cannot_be_served_is_said_before_it_starts() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    for (arguments, said) in [
        (&["serve"][..], "examen-out: there is neither a report"),
        (&["serve", "empty"], "empty: there is neither a report"),
        (&["serve", "empty", "--ratings", "empty"], "cannot read empty/key.csv"),
    ] {
        let output = command(arguments).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
    write_rating(folder.path(), 2);
    let served = Served::start(folder.path(), &["rating"]);
    let port = served.host().rsplit(':').next().unwrap();
    let output = command(&["serve", "rating", "--port", port]).current_dir(folder.path()).output().unwrap();
    assert!(text(&output.stderr).contains("cannot be had"), "{}", text(&output.stderr));
}
