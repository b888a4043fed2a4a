//! Beam search: the most probable sequences that a decoder writes token by token, with control of length and repetition.
//!
//! A sequence ends with the token `end`, whose probability counts. With a beam as wide as there are sequences this is exhaustive
//! search.

/// How sequences are searched for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeamSettings {
    /// The sequences that are followed at once; 1 is greedy search.
    pub width: usize,
    /// The fewest tokens of a sequence, the end not counted.
    pub shortest: usize,
    /// The most tokens of a sequence, the end not counted: there it has to end.
    pub longest: usize,
    /// Logarithms of probabilities are divided by the number of tokens to this power: 0 compares probabilities, and prefers short
    /// sequences; 1 compares means.
    pub length_exponent: f32,
    /// No run of so many tokens is written twice; 0 allows all.
    pub no_repeat: usize,
    /// The token behind the last.
    pub end: u32,
}

/// A sequence that is not at its end.
#[derive(Clone, Debug)]
pub struct Unfinished<S> {
    /// The number of the example.
    pub example: usize,
    /// Its tokens so far.
    pub tokens: Vec<u32>,
    /// The state of the decoder before the next token.
    pub state: S,
    log_probability: f32,
}

/// A sequence that is at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Its tokens, without the end.
    pub tokens: Vec<u32>,
    /// The logarithm of its probability, the end counted.
    pub log_probability: f32,
    /// What sequences are compared by: the greatest is the best.
    pub score: f32,
}

/// The best sequences of each example, the best first, at most as many as the beam is wide.
///
/// `step` is given sequences of all examples and says, for each, its state behind them and the logarithm of the probability of each
/// token that may follow. Negative infinity forbids a token. Equals are in the order of their tokens.
pub fn beam_search<S: Clone, E>(
    starts: Vec<S>,
    settings: &BeamSettings,
    mut step: impl FnMut(&[Unfinished<S>]) -> Result<Vec<(S, Vec<f32>)>, E>,
) -> Result<Vec<Vec<Finished>>, E> {
    let mut finished: Vec<Vec<Finished>> = starts.iter().map(|_| Vec::new()).collect();
    let begin = |(example, state)| Unfinished { example, tokens: Vec::new(), state, log_probability: 0.0 };
    let mut beams: Vec<Unfinished<S>> = starts.into_iter().enumerate().map(begin).collect();
    while !beams.is_empty() {
        let steps = step(&beams)?;
        let mut next = Vec::new();
        let mut at = 0;
        while at < beams.len() {
            let example = beams[at].example;
            let of_example = beams[at..].iter().take_while(|beam| beam.example == example).count();
            let (beams, steps) = (&beams[at..at + of_example], &steps[at..at + of_example]);
            next.extend(next_beams(beams, steps, settings, &mut finished[example]));
            at += of_example;
        }
        beams = next;
    }
    Ok(finished)
}

/// What the sequences of one example become by one more token. Those that end are added to the finished ones.
fn next_beams<S: Clone>(
    beams: &[Unfinished<S>],
    steps: &[(S, Vec<f32>)],
    settings: &BeamSettings,
    finished: &mut Vec<Finished>,
) -> Vec<Unfinished<S>> {
    let width = settings.width.max(1);
    // Among so many of each sequence are all that can be needed: ends take no place in the beam.
    let most = 2 * width;
    let mut candidates: Vec<(f32, usize, u32)> = Vec::new();
    for (at, (beam, (_, log_probabilities))) in beams.iter().zip(steps).enumerate() {
        let is_last = beam.tokens.len() >= settings.longest;
        let mut own: Vec<(f32, usize, u32)> = (0..)
            .zip(log_probabilities)
            .filter(|(token, value)| value.is_finite() && (!is_last || *token == settings.end))
            .map(|(token, value)| (beam.log_probability + value, at, token))
            .collect();
        // Each token forbids one repetition at most, and too early an end is one more: only the best have to be asked about.
        keep_best(&mut own, most + beam.tokens.len() + 1);
        own.retain(|(_, _, token)| is_allowed(&beam.tokens, *token, settings));
        own.truncate(most);
        candidates.extend(own);
    }
    keep_best(&mut candidates, most);
    let mut next = Vec::new();
    for (log_probability, at, token) in candidates {
        let tokens = &beams[at].tokens;
        if token == settings.end {
            let score = score(log_probability, tokens.len() + 1, settings);
            finished.push(Finished { tokens: tokens.clone(), log_probability, score });
        } else if next.len() < width {
            let mut tokens = tokens.clone();
            tokens.push(token);
            let (example, state) = (beams[at].example, steps[at].0.clone());
            next.push(Unfinished { example, tokens, state, log_probability });
        }
    }
    finished.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| one.tokens.cmp(&other.tokens)));
    finished.truncate(width);
    if let Some(worst) = finished.last().filter(|_| finished.len() == width) {
        // Probabilities only fall: at best nothing is lost, and the sequence is as long as it may be.
        next.retain(|beam| score(beam.log_probability, settings.longest + 1, settings) > worst.score);
    }
    next
}

fn keep_best(candidates: &mut Vec<(f32, usize, u32)>, most: usize) {
    let order = |one: &(f32, usize, u32), other: &(f32, usize, u32)| {
        other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2)))
    };
    if most < candidates.len() {
        candidates.select_nth_unstable_by(most, order);
        candidates.truncate(most);
    }
    candidates.sort_unstable_by(order);
}

fn score(log_probability: f32, tokens: usize, settings: &BeamSettings) -> f32 {
    log_probability / (tokens as f32).powf(settings.length_exponent)
}

/// Whether a token may follow others.
fn is_allowed(tokens: &[u32], token: u32, settings: &BeamSettings) -> bool {
    if token == settings.end {
        return tokens.len() >= settings.shortest.min(settings.longest);
    }
    if tokens.len() >= settings.longest {
        return false;
    }
    let Some(before) = settings.no_repeat.checked_sub(1) else { return true };
    let Some(start) = tokens.len().checked_sub(before) else { return true };
    let last = &tokens[start..];
    !tokens.windows(settings.no_repeat).any(|run| run.split_last() == Some((&token, last)))
}
