//! Rating in the browser: by keys alone, and whatever the answers are made of.

use examen_test::can_run;

use crate::browser::{Browser, needs_chromium};
use crate::ratings_server::{Served, write_rating};

const READY: &str = "document.body.dataset.ready === 'yes'";

#[test]
fn answers_are_rated_by_keys_and_agreement_follows() {
    if !can_run("ratings_in_browser::answers_are_rated_by_keys_and_agreement_follows", needs_chromium()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_rating(folder.path(), 6);
    let served = Served::start(folder.path(), &["rating"]);
    let mut browser = Browser::start();
    for sheet in ["rater-1", "rater-2"] {
        browser.open(&format!("{}ratings/of/{sheet}", served.address));
        browser.wait_for(READY);
        for _ in 0..12 {
            browser.press("2");
            browser.press("3");
        }
        browser.wait_for("document.getElementById('saved').textContent === 'saved'");
        assert_eq!(browser.evaluate("document.getElementById('rated').textContent"), "all 12 rated");
    }
    for sheet in ["rater-1", "rater-2"] {
        let sheet = std::fs::read_to_string(folder.path().join(format!("rating/{sheet}.csv"))).unwrap();
        assert_eq!(csv::Reader::from_reader(sheet.as_bytes()).into_records().count(), 12);
        let records = csv::Reader::from_reader(sheet.as_bytes()).into_records();
        assert!(records.map(Result::unwrap).all(|record| &record[4] == "2" && &record[5] == "3"), "{sheet}");
    }
    browser.open(&format!("{}ratings/", served.address));
    browser.wait_for("document.querySelectorAll('#agreement tbody tr').length === 2");
    assert_eq!(browser.evaluate("document.querySelector('#agreement tbody td:nth-child(4)').textContent"), "1.000");
    // The page follows a sheet that changes elsewhere, without being loaded again.
    served.rate("rater-1", 1, "fluency", 1);
    browser.wait_for("document.querySelector('#agreement tbody td:nth-child(4)').textContent === '0.917'");
    // Keys that take back and go back, and letters that do nothing once they are switched off.
    browser.open(&format!("{}ratings/of/rater-1", served.address));
    browser.wait_for(READY);
    browser.press("n");
    browser.press("c");
    browser.press("0");
    browser.wait_for("document.getElementById('rated').textContent === '11 of 12 rated'");
    browser.press("p");
    browser.press("u");
    assert_eq!(browser.evaluate("document.getElementById('position').textContent"), "Answer 2 of 12");
    browser.evaluate("document.getElementById('keys').checked = false");
    browser.press("n");
    assert_eq!(browser.evaluate("document.getElementById('position').textContent"), "Answer 2 of 12");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn what_is_not_saved_is_said_and_saved_later() {
    if !can_run("ratings_in_browser::what_is_not_saved_is_said_and_saved_later", needs_chromium()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_rating(folder.path(), 2);
    let served = Served::start(folder.path(), &["rating"]);
    let mut browser = Browser::start();
    browser.open(&format!("{}ratings/of/rater-1", served.address));
    browser.wait_for(READY);
    let (here, away) = (folder.path().join("rating/key.csv"), folder.path().join("rating/key.away"));
    std::fs::rename(&here, &away).unwrap();
    browser.press("1");
    browser.wait_for("document.getElementById('problem').textContent.includes('Not saved')");
    assert_eq!(browser.evaluate("document.getElementById('saved').textContent"), "1 not saved");
    std::fs::rename(&away, &here).unwrap();
    browser.wait_for(
        "document.getElementById('saved').textContent === 'saved' && document.getElementById('problem').hidden",
    );
    let sheet = std::fs::read_to_string(folder.path().join("rating/rater-1.csv")).unwrap();
    assert!(sheet.contains(",1,"), "{sheet}");
}

#[test]
fn rating_pages_look_right_and_answers_are_inert() {
    if !can_run("ratings_in_browser::rating_pages_look_right_and_answers_are_inert", needs_chromium()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_rating(folder.path(), 6);
    let served = Served::start(folder.path(), &["rating"]);
    served.rate("rater-1", 1, "fluency", 1);
    served.rate("rater-2", 1, "fluency", 1);
    let mut browser = Browser::start();
    let mut problems = Vec::new();
    for page in ["ratings/", "ratings/of/rater-1"] {
        for (width, theme) in [(375, "light"), (375, "dark"), (1400, "light"), (1400, "dark")] {
            browser.resize(width, 900);
            browser.emulate("screen", theme);
            browser.open(&format!("{}{page}", served.address));
            browser.wait_for(READY);
            let steps = if page == "ratings/" { 1 } else { 12 };
            for _ in 0..steps {
                problems.extend(browser.audit().into_iter().map(|it| format!("{page} at {width}, {theme}: {it}")));
                let made = browser.evaluate("document.querySelectorAll('main script, main img').length");
                assert_eq!(made, 0, "an answer became markup");
                browser.press("n");
            }
        }
        problems.extend(browser.tab_through().into_iter().map(|it| format!("{page}: {it}")));
    }
    problems.extend(browser.complaints());
    assert_eq!(problems, [""; 0]);
    let shown = browser.evaluate(
        "[...Array(12)].map(() => { const text = document.getElementById('answer').textContent; document.getElementById('before').click(); \
         return text; }).join(' ')",
    );
    let shown = shown.as_str().unwrap();
    for part in ["<script>window.hacked = 1</script>", "<img src=x", "U+202E", " more characters"] {
        assert!(shown.contains(part), "{part} is not in {}", &shown[..shown.len().min(500)]);
    }
    assert!(!shown.contains('\u{202e}'));
    // Nor may data load or run anything by another way.
    let ran = browser.evaluate(
        "(() => { const it = document.createElement('script'); it.textContent = 'window.hacked = 3'; document.body.append(it); return window.hacked || 0; })()",
    );
    assert_eq!(ran, 0);
}
