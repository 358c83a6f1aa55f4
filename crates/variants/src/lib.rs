//! The registry of null-move pruning variants. Each family is a file whose `node` reads as the
//! paper's figure, and a line in [`FAMILIES`]; choices, help, tables and tests follow from here.

mod adaptive;
mod double_null;
mod none;
mod plenkner;
mod reduce;
mod reductions;
mod spec;
mod standard;
mod verified;

pub use spec::{Family, Member, Parameter, Parameters, SpecError, Variant};

/// All families. A new variant adds its line here.
pub static FAMILIES: &[&Family] = &[
    &none::FAMILY,
    &standard::FAMILY,
    &verified::FAMILY,
    &reduce::NO_CUT,
    &reduce::THEN,
    &adaptive::FAMILY,
    &reductions::FAMILY,
    &plenkner::FAMILY,
    &double_null::FAMILY,
];

/// A named specification.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The short name on the command line.
    pub id: &'static str,
    /// What it stands for.
    pub spec: &'static str,
}

/// The variants that tables compare, the paper's first.
pub static PRESETS: &[Preset] = &[
    Preset { id: "r1", spec: "std:r=1" },
    Preset { id: "r2", spec: "std:r=2" },
    Preset { id: "r3", spec: "std:r=3" },
    Preset { id: "v3", spec: "vrfd:r=3" },
    Preset { id: "none", spec: "none" },
    Preset { id: "v3-no-research", spec: "vrfd:r=3,research=off" },
    Preset { id: "red2-nocut", spec: "red:r=3,k=2" },
    Preset { id: "red1-nocut", spec: "red:r=3,k=1" },
    Preset { id: "red1-then-red2", spec: "red-then:r=3,k=1,then=2" },
    Preset { id: "heinz", spec: "adaptive" },
    Preset { id: "nmr", spec: "nmr:k=4" },
    Preset { id: "plenkner", spec: "plenkner:r=2" },
    Preset { id: "double-null", spec: "double:r=3" },
];
