//! Colours of the pages by WCAG 2: words have a contrast of 4.5 at least in both themes.

use super::STYLE;
use super::charts::CHART_STYLE;

/// Colours of words, and what they stand on.
const PAIRS: [(&str, &[&str]); 5] = [
    ("ink", &["page", "raised", "answer", "fact", "plausible", "added", "removed"]),
    ("muted", &["page", "raised"]),
    ("link", &["page", "raised"]),
    ("right", &["page", "raised"]),
    ("wrong", &["page", "raised"]),
];

#[test]
fn words_have_enough_contrast_in_both_themes() {
    let (light, dark) = STYLE.split_once("prefers-color-scheme: dark").unwrap();
    for (theme, rules) in [("light", light), ("dark", dark)] {
        for (ink, grounds) in PAIRS {
            for ground in grounds {
                let contrast = contrast(variable(rules, ink), variable(rules, ground));
                assert!(contrast >= 4.5, "{theme}: {ink} on {ground} has {contrast:.2}");
            }
        }
    }
}

#[test]
fn words_of_charts_have_enough_contrast() {
    let (light, dark) = CHART_STYLE.split_once("prefers-color-scheme: dark").unwrap();
    for rules in [light, dark] {
        for ink in ["ink", "muted"] {
            assert!(contrast(variable(rules, ink), variable(rules, "page")) >= 4.5, "{ink}");
        }
        // Lines and areas, which are no words.
        for ink in ["accent", "reference"] {
            assert!(contrast(variable(rules, ink), variable(rules, "page")) >= 3.0, "{ink}");
        }
    }
    let fill = |class: &str| colour(CHART_STYLE.split_once(&format!("{class} {{ fill: #")).unwrap().1);
    for step in 0..9 {
        let ink = if step < 6 { ".on-light" } else { ".on-dark" };
        assert!(contrast(fill(ink), fill(&format!(".heat-{step}"))) >= 4.5, "heat-{step}");
    }
}

fn variable(rules: &str, name: &str) -> [u8; 3] {
    colour(rules.split_once(&format!("--{name}: #")).unwrap().1)
}

fn colour(hex: &str) -> [u8; 3] {
    [0, 2, 4].map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
}

fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(colour: [u8; 3]) -> f64 {
    let [red, green, blue] = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}
