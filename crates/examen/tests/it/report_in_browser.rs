//! How a report looks in a browser, from the disk: at two widths, in both themes, printed, by keys alone, and with data that would
//! like to be more than text.

use std::path::Path;

use examen_test::can_run;

use crate::browser::{Browser, needs_chromium};
use crate::report::{content, hostile_report, is_page};
use crate::{shown, text};

const WIDTHS: [u32; 2] = [375, 1400];
const THEMES: [&str; 2] = ["light", "dark"];
const BROWSER_PAGE: &str = "examples.html";
/// The width of A4 between usual margins, in pixels of CSS.
const PRINTED: u32 = 718;

fn pages(report: &Path) -> Vec<String> {
    content(report).into_keys().filter(|name| is_page(name)).collect()
}

/// Opens a page of a report, with the examples that it loads: those of a task behind `#`.
fn open(browser: &mut Browser, report: &Path, page: &str) {
    browser.open(&format!("file://{}/{page}", shown(report)));
    if page.starts_with(BROWSER_PAGE) {
        browser.wait_for("document.body.dataset.ready === 'yes'");
    }
}

/// What there is to look at: all pages, and of the example browser the first task of each kind in each suite.
fn views(browser: &mut Browser, report: &Path) -> Vec<String> {
    let mut views = pages(report);
    if views.iter().any(|page| page == BROWSER_PAGE) {
        open(browser, report, BROWSER_PAGE);
        let tasks = browser.evaluate(
            "[...document.querySelectorAll('#task optgroup')].flatMap((suite) => [...suite.children].slice(0, 3)\
             .map((it) => `${suite.label}/${it.textContent.split(' ')[0]}`))",
        );
        views.extend(tasks.as_array().unwrap().iter().map(|task| format!("{BROWSER_PAGE}#{}", task.as_str().unwrap())));
    }
    views
}

/// What is wrong with the pages of a report.
fn problems_of(report: &Path) -> Vec<String> {
    let mut browser = Browser::start();
    let mut problems = Vec::new();
    for page in views(&mut browser, report) {
        for width in WIDTHS {
            for theme in THEMES {
                browser.resize(width, 900);
                browser.emulate("screen", theme);
                open(&mut browser, report, &page);
                browser.evaluate("for (const it of document.querySelectorAll('details')) it.open = true");
                let found = browser.audit();
                problems.extend(found.into_iter().map(|it| format!("{page} at {width}, {theme}: {it}")));
            }
        }
        // A theme that is chosen wins over that of the system.
        browser.evaluate("document.documentElement.dataset.theme = 'light'");
        let found = browser.evaluate("getComputedStyle(document.body).backgroundColor");
        assert_eq!(found, "rgb(255, 255, 255)", "{page}: the theme cannot be switched");
        browser.evaluate("delete document.documentElement.dataset.theme");
        let found = browser.tab_through();
        problems.extend(found.into_iter().map(|it| format!("{page}, by keys: {it}")));
        browser.resize(PRINTED, 1000);
        browser.emulate("print", "light");
        open(&mut browser, report, &page);
        let found = browser.audit();
        problems.extend(found.into_iter().map(|it| format!("{page}, printed: {it}")));
        let folded = "[...document.querySelectorAll('details > :not(summary)')].every((it) => it.checkVisibility())";
        assert_eq!(browser.evaluate(folded), true, "{page}: what is folded is not printed");
        let controls =
            "[...document.querySelectorAll('nav, button, select, input')].some((it) => it.checkVisibility())";
        assert_eq!(browser.evaluate(controls), false, "{page}: controls are printed");
        let leads = browser.evaluate("[...document.querySelectorAll('a[href]')].map((it) => it.getAttribute('href'))");
        for target in leads.as_array().unwrap().iter().map(|target| target.as_str().unwrap()) {
            let file = target.split('#').next().unwrap();
            let is_there = file.is_empty() || report.join(file).is_file();
            assert!(is_there, "{page} leads to {target}");
        }
        problems.extend(browser.complaints().into_iter().map(|it| format!("{page}: {it}")));
    }
    problems
}

