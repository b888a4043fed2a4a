//! Two runs that write the same files at the same time.

use std::thread::sleep;
use std::time::Duration;

use super::trial::{Outcome, Running, check_again, reference_seconds};
use super::{Random, Trials};
use crate::same_files::assert_same;

/// What the second writer has to say.
const BUSY: [&str; 1] = ["another"];

/// Starts a verb twice, the second time at a random moment of the first.
pub(super) fn write_twice(trials: &Trials<'_>) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    if !trials.verb.writes {
        return Ok(outcome);
    }
    let mut random = Random::new(trials.settings.seed, [trials.verb.name, "writers"]);
    let seconds = reference_seconds(trials.place, trials.verb)?;
    for _ in 0..trials.settings.writers {
        trials.disk.empty(None)?;
        let wait = random.fraction() * seconds * 0.8;
        outcome.add(trial(trials, wait).map_err(|problem| format!("{wait:.3} s of {seconds:.3} later: {problem}")));
    }
    Ok(outcome)
}

fn trial(trials: &Trials<'_>, wait: f64) -> Result<bool, String> {
    let Trials { place, verb, .. } = *trials;
    let first = Running::start(place.command(verb.arguments), None)?;
    sleep(Duration::from_secs_f64(wait));
    let second = Running::start(place.command(verb.arguments), None)?;
    let (first, second) = (first.end()?, second.end()?);
    let mut refused = 0;
    for done in [&first, &second] {
        if done.code != Some(0) {
            done.refused(&BUSY)?;
            refused += 1;
        }
    }
    if refused == 2 {
        return Err("each refuses because of the other".to_owned());
    }
    assert_same(&place.reference(verb), &place.out()).map_err(|problem| format!("both at once: {problem}"))?;
    check_again(place, verb)?;
    Ok(refused == 1)
}
