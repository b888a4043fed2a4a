//! The figures of the INSPECT paper that stand beside ours.

use std::collections::{BTreeMap, BTreeSet};

use examen_suites::probes::published::{PUBLISHED_BASELINE, published};

#[test]
fn every_model_has_a_figure_at_every_task() {
    let figures = published();
    let pairs: BTreeSet<(&str, &str)> = figures.iter().map(|figure| (figure.task, figure.model)).collect();
    assert_eq!((figures.len(), pairs.len()), (15 * 9, 15 * 9));
    assert!(figures.iter().all(|figure| (0.0..=1.0).contains(&figure.value) && figure.metric == "best_layer_accuracy"));
}

/// The paper counts first ranks, ties shared, and tasks below its baseline.
#[test]
fn ranks_are_those_that_the_paper_counts() {
    let figures = published();
    let of_task = |task: &str| figures.iter().filter(move |figure| figure.task == task).collect::<Vec<_>>();
    let tasks: BTreeSet<&str> = figures.iter().map(|figure| figure.task).collect();
    let (mut first, mut below): (BTreeMap<&str, u32>, BTreeMap<&str, u32>) = Default::default();
    for task in tasks {
        let figures = of_task(task);
        let best = figures.iter().map(|figure| figure.value).fold(0.0, f64::max);
        let baseline = figures.iter().find(|figure| figure.model == PUBLISHED_BASELINE).unwrap().value;
        for figure in figures {
            *first.entry(figure.model).or_default() += u32::from(figure.value >= best);
            *below.entry(figure.model).or_default() += u32::from(figure.value < baseline);
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
