//! The walk over a method that finds variables and what refers to them; this is what its parts share.

use examen_syntax::Span;
use examen_syntax::java::{Kind, Node};

use super::bindings::Bindings;
use super::jumps::{FrameKind, JumpScopes, Jumps};
use super::outline::{Index, Outline};
use super::scopes::Scopes;
use super::variable::{Access, Doubt, DoubtReason, Use, Variable, VariableKind};

/// What the walk over a method finds.
#[derive(Debug)]
pub(super) struct Walked<'t> {
    pub(super) bindings: Bindings<'t>,
    pub(super) jumps: Jumps,
    /// By place in the outline: whether a statement cannot complete.
    pub(super) stops: Vec<bool>,
}

/// Walks over a method once, in the order of the text.
#[derive(Debug)]
pub(super) struct Walk<'t> {
    pub(super) bindings: Bindings<'t>,
    pub(super) scopes: Scopes<'t>,
    pub(super) jumps: JumpScopes<'t>,
    /// See [`Walked::stops`].
    pub(super) stops: Vec<bool>,
    /// Where the innermost block or switch block ends.
    pub(super) block_end: u32,
    /// The innermost callable.
    callable: Index,
    /// By variable: the callable that declares it.
    callables: Vec<Index>,
}

/// What there is to say of a declaration besides its name and kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Declared {
    pub(super) type_index: Option<Index>,
    pub(super) dimensions: Option<Index>,
    pub(super) initializer: Option<Index>,
    pub(super) is_final: bool,
    pub(super) is_variadic: bool,
}

