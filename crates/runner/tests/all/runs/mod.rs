//! Runs that lose nothing, as a user sees them: journal and resume, kills and damage, shards and
//! merge, the regression gate and the audit.

mod campaign;
mod faults;
mod gate;
mod odd;
mod resume;
mod shards;

/// A few kills or damaged bytes; `VNMP_CAMPAIGN` asks for many.
fn times(few: usize, many: usize) -> usize {
    if std::env::var_os("VNMP_CAMPAIGN").is_some() { many } else { few }
}
