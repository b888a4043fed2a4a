//! Words: comments that become questions, answers that are scored.

use examen_english::English;
use examen_english::questions::{Mode, pairs};
use examen_metrics::{METRICS, TextResources};

/// Questions of a comment: each has a sentence of it, an answer, and a confidence.
pub fn questions(data: &[u8]) {
    let comment = &*String::from_utf8_lossy(data);
    let english = English::embedded().unwrap_or_else(|error| panic!("{error}"));
    for mode in [Mode::Clean, Mode::Faithful] {
        let made = pairs(english, comment, mode);
        assert!(made.pairs.len() <= made.before_filters);
        for pair in &made.pairs {
            assert!(pair.question.ends_with('?'), "{pair:?}");
            assert!(!pair.answer.is_empty() && !pair.sentence.is_empty(), "{pair:?}");
            assert!((0.0..=1.0).contains(&pair.confidence), "{pair:?}");
        }
    }
}

/// Every metric of texts gives a value in its range; the first line of the bytes is scored against the others.
pub fn text_metrics(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    let (hypothesis, reference) = text.split_once('\n').unwrap_or((text, text));
    let resources = TextResources::default();
    for metric in METRICS {
        let (Some(count), Some((counts, value))) = (metric.count_text, metric.aggregation.sums()) else { continue };
        for (hypothesis, reference) in [(hypothesis, reference), (reference, hypothesis), (text, text)] {
            let mut sums = vec![0.0; counts];
            count(&resources, hypothesis, reference, &mut sums);
            let value = value(&sums, 1);
            let (least, greatest) = metric.range;
            // Sums of floating-point numbers may miss the end of the range by their last digits.
            assert!(value >= least - 1e-9 && value <= greatest + 1e-9, "{} is {value}", metric.name);
        }
    }
}
