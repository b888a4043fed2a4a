//! The verb is killed, as by a lack of memory or a cut of power of the process: without a word, at any moment.

use std::time::Duration;

use super::trial::{Outcome, Running, check_again, check_whole, reference_seconds};
use super::{Random, Trials};

/// Kills a verb at random moments of its run; every third time the second run is killed too, before it may end.
pub(super) fn kill(trials: &Trials<'_>) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    if !trials.verb.writes {
        return Ok(outcome);
    }
    let mut random = Random::new(trials.settings.seed, [trials.verb.name, "kills"]);
    let seconds = reference_seconds(trials.place, trials.verb)?;
    for number in 0..trials.settings.kills {
        trials.disk.empty(None)?;
        let times = if number % 3 == 2 { 2 } else { 1 };
        let moments: Vec<f64> = (0..times).map(|_| random.fraction() * seconds).collect();
        let said = || format!("killed after {moments:.3?} of {seconds:.3} s");
        outcome.add(trial(trials, &moments).map_err(|problem| format!("{}: {problem}", said())));
    }
    Ok(outcome)
}

fn trial(trials: &Trials<'_>, moments: &[f64]) -> Result<bool, String> {
    let mut is_met = false;
    for &moment in moments {
        let mut running = Running::start(trials.place.command(trials.verb.arguments), None)?;
        running.kill_after(Duration::from_secs_f64(moment))?;
        is_met |= running.end()?.code.is_none();
        check_whole(trials.place, trials.verb)?;
    }
    check_again(trials.place, trials.verb)?;
    Ok(is_met)
}
