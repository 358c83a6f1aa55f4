//! What searches a column: a variant of this program, or another engine that has answered.

use vnmp_variants::Variant;

use crate::engines::Engine;

/// Who searches.
pub(crate) enum Searcher {
    /// A variant of this program.
    Variant(Variant),
    /// Another engine.
    Engine(Box<Engine>),
}

impl Searcher {
    /// As records have it: the canonical specification, or `uci:NAME`.
    pub(crate) fn spec(&self) -> String {
        match self {
            Searcher::Variant(variant) => variant.spec(),
            Searcher::Engine(engine) => engine.spec(),
        }
    }

    /// The engine, if it is one.
    pub(crate) fn engine(&self) -> Option<&Engine> {
        match self {
            Searcher::Variant(_) => None,
            Searcher::Engine(engine) => Some(engine),
        }
    }
}
