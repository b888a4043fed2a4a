//! The table as the program holds it: records of fixed width, and behind them the names, each once.
//!
//! Reading the text takes longer than most files take to be analysed. A test makes these bytes of the text, `EXAMEN_UPDATE=1` writes
//! them.

use std::ops::Range;

use super::text::Versions;
use super::{ClassId, ClassMember, FunctionId, Knowledge, KnownClass, KnownFunction, KnownModule, Member, ModuleId};

/// The table of the program.
pub(super) const STANDARD_LIBRARY: &[u8] = include_bytes!("../../../knowledge/standard_library.table");

/// No class, and no module.
const NONE: u16 = u16::MAX;

/// Reads the table. Bytes that are missing are zeros; the tests see to it that there are none.
pub(super) fn read(table: &'static [u8]) -> Knowledge {
    let mut reader = Reader { rest: table, names: "" };
    let records = reader.u32() as usize;
    let (records, names) = reader.rest.split_at(records.min(reader.rest.len()));
    let mut reader = Reader { rest: records, names: std::str::from_utf8(names).unwrap_or_default() };
    Knowledge {
        builtins: reader.id().map(ModuleId),
        modules: reader.list(Reader::module),
        module_aliases: reader.list(|reader| (reader.text(), ModuleId(reader.u16()))),
        members: reader.list(|reader| (reader.text(), reader.member(), Versions::of_bits(reader.u8()))),
        classes: reader.list(Reader::class),
        class_members: reader.list(|reader| (reader.text(), reader.class_member())),
        functions: reader.list(Reader::function),
        class_lists: reader.list(|reader| ClassId(reader.u16())),
    }
}

struct Reader {
    rest: &'static [u8],
    names: &'static str,
}

impl Reader {
    fn take<const BYTES: usize>(&mut self) -> [u8; BYTES] {
        let Some((bytes, rest)) = self.rest.split_first_chunk() else { return [0; BYTES] };
        self.rest = rest;
        *bytes
    }

    fn u8(&mut self) -> u8 {
        u8::from_le_bytes(self.take())
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.u32() as usize;
        // No record is empty.
        (0..count.min(self.rest.len())).map(|_| one(self)).collect()
    }

    fn text(&mut self) -> &'static str {
        let (start, length) = (self.u32() as usize, usize::from(self.u16()));
        self.names.get(start..start + length).unwrap_or_default()
    }

    fn id(&mut self) -> Option<u16> {
        Some(self.u16()).filter(|id| *id != NONE)
    }

    fn range(&mut self) -> Range<u32> {
        self.u32()..self.u32()
    }

    fn module(&mut self) -> KnownModule {
        let (name, all) = (self.text(), self.text());
        let (versions, flags) = (Versions::of_bits(self.u8()), self.u8());
        let has = |bit: u8| flags >> bit & 1 == 1;
        KnownModule {
            name,
            versions,
            is_source: has(0),
            is_package: has(1),
            defines_all: has(2),
            is_name_only: has(3),
            all,
            members: self.range(),
            hidden: self.u16()..self.u16(),
        }
    }

    fn member(&mut self) -> Member {
        let (kind, id) = (self.u8(), self.u32());
        match kind {
            1 => Member::Class(ClassId(id as u16)),
            2 => Member::Function(FunctionId(id)),
            3 => Member::Module(ModuleId(id as u16)),
            4 => Member::Instance(ClassId(id as u16)),
            _ => Member::Other,
        }
    }

    fn class_member(&mut self) -> ClassMember {
        let (kind, function) = (self.u8(), FunctionId(self.u32()));
        match kind {
            1 => ClassMember::Method(function),
            2 => ClassMember::Property,
            3 => ClassMember::ClassMethod(function),
            4 => ClassMember::StaticMethod(function),
            _ => ClassMember::Other,
        }
    }

    fn class(&mut self) -> KnownClass {
        let (name, module) = (self.text(), ModuleId(self.u16()));
        let (versions, flags) = (Versions::of_bits(self.u8()), self.u8());
        let has = |bit: u8| flags >> bit & 1 == 1;
        KnownClass {
            name,
            module,
            versions,
            is_source: has(0),
            is_new_style: has(1),
            is_decorated: has(2),
            has_unknown_base: has(3),
            metaclass: self.id().map(ClassId),
            bases: self.range(),
            mro: self.range(),
            members: self.range(),
        }
    }

    fn function(&mut self) -> KnownFunction {
        let (name, parameters) = (self.text(), self.text());
        let (module, class) = (ModuleId(self.u16()), self.id().map(ClassId));
        let (flags, defaults) = (self.u16(), usize::from(self.u8()));
        let has = |bit: u16| flags >> bit & 1 == 1;
        KnownFunction {
            name,
            module,
            class,
            is_source: has(0),
            has_signature: has(1),
            defaults,
            has_variadic: has(2),
            has_keyword_rest: has(3),
            is_generator: has(4),
            is_async: has(5),
            is_abstract: has(6),
            raises_not_implemented: has(7),
            only_raises_not_implemented: has(8),
            does_nothing: has(9),
            calls_super: has(10),
            is_procedure: has(11),
            result: self.id().map(ClassId),
            parameters,
            init_calls: self.range(),
        }
    }
}

