//! The table's text: how its lines read.
//!
//! One fact a line, fields between spaces, names in byte order. The first letter says what a line is; after it may come
//! the versions that have it (`3` is 3.8, `2` is 2.7, `+` the newer one), when they are not those of its module.
//!
//! ```text
//! M name versions !flags      a module: s Python source, p package, a binds __all__, n only the name is known
//! * name name ...             what its __all__ lists
//! c name base ... !flags @metaclass    a class: d decorated, o old-style; `?` is a base that is not known
//! C name base ...             a class that is no member under this name
//! f name parameters !flags >result ~class    a function; ~ names a class whose __init__ it calls
//! b name =function            a bound method
//! m name module               a module as a member
//! i name class                an instance
//! o name                      anything else
//! = name module               another name of a module
//! ```
//!
//! Below a class, after a space: `m` method, `c` class method, `s` static method, `p` property, `o` anything else.
//! Flags of functions: g generator, a async, A abstract, n raises `NotImplementedError`, N does only that, p does nothing,
//! r has no `return` and falls off its end, s calls `super()`. Parameters are `self,a,b=,*args,key=,**rest`, or `?` when they are not known. In place of facts,
//! `=other` says that the name is another name of that class or function. Classes and functions are `module:name` or
//! `module:Class.name`, and without a module they are built in, or below a class members of that class.

/// The table.
#[cfg(test)]
pub(super) const STANDARD_LIBRARY: &str = include_str!("../../../knowledge/standard_library.txt");

/// The versions of Python that have something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Versions(u8);

impl Versions {
    const PYTHON2: u8 = 1;
    const PYTHON3: u8 = 2;
    const NEWER: u8 = 4;

    /// Versions by their bits.
    pub(super) const fn of_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Their bits.
    #[cfg(test)]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Reads versions such as `32+`.
    #[cfg(test)]
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut versions = 0;
        for byte in text.bytes() {
            versions |= match byte {
                b'2' => Self::PYTHON2,
                b'3' => Self::PYTHON3,
                b'+' => Self::NEWER,
                _ => return None,
            };
        }
        Some(Self(versions))
    }

    /// Whether Python 2.7 has it.
    pub fn in_python2(self) -> bool {
        self.0 & Self::PYTHON2 != 0
    }

    /// Whether Python 3 has it, in 3.8 or in the newer version.
    pub fn in_python3(self) -> bool {
        self.0 & (Self::PYTHON3 | Self::NEWER) != 0
    }

    /// Whether it came to Python after 3.8.
    pub fn is_newer_only(self) -> bool {
        self.0 == Self::NEWER
    }

    /// Whether the version that decides about a module of `module`'s versions has it: 3.8, else 2.7, else the newer.
    pub(super) fn has_deciding_of(self, module: Self) -> bool {
        let deciding = [Self::PYTHON3, Self::PYTHON2, Self::NEWER].into_iter().find(|bit| module.0 & bit != 0);
        deciding.is_some_and(|bit| self.0 & bit != 0)
    }
}
