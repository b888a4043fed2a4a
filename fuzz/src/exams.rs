//! The suites: rows of examples from any text.

use examen_corpus::Split;
use examen_suites::source::SourceKey;
use examen_suites::suite::{ExamRequest, File, WantedExamples};
use examen_suites::{Exam, SUITES};
use examen_syntax::{Language, LazyParsedFile};

thread_local! {
    static EXAMS: Vec<(&'static [Language], Box<dyn Exam>)> = exams();
}

/// The exams with their usual tasks, but for those of rewrites, which need the examples of another.
fn exams() -> Vec<(&'static [Language], Box<dyn Exam>)> {
    let read = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    let request = ExamRequest {
        seed: 1,
        languages: &Language::ALL,
        tasks: &[],
        edition: None,
        limit: None,
        is_native: false,
        read: &read,
    };
    let made = SUITES.iter().map(|suite| {
        let exam = suite.exam_of(&[], &request).unwrap_or_else(|error| panic!("{}: {error}", suite.name));
        (suite.languages, exam)
    });
    made.filter(|(_, exam)| exam.base().is_none()).collect()
}

/// Every suite makes rows of the text that are in one of its folders and can be written; it makes the same ones twice.
pub fn exam_rows(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    let key = SourceKey { project: "p".to_owned(), path: "f".to_owned(), content_hash: "0".repeat(32) };
    let wanted = WantedExamples::new();
    EXAMS.with(|exams| {
        for (languages, exam) in exams {
            for &language in *languages {
                let code = LazyParsedFile::new(text, language);
                let file = File { code: &code, key: &key, split: Split::Test, wanted: &wanted };
                assert_eq!(rows(&**exam, &file), rows(&**exam, &file), "two builds differ");
            }
        }
    });
}

/// The rows of a file as they are written, or why it is left out.
fn rows(exam: &dyn Exam, file: &File<'_>) -> Result<Vec<String>, &'static str> {
    let folders: Vec<String> = exam.tasks(&[]).into_iter().map(|plan| plan.folder).collect();
    let made = exam.rows(file, &|_, _, _| true).map_err(|left_out| left_out.0)?;
    let mut written = Vec::new();
    for (folder, rows) in &made.rows {
        assert!(folders.contains(folder), "{folder} is no task");
        for row in rows {
            let content = serde_json::to_string(&row.content).unwrap_or_else(|error| panic!("{folder}: {error}"));
            written.push(format!("{} {content}", row.id.as_str()));
        }
    }
    Ok(written)
}
