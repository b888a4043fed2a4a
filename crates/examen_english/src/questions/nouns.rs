//! What a noun needs before a clean question is made of its clause: an article, and a number that its determiners agree with.

use super::clause::{Clause, is_plural};
use super::lexicon;

/// Whether a singular noun has an article or the like, or needs none.
pub(super) fn has_article(clause: &Clause<'_>, head: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let token = &tokens[head];
    let is_title = is_capitalised(&token.text)
        && clause
            .sentence
            .children(head)
            .any(|child| tokens[child].deprel == "compound" && tokens[child].text.starts_with(char::is_uppercase));
    // "Wwn of a certain port": a capital that is the sentence's makes no name of a noun that something belongs to.
    let is_start = head == 0
        && token.xpos == "NNP"
        && is_capitalised(&token.text)
        && clause.sentence.children(head).any(|child| tokens[child].deprel == "nmod" && child > head);
    let is_proper = !is_title && !is_start && (token.xpos != "NN" || is_name(&token.text, head == 0));
    if is_proper || lexicon::is("uncounted", &token.lemma.to_lowercase()) || is_plural(clause.sentence, head) {
        return true;
    }
    has_determiner(clause, head)
}

/// Whether an article, a number or the like stands before a noun.
fn has_determiner(clause: &Clause<'_>, head: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    clause.sentence.children(head).any(|child| {
        matches!(tokens[child].deprel.as_str(), "det" | "nmod:poss" | "nummod" | "det:predet" | "det:poss")
            || tokens[child].upos == "NUM"
            || matches!(
                tokens[child].text.to_lowercase().as_str(),
                "another" | "each" | "every" | "no" | "any" | "some" | "this" | "that"
            )
    })
}

/// Whether a noun lacks the article that written English would have: "from volume group", "if volume can hold image".
pub(super) fn is_telegraphic(clause: &Clause<'_>, position: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let led = || {
        clause.sentence.children(position).any(|child| {
            tokens[child].deprel == "case"
                && matches!(
                    tokens[child].text.as_str(),
                    "from" | "of" | "to" | "at" | "with" | "on" | "into" | "within"
                )
        })
    };
    // "for specified path": a participle or the like in front of a noun asks for an article whatever leads the noun.
    let is_named = || {
        clause.sentence.children(position).any(|child| {
            matches!(tokens[child].deprel.as_str(), "amod" | "acl")
                && child < position
                && lexicon::is("naming", &tokens[child].text.to_lowercase())
        })
    };
    // "for method with any number of arguments".
    let is_kind = || tokens[position].xpos == "NN" && lexicon::is("kind", &tokens[position].lemma.to_lowercase());
    let relation = tokens[position].deprel.as_str();
    let is_argument = matches!(relation, "nsubj" | "nsubj:pass" | "obj" | "obl" | "nmod");
    if is_argument && is_singular(clause, position) && !has_determiner(clause, position) {
        // "a new RegExp" has its article even where the noun is a name.
        let is_written_out = tokens[position].text.chars().any(char::is_lowercase);
        if is_counted(clause, position) || is_written_out && is_named() {
            return true;
        }
    }
    let needs = match relation {
        "nsubj" | "nsubj:pass" | "obj" => true,
        // "returns field's value".
        "nmod:poss" => tokens[position].xpos == "NN",
        "obl" | "nmod" => led() || is_named() || is_kind(),
        _ => false,
    };
    needs && tokens[position].upos == "NOUN" && !has_article(clause, position)
}

fn is_singular(clause: &Clause<'_>, position: usize) -> bool {
    let token = &clause.sentence.tokens[position];
    matches!(token.upos.as_str(), "NOUN" | "PROPN")
        && matches!(token.xpos.as_str(), "NN" | "NNP")
        && !lexicon::is("uncounted", &token.lemma.to_lowercase())
        && !is_plural(clause.sentence, position)
}

/// "for WITHIN relationship", "separated by comma": a noun of one thing among many, behind whatever preposition. Not "by name", nor "at index 3".
fn is_counted(clause: &Clause<'_>, position: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let token = &tokens[position];
    if !lexicon::is("counted", &token.text) || !matches!(token.deprel.as_str(), "obl" | "nmod") {
        return false;
    }
    let cases = || clause.sentence.children(position).filter(|&child| tokens[child].deprel == "case");
    let is_led = cases().next().is_some();
    let is_key = cases().any(|case| tokens[case].text.eq_ignore_ascii_case("by") && case + 1 == position)
        && lexicon::is("by-noun", &token.text);
    let is_told = tokens.get(position + 1).is_some_and(|next| {
        matches!(next.upos.as_str(), "NUM" | "X" | "PROPN" | "SYM")
            || next.text.chars().count() == 1 && next.upos != "PUNCT"
    });
    is_led && !is_key && !is_told
}

/// Whether a noun and what counts it are of one number: those of "two thread", "all listener" and "each requests" are not.
pub(super) fn agrees_in_number(clause: &Clause<'_>, position: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let token = &tokens[position];
    let own_plural = matches!(token.xpos.as_str(), "NNS" | "NNPS");
    if token.upos != "NOUN" || !matches!(token.xpos.as_str(), "NN" | "NNS") || token.deprel == "compound" {
        return true;
    }
    let lemma = token.lemma.to_lowercase();
    let uncounted = ["uncounted", "mass"].iter().any(|list| lexicon::is(list, &lemma));
    let first = clause.sentence.subtree(position).first().copied().unwrap_or(position);
    clause.sentence.children(position).filter(|&child| child < position).all(|child| {
        let lower = tokens[child].text.to_lowercase();
        match tokens[child].deprel.as_str() {
            // "base 2 logarithm", "the 20 newsgroups dataset": what is counted there stands before the noun.
            "nummod" => own_plural || is_one(&lower) || child + 1 != position || child != first,
            "det" | "det:predet" | "amod" if lexicon::is("several", &lower) => {
                own_plural || uncounted || is_plural(clause.sentence, position)
            }
            "det" if lexicon::is("single", &lower) => !own_plural || token.text.to_lowercase() == token.lemma,
            _ => true,
        }
    })
}

fn is_one(lower: &str) -> bool {
    !matches!(lower, "two" | "three" | "four" | "five" | "six" | "seven" | "eight" | "nine" | "ten")
        && !lower.parse::<u64>().is_ok_and(|number| number > 1)
}

/// Whether a word is written as a name: with a capital that is not that of the sentence, or with other signs than letters.
fn is_name(text: &str, is_first: bool) -> bool {
    let mut characters = text.chars().skip(usize::from(is_first));
    characters.any(|character| character.is_uppercase() || !character.is_alphabetic())
}

/// Whether a word has a capital and small letters behind it: "Group" of "FC Consistency Group" is no name by itself.
fn is_capitalised(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.clone().count() > 1 && letters.all(char::is_lowercase)
}
