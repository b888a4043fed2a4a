//! Colours of the pages: by WCAG 2, words have a contrast of 4.5 at least in both themes; and what only colour tells apart stays apart
//! for readers who do not see all of them.

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
        for ink in ["accent", "reference", "series-0", "series-1", "series-2", "series-3", "series-4"] {
            assert!(contrast(variable(rules, ink), variable(rules, "page")) >= 3.0, "{ink}");
        }
    }
    let fill = |class: &str| colour(CHART_STYLE.split_once(&format!("{class} {{ fill: #")).unwrap().1);
    for step in 0..9 {
        let ink = if step < 6 { ".on-light" } else { ".on-dark" };
        assert!(contrast(fill(ink), fill(&format!(".heat-{step}"))) >= 4.5, "heat-{step}");
    }
}

/// How red, green and blue light is seen without one of the three kinds of cones (Machado, Oliveira and Fernandes 2009): protan,
/// deutan, tritan.
const SEEN: [[[f64; 3]; 3]; 3] = [
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
];

#[test]
fn colours_stay_apart_for_those_who_see_fewer() {
    let [series, spans] =
        [&["series-0", "series-1", "series-2", "series-3", "series-4"][..], &["answer", "fact", "page"]];
    let diffs = &["added", "removed", "page"][..];
    for (style, names, least) in [(CHART_STYLE, series, 20.0), (STYLE, spans, 12.0), (STYLE, diffs, 12.0)] {
        let (light, dark) = style.split_once("prefers-color-scheme: dark").unwrap();
        for rules in [light, dark] {
            for (at, one) in names.iter().enumerate() {
                for other in &names[at + 1..] {
                    for seen in &SEEN {
                        let [one_seen, other_seen] = [one, other].map(|name| lab(variable(rules, name), seen));
                        let apart = one_seen.iter().zip(other_seen).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                        assert!(apart >= least, "{one} and {other} are {apart:.0} apart for {seen:?}");
                    }
                }
            }
        }
    }
    // Steps of heat maps are told by lightness alone.
    let fill = |step: usize| colour(CHART_STYLE.split_once(&format!(".heat-{step} {{ fill: #")).unwrap().1);
    for step in 0..8 {
        assert!(luminance(fill(step)) > luminance(fill(step + 1)) + 0.008, "heat-{step}");
    }
}

/// A colour as it is seen, by lightness and two opponent colours (CIELAB): distances are differences that are seen.
fn lab(colour: [u8; 3], seen: &[[f64; 3]; 3]) -> [f64; 3] {
    let light = colour.map(linear);
    let [red, green, blue] =
        seen.map(|row| row.iter().zip(light).map(|(part, light)| part * light).sum::<f64>().clamp(0.0, 1.0));
    let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505;
    let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089;
    let [x, y, z] = [x, y, z].map(|it: f64| if it > 0.008_856 { it.cbrt() } else { 7.787 * it + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
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
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The light of a part of a colour.
fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}
