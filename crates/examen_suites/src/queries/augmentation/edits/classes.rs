//! Edits of classes and their methods.

use examen_syntax::python::{Class, ExprKind, Function, Id, Parameter, ParameterKind, StmtKind};
use examen_syntax::{Edit, Span};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::super::code::{Code, Place};
use super::super::drawing::{fill, filled, happens, one_of, pick, pick_where};

/// Longer methods are not copied.
const LONGEST_COPY: u32 = 1_200;

/// A method with its class and place.
fn method<'c, 's>(code: &'c Code<'s>, rng: &mut ChaCha8Rng) -> Option<(&'c Place<'s>, Id<Function>, Id<Class>)> {
    let parts = |place: &Place<'_>| match (place.kind, place.class, place.function) {
        (StmtKind::Function(function), Some(class), None) => Some((function, class)),
        _ => None,
    };
    let place = code.place(rng, |place| parts(place).is_some())?;
    let (function, class) = parts(place)?;
    Some((place, function, class))
}

pub(super) fn first_parameter(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (_, function, _) = method(code, rng)?;
    let parameters = code.list(code.tree[function].parameters);
    let first = parameters.first().filter(|it| it.kind == ParameterKind::Positional && it.tuple.is_none())?;
    let span = first.name.span;
    if code.text(span) != "self" {
        return Some(vec![Edit { span, text: "self".to_owned() }]);
    }
    if happens(rng, 0.3) {
        let end = parameters.get(1).map_or(span.end, |next| next.name.span.start);
        let is_plain = code.source.get(span.end as usize..end as usize).is_some_and(|it| matches!(it.trim(), "" | ","));
        return is_plain.then(|| vec![Edit { span: Span::new(span.start, end), text: String::new() }]);
    }
    let text = fill(one_of(rng, &["this", "cls", "_self", "$v", "me", "obj"]), code, span.start, rng);
    Some(vec![Edit { span, text }])
}

pub(super) fn decorator(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (place, function, _) = method(code, rng)?;
    match code.list(code.tree[function].decorators) {
        [] => Some(place.before(one_of(rng, &["@staticmethod", "@classmethod", "@property", "@abstractmethod"]))),
        [only, ..] => {
            let line = code.text(place.lines).split_inclusive('\n').next()?;
            let is_whole = line.trim_end() == format!("{}@{}", place.indent, code.code(*only));
            let span = Span::new(place.lines.start, place.lines.start + line.len() as u32);
            is_whole.then(|| vec![Edit { span, text: String::new() }])
        }
    }
}

pub(super) fn base_class(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (class, _) = pick_where(rng, code.top_classes(), |_| true)?;
    let other = code.other_class(rng, Some(class))?.to_owned();
    let bases: Vec<Span> = code.list(code.tree[class].bases).iter().map(|&it| code.tree[it].span).collect();
    let edit = match pick(rng, &bases) {
        None => {
            let name = code.tree[class].name.span;
            // Python 2 has classes with empty brackets too.
            let is_bare = code.source.get(name.end as usize..)?.starts_with(':');
            return is_bare.then(|| vec![Edit { span: Span::empty(name.end), text: format!("({other})") }]);
        }
        Some(&base) => match one_of(rng, &["replace", "before", "behind", "behind", "third"]) {
            "replace" => Edit { span: base, text: other },
            "before" => Edit { span: Span::empty(base.start), text: format!("{other}, ") },
            "third" => {
                let third = code.other_class(rng, Some(class))?;
                let text = if third == other { format!(", {other}") } else { format!(", {other}, {third}") };
                Edit { span: Span::empty(base.end), text }
            }
            _ => Edit { span: Span::empty(base.end), text: format!(", {other}") },
        },
    };
    Some(vec![edit])
}

/// Puts a method of one class into another one, as it is or changed.
pub(super) fn copy_method(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (source, function, class) = method(code, rng)?;
    let is_other = |place: &Place<'_>| {
        matches!(place.kind, StmtKind::Function(_))
            && place.function.is_none()
            && place.class.is_some_and(|it| it != class)
            && place.indent == source.indent
    };
    let target = code.place(rng, is_other)?;
    let text = match one_of(rng, &["same", "empty", "longer", "shorter"]) {
        "same" if source.lines.len() <= LONGEST_COPY => format!("{}\n", code.text(source.lines)),
        other => {
            let parameters = match other {
                "longer" => "self, $v, $w",
                "shorter" => "self",
                _ => "self, $a",
            };
            let body =
                one_of(rng, &["pass", "return None", "return self.$a", "self.$b = $k", "raise NotImplementedError"]);
            let template = format!("def {}({parameters}):\n    {body}\n\n", code.function_name(function));
            target.indented(&fill(&template, code, target.span.start, rng))
        }
    };
    Some(vec![Edit { span: Span::empty(target.lines.start), text }])
}

