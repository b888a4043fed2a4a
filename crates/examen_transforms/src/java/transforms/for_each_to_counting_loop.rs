//! For-each loop over an array to a counting loop.

use examen_semantics::java::Access;
use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java::support::hidden_types::HiddenTypes;
use crate::java::support::known_types::{KnownTypes, without_brackets};
use crate::java::support::method_code::token;
use crate::java::support::statement_places::{declare_before, has_comment, with_labels};
use crate::java_method::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "FE",
    name: "for-each to counting loop",
    description: "`for (T x : a) { … }` over an array becomes `for (int i = 0; i < a.length; i++) { T x = a[i]; … }`. Any array \
                  but a variable that the loop does not write is first put into a variable of its own.",
    reason: "The specification gives the for-each loop over an array this very meaning (JLS 14.14.2): the array is evaluated \
             once, the index counts, and each element is converted to the type of the variable. A `continue` leads to the \
             next index in both.",
    refuses: "Values that are not known to be arrays: known are variables and fields of the class by their declarations, new \
              arrays, casts, and `toCharArray`, `getBytes` and `split` of a `String`. Heads with comments in them. Arrays to \
              be put aside whose type is hidden by one of the method's.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

/// The array that a loop goes over.
enum Array {
    /// A variable that keeps its value in the loop.
    Kept(String),
    /// Anything else, with its type.
    PutAside(String),
}

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let mut known = None;
    for statement in method.method.node.descendants() {
        if statement.kind() != Kind::EnhancedForStatement {
            continue;
        }
        let (types, hidden) = known.get_or_insert_with(|| (KnownTypes::of(method), HiddenTypes::of(method)));
        let Some(parts) = Parts::of(statement) else { continue };
        match array(method, types, statement, parts.value) {
            Ok(Some(Array::PutAside(type_text))) if hidden.hide_from_class(&type_text) => {
                found.refuse(statement.span(), "hidden-type");
            }
            Ok(Some(_)) if parts.has_comment() => found.refuse(statement.span(), "comment"),
            Ok(Some(array)) => {
                let place = with_labels(method, statement);
                found.site(place.span(), edits(method, place, &parts, array));
            }
            Ok(None) => {}
            Err(reason) => found.refuse(statement.span(), reason),
        }
    }
}

/// The parts of a for-each loop.
struct Parts<'t> {
    statement: Node<'t>,
    open: Node<'t>,
    colon: Node<'t>,
    value: Node<'t>,
    close: Node<'t>,
    body: Node<'t>,
}

impl<'t> Parts<'t> {
    fn of(statement: Node<'t>) -> Option<Self> {
        Some(Self {
            statement,
            open: token(statement, "(")?,
            colon: token(statement, ":")?,
            value: statement.child(Field::Value)?,
            close: token(statement, ")")?,
            body: statement.child(Field::Body)?,
        })
    }

    /// Returns whether a comment of the head would be lost; one inside the array's own text moves along with it.
    fn has_comment(&self) -> bool {
        let is_head = |node: &Node<'_>| node.span().start < self.close.span().start && *node != self.value;
        self.statement.children().filter(is_head).any(has_comment)
    }

    /// The variable's declaration, without a value.
    fn variable<'s>(&self, source: &'s str) -> &'s str {
        Span::new(self.open.span().end, self.colon.span().start).text(source).trim()
    }
}

