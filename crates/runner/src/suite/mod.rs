//! Test suites: EPD files read into positions with tasks. Line by line in `epd`, file by file in
//! `read`, corrected by `errata`, found by name in `lookup`, checked in by `import` or `fetch`; `known` lists the public ones.
//! Nothing here searches.

mod epd;
mod errata;
mod error;
mod fetch;
mod import;
mod known;
mod lookup;
mod read;
mod task;

#[cfg(test)]
mod epd_tests;
#[cfg(test)]
mod fetch_tests;
#[cfg(test)]
mod suite_tests;

pub use errata::{Errata, ErrataError, ErrataSource};
pub use error::{BadLine, SuiteError};
pub use fetch::{FetchError, FetchOptions, fetch};
pub use import::{ImportError, Imported, import};
pub use known::{KNOWN_SUITES, KnownSuite, Role, by_name, by_sha256};
pub use lookup::{
    Available, EMBEDDED_SUITES, EmbeddedSuite, LookupOptions, SUITES_VARIABLE, available, find,
    folders,
};
pub use read::{Discarded, EpdRecord, ReadOptions, Suite, digest, only_king_and_pawns};
pub use task::Task;
