//! Which triple quotes have lost their partners.
//!
//! Where the text ends in a triple-quoted string, some quotes before it may be those that lack a partner: from there on
//! what is text was read as code and the other way round. The quotes themselves tell: those that open a string have
//! nothing but an operator before them on their line, those that close one have nothing but one behind them.

/// Triple quotes of one kind in the order of the text, as the lexer paired them: opening and closing ones in turn, an
/// opening one last.
pub(super) fn orphan(source: &str, quotes: &[u32]) -> Option<u32> {
    let fits: Vec<Fit> = quotes.iter().map(|&at| Fit::new(source, at as usize)).collect();
    // The cost of all quotes behind the orphan is that of the other reading.
    let role = |at: usize, is_turned: bool| {
        let opens = at.is_multiple_of(2) != is_turned;
        u32::from(if opens { !fits[at].may_open } else { !fits[at].may_close })
    };
    let mut cost: u32 = (1..quotes.len()).map(|at| role(at, true)).sum();
    let mut best = (cost, 0);
    for at in (2..quotes.len()).step_by(2) {
        cost += role(at - 2, false) + role(at - 1, false);
        cost -= role(at - 1, true) + role(at, true);
        // The last one is what the text says as it stands; another has to be more likely.
        if cost <= best.0 {
            best = (cost, at);
        }
    }
    quotes.get(best.1).copied().filter(|_| best.1 + 1 < quotes.len())
}

/// What the line around quotes says of them.
struct Fit {
    may_open: bool,
    may_close: bool,
}

impl Fit {
    fn new(source: &str, at: usize) -> Self {
        let (before, rest) = source.split_at_checked(at).unwrap_or((source, ""));
        // A line may have a hundred thousand quotes, so that no more of it is looked at than the space around each.
        let is_space = |character: char| character.is_whitespace() && !is_line_end(character);
        let prefix = before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
        let before = before[..before.len() - if prefix <= 2 { prefix } else { 0 }].trim_end_matches(is_space);
        let behind = rest.get(3..).unwrap_or_default().trim_start_matches(is_space);
        Self {
            may_open: before.is_empty()
                || before.ends_with(is_line_end)
                || before.ends_with(['=', '(', '[', '{', ',', ':', '%', '+'])
                || before.ends_with("return"),
            may_close: behind.is_empty()
                || behind.starts_with(is_line_end)
                || behind.starts_with([')', ']', '}', ',', '.', ';', '%', '#', '+', '[', ':', '\\']),
        }
    }
}

const fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r')
}
