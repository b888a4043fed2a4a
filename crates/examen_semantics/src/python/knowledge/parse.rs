//! From the table's text to the table. The lines are described in [`super::text`].

use super::references::{Place, Reference};
use super::{
    ClassId, ClassMember, FunctionId, Knowledge, KnownClass, KnownFunction, KnownModule, Member, ModuleId, Versions,
    mro, references,
};

/// A line that could not be read, or that refers to nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Problem {
    /// Counted from one.
    pub(super) line: u32,
    /// The line.
    pub(super) text: &'static str,
}

/// Reads the table. Lines with problems are left out, or their references are; the tests see to it that there are none.
pub(super) fn parse(text: &'static str) -> (Knowledge, Vec<Problem>) {
    let mut parser = Parser::default();
    // About half of the lines are functions, and a line has some 25 bytes: rather too much than to move what is there.
    parser.knowledge.functions.reserve(text.len() / 50);
    parser.knowledge.class_members.reserve(text.len() / 40);
    parser.references.reserve(text.len() / 50);
    let mut rest = text;
    while !rest.is_empty() {
        let (line, following) = cut(rest, b'\n').unwrap_or((rest, ""));
        rest = following;
        parser.line += 1;
        if parser.line(line).is_none() {
            parser.problems.push(Problem { line: parser.line, text: line });
        }
    }
    let missing = references::resolve(&mut parser.knowledge, &parser.references);
    parser.problems.extend(missing.iter().map(|missing| Problem { line: missing.line, text: missing.target }));
    mro::work_out(&mut parser.knowledge);
    (parser.knowledge, parser.problems)
}

#[derive(Default)]
struct Parser {
    knowledge: Knowledge,
    line: u32,
    problems: Vec<Problem>,
    references: Vec<Reference>,
}

impl Parser {
    fn line(&mut self, line: &'static str) -> Option<()> {
        if let Some(line) = line.strip_prefix(' ') {
            return self.class_member(line);
        }
        let (head, rest) = cut(line, b' ')?;
        match head.as_bytes()[0] {
            b'#' => Some(()),
            b'M' => self.module(rest),
            b'*' => {
                self.knowledge.modules.last_mut()?.all = rest;
                Some(())
            }
            b'=' => {
                let (name, target) = cut(rest, b' ')?;
                let module = self.knowledge.module(target)?;
                self.knowledge.module_aliases.push((name, module));
                Some(())
            }
            kind => {
                let versions = match &head[1..] {
                    "" => self.knowledge.modules.last()?.versions,
                    text => Versions::parse(text)?,
                };
                self.member(kind, versions, rest)
            }
        }
    }

    fn module(&mut self, rest: &'static str) -> Option<()> {
        let mut fields = fields(rest);
        let name = fields.next()?;
        let versions = Versions::parse(fields.next()?)?;
        let flags = fields.next().unwrap_or_default();
        let members = self.knowledge.members.len() as u32;
        let hidden = self.knowledge.classes.len() as u16;
        if name == "builtins" {
            self.knowledge.builtins = Some(ModuleId(self.knowledge.modules.len() as u16));
        }
        self.knowledge.modules.push(KnownModule {
            name,
            versions,
            is_source: flags.contains('s'),
            is_package: flags.contains('p'),
            defines_all: flags.contains('a'),
            is_name_only: flags.contains('n'),
            all: "",
            members: members..members,
            hidden: hidden..hidden,
        });
        Some(())
    }

    fn member(&mut self, kind: u8, versions: Versions, rest: &'static str) -> Option<()> {
        let (name, facts) = cut(rest, b' ').unwrap_or((rest, ""));
        let place = self.knowledge.members.len() as u32;
        let alias = facts.strip_prefix('=');
        let mut member = Member::Other;
        match (kind, alias) {
            (b'c', Some(target)) => self.refer(target, Place::MemberClass(place)),
            (b'f', Some(target)) => self.refer(target, Place::MemberFunction(place)),
            (b'b', Some(target)) => self.refer(target, Place::MemberBound(place)),
            (b'm', None) => self.refer(facts, Place::MemberModule(place)),
            (b'i', None) => self.refer(facts, Place::MemberInstance(place)),
            (b'c', None) => member = Member::Class(self.class(versions, name, facts)?),
            (b'f', None) => member = Member::Function(self.function(name, None, facts)?),
            (b'o', None) if facts.is_empty() => {}
            (b'C', None) => {
                self.class(versions, name, facts)?;
                self.knowledge.modules.last_mut()?.hidden.end += 1;
                return Some(());
            }
            _ => return None,
        }
        self.knowledge.members.push((name, member, versions));
        let module = self.knowledge.modules.last_mut()?;
        module.members.end += 1;
        // Hidden classes come after all members.
        let next = self.knowledge.classes.len() as u16;
        module.hidden = next..next;
        Some(())
    }

