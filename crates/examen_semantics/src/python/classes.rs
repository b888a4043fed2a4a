//! Facts about classes: bases, resolution order, metaclass, what is declared where.

use std::rc::Rc;

use examen_syntax::Span;
use examen_syntax::python::{Class, ExprKind, Id};

use super::file::{FileId, SemanticFile};
use super::knowledge::{ClassMember, knowledge};
use super::model::{DefinitionId, DefinitionKind, Version};
use super::value::{At, ClassRef, FunctionRef, Value, Values};

/// What is known about a class of the program.
#[derive(Clone, Debug, Default)]
pub struct ClassFacts {
    /// By position, the base class; none where it is not known.
    pub bases: Vec<Option<ClassRef>>,
    /// The resolution order, the class itself first, unknown bases left out.
    pub mro: Vec<ClassRef>,
    /// Whether the hierarchy is not wholly known: a base is missing, ambiguous, given twice or has failed itself, there
    /// is a decorator, or there is no metaclass or order.
    pub has_failed: bool,
    /// Whether there is a resolution order at all: none where a base, or a base of one, comes out of a module that is not
    /// there, which is no class for all that is known. Nothing can be looked up in such a class.
    pub has_order: bool,
    /// Whether it descends from `object`, as all classes of Python 3 do.
    pub is_new_style: bool,
    metaclass: Option<ClassRef>,
}

/// Ancestors of a class that are followed; a base with more is taken as unknown.
const MAX_ANCESTORS: usize = 200;

