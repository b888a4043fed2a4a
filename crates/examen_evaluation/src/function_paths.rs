//! The path contexts of a function as an exam shows it, for models that name functions by them.

use examen_models::NamerKind;
use examen_syntax::{Language, Span, python};
use examen_views::paths::{
    ContextPlaces, MethodLine, PathFormat, PathSettings, java_lines, original_reading, python_lines,
};

/// The extractor whose contexts a network reads.
pub(crate) fn path_settings(kind: NamerKind) -> PathSettings {
    PathSettings::of(match kind {
        NamerKind::Code2vec => PathFormat::Code2vec,
        NamerKind::Code2seq => PathFormat::Code2seq,
    })
}

/// The path contexts of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FunctionPaths {
    /// The contexts as an extractor writes them; empty where it sees nothing.
    pub(crate) contexts: String,
    /// Where the ends of each stand in the text, if that was asked for.
    pub(crate) places: Vec<ContextPlaces>,
}

/// Reads the contexts of a function. Python has code2seq's extractor alone.
pub(crate) fn function_paths(text: &str, language: &str, settings: &PathSettings) -> FunctionPaths {
    let mut paths = FunctionPaths::default();
    // Of several functions, the first is the one asked about, and those behind it are inside it.
    let mut take = |method: MethodLine<'_>, offset: u32| {
        if let (true, Ok(line)) = (paths.contexts.is_empty(), method.line) {
            paths.contexts.push_str(line.split_once(' ').map_or("", |(_, rest)| rest));
            let own = |place: Span| {
                let (start, end) = (place.start.checked_sub(offset)?, place.end.checked_sub(offset)?);
                text.get(start as usize..end as usize).map(|_| Span::new(start, end))
            };
            paths.places = method.places.iter().map(|ends| ends.map(|end| end.and_then(own))).collect();
        }
    };
    if Language::of_name(language) == Some(Language::Java) {
        let (text, tree, offset) = original_reading(text);
        if !tree.is_too_deep() {
            java_lines(&text, &tree, settings, |method| take(method, offset));
        }
    } else {
        let settings = PathSettings { format: PathFormat::Code2seq, ..*settings };
        python_lines(text, &python::parse(text), &settings, |method| take(method, 0));
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_words_in_the_text_that_is_shown() {
        let java = "int METHOD_NAME(int count) { return count + 1; }";
        let python = "def METHOD_NAME(count):\n    return count + 1\n";
        // Contexts of Python do not end at the name of the function.
        for (text, language, ends) in
            [(java, "java", &["int", "METHOD_NAME", "count", "1"][..]), (python, "python", &["count", "1"][..])]
        {
            let settings = PathSettings { has_places: true, ..PathSettings::of(PathFormat::Code2seq) };
            let paths = function_paths(text, language, &settings);
            assert_eq!(paths.places.len(), paths.contexts.split(' ').count());
            let shown: Vec<&str> = paths.places.iter().flatten().flatten().map(|place| place.text(text)).collect();
            assert!(ends.iter().all(|end| shown.contains(end)), "{language}: {shown:?}");
            assert!(shown.iter().all(|word| ends.contains(word)), "{language}: {shown:?}");
            let without = function_paths(text, language, &PathSettings::of(PathFormat::Code2seq));
            assert!(without.places.is_empty() && without.contexts == paths.contexts);
        }
    }

    #[test]
    fn what_is_no_function_has_no_contexts() {
        for (text, language) in [("", "java"), ("int f(", "java"), ("", "python"), ("x = 1", "python")] {
            let settings = PathSettings::of(PathFormat::Code2vec);
            assert_eq!(function_paths(text, language, &settings), FunctionPaths::default(), "{text}");
        }
    }
}
