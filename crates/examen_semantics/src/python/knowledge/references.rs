//! What the table's lines refer to, found once all lines are read.

use std::collections::HashMap;
use std::ops::Range;

use super::parse::{class_member, count_parameters};
use super::{ClassId, ClassMember, FunctionId, Knowledge, Member, ModuleId};

/// Something that a line names and that may come later in the text.
pub(super) struct Reference {
    /// The line's number.
    pub(super) line: u32,
    /// What it names.
    pub(super) target: &'static str,
    /// Where the named thing goes.
    pub(super) place: Place,
}

/// Where a named thing goes; numbers are indexes in the table.
#[derive(Clone, Copy)]
pub(super) enum Place {
    MemberClass(u32),
    MemberFunction(u32),
    MemberBound(u32),
    MemberModule(u32),
    MemberInstance(u32),
    ClassMember(u32, ClassId, u8),
    Base(ClassId),
    Metaclass(ClassId),
    Result(FunctionId),
    InitCall(FunctionId),
}

/// Fills in what the references name, and gives back those that name nothing.
pub(super) fn resolve<'a>(knowledge: &'a mut Knowledge, references: &'a [Reference]) -> Vec<&'a Reference> {
    let mut resolver = Resolver { knowledge, classes: HashMap::new() };
    // Functions that are bound methods are copies, so the results of all functions have to be there before.
    let is_bound = |reference: &&Reference| matches!(reference.place, Place::MemberBound(_));
    let others = references.iter().filter(|reference| !is_bound(reference));
    let in_order = others.chain(references.iter().filter(is_bound));
    in_order.filter(|reference| resolver.put(reference).is_none()).collect()
}

struct Resolver<'a> {
    knowledge: &'a mut Knowledge,
    /// Classes found before: a few, such as `int`, are named by most lines.
    classes: HashMap<&'static str, Option<ClassId>>,
}

impl Resolver<'_> {
    fn put(&mut self, reference: &Reference) -> Option<()> {
        let target = reference.target;
        match reference.place {
            Place::MemberClass(at) => {
                let class = self.class(target)?;
                self.set_member(at, Member::Class(class));
            }
            Place::MemberFunction(at) => {
                let function = find_function(self.knowledge, target)?;
                self.set_member(at, Member::Function(function));
            }
            Place::MemberBound(at) => {
                let mut function = self.knowledge.function(find_function(self.knowledge, target)?).clone();
                function.parameters = function.parameters.split_once(',').map_or("", |parameters| parameters.1);
                count_parameters(&mut function);
                let bound = FunctionId(self.knowledge.functions.len() as u32);
                self.set_member(at, Member::Function(bound));
                self.knowledge.functions.push(function);
            }
            Place::MemberModule(at) => {
                let module = self.knowledge.module(target)?;
                self.set_member(at, Member::Module(module));
            }
            Place::MemberInstance(at) => {
                let class = self.class(target)?;
                self.set_member(at, Member::Instance(class));
            }
            Place::ClassMember(at, class, kind) => {
                let function = if target.contains(':') {
                    find_function(self.knowledge, target)?
                } else {
                    function_of(self.knowledge.class_member(class, target)?)?
                };
                self.knowledge.class_members[at as usize].1 = class_member(kind, function);
            }
            Place::Base(class) => {
                let base = self.class(target)?;
                let bases = &mut self.knowledge.classes[usize::from(class.0)].bases;
                append(&mut self.knowledge.class_lists, bases, base);
            }
            Place::Metaclass(class) => {
                let metaclass = self.class(target)?;
                self.knowledge.classes[usize::from(class.0)].metaclass = Some(metaclass);
            }
            Place::Result(function) => {
                let result = self.class(target)?;
                self.knowledge.functions[function.0 as usize].result = Some(result);
            }
            Place::InitCall(function) => {
                let called = self.class(target)?;
                let calls = &mut self.knowledge.functions[function.0 as usize].init_calls;
                append(&mut self.knowledge.class_lists, calls, called);
            }
        }
        Some(())
    }

    fn set_member(&mut self, at: u32, member: Member) {
        self.knowledge.members[at as usize].1 = member;
    }

    fn class(&mut self, reference: &'static str) -> Option<ClassId> {
        *self.classes.entry(reference).or_insert_with(|| find_class(self.knowledge, reference))
    }
}

/// Adds to a list that is empty or the last one of the pool; the references of one line follow each other.
fn append(pool: &mut Vec<ClassId>, list: &mut Range<u32>, class: ClassId) {
    if list.start == list.end {
        list.start = pool.len() as u32;
    }
    pool.push(class);
    list.end = pool.len() as u32;
}

fn function_of(member: ClassMember) -> Option<FunctionId> {
    match member {
        ClassMember::Method(function) | ClassMember::ClassMethod(function) | ClassMember::StaticMethod(function) => {
            Some(function)
        }
        ClassMember::Property | ClassMember::Other => None,
    }
}

fn split(reference: &'static str) -> (Option<&'static str>, &'static str) {
    reference.split_once(':').map_or((None, reference), |(module, name)| (Some(module), name))
}

fn find_module(knowledge: &Knowledge, name: Option<&str>) -> Option<ModuleId> {
    name.map_or(knowledge.builtins, |name| knowledge.module(name))
}

fn find_class(knowledge: &Knowledge, reference: &'static str) -> Option<ClassId> {
    let (module, name) = split(reference);
    class_in(knowledge, find_module(knowledge, module)?, name)
}

fn class_in(knowledge: &Knowledge, module: ModuleId, name: &str) -> Option<ClassId> {
    knowledge.hidden_class(module, name).or_else(|| match knowledge.member(module, name) {
        Some(Member::Class(class)) => Some(class),
        _ => None,
    })
}

fn find_function(knowledge: &Knowledge, reference: &'static str) -> Option<FunctionId> {
    let (module, name) = split(reference);
    let module = find_module(knowledge, module)?;
    if let Some((class, method)) = name.rsplit_once('.') {
        return function_of(knowledge.class_member(class_in(knowledge, module, class)?, method)?);
    }
    match knowledge.member(module, name)? {
        Member::Function(function) => Some(function),
        _ => None,
    }
}