impl<'p> SemanticFile<'p> {
    /// The classes of this file, in the order of the text.
    pub fn classes(&self) -> impl Iterator<Item = Id<Class>> + use<'p> {
        self.tree().all::<Class>().map(|(id, _)| id)
    }

    /// This file's class as a class of the program.
    pub fn class_ref(&self, class: Id<Class>) -> ClassRef {
        ClassRef::Defined(self.id(), class)
    }

    /// The facts about a class of the program.
    pub fn class_facts(&self, file: FileId, class: Id<Class>) -> Rc<ClassFacts> {
        let cell = &self.known(file).classes[class.index()];
        if let Some(facts) = cell.get() {
            return Rc::clone(facts);
        }
        if self.inference.classes_in_progress.borrow().is_empty() && file == self.id() {
            // Bases come first, so that a long line of classes does not make for deep recursion.
            let earlier = &self.known(file).classes[..class.index()];
            let first = earlier.iter().rposition(|cell| cell.get().is_some()).map_or(0, |last| last + 1);
            for earlier in self.classes().skip(first).take(class.index() - first) {
                self.find_class_facts(file, earlier);
            }
        }
        self.find_class_facts(file, class)
    }

    fn find_class_facts(&self, file: FileId, class: Id<Class>) -> Rc<ClassFacts> {
        let cell = &self.known(file).classes[class.index()];
        if let Some(facts) = cell.get() {
            return Rc::clone(facts);
        }
        let this = ClassRef::Defined(file, class);
        let open = self.inference.classes_in_progress.borrow();
        if open.len() > MAX_ANCESTORS || open.contains(&this) {
            return Rc::new(ClassFacts { mro: vec![this], has_failed: true, has_order: true, ..ClassFacts::default() });
        }
        drop(open);
        self.inference.classes_in_progress.borrow_mut().push(this);
        let facts = Rc::new(self.before_calls(|| self.work_out_class(file, class)));
        self.inference.classes_in_progress.borrow_mut().pop();
        Rc::clone(cell.get_or_init(|| facts))
    }

    fn work_out_class(&self, file: FileId, id: Id<Class>) -> ClassFacts {
        let model = self.model_of(file);
        let tree = model.tree;
        let class = tree[id];
        let this = ClassRef::Defined(file, id);
        let mut facts = ClassFacts { has_order: true, ..ClassFacts::default() };
        for &base in tree.list(class.bases) {
            let values = self.values_at(At { file, expr: base });
            let mut classes = values.iter().filter_map(|value| match value {
                Value::Class(class) if class != this => Some(class),
                _ => None,
            });
            let base = classes.next().filter(|&base| self.ancestors(base) <= MAX_ANCESTORS);
            facts.has_failed |= base.is_none() || classes.next().is_some();
            facts.has_order &= values.is_unknown() || !values.iter().all(|value| self.is_absent(value));
            facts.bases.push(base);
        }
        let known: Vec<ClassRef> = facts.bases.iter().copied().flatten().collect();
        facts.has_failed |= known.iter().enumerate().any(|(at, base)| known[..at].contains(base));
        facts.has_failed |= known.iter().any(|&base| self.has_failed(base));
        facts.has_order &= known.iter().all(|&base| self.has_order(base));
        let decorators = tree.list(class.decorators);
        facts.has_failed |= decorators.iter().any(|&decorator| !self.is_six_metaclass(At { file, expr: decorator }));
        facts.metaclass = self.work_out_metaclass(file, id, &facts);
        facts.has_failed |= facts.metaclass.is_none();
        facts.is_new_style = model.version == Version::Python3
            || known.iter().any(|&base| self.is_new_style(base))
            || model.local_named(model.class_scope(id), "__metaclass__").is_some();
        let mut parents = known;
        if parents.is_empty()
            && class.bases.is_empty()
            && facts.is_new_style
            && let Some(object) = knowledge().builtin_class("object")
        {
            parents.push(ClassRef::Known(object));
        }
        if let Some(mro) = self.linearized(this, &parents) {
            facts.mro = mro;
        } else {
            facts.has_failed = true;
            facts.mro = vec![this];
            for base in parents {
                facts.mro.extend(self.mro(base));
            }
        }
        facts
    }

    /// C3: a class stands before its bases, and bases in the order in which they are given.
    fn linearized(&self, class: ClassRef, bases: &[ClassRef]) -> Option<Vec<ClassRef>> {
        if let &[base] = bases {
            let mut order = vec![class];
            order.extend(self.mro(base));
            return Some(order);
        }
        let mut sequences: Vec<Vec<ClassRef>> = bases.iter().map(|&base| self.mro(base)).collect();
        sequences.push(bases.to_vec());
        let mut order = vec![class];
        loop {
            sequences.retain(|sequence| !sequence.is_empty());
            if sequences.is_empty() {
                return Some(order);
            }
            let is_free = |head: &ClassRef| !sequences.iter().any(|other| other[1..].contains(head));
            let next = sequences.iter().map(|sequence| sequence[0]).find(is_free)?;
            order.push(next);
            for sequence in &mut sequences {
                if sequence[0] == next {
                    sequence.remove(0);
                }
            }
        }
    }

    /// How many classes a class descends from, itself included.
    fn ancestors(&self, class: ClassRef) -> usize {
        match class {
            ClassRef::Defined(file, class) => self.class_facts(file, class).mro.len(),
            ClassRef::Known(class) => knowledge().mro(class).len(),
        }
    }

    /// The resolution order of a class, itself first.
    pub fn mro(&self, class: ClassRef) -> Vec<ClassRef> {
        match class {
            ClassRef::Defined(file, class) => self.class_facts(file, class).mro.clone(),
            ClassRef::Known(class) => knowledge().mro(class).iter().copied().map(ClassRef::Known).collect(),
        }
    }

    /// Whether the hierarchy above a class is not wholly known.
    pub fn has_failed(&self, class: ClassRef) -> bool {
        match class {
            ClassRef::Defined(file, class) => self.class_facts(file, class).has_failed,
            ClassRef::Known(class) => knowledge().class(class).has_unknown_base,
        }
    }

    /// Whether there is a resolution order by which something may be looked up in a class.
    pub fn has_order(&self, class: ClassRef) -> bool {
        match class {
            ClassRef::Defined(file, class) => self.class_facts(file, class).has_order,
            ClassRef::Known(_) => true,
        }
    }

    /// Whether a class descends from `object`.
    pub fn is_new_style(&self, class: ClassRef) -> bool {
        match class {
            ClassRef::Defined(file, class) => self.class_facts(file, class).is_new_style,
            ClassRef::Known(class) => knowledge().class(class).is_new_style,
        }
    }

    /// Whether a class is the other one or descends from it.
    pub fn is_subclass(&self, class: ClassRef, of: ClassRef) -> bool {
        class == of || self.find_in_mro(class, |class| (class == of).then_some(())).is_some()
    }

    /// Whether a class descends from a built-in class.
    pub fn descends_from(&self, class: ClassRef, built_in: &str) -> bool {
        knowledge().builtin_class(built_in).is_some_and(|id| self.is_subclass(class, ClassRef::Known(id)))
    }

    /// The built-in class of a name.
    pub fn built_in_class(&self, name: &str) -> Option<ClassRef> {
        knowledge().builtin_class(name).map(ClassRef::Known)
    }

    /// Whether a class itself binds a name, to whatever value.
    pub fn declares(&self, class: ClassRef, name: &str) -> bool {
        match class {
            ClassRef::Defined(file, class) => {
                let model = self.model_of(file);
                let variable = model.local_named(model.class_scope(class), name);
                variable.is_some_and(|variable| !model.definitions_of(variable).is_empty())
            }
            ClassRef::Known(class) => knowledge().class_member(class, name).is_some(),
        }
    }

    /// The names that a class itself binds; of a class of the program in the order in which the file first has them.
    pub fn declared_names(&self, class: ClassRef) -> Vec<&'p str> {
        match class {
            ClassRef::Defined(file, class) => {
                let model = self.model_of(file);
                let variables = model.locals(model.class_scope(class));
                let bound = variables.filter(|&variable| !model.definitions_of(variable).is_empty());
                bound.map(|variable| model.name_of(variable)).collect()
            }
            ClassRef::Known(class) => knowledge().class_members(class).iter().map(|member| member.0).collect(),
        }
    }

    pub(super) fn is_metaclass(&self, class: ClassRef) -> bool {
        self.descends_from(class, "type")
    }

    /// The class of a class.
    pub fn metaclass(&self, class: ClassRef) -> Option<ClassRef> {
        match class {
            ClassRef::Defined(file, class) => self.class_facts(file, class).metaclass,
            ClassRef::Known(class) => {
                let kind = knowledge().class(class).metaclass.or_else(|| knowledge().builtin_class("type"));
                kind.map(ClassRef::Known)
            }
        }
    }

    fn work_out_metaclass(&self, file: FileId, id: Id<Class>, facts: &ClassFacts) -> Option<ClassRef> {
        let model = self.model_of(file);
        let tree = model.tree;
        let class_in = |values: Values| {
            values.iter().find_map(|value| match value {
                Value::Class(class) => Some(class),
                _ => None,
            })
        };
        let is_metaclass = |name: &&examen_syntax::python::Keyword| {
            name.name.is_some_and(|name| name.text(model.source) == "metaclass")
        };
        if let Some(keyword) = tree.list(tree[id].keywords).iter().find(is_metaclass) {
            return class_in(self.values_at(At { file, expr: keyword.value }));
        }
        for &decorator in tree.list(tree[id].decorators) {
            if self.is_six_metaclass(At { file, expr: decorator })
                && let ExprKind::Call { arguments, .. } = tree[decorator].kind
                && let Some(&argument) = tree.list(arguments).first()
            {
                return class_in(self.values_at(At { file, expr: argument }));
            }
        }
        if model.version == Version::Python2
            && let Some(variable) = model.local_named(model.class_scope(id), "__metaclass__")
        {
            return class_in(self.variable_values(file, variable));
        }
        // The most derived metaclass of the bases; a base that is not known hides one.
        let mut metaclass = knowledge().builtin_class("type").map(ClassRef::Known)?;
        for &base in &facts.bases {
            let other = self.metaclass(base?)?;
            if self.is_subclass(other, metaclass) {
                metaclass = other;
            }
        }
        Some(metaclass)
    }

    /// `@six.add_metaclass(M)`, which leaves the class otherwise as it is.
    fn is_six_metaclass(&self, decorator: At) -> bool {
        let tree = self.model_of(decorator.file).tree;
        let ExprKind::Call { function, .. } = tree[decorator.expr].kind else {
            return false;
        };
        let values = self.values_at(At { expr: function, ..decorator });
        values.iter().any(|value| self.is_external(value, "six.add_metaclass"))
    }

    /// What a class itself declares under a name; none when it does not. What is made in a class in a function is not
    /// followed.
    pub fn declared(&self, class: ClassRef, name: &str) -> Option<Values> {
        match class {
            ClassRef::Defined(file, class) => {
                let model = self.model_of(file);
                let scope = model.class_scope(class);
                let variable = model.local_named(scope, name)?;
                let ssa = self.ssa_of(file);
                let reaching = ssa.reaching(ssa.at_exit(scope, variable)?);
                let is_made = |&id: &DefinitionId| {
                    !matches!(model[id].kind, DefinitionKind::Delete { .. }) && self.is_alive_definition(file, id)
                };
                let mut made = reaching.definitions.iter().copied().filter(is_made).peekable();
                made.peek()?;
                if model.is_in_function(scope) {
                    return Some(Values::Unknown);
                }
                Some(made.flat_map(|id| self.definition_values(file, id).as_slice().to_vec()).collect())
            }
            ClassRef::Known(class) => {
                let function = |id| FunctionRef::Known(id);
                Some(match knowledge().class_member(class, name)? {
                    ClassMember::Method(id) | ClassMember::StaticMethod(id) => Value::Function(function(id)).into(),
                    ClassMember::ClassMethod(id) => Value::Method(function(id), ClassRef::Known(class)).into(),
                    ClassMember::Property | ClassMember::Other => Values::Unknown,
                })
            }
        }
    }

    /// The first class in the resolution order that declares a name, and what it is there.
    pub fn lookup(&self, class: ClassRef, name: &str) -> Option<(ClassRef, Values)> {
        self.has_order(class).then(|| self.find_in_mro(class, |class| Some((class, self.declared(class, name)?))))?
    }

    /// What the first class in the resolution order gives that gives anything.
    fn find_in_mro<T>(&self, class: ClassRef, find: impl Fn(ClassRef) -> Option<T>) -> Option<T> {
        match class {
            ClassRef::Defined(file, class) => self.class_facts(file, class).mro.iter().copied().find_map(find),
            ClassRef::Known(class) => knowledge().mro(class).iter().copied().map(ClassRef::Known).find_map(find),
        }
    }

    /// The same among the classes that follow `start`.
    pub fn lookup_after(&self, class: ClassRef, start: ClassRef, name: &str) -> Option<(ClassRef, Values)> {
        if !self.has_order(class) {
            return None;
        }
        let mro = self.mro(class);
        let after = mro.iter().position(|&other| other == start)? + 1;
        mro.into_iter().skip(after).find_map(|class| Some((class, self.declared(class, name)?)))
    }

    /// The function of the program that a class itself declares under a name, undecorated.
    pub fn declared_function(&self, class: ClassRef, name: &str) -> Option<FunctionRef> {
        self.declared(class, name)?.iter().find_map(|value| match value {
            Value::Function(function) => Some(function),
            _ => None,
        })
    }

    /// Whether calling a class gives an instance of it: no `__new__` of its own, no change of `__class__`.
    pub(super) fn call_gives_instance(&self, class: ClassRef) -> bool {
        match class {
            ClassRef::Defined(file, id) => {
                let model = self.model_of(file);
                model.local_named(model.class_scope(id), "__new__").is_none()
            }
            ClassRef::Known(id) => {
                !knowledge().class(id).is_source || knowledge().class_member(id, "__new__").is_none()
            }
        }
    }

    /// The name of a class.
    pub fn class_name(&self, class: ClassRef) -> &'p str {
        match class {
            ClassRef::Defined(file, class) => {
                let model = self.model_of(file);
                model.tree[class].name.text(model.source)
            }
            ClassRef::Known(class) => knowledge().class(class).name,
        }
    }

    /// The header of a class; nothing for the standard library.
    pub fn class_span(&self, class: ClassRef) -> Option<(FileId, Span)> {
        match class {
            ClassRef::Defined(file, class) => {
                let tree = self.model_of(file).tree;
                Some((file, tree[tree[class].stmt].header))
            }
            ClassRef::Known(_) => None,
        }
    }
}
