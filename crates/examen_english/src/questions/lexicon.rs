//! Words that decide whether a question makes sense.

/// What comments call the thing they describe.
const GENERIC: &[&str] = &[
    "class",
    "code",
    "constructor",
    "function",
    "helper",
    "implementation",
    "interface",
    "method",
    "module",
    "object",
    "program",
    "property",
    "routine",
    "script",
    "test",
    "decorator",
    "wrapper",
    "filter",
    "command",
    "view",
    "tag",
    "macro",
    "operation",
];

/// Words that point at something said elsewhere.
const PRONOUNS: &[&str] = &[
    "all",
    "another",
    "any",
    "both",
    "each",
    "either",
    "he",
    "her",
    "here",
    "him",
    "his",
    "i",
    "it",
    "its",
    "itself",
    "me",
    "neither",
    "none",
    "one",
    "ones",
    "other",
    "others",
    "she",
    "so",
    "some",
    "such",
    "that",
    "their",
    "them",
    "themselves",
    "there",
    "these",
    "they",
    "this",
    "those",
    "us",
    "we",
    "what",
    "which",
    "who",
    "you",
    "your",
    "yourself",
    "same",
    "former",
    "latter",
];

const DETERMINERS: &[&str] =
    &["a", "an", "the", "this", "that", "these", "those", "our", "its", "following", "above", "current", "given"];

/// Whether an answer names nothing but the described code: "the code", "this method".
pub(super) fn is_generic(answer: &str) -> bool {
    let lower = answer.to_lowercase();
    let mut words = lower.split(' ').filter(|word| !DETERMINERS.contains(word));
    match (words.next(), words.next()) {
        (Some(word), None) => GENERIC.contains(&word),
        _ => false,
    }
}

/// Whether an answer says nothing by itself: pronouns and determiners only.
pub(super) fn is_ambiguous(answer: &str) -> bool {
    let lower = answer.to_lowercase();
    let mut words = lower.split(' ').filter(|word| word.chars().any(char::is_alphanumeric));
    let empty = words.clone().next().is_none();
    empty
        || words.all(|word| {
            PRONOUNS.contains(&word)
                || DETERMINERS.contains(&word)
                || matches!(word, "of" | "to" | "for" | "with" | "by" | "as")
        })
}

/// Whether a word is a pronoun that a question cannot have as its subject.
pub(super) fn is_pronoun(lower: &str) -> bool {
    PRONOUNS.contains(&lower)
}

/// Adverbs that tie a sentence to the one before.
pub(super) fn is_connective(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "also"
            | "then"
            | "however"
            | "thus"
            | "therefore"
            | "hence"
            | "furthermore"
            | "moreover"
            | "additionally"
            | "so"
            | "too"
            | "finally"
            | "first"
            | "next"
            | "thereafter"
            | "henceforth"
            | "basically"
            | "just"
            | "simply"
            | "currently"
            | "now"
            | "further"
            | "generally"
            | "typically"
            | "normally"
            | "usually"
            | "actually"
    )
}

/// Adverbs that make a statement depend on the one before.
pub(super) fn is_dependent(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "otherwise"
            | "instead"
            | "rather"
            | "else"
            | "likewise"
            | "similarly"
            | "conversely"
            | "alternatively"
            | "again"
            | "only"
            | "here"
            | "there"
            | "above"
            | "below"
            | "hopefully"
            | "even"
            | "yet"
            | "still"
    )
}

/// Verbs that a comment tells its reader to do.
pub(super) fn is_told_to_reader(lemma: &str) -> bool {
    matches!(
        lemma,
        "see"
            | "note"
            | "refer"
            | "override"
            | "please"
            | "use"
            | "remember"
            | "beware"
            | "consider"
            | "assume"
            | "ensure"
            | "be"
            | "do"
            | "let"
            | "suppose"
            | "warn"
            | "say"
            | "look"
            | "think"
            | "keep"
            | "subclass"
            | "todo"
            | "copyright"
            | "deprecate"
            | "want"
            | "require"
            | "need"
            | "mean"
            | "contain"
            | "like"
            | "author"
            | "default"
            | "example"
            | "base"
            | "void"
            | "null"
            | "safe"
            | "true"
            | "false"
            | "private"
            | "protect"
            | "mock"
            | "stub"
            | "dummy"
            | "internal"
            | "name"
            | "file"
            | "list"
            | "helper"
            | "main"
            | "type"
            | "data"
            | "number"
            | "time"
            | "place"
            | "view"
            | "short"
            | "long"
    )
}

