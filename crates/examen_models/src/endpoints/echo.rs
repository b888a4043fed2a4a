//! The tokens of a prompt that a server repeats, with their likelihoods: the interface of completions with `echo` and `logprobs`.

use serde_json::Value;

/// The tokens of a repeated prompt and the one that was generated behind it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Echo {
    /// For each token the characters before it, and the logarithm of its probability; the first has none.
    pub(super) tokens: Vec<(usize, Option<f64>)>,
}

impl Echo {
    /// Reads the tokens of a choice; nothing where there are none.
    pub(super) fn read(choice: &Value) -> Option<Self> {
        let logprobs = choice.get("logprobs")?;
        let list = |name: &str| logprobs.get(name).and_then(Value::as_array);
        let (offsets, logarithms) = (list("text_offset")?, list("token_logprobs")?);
        if offsets.len() != logarithms.len() {
            return None;
        }
        let token = |(offset, logarithm): (&Value, &Value)| {
            Some((usize::try_from(offset.as_u64()?).ok()?, logarithm.as_f64().filter(|it| it.is_finite())))
        };
        let tokens = offsets.iter().zip(logarithms).map(token).collect::<Option<Vec<_>>>()?;
        (!tokens.is_empty()).then_some(Self { tokens })
    }

    /// The sum of the logarithms of the tokens from a character on, without the last one, which was generated. A token that begins
    /// before it and ends behind it belongs to neither side.
    pub(super) fn behind(&self, start: usize) -> Result<f64, String> {
        let prompt = self.tokens.split_last().map_or(&[][..], |(_, prompt)| prompt);
        let behind = prompt.iter().skip_while(|(offset, _)| *offset < start);
        if behind.clone().next().is_none_or(|(offset, _)| *offset > start) {
            return Err("token-across-border".to_owned());
        }
        behind
            .map(|(_, logarithm)| *logarithm)
            .sum::<Option<f64>>()
            .ok_or_else(|| "broken-reply: a likelihood is missing".to_owned())
    }

    /// Whether these are all tokens of a text and one more, by the number that the server counts.
    pub(super) fn is_whole(&self, text: &str, counted: u64) -> bool {
        let rises = self.tokens.is_sorted_by(|one, next| one.0 < next.0);
        let first = self.tokens.first().is_some_and(|first| *first == (0, None));
        let last = self.tokens.last().is_some_and(|last| last.0 == text.chars().count());
        self.tokens.len() as u64 == counted + 1 && first && rises && last
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_are_summed_and_borders_are_kept() {
        let choice = json!({ "logprobs": {
            "tokens": ["a", " b", " c", "d", "!"], "text_offset": [0, 1, 3, 5, 6], "token_logprobs": [null, -1.0, -2.0, -0.5, -9.0]
        } });
        let echo = Echo::read(&choice).unwrap();
        assert_eq!(echo.behind(3), Ok(-2.5));
        assert_eq!(echo.behind(2), Err("token-across-border".to_owned()));
        assert_eq!(echo.behind(6), Err("token-across-border".to_owned()));
        assert!(echo.behind(0).is_err());
        assert!(echo.is_whole("a b cd", 4) && !echo.is_whole("a b cd", 5) && !echo.is_whole("a b c", 4));
        assert_eq!(Echo::read(&json!({ "logprobs": { "content": [] } })), None);
    }
}
