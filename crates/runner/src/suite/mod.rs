//! Test suites: EPD files read into positions with tasks. Line by line in `epd`, file by file in
//! `read`, corrected by `errata`, found by name in `lookup`, checked in by `import` or `fetch`, made of `pgn` or puzzles of `lichess`; `known` lists the public ones.
//! Nothing here searches.

mod epd;
mod errata;
mod fetch;
mod import;
mod known;
mod lichess;
mod lookup;
mod pgn;
mod read;
mod task;

#[cfg(test)]
mod epd_tests;
#[cfg(test)]
mod fetch_tests;
#[cfg(test)]
mod suite_tests;

use crate::base::number::thousands;

pub(crate) use errata::ErrataSource;
pub(crate) use fetch::{FetchOptions, fetch};
pub(crate) use import::{Imported, Selection, import};
pub(crate) use known::{KNOWN_SUITES, KnownSuite, LICENCE, by_name};
pub(crate) use lookup::{
    EMBEDDED_SUITES, EmbeddedSuite, LookupOptions, SuiteError, available, by_id, find, folders,
};
pub(crate) use read::{EpdRecord, ReadOptions, Suite, digest, only_king_and_pawns, without_clocks};
pub(crate) use task::Task;

/// Name and number of positions: `wcs (999 positions)`, `wcs (100 of 999 positions)`.
pub(crate) fn describe(name: &str, searched: usize, all: usize) -> String {
    let count = |n: usize| thousands(n as u64);
    match (searched, all) {
        (1, 1) => format!("{name} (1 position)"),
        _ if searched == all => format!("{name} ({} positions)", count(all)),
        _ => format!("{name} ({} of {} positions)", count(searched), count(all)),
    }
}