#[test]
fn pages_look_right_whatever_the_data_are() {
    if !can_run("report_in_browser::pages_look_right_whatever_the_data_are", needs_chromium()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    hostile_report(folder.path());
    let report = folder.path().join("report");
    assert_eq!(problems_of(&report), [""; 0]);
}

#[test]
fn pages_of_all_suites_look_right() {
    if !can_run("report_in_browser::pages_of_all_suites_look_right", needs_chromium()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // The tour, with fewer examples to probe.
    let output =
        crate::command(&["run", "--quiet", "--size", "200", "--out", "out"]).current_dir(folder.path()).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report = folder.path().join("out/report");
    let names = pages(&report);
    for suite in examen_suites::SUITES {
        assert!(names.contains(&format!("suite-{}.html", suite.name)), "{}: {names:?}", suite.name);
    }
    assert_eq!(problems_of(&report), [""; 0]);
}

#[test]
fn data_are_text_and_may_run_nothing() {
    if !can_run("report_in_browser::data_are_text_and_may_run_nothing", needs_chromium()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    hostile_report(folder.path());
    let report = folder.path().join("report");
    let mut browser = Browser::start();
    open(&mut browser, &report, "examples.html#queries/ideal");
    for part in ["article.example .code li", ".hidden-character", ".note", "article .answer"] {
        browser.wait_for(&format!("document.querySelector('{part}')"));
    }
    assert_eq!(
        browser.evaluate("document.querySelectorAll('article img, article script, article i, article b').length"),
        0
    );
    assert_eq!(browser.evaluate("document.querySelector('article').innerText.includes('<script>')"), true);
    // Even markup that got into a page could do nothing: its policy forbids scripts inside of it, and any address elsewhere.
    let ran = browser.evaluate(
        "(async () => { \
         const blocked = []; document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective)); \
         const box = document.createElement('div'); document.body.append(box); \
         box.innerHTML = '<img src=\"https://example.com/x\" onerror=\"window.hacked = 1\"><a id=try href=\"javascript:window.hacked = 2\">x</a>'; \
         const script = document.createElement('script'); script.textContent = 'window.hacked = 3'; box.append(script); \
         document.getElementById('try').click(); \
         await new Promise((done) => setTimeout(done, 100)); \
         return [window.hacked || 0, blocked.sort().join(' ')]; })()",
    );
    assert_eq!(ran[0], 0);
    assert_eq!(ran[1], "img-src script-src-attr script-src-elem script-src-elem");
}

#[test]
fn examples_are_found_and_filtered() {
    if !can_run("report_in_browser::examples_are_found_and_filtered", needs_chromium()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    hostile_report(folder.path());
    let mut browser = Browser::start();
    open(&mut browser, &folder.path().join("report"), "examples.html#queries/ideal");
    let found = |browser: &mut Browser| {
        browser.wait_for("document.body.dataset.ready === 'yes'");
        browser
            .evaluate("Number(document.getElementById('status').textContent.replaceAll(',', '').match(/[0-9]+/)[0])")
            .as_u64()
            .unwrap()
    };
    let change = |browser: &mut Browser, id: &str, value: &str| {
        browser.evaluate(&format!(
            "(() => {{ delete document.body.dataset.ready; const it = document.getElementById('{id}'); it.value = '{value}'; \
             it.dispatchEvent(new Event('{}', {{ bubbles: true }})); }})()",
            if id == "search" { "input" } else { "change" }
        ));
    };
    let all = found(&mut browser);
    assert!(all > 1, "{all}");
    change(&mut browser, "search", "seen.append value");
    let some = found(&mut browser);
    assert!(some >= 1, "code is searched");
    change(&mut browser, "search", "no such words");
    assert_eq!(found(&mut browser), 0);
    // All tasks at once: answers are searched too, whatever the task.
    change(&mut browser, "task", "all");
    change(&mut browser, "search", "onerror=");
    let everywhere = found(&mut browser);
    assert!(everywhere > some, "{everywhere} in all tasks, {some} in one");
    change(&mut browser, "outcome", "wrong");
    assert!(found(&mut browser) <= everywhere);
}
