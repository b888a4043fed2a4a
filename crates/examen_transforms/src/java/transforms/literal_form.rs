//! Literal form.

use examen_syntax::java::{Kind, Node};

use crate::java_method::{JavaMethod, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "LF",
    name: "literal form",
    description: "A decimal number becomes hexadecimal (`10` becomes `0xA`), or gets or loses its underscores (`1000` \
                  becomes `1_000`); a hexadecimal one becomes decimal. Which form is taken goes round the places.",
    reason: "The literals have the same value and the same type, `int`, or `long` with its suffix.",
    refuses: "Values above the largest positive one: a decimal literal of that value is allowed behind a minus only, and a \
              hexadecimal one is negative. Octal, binary and floating-point numbers are no places.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let first_form = method.choice("LF", 1 << 16);
    for literal in method.method.node.descendants() {
        if !matches!(literal.kind(), Kind::DecimalIntegerLiteral | Kind::HexIntegerLiteral) {
            continue;
        }
        let Some(number) = Number::read(method, literal) else {
            found.refuse(literal.span(), "above-the-largest-value");
            continue;
        };
        let forms = number.other_forms();
        if let Some(form) = forms.get((first_form + found.sites.len()) % forms.len().max(1)) {
            found.site(literal.span(), vec![replace(literal, form.as_str())]);
        }
    }
}

/// A number that is not negative.
struct Number<'s> {
    value: u64,
    text: &'s str,
    suffix: &'s str,
}

impl<'s> Number<'s> {
    /// Nothing for what is no positive value of its type.
    fn read(method: &JavaMethod<'s>, literal: Node<'s>) -> Option<Self> {
        let text = method.text(literal);
        let (digits, suffix) = text.split_at(text.trim_end_matches(['l', 'L']).len());
        let digits = digits.replace('_', "").to_ascii_lowercase();
        let value = match digits.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        let largest = if suffix.is_empty() { u64::from(i32::MAX.unsigned_abs()) } else { i64::MAX.unsigned_abs() };
        value.ok().filter(|&value| value <= largest).map(|value| Self { value, text, suffix })
    }

    fn other_forms(&self) -> Vec<String> {
        let decimal = self.value.to_string();
        let with_suffix = |digits: String| digits + self.suffix;
        if self.text.starts_with("0x") || self.text.starts_with("0X") {
            return vec![with_suffix(decimal)];
        }
        let mut forms = vec![with_suffix(format!("0x{:X}", self.value))];
        if self.text.contains('_') {
            forms.push(with_suffix(decimal));
        } else if self.value >= 1_000 {
            forms.push(with_suffix(grouped(&decimal)));
        }
        forms
    }
}

/// The digits with an underscore before every third one from the end.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}
