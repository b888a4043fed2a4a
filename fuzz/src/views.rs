//! What models and metrics are shown of code.

use examen_analysis::{measure_functions, path_lines};
use examen_syntax::Language;
use examen_views::data_flow::data_flow;
use examen_views::paths::{PathFormat, PathSettings};

use crate::check_span;

/// Measures, path contexts and data flow of a text: one line for each method that is counted, places on characters, edges between
/// tokens that there are.
pub fn views(data: &[u8]) {
    let source = &*String::from_utf8_lossy(data);
    for language in Language::ALL {
        for function in measure_functions(source.as_bytes().to_vec(), language).unwrap_or_default() {
            assert!(function.start_line > 0, "a function on no line");
        }
        for format in [PathFormat::Code2vec, PathFormat::Code2seq] {
            let Ok(lines) = path_lines(source.as_bytes().to_vec(), language, &PathSettings::of(format)) else {
                continue;
            };
            assert_eq!(
                lines.text.lines().count() as u64,
                lines.methods,
                "a method has another number of lines than one"
            );
        }
        let flow = data_flow(language, source);
        flow.tokens.iter().flatten().for_each(|&span| check_span(span, source));
        for variable in &flow.variables {
            let mut tokens = variable.sources.iter().chain([&variable.token]);
            assert!(tokens.all(|&token| token < flow.tokens.len()), "{variable:?} names a token that is not there");
        }
    }
}
