//! The values of the INSPECT paper that stand beside ours.

use std::collections::{BTreeMap, BTreeSet};

use examen_suites::probes::published::{PUBLISHED_BASELINE, published};

#[test]
fn every_model_has_a_value_at_every_task() {
    let values = published();
    let pairs: BTreeSet<(&str, &str)> = values.iter().map(|value| (value.task, value.model)).collect();
    assert_eq!((values.len(), pairs.len()), (15 * 9, 15 * 9));
    assert!(values.iter().all(|value| (0.0..=1.0).contains(&value.value) && value.metric == "best_layer_accuracy"));
}

/// The paper counts first ranks, ties shared, and tasks below its baseline.
#[test]
fn ranks_are_those_that_the_paper_counts() {
    let values = published();
    let of_task = |task: &str| values.iter().filter(move |value| value.task == task).collect::<Vec<_>>();
    let tasks: BTreeSet<&str> = values.iter().map(|value| value.task).collect();
    let (mut first, mut below): (BTreeMap<&str, u32>, BTreeMap<&str, u32>) = Default::default();
    for task in tasks {
        let values = of_task(task);
        let best = values.iter().map(|value| value.value).fold(0.0, f64::max);
        let baseline = values.iter().find(|value| value.model == PUBLISHED_BASELINE).unwrap().value;
        for value in values {
            *first.entry(value.model).or_default() += u32::from(value.value >= best);
            *below.entry(value.model).or_default() += u32::from(value.value < baseline);
        }
    }
    first.retain(|_, count| *count > 0);
    assert!(first.into_iter().eq([("CodeBERT", 6), ("CodeReviewer", 2), ("CodeT5", 1), ("GraphCodeBERT", 6)]));
    below.remove(PUBLISHED_BASELINE);
    let counts = [
        ("CodeBERT", 1),
        ("CodeBERTa", 6),
        ("CodeReviewer", 9),
        ("CodeT5", 2),
        ("GraphCodeBERT", 1),
        ("JavaBERT", 10),
        ("PLBART", 12),
        ("UniXcoder", 6),
    ];
    assert!(below.into_iter().eq(counts));
}
