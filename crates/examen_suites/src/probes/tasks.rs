//! The tasks of the suite, one file each.

mod ast;
mod cpx;
mod csc;
mod dep;
mod idn;
mod jbk;
mod jbl;
mod jft;
mod jmb;
mod jst;
mod ktx;
mod len;
mod mxn;
mod nml;
mod nms;
mod npt;
mod oct;
mod ocu;
mod pat;
mod rea;
mod sai;
mod sck;
mod sri;
mod srk;
mod tan;
mod typ;
mod vct;
mod vcu;

use super::task::Task;

/// All tasks, sorted by code.
pub static TASKS: &[&Task] = &[
    &ast::TASK,
    &cpx::TASK,
    &csc::TASK,
    &dep::TASK,
    &idn::TASK,
    &jbk::TASK,
    &jbl::TASK,
    &jft::TASK,
    &jmb::TASK,
    &jst::TASK,
    &ktx::TASK,
    &len::TASK,
    &mxn::TASK,
    &nml::TASK,
    &nms::TASK,
    &npt::TASK,
    &oct::TASK,
    &ocu::TASK,
    &pat::TASK,
    &rea::TASK,
    &sai::TASK,
    &sck::TASK,
    &sri::TASK,
    &srk::TASK,
    &tan::TASK,
    &typ::TASK,
    &vct::TASK,
    &vcu::TASK,
];