impl<'t> Walk<'t> {
    /// Walks over what `outline` starts with; `components` are the names of the record whose constructor it is.
    pub(super) fn run(source: &'t str, outline: Outline<'t>, components: &[&str]) -> Walked<'t> {
        let count = outline.len();
        let end = outline.span(0).end;
        let mut walk = Self {
            bindings: Bindings::new(source, outline),
            scopes: Scopes::default(),
            jumps: JumpScopes::default(),
            stops: vec![false; count],
            block_end: end,
            callable: 0,
            callables: Vec::new(),
        };
        walk.member(0, components);
        if walk.outline().node(0).has_error() {
            walk.doubt_all();
        }
        Walked { bindings: walk.bindings, jumps: walk.jumps.into_jumps(), stops: walk.stops }
    }

    pub(super) fn outline(&self) -> &Outline<'t> {
        &self.bindings.outline
    }

    pub(super) fn kind(&self, index: Index) -> Kind {
        self.bindings.outline.kind(index)
    }

    pub(super) fn children(&self, index: Index) -> Vec<Index> {
        self.bindings.outline.children(index).collect()
    }

    /// Runs `inside` as the body of a lambda or of a class's member: jumps do not leave it, names captured in it are.
    pub(super) fn in_callable(&mut self, index: Index, inside: impl FnOnce(&mut Self)) {
        let height = self.scopes.height();
        let outer = std::mem::replace(&mut self.callable, index);
        self.jumps.enter(FrameKind::Callable, index);
        inside(self);
        self.jumps.leave();
        self.callable = outer;
        self.scopes.leave(height);
    }

    /// Variables are declared up to the end of `block` from here on; where they were before.
    pub(super) fn enter_block(&mut self, block: Index) -> u32 {
        let end = self.outline().span(block).end;
        std::mem::replace(&mut self.block_end, end)
    }

    /// Declares the parameters of a method or lambda.
    pub(super) fn parameters(&mut self, list: Index, kind: VariableKind, scope: Span) {
        for parameter in self.children(list) {
            match self.kind(parameter) {
                Kind::FormalParameter => self.declare_in(parameter, parameter, kind, scope),
                Kind::SpreadParameter => {
                    let Some(declarator) = self.outline().child_of_kind(parameter, Kind::VariableDeclarator) else {
                        continue;
                    };
                    self.declare_in(parameter, declarator, kind, scope);
                }
                // `Outer Outer.this` names types only.
                Kind::ReceiverParameter => {}
                _ => self.anything(parameter),
            }
        }
    }

    /// Declares the variable that is named in `holder`, a part of `declaration` or the same node; annotations are read,
    /// a value is not.
    pub(super) fn declare_in(&mut self, declaration: Index, holder: Index, kind: VariableKind, scope: Span) {
        let mut declared = Declared { is_variadic: declaration != holder, ..Declared::default() };
        let mut name = None;
        for child in self.children(declaration) {
            match self.kind(child) {
                Kind::Modifiers => {
                    declared.is_final = self.has_final(child);
                    self.anything(child);
                }
                Kind::Dimensions => declared.dimensions = Some(child),
                Kind::Identifier => name = Some(child),
                Kind::VariableDeclarator => {}
                _ if declared.type_index.is_none() => {
                    declared.type_index = Some(child);
                    self.anything(child);
                }
                _ => {}
            }
        }
        if holder != declaration {
            name = self.outline().child_of_kind(holder, Kind::Identifier);
            declared.dimensions = self.outline().child_of_kind(holder, Kind::Dimensions);
        }
        let Some(name) = name else { return };
        let is_union = |index| self.kind(index) == Kind::CatchType && self.outline().children(index).nth(1).is_some();
        declared.is_final |= declared.type_index.is_some_and(is_union);
        let variable = self.declare(name, declaration, kind, scope, declared);
        self.scopes.declare(self.bindings.variables[variable].name, variable);
    }

    /// Whether `final` is among the modifiers.
    pub(super) fn has_final(&self, modifiers: Index) -> bool {
        self.outline().node(modifiers).children().any(|word| word.kind_name() == "final")
    }

    /// Notes a variable; bringing it into scope is up to the caller.
    pub(super) fn declare(
        &mut self,
        name: Index,
        declarator: Index,
        kind: VariableKind,
        scope: Span,
        declared: Declared,
    ) -> usize {
        let node_of = |index: Option<Index>| index.map(|index| self.outline().node(index));
        let declaration = self.outline().node(name);
        let variable = Variable {
            name: self.bindings.text(name),
            declaration,
            declarator: self.outline().node(declarator),
            kind,
            type_node: node_of(declared.type_index),
            dimensions: node_of(declared.dimensions),
            is_variadic: declared.is_variadic,
            scope,
            initializer: node_of(declared.initializer),
            is_final: declared.is_final,
            uses: Vec::new(),
            doubts: Vec::new(),
            constant: None,
            static_type: self.bindings.declared_type(declared),
        };
        let index = self.bindings.variables.len();
        self.bindings.variables.push(variable);
        self.bindings.bind(name, index);
        self.callables.push(self.callable);
        index
    }

    /// A name that may refer to a variable.
    pub(super) fn refer(&mut self, name: Index, access: Access) {
        let Some(found) = self.scopes.find(self.bindings.text(name)) else { return };
        let node = self.outline().node(name);
        let variable = found.variable;
        let is_captured = self.callables[variable] != self.callable;
        self.bindings.bind(name, variable);
        let found_variable = &mut self.bindings.variables[variable];
        found_variable.uses.push(Use { node, access, is_captured });
        // In a broken tree statements may lie outside of their block.
        let (scope, place) = (found_variable.scope, node.span());
        found_variable.scope = Span::new(scope.start.min(place.start), scope.end.max(place.end));
        if let Some(class) = found.inheriting_class {
            self.doubt(variable, node, DoubtReason::MayBeInherited { class });
        }
    }

    pub(super) fn doubt(&mut self, variable: usize, node: Node<'t>, reason: DoubtReason<'t>) {
        self.bindings.variables[variable].doubts.push(Doubt { node, reason });
    }

    /// Behind an error of syntax any name may be misread.
    fn doubt_all(&mut self) {
        for variable in 0..self.bindings.variables.len() {
            let declaration = self.bindings.variables[variable].declaration;
            self.doubt(variable, declaration, DoubtReason::SyntaxError);
        }
    }

    /// The value of a declarator whose variable is in scope already, or is a field.
    pub(super) fn declarator_value(&mut self, declarator: Index) {
        if let Some(value) = self.value_of(declarator) {
            self.anything(value);
        }
    }

    /// The initialiser of a declarator: what stands behind the name and its brackets.
    pub(super) fn value_of(&self, declarator: Index) -> Option<Index> {
        let outline = self.outline();
        let behind = outline.children(declarator).skip(1).find(|&child| outline.kind(child) != Kind::Dimensions);
        behind.filter(|_| outline.kind(declarator) == Kind::VariableDeclarator)
    }
}
