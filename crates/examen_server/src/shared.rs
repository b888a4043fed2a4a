//! What all replies are made of.

use crate::address::Address;
use crate::site::Site;

/// What is shown, and who may see it.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) site: Site,
    pub(crate) address: Address,
}