/// A class below one or two of the module, which overrides a method of theirs.
pub(super) fn new_subclass(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (class, place) = pick_where(rng, code.top_classes(), |_| true)?;
    let base = code.class_name(class);
    let mut bases = base.to_owned();
    if happens(rng, 0.5)
        && let Some((second, _)) =
            pick_where(rng, code.top_classes(), |(it, at)| *it != class && at.span.start < place.span.start)
    {
        bases = format!("{base}, {}", code.class_name(second));
    }
    let prefix = one_of(rng, &["My", "New", "Other", "Sub", "Extended", "Custom"]);
    let mut text = format!("\n\nclass {prefix}{base}({bases}):\n");
    let methods = code.methods(class);
    let is_usual = |it: &Id<Function>| !code.function_name(*it).starts_with("__");
    for _ in 0..rng.random_range(1..=2) {
        let name = pick_where(rng, methods.iter().copied(), is_usual).map_or("run", |it| code.function_name(it));
        let parameters =
            one_of(rng, &["self", "self, $a", "self, $a, $b", "self, *args", "self, $a=None", "self, $a, $b, $c"]);
        let body = one_of(rng, &["pass", "return self.$v", "self.$v = $k", "return None", "super(OWN, self).NAME()"]);
        text.push_str(&format!("\n    def {name}({parameters}):\n        {body}\n").replace("NAME", name));
    }
    let init = one_of(
        rng,
        &[
            "",
            "\n    def __init__(self):\n        self.$v = $k\n",
            "\n    def __init__(self, $v):\n        super(OWN, self).__init__()\n        self.$v = $v\n",
            "\n    def __init__(self):\n        BASE.__init__(self)\n",
            "\n    $v = $k\n",
            "\n    def __eq__(self, other):\n        return self.$v == other.$v\n",
        ],
    );
    text.push_str(init);
    let own = format!("{prefix}{base}");
    let text = fill(&text.replace("OWN", &own).replace("BASE", base), code, place.span.end, rng);
    Some(vec![Edit { span: Span::empty(place.lines.end), text: place.indented(&text) }])
}

/// Gives a class an attribute that another class has, or a new one.
pub(super) fn class_attribute(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (place, _, class) = method(code, rng)?;
    let members = code.places.iter().filter(|it| it.function.is_none() && it.class.is_some_and(|it| it != class));
    let named = members.filter_map(|member| match member.kind {
        StmtKind::Function(function) => Some(code.function_name(function)),
        StmtKind::Assign { targets, .. } => match code.list(targets) {
            &[target] if matches!(code.tree[target].kind, ExprKind::Name { .. }) => Some(code.code(target)),
            _ => None,
        },
        _ => None,
    });
    let name = pick_where(rng, named, |name| !name.is_empty() && !name.starts_with("__"));
    let name =
        name.filter(|_| happens(rng, 0.7)).map_or_else(|| fill("$v", code, place.span.start, rng), str::to_owned);
    let value = filled(&["None", "$k", "'$a'", "[]", "$a", "True"], code, place.span.start, rng);
    Some(place.before(&format!("{name} = {value}\n\n")))
}

/// Calls a method in the `__init__` of its class.
pub(super) fn call_in_init(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let is_init = |place: &Place<'_>| place.function.is_some_and(|it| code.function_name(it) == "__init__");
    let place = code.place(rng, |place| is_init(place) && place.class.is_some() && place.is_simple(code))?;
    let methods = code.methods(place.class?);
    let method = pick_where(rng, methods.into_iter(), |&it| code.function_name(it) != "__init__")?;
    Some(place.behind(&format!("self.{}()", code.function_name(method))))
}

/// Gives a function a default that is a list or a dictionary, and perhaps changes it.
pub(super) fn mutable_default(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let functions = code.tree.all::<Function>().filter_map(|(id, function)| Some((id, code.first_of(function.body)?)));
    let (function, first) = pick_where(rng, functions, |(_, first)| first.is_simple(code) || first.next.is_some())?;
    let first = if first.allows_before(code) { first } else { first.next.map(|next| &code.places[next])? };
    let parameters = code.list(code.tree[function].parameters);
    let value = one_of(rng, &["[]", "{}", "[]", "{}", "None", "()", "['$a']", "{'$a': $k}", "set()"]);
    let value = fill(value, code, first.span.start, rng);
    let is_plain =
        |it: &Parameter| it.annotation.is_none() && it.tuple.is_none() && matches!(it.kind, ParameterKind::Positional);
    let last = parameters.last()?;
    let with_default = parameters.iter().find(|it| is_plain(it) && it.default.is_some());
    let (name, edit) = match with_default {
        Some(parameter) if happens(rng, 0.5) => {
            let default = parameter.default?;
            (code.text(parameter.name.span).to_owned(), Edit { span: code.tree[default].span, text: value })
        }
        _ if is_plain(last) => {
            let name = one_of(rng, &["items", "cache", "options", "seen", "values", "result", "extra"]);
            let end = last.default.map_or(last.name.span.end, |default| code.tree[default].span.end);
            // A default may stand in brackets, which its span does not have.
            let is_safe = code.source.get(end as usize..).is_some_and(|it| it.trim_start().starts_with([')', ',']));
            let is_bracketed = last.default.is_some_and(|it| {
                code.source.get(..code.tree[it].span.start as usize).is_some_and(|it| it.trim_end().ends_with('('))
            });
            if !is_safe || is_bracketed {
                return None;
            }
            (name.to_owned(), Edit { span: Span::empty(end), text: format!(", {name}={value}") })
        }
        _ => return None,
    };
    let change = one_of(
        rng,
        &[
            "§.append($a)",
            "§['$a'] = $b",
            "§.update($a)",
            "del §[0]",
            "§ += [$a]",
            "§.pop()",
            "§.clear()",
            "§.extend($a)",
            "return §",
            "§ = § + [$a]",
            "§ = list(§)\n§.append($a)",
            "print(§)",
            "if not §:\n    § = []\n§.append($a)",
            "for $v in §:\n    $a($v)",
            "$v = §\n$v.append($k)",
            "if $a:\n    §.insert(0, $b)",
            "§.setdefault($a, $b)",
            "§.sort()",
        ],
    );
    let text = fill(change, code, first.span.start, rng).replace('§', &name);
    let mut edits = vec![edit];
    if text.starts_with("return") && first.next.is_none() {
        edits.extend(first.replaced(&text));
    } else {
        edits.extend(first.before(&text));
    }
    Some(edits)
}