/// People that comments speak of.
pub(super) fn is_person(lemma: &str) -> bool {
    matches!(
        lemma,
        "user"
            | "caller"
            | "developer"
            | "administrator"
            | "admin"
            | "author"
            | "programmer"
            | "owner"
            | "person"
            | "people"
            | "student"
            | "customer"
            | "maintainer"
    )
}

/// Verbs that put something at a place.
pub(super) fn is_placing(lemma: &str) -> bool {
    matches!(
        lemma,
        "put"
            | "place"
            | "insert"
            | "store"
            | "save"
            | "write"
            | "position"
            | "append"
            | "display"
            | "draw"
            | "install"
            | "register"
            | "locate"
            | "cache"
            | "record"
            | "show"
            | "print"
            | "log"
            | "create"
            | "keep"
            | "embed"
            | "render"
            | "move"
            | "copy"
            | "download"
            | "upload"
            | "dump"
            | "export"
            | "search"
            | "look"
            | "find"
            | "deploy"
            | "mount"
            | "paint"
            | "add"
    )
}

/// Single adverbs that say how something is done.
pub(super) fn is_manner(lower: &str) -> bool {
    lower.ends_with("ly")
        && lower.len() > 5
        && !matches!(
            lower,
            "only"
                | "simply"
                | "really"
                | "actually"
                | "currently"
                | "finally"
                | "usually"
                | "normally"
                | "typically"
                | "basically"
                | "previously"
                | "possibly"
                | "probably"
                | "especially"
                | "generally"
                | "newly"
                | "merely"
                | "particularly"
                | "mostly"
                | "nearly"
                | "initially"
                | "originally"
                | "optionally"
                | "internally"
                | "necessarily"
                | "essentially"
                | "effectively"
                | "additionally"
                | "supposedly"
                | "potentially"
                | "ultimately"
                | "primarily"
                | "specifically"
                | "immediately"
                | "recently"
                | "early"
                | "apply"
                | "reply"
                | "supply"
                | "multiply"
                | "family"
                | "assembly"
                | "anomaly"
                | "directly"
                | "approximately"
                | "roughly"
                | "likely"
                | "eventually"
                | "locally"
                | "globally"
                | "certainly"
                | "obviously"
                | "slightly"
                | "fully"
                | "completely"
                | "partially"
                | "entirely"
                | "highly"
                | "respectively"
                | "accordingly"
                | "presently"
                | "rarely"
                | "frequently"
                | "repeatedly"
                | "occasionally"
                | "temporarily"
                | "permanently"
                | "eagerly"
                | "early-bind"
        )
}

/// Nouns that keep a phrase with "to": "a reference to the object".
pub(super) fn takes_to(lemma: &str) -> bool {
    matches!(
        lemma,
        "access"
            | "call"
            | "change"
            | "connection"
            | "index"
            | "key"
            | "link"
            | "mapping"
            | "path"
            | "pointer"
            | "reference"
            | "request"
            | "response"
            | "url"
            | "way"
            | "update"
            | "modification"
            | "addition"
            | "handle"
            | "listener"
            | "adapter"
            | "interface"
            | "argument"
            | "parameter"
            | "value"
            | "distance"
            | "relation"
            | "map"
            | "string"
            | "message"
            | "redirect"
    )
}

/// Nouns that need no article.
pub(super) fn is_uncounted(lemma: &str) -> bool {
    matches!(
        lemma,
        "access"
            | "content"
            | "data"
            | "information"
            | "info"
            | "input"
            | "output"
            | "memory"
            | "metadata"
            | "support"
            | "text"
            | "time"
            | "true"
            | "false"
            | "null"
            | "none"
            | "zero"
            | "one"
            | "validation"
            | "documentation"
            | "logging"
            | "traffic"
            | "space"
            | "html"
            | "xml"
            | "json"
            | "feedback"
            | "code"
            | "authentication"
            | "synchronization"
            | "progress"
            | "behavior"
            | "permission"
            | "cleanup"
            | "initialization"
    )
}
