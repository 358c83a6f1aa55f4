//! The two modes of a search. Each variant is compiled in both, and one is chosen for a whole
//! search: a plain search pays nothing for what only a composed one can do.

/// How a search is compiled.
pub trait Mode: Sized {
    /// Are pruning rules asked at run time?
    const COMPOSED: bool;
}

/// The reproduction's search: the variant's figure, and no rule beside it.
pub struct Plain;

impl Mode for Plain {
    const COMPOSED: bool = false;
}

/// A search that asks a list of rules at its nodes and before its moves.
pub struct Composed;

impl Mode for Composed {
    const COMPOSED: bool = true;
}
