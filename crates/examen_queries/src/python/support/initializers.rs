//! Which `__init__` methods run for an object of a class.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use examen_semantics::python::knowledge::{FunctionId, Member, knowledge};
use examen_semantics::python::{Callee, ClassRef, FileId, FunctionRef, SemanticFile, Value, Values};
use examen_syntax::python::{Function, Id, StmtKind};

/// The `__init__` that runs for a class, and one that it does not call.
pub(crate) type Missing = (FunctionRef, FunctionRef);

/// The facts about the `__init__` methods of the program.
pub(crate) struct Initializers<'f, 'p> {
    file: &'f SemanticFile<'p>,
    callees: BTreeMap<(FileId, Id<Function>), Rc<[Callee<'p>]>>,
    missing: BTreeMap<ClassRef, Rc<[Missing]>>,
    /// By class, the names of its methods that raise `NotImplementedError`.
    unimplemented: BTreeMap<ClassRef, Rc<[&'p str]>>,
}

/// How many functions are followed from one `__init__`; beyond, all is taken to be called.
const MAX_FUNCTIONS: usize = 200;

impl<'f, 'p> Initializers<'f, 'p> {
    pub(crate) const fn new(file: &'f SemanticFile<'p>) -> Self {
        Self { file, callees: BTreeMap::new(), missing: BTreeMap::new(), unimplemented: BTreeMap::new() }
    }

    /// Returns what is missing for a class, whether or not a base is to blame.
    pub(crate) fn missing(&mut self, class: ClassRef) -> Rc<[Missing]> {
        if let Some(missing) = self.missing.get(&class) {
            return Rc::clone(missing);
        }
        let missing: Rc<[Missing]> = self.find_missing(class).into();
        self.missing.insert(class, Rc::clone(&missing));
        missing
    }

    fn find_missing(&mut self, class: ClassRef) -> Vec<Missing> {
        let wanted = self.wanted(class).unwrap_or_default();
        let Some((_, initializers)) = self.file.lookup(class, "__init__").filter(|_| !wanted.is_empty()) else {
            return Vec::new();
        };
        let mut missing = Vec::new();
        for initializer in initializers.functions() {
            let left = self.not_called(class, initializer, &wanted);
            missing.extend(left.into_iter().map(|left| (initializer, left)));
        }
        if missing.is_empty() || self.is_abstract(class) { Vec::new() } else { missing }
    }

    /// The `__init__` methods of the bases that do something; nothing when one is not known.
    pub(crate) fn wanted(&self, class: ClassRef) -> Option<Vec<FunctionRef>> {
        let file = self.file;
        let mut wanted = Vec::new();
        for (position, class) in file.mro(class).into_iter().enumerate() {
            if !file.declares(class, "__init__") {
                continue;
            }
            let declared = file.declared(class, "__init__").unwrap_or_default();
            declared.functions().next()?;
            wanted.extend(declared.functions().filter(|&function| position > 0 && does_something(file, function)));
        }
        Some(wanted)
    }

    /// Those of `wanted` that an `__init__` does not reach.
    fn not_called(&mut self, class: ClassRef, initializer: FunctionRef, wanted: &[FunctionRef]) -> Vec<FunctionRef> {
        let mut left: BTreeSet<FunctionRef> = wanted.iter().copied().collect();
        let mut seen = BTreeSet::from([initializer]);
        let mut queue = vec![initializer];
        let mut at = 0;
        while let Some(&function) = queue.get(at) {
            left.remove(&function);
            if left.is_empty() || at >= MAX_FUNCTIONS {
                return Vec::new();
            }
            at += 1;
            for callee in self.callees(function).iter() {
                let found = match *callee {
                    Callee::Function(function) => Values::from(Value::Function(function)),
                    Callee::Super(start, name) => found(self.file.lookup_after(class, start, name)),
                    Callee::OfSelf(name) => found(self.file.lookup(class, name)),
                    // A call that may be the one that is missed.
                    Callee::Unknown("__init__") if function == initializer => return Vec::new(),
                    Callee::Unknown(_) => Values::Unknown,
                };
                queue.extend(found.functions().filter(|&function| seen.insert(function)));
            }
            if let FunctionRef::Known(id) = function {
                queue.extend(self.known_callees(class, id).into_iter().filter(|&function| seen.insert(function)));
            }
        }
        left.into_iter().collect()
    }

    /// The `__init__` methods that one of the standard library calls for an object of a class.
    fn known_callees(&self, class: ClassRef, function: FunctionId) -> Vec<FunctionRef> {
        let facts = knowledge().function(function);
        let own = facts.class.filter(|_| facts.calls_super).map(ClassRef::Known);
        let next = own.and_then(|own| self.file.lookup_after(class, own, "__init__"));
        let named = knowledge().init_calls(function).iter();
        let named = named.filter_map(|&class| self.file.lookup(ClassRef::Known(class), "__init__"));
        named.chain(next).flat_map(|(_, values)| values.functions().collect::<Vec<_>>()).collect()
    }

    /// Returns whether a class is made by `ABCMeta`, or a method it ends up with raises `NotImplementedError`.
    fn is_abstract(&mut self, class: ClassRef) -> bool {
        let file = self.file;
        let abstract_metaclass = knowledge().module("abc").and_then(|module| knowledge().member(module, "ABCMeta"));
        if let Some(Member::Class(metaclass)) = abstract_metaclass
            && file.metaclass(class) == Some(ClassRef::Known(metaclass))
            && !file.has_failed(class)
        {
            return true;
        }
        let mro = file.mro(class);
        mro.iter().enumerate().any(|(position, &declaring)| {
            let is_hidden = |name: &str| mro[..position].iter().any(|&class| file.declares(class, name));
            self.unimplemented(declaring).iter().any(|name| !is_hidden(name))
        })
    }

    fn unimplemented(&mut self, class: ClassRef) -> Rc<[&'p str]> {
        let file = self.file;
        let is_unimplemented = |name: &&str| {
            let values = file.declared(class, name).unwrap_or_default();
            values.functions().any(|function| raises_not_implemented(file, function))
        };
        let names = self.unimplemented.entry(class);
        Rc::clone(names.or_insert_with(|| file.declared_names(class).into_iter().filter(is_unimplemented).collect()))
    }

    fn callees(&mut self, function: FunctionRef) -> Rc<[Callee<'p>]> {
        let FunctionRef::Defined(at, id) = function else {
            return Rc::from([]);
        };
        let file = self.file;
        Rc::clone(self.callees.entry((at, id)).or_insert_with(|| file.callees(at, id).into()))
    }
}

fn found(found: Option<(ClassRef, Values)>) -> Values {
    found.map(|(_, values)| values).unwrap_or_default()
}

/// Returns whether a function has a statement other than `pass`; those of C are not asked for.
fn does_something(file: &SemanticFile<'_>, function: FunctionRef) -> bool {
    match function {
        FunctionRef::Defined(at, function) => {
            let tree = file.model_of(at).tree;
            tree.list(tree[function].body).iter().any(|&stmt| !matches!(tree[stmt].kind, StmtKind::Pass))
        }
        FunctionRef::Lambda(_) => true,
        FunctionRef::Known(function) => {
            let facts = knowledge().function(function);
            facts.is_source && !facts.does_nothing
        }
    }
}

fn raises_not_implemented(file: &SemanticFile<'_>, function: FunctionRef) -> bool {
    match function {
        FunctionRef::Defined(at, function) => file.raises_not_implemented(at, function),
        FunctionRef::Lambda(_) => false,
        FunctionRef::Known(function) => knowledge().function(function).raises_not_implemented,
    }
}