/// The bytes of a table, for the test that keeps them.
#[cfg(test)]
pub(super) mod writing {
    use std::collections::HashMap;

    use super::{ClassId, ClassMember, Knowledge, KnownClass, KnownFunction, KnownModule, Member, NONE, Range};

    /// The bytes that [`super::read`] reads.
    pub(in crate::python::knowledge) fn write(knowledge: &Knowledge) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u16(knowledge.builtins.map_or(NONE, |module| module.0));
        writer.list(&knowledge.modules, Writer::module);
        writer.list(&knowledge.module_aliases, |writer, (name, module)| {
            writer.text(name);
            writer.u16(module.0);
        });
        writer.list(&knowledge.members, |writer, (name, member, versions)| {
            writer.text(name);
            writer.member(*member);
            writer.u8(versions.bits());
        });
        writer.list(&knowledge.classes, Writer::class);
        writer.list(&knowledge.class_members, |writer, (name, member)| {
            writer.text(name);
            writer.class_member(*member);
        });
        writer.list(&knowledge.functions, Writer::function);
        writer.list(&knowledge.class_lists, |writer, class| writer.u16(class.0));
        let mut table = (writer.records.len() as u32).to_le_bytes().to_vec();
        table.extend(writer.records);
        table.extend(writer.names.as_bytes());
        table
    }

    #[derive(Default)]
    struct Writer {
        records: Vec<u8>,
        names: String,
        /// Where names stand that have been written.
        places: HashMap<&'static str, u32>,
    }

    impl Writer {
        fn u8(&mut self, value: u8) {
            self.records.push(value);
        }

        fn u16(&mut self, value: u16) {
            self.records.extend(value.to_le_bytes());
        }

        fn u32(&mut self, value: u32) {
            self.records.extend(value.to_le_bytes());
        }

        fn list<T>(&mut self, all: &[T], mut one: impl FnMut(&mut Self, &T)) {
            self.u32(all.len() as u32);
            for it in all {
                one(self, it);
            }
        }

        fn text(&mut self, text: &'static str) {
            let next = self.names.len() as u32;
            let place = *self.places.entry(text).or_insert(next);
            if place == next {
                self.names.push_str(text);
            }
            self.u32(place);
            self.u16(u16::try_from(text.len()).unwrap());
        }

        fn id(&mut self, class: Option<ClassId>) {
            self.u16(class.map_or(NONE, |class| class.0));
        }

        fn range(&mut self, range: &Range<u32>) {
            self.u32(range.start);
            self.u32(range.end);
        }

        fn flags(&mut self, flags: &[bool]) {
            let bits = flags.iter().enumerate().fold(0u16, |bits, (bit, flag)| bits | u16::from(*flag) << bit);
            if flags.len() > 8 { self.u16(bits) } else { self.u8(bits as u8) }
        }

        fn module(&mut self, module: &KnownModule) {
            self.text(module.name);
            self.text(module.all);
            self.u8(module.versions.bits());
            self.flags(&[module.is_source, module.is_package, module.defines_all, module.is_name_only]);
            self.range(&module.members);
            self.u16(module.hidden.start);
            self.u16(module.hidden.end);
        }

        fn member(&mut self, member: Member) {
            let (kind, id) = match member {
                Member::Other => (0, 0),
                Member::Class(class) => (1, u32::from(class.0)),
                Member::Function(function) => (2, function.0),
                Member::Module(module) => (3, u32::from(module.0)),
                Member::Instance(class) => (4, u32::from(class.0)),
            };
            self.u8(kind);
            self.u32(id);
        }

        fn class_member(&mut self, member: ClassMember) {
            let (kind, id) = match member {
                ClassMember::Other => (0, 0),
                ClassMember::Method(function) => (1, function.0),
                ClassMember::Property => (2, 0),
                ClassMember::ClassMethod(function) => (3, function.0),
                ClassMember::StaticMethod(function) => (4, function.0),
            };
            self.u8(kind);
            self.u32(id);
        }

        fn class(&mut self, class: &KnownClass) {
            self.text(class.name);
            self.u16(class.module.0);
            self.u8(class.versions.bits());
            self.flags(&[class.is_source, class.is_new_style, class.is_decorated, class.has_unknown_base]);
            self.id(class.metaclass);
            self.range(&class.bases);
            self.range(&class.mro);
            self.range(&class.members);
        }

        fn function(&mut self, function: &KnownFunction) {
            self.text(function.name);
            self.text(function.parameters);
            self.u16(function.module.0);
            self.id(function.class);
            self.flags(&[
                function.is_source,
                function.has_signature,
                function.has_variadic,
                function.has_keyword_rest,
                function.is_generator,
                function.is_async,
                function.is_abstract,
                function.raises_not_implemented,
                function.only_raises_not_implemented,
                function.does_nothing,
                function.calls_super,
                function.is_procedure,
            ]);
            self.u8(u8::try_from(function.defaults).unwrap());
            self.id(function.result);
            self.range(&function.init_calls);
        }
    }
}
