//! Beam search beside exhaustive search.

use std::convert::Infallible;

use examen_models::{BeamSettings, Finished, Unfinished, beam_search};

/// Tokens of the tiny vocabulary; the last is the end.
const TOKENS: u32 = 4;
const END: u32 = 3;
const LONGEST: usize = 3;

fn settings(width: usize) -> BeamSettings {
    BeamSettings { width, shortest: 0, longest: LONGEST, length_exponent: 0.0, no_repeat: 0, end: END }
}

/// Logarithms of probabilities that depend on all tokens before, by an arbitrary rule.
fn log_probabilities(example: usize, tokens: &[u32]) -> Vec<f32> {
    let key = tokens.iter().fold(example as u32 * 7 + 3, |key, token| key.wrapping_mul(31).wrapping_add(token + 1));
    let weights: Vec<f32> =
        (0..TOKENS).map(|token| 1.0 + ((key.wrapping_mul(token * 5 + 11) >> 3) % 17) as f32).collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| (weight / sum).ln()).collect()
}

fn search(examples: usize, settings: &BeamSettings) -> Vec<Vec<Finished>> {
    let starts = (0..examples).collect();
    let step = |beams: &[Unfinished<usize>]| {
        let next = beams.iter().map(|beam| (beam.state, log_probabilities(beam.state, &beam.tokens)));
        Ok::<_, Infallible>(next.collect())
    };
    let Ok(found) = beam_search(starts, settings, step);
    found
}

/// All sequences with their scores, the best first.
fn exhaustive(example: usize, settings: &BeamSettings) -> Vec<(f32, Vec<u32>)> {
    let mut all = Vec::new();
    let mut open = vec![(0.0f32, Vec::new())];
    while let Some((log_probability, tokens)) = open.pop() {
        let next = log_probabilities(example, &tokens);
        if tokens.len() >= settings.shortest {
            let ended = log_probability + next[END as usize];
            all.push((ended / (tokens.len() as f32 + 1.0).powf(settings.length_exponent), tokens.clone()));
        }
        for token in (0..END).filter(|_| tokens.len() < settings.longest) {
            let mut tokens = tokens.clone();
            tokens.push(token);
            let repeats = |size: usize| {
                (0..tokens.len()).any(|at| tokens[at + 1..].windows(size).any(|run| tokens[at..].starts_with(run)))
            };
            if settings.no_repeat == 0 || !repeats(settings.no_repeat) {
                open.push((log_probability + next[token as usize], tokens));
            }
        }
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    all
}

#[test]
fn a_wide_beam_is_exhaustive_search() {
    let cases = [
        settings(64),
        BeamSettings { length_exponent: 1.0, ..settings(64) },
        BeamSettings { shortest: 2, ..settings(64) },
        BeamSettings { no_repeat: 1, ..settings(64) },
        BeamSettings { no_repeat: 2, length_exponent: 0.5, ..settings(64) },
    ];
    for settings in cases {
        for (example, found) in search(5, &settings).into_iter().enumerate() {
            let all = exhaustive(example, &settings);
            assert_eq!(found.len(), all.len(), "{settings:?}");
            for (one, (score, tokens)) in found.iter().zip(&all) {
                assert!((one.score - score).abs() < 1e-5, "{settings:?}: {one:?} is not {tokens:?} with {score}");
            }
            assert_eq!(found[0].tokens, all[0].1, "{settings:?}");
        }
    }
}

#[test]
fn a_narrow_beam_follows_the_most_probable_and_finds_no_more_than_its_width() {
    let greedy = |example: usize| {
        let mut tokens = Vec::new();
        while tokens.len() < LONGEST {
            let next = log_probabilities(example, &tokens);
            let best =
                (0..TOKENS).rev().max_by(|&one, &other| next[one as usize].total_cmp(&next[other as usize])).unwrap();
            if best == END {
                break;
            }
            tokens.push(best);
        }
        tokens
    };
    for (example, found) in search(20, &settings(1)).into_iter().enumerate() {
        let best = &exhaustive(example, &settings(1))[0];
        assert_eq!(found.len(), 1);
        // Ends that are met on the way compete with where the way leads to.
        assert!(greedy(example).starts_with(&found[0].tokens) && found[0].score <= best.0 + 1e-6);
    }
    for found in search(20, &settings(3)) {
        assert!(found.len() <= 3 && found.is_sorted_by(|one, other| one.score >= other.score));
    }
}

#[test]
fn a_search_that_fails_says_so_and_one_of_nothing_finds_nothing() {
    let failed = beam_search(vec![()], &settings(2), |_: &[Unfinished<()>]| Err::<Vec<((), Vec<f32>)>, _>("no"));
    assert_eq!(failed, Err("no"));
    assert!(search(0, &settings(2)).is_empty());
    // Where nothing may follow, nothing is found.
    let nothing = |beams: &[Unfinished<()>]| {
        Ok::<_, Infallible>(beams.iter().map(|_| ((), vec![f32::NEG_INFINITY; TOKENS as usize])).collect())
    };
    assert_eq!(beam_search(vec![()], &settings(2), nothing), Ok(vec![Vec::new()]));
}