    fn class(&mut self, versions: Versions, name: &'static str, facts: &'static str) -> Option<ClassId> {
        let module = self.knowledge.modules.len().checked_sub(1)?;
        let id = ClassId(self.knowledge.classes.len() as u16);
        let members = self.knowledge.class_members.len() as u32;
        let mut class = KnownClass {
            name,
            module: ModuleId(module as u16),
            versions,
            is_source: self.knowledge.modules[module].is_source,
            is_new_style: true,
            is_decorated: false,
            has_unknown_base: false,
            metaclass: None,
            bases: 0..0,
            mro: 0..0,
            members: members..members,
        };
        for field in fields(facts) {
            match field.as_bytes().first() {
                None => {}
                Some(b'!') => {
                    class.is_decorated = field.contains('d');
                    class.is_new_style = !field.contains('o');
                }
                Some(b'?') => class.has_unknown_base = true,
                Some(b'@') if field == "@?" => class.has_unknown_base = true,
                Some(b'@') => self.refer(&field[1..], Place::Metaclass(id)),
                Some(_) => self.refer(field, Place::Base(id)),
            }
        }
        self.knowledge.classes.push(class);
        Some(id)
    }

    fn class_member(&mut self, line: &'static str) -> Option<()> {
        let (kind, rest) = cut(line, b' ')?;
        let kind = kind.as_bytes()[0];
        let (name, facts) = cut(rest, b' ').unwrap_or((rest, ""));
        let class = ClassId(self.knowledge.classes.len().checked_sub(1)? as u16);
        let member = match (kind, facts.strip_prefix('=')) {
            (b'p', None) => ClassMember::Property,
            (b'o', None) => ClassMember::Other,
            (b'm' | b'c' | b's', Some(target)) => {
                self.refer(target, Place::ClassMember(self.knowledge.class_members.len() as u32, class, kind));
                ClassMember::Other
            }
            (b'm' | b'c' | b's', None) => class_member(kind, self.function(name, Some(class), facts)?),
            _ => return None,
        };
        self.knowledge.class_members.push((name, member));
        self.knowledge.classes.last_mut()?.members.end += 1;
        Some(())
    }

    fn function(&mut self, name: &'static str, class: Option<ClassId>, facts: &'static str) -> Option<FunctionId> {
        let module = self.knowledge.modules.len().checked_sub(1)?;
        let id = FunctionId(self.knowledge.functions.len() as u32);
        let mut parameters = "";
        let mut flags = "";
        for field in fields(facts) {
            match field.as_bytes().first() {
                None => {}
                Some(b'!') => flags = field,
                Some(b'>') => self.refer(&field[1..], Place::Result(id)),
                Some(b'~') => self.refer(&field[1..], Place::InitCall(id)),
                Some(_) => parameters = field,
            }
        }
        let has = |flag: u8| flags.as_bytes().contains(&flag);
        let mut function = KnownFunction {
            name,
            module: ModuleId(module as u16),
            class,
            is_source: self.knowledge.modules[module].is_source,
            has_signature: parameters != "?",
            defaults: 0,
            has_variadic: false,
            has_keyword_rest: false,
            is_generator: has(b'g'),
            is_async: has(b'a'),
            is_abstract: has(b'A'),
            raises_not_implemented: has(b'n') || has(b'N'),
            only_raises_not_implemented: has(b'N'),
            does_nothing: has(b'p'),
            calls_super: has(b's'),
            is_procedure: has(b'r'),
            result: None,
            parameters,
            init_calls: 0..0,
        };
        count_parameters(&mut function);
        self.knowledge.functions.push(function);
        Some(id)
    }

    fn refer(&mut self, target: &'static str, place: Place) {
        self.references.push(Reference { line: self.line, target, place });
    }
}

/// What a class holds under a name for a function, by the letter of the line.
pub(super) fn class_member(kind: u8, function: FunctionId) -> ClassMember {
    match kind {
        b'c' => ClassMember::ClassMethod(function),
        b's' => ClassMember::StaticMethod(function),
        _ => ClassMember::Method(function),
    }
}

/// Fills in what the text of the parameters says.
pub(super) fn count_parameters(function: &mut KnownFunction) {
    function.defaults = 0;
    let mut is_after_star = false;
    let mut previous = b',';
    for byte in function.parameters.bytes() {
        match (previous, byte) {
            (b',', b'*') => is_after_star = true,
            (b'*', b'*') => function.has_keyword_rest = true,
            (b'*', b',') => {}
            (b'*', _) => function.has_variadic |= !function.has_keyword_rest,
            (_, b'=') => function.defaults += usize::from(!is_after_star),
            _ => {}
        }
        previous = byte;
    }
}

fn fields(text: &'static str) -> impl Iterator<Item = &'static str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (field, following) = cut(rest, b' ').unwrap_or((rest, ""));
        rest = following;
        (!field.is_empty()).then_some(field)
    })
}

/// `str::split_once`, which takes longer for pieces as short as these.
fn cut(text: &'static str, at: u8) -> Option<(&'static str, &'static str)> {
    let place = text.bytes().position(|byte| byte == at)?;
    Some((&text[..place], &text[place + 1..]))
}