/// Returns what is gone over, if it is an array; nothing if it is known to be none.
fn array<'t>(
    method: &JavaMethod<'t>,
    types: &KnownTypes<'_, 't>,
    statement: Node<'t>,
    value: Node<'t>,
) -> Result<Option<Array>, &'static str> {
    let type_text = match value.kind() {
        Kind::Identifier | Kind::FieldAccess | Kind::ArrayAccess => types.type_of(value),
        Kind::ArrayCreationExpression => created(method, value),
        Kind::CastExpression => value.child(Field::Type).map(|named| method.text(named).to_owned()),
        Kind::MethodInvocation => of_string_method(method, types, value),
        _ => None,
    };
    let type_text = type_text.ok_or("not-known-to-be-an-array")?;
    if without_brackets(&type_text).is_none() {
        return Ok(None);
    }
    let variable = method.model.variable_at(value).and_then(|index| method.model.variables().get(index));
    if let Some(variable) = variable {
        let first = variable.uses.partition_point(|usage| usage.node.span().start < statement.span().start);
        let behind = variable.uses.get(first..).unwrap_or_default();
        let mut inside = behind.iter().take_while(|usage| statement.span().contains(usage.node.span()));
        if inside.all(|usage| usage.access == Access::Read) {
            return Ok(Some(Array::Kept(method.text(value).to_owned())));
        }
    }
    Ok(Some(Array::PutAside(type_text)))
}

/// The type of `new T[n][]`.
fn created<'t>(method: &JavaMethod<'t>, value: Node<'t>) -> Option<String> {
    let element = value.child(Field::Type).filter(|&element| !has_comment(element))?;
    let of_node = |node: Node<'t>| match node.kind() {
        Kind::DimensionsExpr => 1,
        _ => method.text(node).matches('[').count(),
    };
    let dimensions: usize = value.children_of(Field::Dimensions).map(of_node).sum();
    Some(format!("{}{}", method.text(element), "[]".repeat(dimensions)))
}

/// The type of a call of a method of `String` that gives an array.
fn of_string_method<'t>(method: &JavaMethod<'t>, types: &KnownTypes<'_, 't>, call: Node<'t>) -> Option<String> {
    let object = call.child(Field::Object)?;
    let is_string = object.kind() == Kind::StringLiteral || types.type_of(object).as_deref() == Some("String");
    let result = match method.text(call.child(Field::Name)?) {
        "toCharArray" => "char[]",
        "getBytes" => "byte[]",
        "split" => "String[]",
        _ => return None,
    };
    is_string.then(|| result.to_owned())
}

fn edits<'t>(method: &JavaMethod<'t>, place: Node<'t>, parts: &Parts<'t>, array: Array) -> Vec<Edit> {
    let mut edits = Vec::new();
    let name = match array {
        Array::Kept(name) => name,
        Array::PutAside(type_text) => {
            let name = method.fresh_name("array");
            let declaration = format!("{type_text} {name} = {};", method.text(parts.value));
            edits = declare_before(method, place, &declaration);
            name
        }
    };
    let index = method.fresh_name("i");
    let head = Span::new(parts.open.span().end, parts.close.span().start);
    edits.push(Edit { span: head, text: format!("int {index} = 0; {index} < {name}.length; {index}++") });
    let element = format!("{} = {name}[{index}];", parts.variable(method.source));
    edits.extend(declare_in(method, parts.body, &element));
    edits
}

/// Puts a declaration at the start of a loop's body.
fn declare_in<'t>(method: &JavaMethod<'t>, body: Node<'t>, declaration: &str) -> Vec<Edit> {
    let Span { start, end } = body.span();
    if body.kind() != Kind::Block {
        return vec![insert(start, format!("{{ {declaration} ")), insert(end, " }")];
    }
    let behind_brace = method.source.get(start as usize + 1..end as usize).unwrap_or_default();
    let spaces = behind_brace.len() - behind_brace.trim_start_matches([' ', '\t', '\r']).len();
    let is_line_end = behind_brace.get(spaces..).is_some_and(|rest| rest.starts_with('\n'));
    let text = match body.named_children().next() {
        Some(first) if is_line_end => format!("\n{}{declaration}", method.indentation(first.span().start)),
        None if is_line_end => format!("\n{}    {declaration}", method.indentation(start)),
        None => format!(" {declaration} "),
        Some(_) => format!(" {declaration}"),
    };
    vec![insert(start + 1, text)]
}
