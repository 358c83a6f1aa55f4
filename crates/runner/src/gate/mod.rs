//! The regression gate and the bench signature.

pub(crate) mod baseline;
pub(crate) mod bench;
pub(crate) mod committed;
