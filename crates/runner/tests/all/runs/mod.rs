//! Runs that lose nothing, as a user sees them: journal and resume, kills and damage, shards and
//! merge, the regression gate and the audit.

mod campaign;
mod faults;
mod gate;
mod odd;
mod resume;
mod shards;
