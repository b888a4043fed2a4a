//! Probes of features: what they find and what they refuse.

use examen_models::ModelError;
use examen_models::probing::{
    Features, LayerProbe, ProbeFit, ProbeTask, Protocol, SplitLabels, first_most, layer_by_validation, online_code,
};

use crate::probing_properties::{Problem, right};

/// A few hundred rows whose two classes lie on both sides of a plane, far from it.
fn separable() -> Problem {
    Problem::new(2, 4, [120, 40, 40], 7, |class, at, noise| noise + if at == 0 { class as f32 * 8.0 } else { 0.0 })
}

#[test]
fn separable_classes_are_separated() {
    let problem = separable();
    for protocol in Protocol::ALL {
        let fit = protocol.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
        assert_eq!(right(&fit.test, &problem.labels.test), 40, "{}", protocol.name());
        assert_eq!(fit.validation_right, 40, "{}", protocol.name());
    }
    let (code, _) = online_code(&problem.features(), &problem.task(), 0).unwrap();
    assert!(code.compression() > 5.0, "{}", code.compression());
}

#[test]
fn constant_features_tell_nothing() {
    let problem = Problem::new(4, 3, [80, 40, 40], 3, |_, at, _| at as f32);
    for protocol in Protocol::ALL {
        let fit = protocol.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
        assert!(fit.test.iter().all(|answer| *answer == fit.test[0]), "{}", protocol.name());
        assert_eq!(right(&fit.test, &problem.labels.test), 10, "{}", protocol.name());
    }
    // Classes come in turn: Laplace's rule knows nearly as little as the uniform code.
    let (code, _) = online_code(&problem.features(), &problem.task(), 0).unwrap();
    assert!((0.9..=1.0).contains(&code.compression()), "{}", code.compression());
    assert!((code.uniform_bits - 160.0).abs() < 1e-9);
}

#[test]
fn a_class_without_training_rows_is_not_answered() {
    let mut problem = separable();
    problem.classes = 3;
    problem.labels.validation[0] = 2;
    problem.labels.test[0] = 2;
    let fit = Protocol::Standard.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
    assert!(fit.test.iter().chain(&fit.validation).all(|answer| *answer < 2));
    assert_eq!(right(&fit.test, &problem.labels.test), 39);
    assert!(online_code(&problem.features(), &problem.task(), 0).unwrap().0.bits.is_finite());
}

#[test]
fn one_class_is_always_answered() {
    let mut problem = separable();
    problem.labels.training.fill(1);
    let fit = Protocol::Standard.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
    assert!(fit.test.iter().all(|answer| *answer == 1));
    assert_eq!(fit.has_converged, Some(true));
}

#[test]
fn control_labels_are_probed_in_the_same_way() {
    let problem = separable();
    let truth = problem.labels.clone();
    for protocol in Protocol::ALL {
        let probe = |truth: &SplitLabels, control| {
            let task = ProbeTask::new(2, truth.clone(), control).unwrap();
            protocol.probe(&problem.features(), &task, 5).unwrap()
        };
        // Halves, whatever the class.
        let halves = |labels: &[usize]| (0..labels.len()).map(|at| at / 2 % 2).collect::<Vec<usize>>();
        let control = SplitLabels {
            training: halves(&truth.training),
            validation: halves(&truth.validation),
            test: halves(&truth.test),
        };
        let LayerProbe { truth: of_truth, control: of_control } = probe(&truth, Some(control.clone()));
        assert_eq!(of_truth, probe(&truth, None).truth);
        assert_eq!(of_control.unwrap(), probe(&control, None).truth);
    }
}

#[test]
fn values_that_are_no_numbers_are_refused_by_their_place() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut values = vec![0.0; 12];
        values[7] = value;
        assert_eq!(Features::new(3, values), Err(ModelError::FeatureNotFinite { row: 2, column: 1 }));
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    assert_eq!(Features::new(3, vec![0.0; 4]), Err(ModelError::RaggedFeatures { values: 4, width: 3 }));
    assert_eq!(Features::new(0, Vec::new()), Err(ModelError::RaggedFeatures { values: 0, width: 0 }));
    let labels = |training: &[usize], validation: &[usize]| SplitLabels {
        training: training.to_vec(),
        validation: validation.to_vec(),
        test: Vec::new(),
    };
    let task = |truth, control| ProbeTask::new(2, truth, control).map(|_| ());
    assert_eq!(task(labels(&[], &[0]), None), Err(ModelError::NoTrainingExamples));
    assert_eq!(task(labels(&[0], &[]), None), Err(ModelError::NoValidationExamples));
    assert_eq!(task(labels(&[0], &[2]), None), Err(ModelError::NoSuchClass { class: 2, classes: 2 }));
    let control = Some(labels(&[0, 1], &[1]));
    assert_eq!(task(labels(&[0], &[1]), control), Err(ModelError::RowsWithoutLabels { rows: 1, labels: 2 }));
    let task = ProbeTask::new(2, labels(&[0, 1], &[1]), None).unwrap();
    let features = Features::new(1, vec![0.0; 4]).unwrap();
    let expected = ModelError::RowsWithoutLabels { rows: 4, labels: 3 };
    assert_eq!(Protocol::Standard.probe(&features, &task, 0), Err(expected.clone()));
    assert_eq!(online_code(&features, &task, 0), Err(expected));
}

#[test]
fn layers_are_chosen_on_validation_and_the_first_of_equals() {
    let fit = |validation_right| ProbeFit {
        penalty: 1.0,
        validation: Vec::new(),
        validation_right,
        test: Vec::new(),
        has_converged: None,
        steps: 0,
    };
    assert_eq!(layer_by_validation(&[fit(3), fit(7), fit(7), fit(1)]), Some(1));
    assert_eq!(layer_by_validation(&[]), None);
    assert_eq!(first_most([2, 2]), Some(0));
}
