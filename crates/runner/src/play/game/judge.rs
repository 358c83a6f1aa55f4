//! A variant with settings and a table of its own, for the many small searches behind openings and
//! suites. Every search starts from scratch and depends on no earlier one.

use vnmp_engine::{Iteration, Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

/// Searches positions by one variant.
pub(crate) struct Judge {
    variant: Variant,
    settings: SearchSettings,
    table: TranspositionTable,
}

impl Judge {
    /// A judge with the usual settings but for its number of table entries, a power of two.
    pub(crate) fn new(variant: Variant, hash_entries: usize) -> Judge {
        let settings = SearchSettings { hash_entries, ..SearchSettings::default() };
        Judge { variant, settings, table: TranspositionTable::new(hash_entries) }
    }

    /// The same by a specification of this program.
    pub(crate) fn of(spec: &str, hash_entries: usize) -> Judge {
        Judge::new(Variant::parse(spec).expect("a specification of the registry"), hash_entries)
    }

    /// The finished iterations of a search.
    pub(crate) fn search(&mut self, position: &Position, limits: &Limits) -> Vec<Iteration> {
        let Judge { variant, settings, table } = self;
        variant.search(position, settings, limits, table, &mut |_| {})
    }
}
