//! Splits and the names of reasons.

use examen_corpus::{Shares, SkipReason, Split};

#[test]
fn splits_depend_on_seed_and_project_alone_and_keep_their_shares() {
    let count = |split, seed| {
        (0..10_000).filter(|number| Split::of(&format!("project-{number}"), seed, Shares::default()) == split).count()
    };
    for (split, share) in [(Split::Train, 8000), (Split::Validation, 1000), (Split::Test, 1000)] {
        assert!(count(split, 1).abs_diff(share) < 150, "{split}: {}", count(split, 1));
    }
    let same = (0..1000).filter(|number| {
        let name = format!("project-{number}");
        Split::of(&name, 1, Shares::default()) == Split::of(&name, 2, Shares::default())
    });
    assert!((500..900).contains(&same.count()));
}

#[test]
fn the_split_of_a_project_never_changes() {
    // Published data sets depend on these.
    let splits: Vec<_> = (0..20).map(|number| Split::of(&format!("project-{number}"), 0, Shares::default())).collect();
    let text: String = splits.iter().map(|split| &split.name()[..2]).collect();
    assert_eq!(text, "trtrtrtrtrtrtrtrtrtetrtrtrtrtrtrtetrvatr");
}

#[test]
fn shares_must_make_sense() {
    assert!(Shares::new(1.0, 0.0, 0.0).is_ok());
    assert!(Shares::new(0.0, 0.0, 0.0).is_err());
    assert!(Shares::new(1.0, -0.5, 0.0).is_err());
    assert!(Shares::new(f64::NAN, 0.0, 1.0).is_err());
}

#[test]
fn reasons_have_sorted_stable_names_and_sentences() {
    let names: Vec<_> = SkipReason::ALL.iter().map(|reason| reason.name()).collect();
    assert!(names.is_sorted());
    for reason in SkipReason::ALL {
        assert_eq!(SkipReason::of_name(reason.name()), Some(reason));
        assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{reason}\""));
        assert!(reason.description().ends_with('.'));
    }
}
