//! What is acted on: "What does the code trim from the given string?"

use super::super::Mode;
use super::super::clause::{Clause, is_plural};
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::super::soundness;
use super::{Rule, ask};

/// The direct object.
pub(super) static RULE: Rule = Rule {
    name: "dobj",
    description: "the direct object of a verb",
    template: "Wh mainAux nsubj otherAux verb modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let Some(object) = clause.children("obj").next() else { return };
    let mut words = clause.words_of(object);
    if clause.mode == Mode::Clean {
        take_phrases(clause, &mut words);
    }
    let complement = clause.children("xcomp").next().is_some();
    let first = super::first_word(clause, &words);
    if clause.mode == Mode::Clean
        && (matches!(first.as_str(), "that" | "these" | "those" | "such" | "same")
            || matches!(clause.sentence.tokens[object].text.as_str(), "one" | "ones"))
    {
        return;
    }
    let sound = clause.mode == Mode::Faithful
        || !complement
            && !clause.has_copula
            && !is_split(clause, &words)
            && !has_message(clause, &words)
            && !is_bare_title(clause, object)
            && !is_name_without_article(clause, object)
            && !is_meant_later(clause, object)
            && !keeps_infinitive(clause, &words)
            && !is_set_value(clause, object)
            && !is_left_somewhere(clause, object)
            && clause.children("ccomp").next().is_none()
            && soundness::is_noun_phrase(clause, object, &words);
    if sound && !words.is_empty() {
        drafts.extend(ask(clause, "What", Category::Functionality, &words, 0.9));
    }
}

/// "returns the cause or null if it is unknown": only one of the two is returned then.
fn is_split(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let is_condition = |child: usize| {
        clause.sentence.children(child).any(|mark| matches!(tokens[mark].text.as_str(), "if" | "when" | "unless"))
    };
    words.iter().any(|&word| tokens[word].text == "or") && clause.children("advcl").any(is_condition)
}

/// "notifies the listeners that a user has been removed", "tells the user of an error": that is what they are told.
fn has_message(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    matches!(tokens[clause.head].lemma.as_str(), "inform" | "notify" | "remind" | "tell" | "warn")
        && words.iter().any(|&word| {
            matches!(tokens[word].text.as_str(), "that" | "of" | "about" | "where" | "how" | "what" | "whether")
        })
}

/// "gets text to display in an area": "what does the code get to display" asks for something else.
fn keeps_infinitive(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let Some(&last) = words.last() else { return false };
    let lemma = tokens[clause.head].lemma.as_str();
    (lexicon::is("returning", lemma) || lexicon::is("collecting", lemma))
        && tokens.get(last + 1).is_some_and(|next| next.text == "to")
        && tokens.get(last + 2).is_some_and(|next| next.xpos == "VB")
}

/// "leaves the object on the top of the stack": where it is left stands with the object in the tree.
fn is_left_somewhere(clause: &Clause<'_>, object: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let is_place = |child: usize| {
        clause.sentence.children(child).any(|case| {
            tokens[case].deprel == "case" && matches!(tokens[case].text.as_str(), "at" | "in" | "on" | "onto" | "under")
        })
    };
    lexicon::is("leaving", &tokens[clause.head].lemma)
        && clause.sentence.children(object).any(|child| tokens[child].deprel == "nmod" && is_place(child))
}

/// "sets true if it shall be required": told to the caller.
fn is_set_value(clause: &Clause<'_>, object: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    tokens[clause.head].lemma == "set" && matches!(tokens[object].text.to_lowercase().as_str(), "true" | "false")
}

/// "gets `StringVector` of elements": a name that is described further is a noun whose article was forgotten.
fn is_name_without_article(clause: &Clause<'_>, object: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let has = |relation: &str| clause.sentence.children(object).any(|child| tokens[child].deprel.starts_with(relation));
    let is_described = clause
        .sentence
        .children(object)
        .any(|child| child > object && matches!(tokens[child].deprel.as_str(), "nmod" | "acl"));
    let is_name =
        matches!(tokens[object].upos.as_str(), "PROPN" | "X") || tokens[object].text.contains(char::is_uppercase);
    is_name
        && !is_plural(clause.sentence, object)
        && is_described
        && !["det", "nummod", "nmod:poss"].iter().any(|relation| has(relation))
}

/// "adds the state to the table if it is not there": without the state, "it" would be the table.
fn is_meant_later(clause: &Clause<'_>, object: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let points = |child: usize| {
        clause.sentence.children(child).any(|subject| {
            subject > object
                && tokens[subject].deprel.starts_with("nsubj")
                && matches!(tokens[subject].text.as_str(), "it" | "they")
        })
    };
    clause.children("advcl").any(points)
}

/// "Test update image metadata": what is tested has no article, for it is a title.
fn is_bare_title(clause: &Clause<'_>, object: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    super::is_title(clause)
        && tokens[object].upos == "NOUN"
        && !is_plural(clause.sentence, object)
        && clause.sentence.children(object).all(|child| {
            tokens[child].deprel != "det" && tokens[child].deprel != "nummod" && tokens[child].deprel != "nmod:poss"
        })
}

/// "returns the next element in the array": whose the phrase is can seldom be told, but with the object it always reads well. Verbs that put or
/// move something keep theirs.
fn take_phrases(clause: &Clause<'_>, words: &mut Vec<usize>) {
    let tokens = &clause.sentence.tokens;
    if lexicon::is("placing", &tokens[clause.head].lemma) {
        return;
    }
    for phrase in clause.children("obl") {
        let own = clause.words_of(phrase);
        let follows = words.last().is_some_and(|&last| own.first() == Some(&(last + 1)));
        let leads = own.first().is_some_and(|&first| {
            matches!(
                tokens[first].text.to_lowercase().as_str(),
                "in" | "on"
                    | "at"
                    | "of"
                    | "for"
                    | "with"
                    | "within"
                    | "under"
                    | "over"
                    | "between"
                    | "per"
                    | "among"
                    | "inside"
                    | "like"
            )
        });
        // "returns the path to the first node".
        let leads_to = own.first().is_some_and(|&first| tokens[first].text == "to")
            && matches!(
                tokens[clause.head].lemma.as_str(),
                "return" | "get" | "retrieve" | "find" | "compute" | "give"
            )
            && clause.children("obj").any(|object| lexicon::is("takes-to", &tokens[object].lemma));
        // "override this method for more": what it is done for.
        let is_aim = own.first().is_some_and(|&first| tokens[first].text == "for")
            && words.first().is_some_and(|&first| tokens[first].text == "this");
        if follows && !is_aim && (leads || leads_to) && Clause::is_whole(&own) {
            words.extend(own);
        }
    }
}
