//! What is known about Python's standard library: modules, classes, functions, and what kind of thing each name is.
//!
//! The table is text that `scripts/standard_library.py` writes; a test makes of it the records that are read on first use. Python 3.8 decides; what
//! only 2.7 or a newer version has is there too and says so. Where a module replaces its Python by C (`datetime`,
//! `OrderedDict`), the C is what is known. Private members of modules with Python source are left out unless something
//! public refers to them, and so are the attributes that every module has (`__name__`, `__file__`).

#[cfg(test)]
mod mro;
mod packed;
#[cfg(test)]
mod parse;
#[cfg(test)]
mod references;
mod text;

use std::ops::Range;
use std::sync::LazyLock;

pub use text::Versions;

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| packed::read(packed::STANDARD_LIBRARY));

/// The table, read on first use.
pub fn knowledge() -> &'static Knowledge {
    &KNOWLEDGE
}

/// A module of the standard library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ModuleId(u16);

/// A class of the standard library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClassId(u16);

/// A function or method of the standard library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(u32);

/// What a name in a module stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Member {
    /// A class.
    Class(ClassId),
    /// A function, or a bound method, which is then listed without its first parameter.
    Function(FunctionId),
    /// Another module.
    Module(ModuleId),
    /// An instance of a class.
    Instance(ClassId),
    /// Something of which no more is known, such as the result of a decorator.
    Other,
}

/// What a name in a class stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassMember {
    /// A plain function.
    Method(FunctionId),
    /// A `property`.
    Property,
    /// A `classmethod`, whose function has the class as its first parameter.
    ClassMethod(FunctionId),
    /// A `staticmethod`, or `__new__` of a class without source.
    StaticMethod(FunctionId),
    /// Data, descriptors other than the above, and what decorators that are not followed make.
    Other,
}

/// A module.
#[expect(clippy::struct_excessive_bools, reason = "one field per fact")]
#[derive(Clone, Debug)]
pub struct KnownModule {
    /// Dotted name.
    pub name: &'static str,
    /// Versions that have the module.
    pub versions: Versions,
    /// Whether it is written in Python; otherwise it is built in or an extension.
    pub is_source: bool,
    /// Whether it can have submodules.
    pub is_package: bool,
    /// Whether it binds `__all__`.
    pub defines_all: bool,
    /// Whether only the name is known: tests and demonstrations.
    pub is_name_only: bool,
    /// The names in `__all__`, between spaces.
    all: &'static str,
    members: Range<u32>,
    /// Classes that are not members under their own names, such as `NoneType`.
    hidden: Range<u16>,
}

/// A class.
#[expect(clippy::struct_excessive_bools, reason = "one field per fact")]
#[derive(Clone, Debug)]
pub struct KnownClass {
    /// Name in its module; dotted when it is defined in another class.
    pub name: &'static str,
    /// The module that defines it.
    pub module: ModuleId,
    /// Versions that have the class.
    pub versions: Versions,
    /// Whether it is written in Python.
    pub is_source: bool,
    /// Whether it descends from `object`; some classes that only Python 2 has do not.
    pub is_new_style: bool,
    /// Whether it has decorators.
    pub is_decorated: bool,
    /// Whether a base or metaclass, its own or an inherited one, is not known or the bases have no consistent order.
    pub has_unknown_base: bool,
    /// Its metaclass, declared or inherited, unless that is `type`.
    pub metaclass: Option<ClassId>,
    bases: Range<u32>,
    mro: Range<u32>,
    members: Range<u32>,
}

/// A function or method.
#[expect(clippy::struct_excessive_bools, reason = "one field per fact")]
#[derive(Clone, Debug)]
pub struct KnownFunction {
    /// Name under which it is defined.
    pub name: &'static str,
    /// The module that defines it.
    pub module: ModuleId,
    /// The class that defines it, for methods.
    pub class: Option<ClassId>,
    /// Whether it is written in Python.
    pub is_source: bool,
    /// Whether its parameters are known; functions in C often do not tell.
    pub has_signature: bool,
    /// How many positional parameters, the last ones, have a default.
    pub defaults: usize,
    /// Whether there is `*args`.
    pub has_variadic: bool,
    /// Whether there is `**kwargs`.
    pub has_keyword_rest: bool,
    /// Whether it holds a `yield`.
    pub is_generator: bool,
    /// Whether it is an `async def`.
    pub is_async: bool,
    /// Whether it is decorated as an abstract method.
    pub is_abstract: bool,
    /// Whether it holds `raise NotImplementedError` (or `NotImplemented`).
    pub raises_not_implemented: bool,
    /// Whether it does nothing but that.
    pub only_raises_not_implemented: bool,
    /// Whether its body is only `pass` or a docstring.
    pub does_nothing: bool,
    /// Whether it calls the method of its own name on `super()`.
    pub calls_super: bool,
    /// Whether it has no `return` and ends by falling off its end.
    pub is_procedure: bool,
    /// The class of what it returns.
    pub result: Option<ClassId>,
    /// Parameters as the table writes them: `self,a,b=,*args,key=,**rest`.
    parameters: &'static str,
    init_calls: Range<u32>,
}

impl KnownFunction {
    /// The names of the positional parameters, `self` included.
    pub fn positional(&self) -> impl Iterator<Item = &'static str> {
        parameters(self.parameters).take_while(|name| !name.starts_with('*')).map(|name| name.trim_end_matches('='))
    }

    /// The names of the parameters that only a keyword reaches.
    pub fn keyword_only(&self) -> impl Iterator<Item = &'static str> {
        let after_star = parameters(self.parameters).skip_while(|name| !name.starts_with('*')).skip(1);
        after_star.filter(|name| !name.starts_with("**")).map(|name| name.trim_end_matches('='))
    }
}

fn parameters(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split(',').filter(|name| !matches!(*name, "" | "/" | "?"))
}

/// The table: lookups by name give ids, ids give facts.
#[derive(Debug, Default)]
pub struct Knowledge {
    modules: Vec<KnownModule>,
    module_aliases: Vec<(&'static str, ModuleId)>,
    members: Vec<(&'static str, Member, Versions)>,
    classes: Vec<KnownClass>,
    class_members: Vec<(&'static str, ClassMember)>,
    functions: Vec<KnownFunction>,
    /// Bases and resolution orders of classes, and classes whose `__init__` is called.
    class_lists: Vec<ClassId>,
    builtins: Option<ModuleId>,
}

impl Knowledge {
    /// The module of a dotted name.
    pub fn module(&self, dotted: &str) -> Option<ModuleId> {
        if let Ok(index) = self.modules.binary_search_by(|module| module.name.cmp(dotted)) {
            return Some(ModuleId(index as u16));
        }
        self.module_aliases.iter().find(|alias| alias.0 == dotted).map(|alias| alias.1)
    }

    /// The module `name` in the package `package`, whether or not the package binds it.
    pub fn submodule(&self, package: ModuleId, name: &str) -> Option<ModuleId> {
        self.module(&format!("{}.{name}", self.module_facts(package).name))
    }

    /// The module of the built-in names; members that only Python 2 has are flagged so.
    pub fn builtins(&self) -> ModuleId {
        self.builtins.unwrap_or(ModuleId(0))
    }

    /// What a module binds a name to.
    pub fn member(&self, module: ModuleId, name: &str) -> Option<Member> {
        self.member_with_versions(module, name).map(|found| found.0)
    }

    /// What a module binds a name to, and the versions in which it does.
    pub fn member_with_versions(&self, module: ModuleId, name: &str) -> Option<(Member, Versions)> {
        let members = self.members(module);
        let index = members.binary_search_by(|member| member.0.cmp(name)).ok()?;
        Some((members[index].1, members[index].2))
    }

    /// All that a module binds, by name.
    pub fn members(&self, module: ModuleId) -> &[(&'static str, Member, Versions)] {
        slice(&self.members, &self.module_facts(module).members)
    }

    /// The names that `from module import *` brings.
    pub fn star_exports(&self, module: ModuleId) -> impl Iterator<Item = &'static str> + '_ {
        let facts = self.module_facts(module);
        let unlisted = if facts.defines_all { &[] } else { self.members(module) };
        let is_exported =
            |member: &&(&str, Member, Versions)| !member.0.starts_with('_') && member.2.has_deciding_of(facts.versions);
        facts.all.split_ascii_whitespace().chain(unlisted.iter().filter(is_exported).map(|member| member.0))
    }

    /// The facts about a module.
    pub fn module_facts(&self, module: ModuleId) -> &KnownModule {
        &self.modules[usize::from(module.0)]
    }

    /// The facts about a class.
    pub fn class(&self, class: ClassId) -> &KnownClass {
        &self.classes[usize::from(class.0)]
    }

    /// The facts about a function.
    pub fn function(&self, function: FunctionId) -> &KnownFunction {
        &self.functions[function.0 as usize]
    }

    /// All modules, by name.
    pub fn modules(&self) -> impl Iterator<Item = ModuleId> + use<> {
        (0..self.modules.len() as u16).map(ModuleId)
    }

    /// A built-in class, also one without a built-in name (`NoneType`, `function`, `generator`, `module`).
    pub fn builtin_class(&self, name: &str) -> Option<ClassId> {
        match self.member(self.builtins(), name) {
            Some(Member::Class(class)) => Some(class),
            _ => self.hidden_class(self.builtins(), name),
        }
    }

    /// What a class itself declares under a name.
    pub fn class_member(&self, class: ClassId, name: &str) -> Option<ClassMember> {
        let members = self.class_members(class);
        let index = members.binary_search_by(|member| member.0.cmp(name)).ok()?;
        Some(members[index].1)
    }

    /// All that a class itself declares, by name.
    pub fn class_members(&self, class: ClassId) -> &[(&'static str, ClassMember)] {
        slice(&self.class_members, &self.class(class).members)
    }

    /// The bases that are known.
    pub fn bases(&self, class: ClassId) -> &[ClassId] {
        slice(&self.class_lists, &self.class(class).bases)
    }

    /// The resolution order of a class, itself first.
    pub fn mro(&self, class: ClassId) -> &[ClassId] {
        slice(&self.class_lists, &self.class(class).mro)
    }

    /// The classes whose `__init__` an `__init__` calls by name (`Base.__init__(self)`).
    pub fn init_calls(&self, function: FunctionId) -> &[ClassId] {
        slice(&self.class_lists, &self.function(function).init_calls)
    }

    fn hidden_class(&self, module: ModuleId, name: &str) -> Option<ClassId> {
        let hidden = &self.module_facts(module).hidden;
        let classes = &self.classes[usize::from(hidden.start)..usize::from(hidden.end)];
        let index = classes.binary_search_by(|class| class.name.cmp(name)).ok()?;
        Some(ClassId(hidden.start + index as u16))
    }
}

fn slice<'a, T>(pool: &'a [T], range: &Range<u32>) -> &'a [T] {
    &pool[range.start as usize..range.end as usize]
}

#[cfg(test)]
mod tests;
