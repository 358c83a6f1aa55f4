//! The public suites the paper and Marsland's survey used, or the closest available ones:
//! where they are published, how many positions they have, and their digests. The files
//! themselves are not part of this program, because their terms differ.

use std::sync::LazyLock;

use serde::Deserialize;
use vnmp_engine::Color;

use super::epd::EpdLine;
use super::task::Task;

/// A public suite, known by its digest: an entry of `suites/known.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KnownSuite {
    /// Its name on the command line.
    pub(crate) name: String,
    /// Other names it goes by.
    #[serde(default)]
    aliases: Vec<String>,
    /// Its full name.
    pub(crate) title: String,
    /// The tables of the paper that it is the suite of.
    #[serde(default)]
    paper: Vec<u8>,
    /// The tables whose own suite is not public and which it replaces.
    #[serde(default)]
    pub(crate) in_place_of: Vec<u8>,
    /// Positions in the file.
    pub(crate) positions: u32,
    /// Positions after the king-and-pawns discard.
    pub(crate) after_discard: u32,
    /// Lower-case hexadecimal SHA-256 of the file without carriage returns.
    pub(crate) sha256: String,
    /// Address of the published file, at a fixed revision.
    pub(crate) source: String,
    /// If the file is not the published one: the first `positions` lines of that with this distance
    /// to mate in which both sides have a piece.
    take_mates: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    suite: Vec<KnownSuite>,
}

impl KnownSuite {
    /// Is it the very suite of this table of the paper?
    pub(crate) fn is_of_table(&self, table: u8) -> bool {
        self.paper.contains(&table)
    }

    /// Does it replace the suite of this table of the paper?
    pub(crate) fn is_in_place_of(&self, table: u8) -> bool {
        self.in_place_of.contains(&table)
    }

    /// Name and aliases.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(&self.aliases).map(String::as_str)
    }

    /// The suite's own lines among those of the published file.
    pub(crate) fn derive(&self, published: &[u8]) -> Vec<u8> {
        let Some(moves) = self.take_mates else { return published.to_vec() };
        let text = String::from_utf8_lossy(published);
        let wanted = |line: &&str| {
            EpdLine::parse(line.trim()).is_ok_and(|epd| {
                let board = epd.position.board();
                let pieces = board.has_piece(Color::White) && board.has_piece(Color::Black);
                matches!(epd.task, Task::Mate { moves: own, .. } if own == moves) && pieces
            })
        };
        let lines = text.lines().filter(wanted).take(self.positions as usize);
        lines.flat_map(|line| [line.trim_end_matches('\r'), "\n"]).collect::<String>().into_bytes()
    }

    /// How to get it, in one or two sentences.
    pub(crate) fn how_to_get(&self) -> String {
        let derive = self.take_mates.map_or(String::new(), |moves| {
            let (lines, what) = (self.positions, "in which both sides have a piece");
            format!(" (its first {lines} lines with 'dm {moves}' {what})")
        });
        format!(
            "vnmp suites fetch {0}; or get {1}{derive}, then: vnmp suites import FILE --as {0}",
            self.name, self.source
        )
    }
}

/// What is known about their licences.
pub(crate) const LICENCE: &str =
    "terms not checked by this project: see the source; therefore not shipped";

/// All known suites, the paper's first.
pub(crate) static KNOWN_SUITES: LazyLock<Vec<KnownSuite>> = LazyLock::new(|| {
    let text = include_str!("../../../../suites/known.toml");
    toml::from_str::<File>(text).expect("suites/known.toml").suite
});

/// The known suite with this digest.
pub(crate) fn by_sha256(sha256: &str) -> Option<&'static KnownSuite> {
    KNOWN_SUITES.iter().find(|known| known.sha256 == sha256)
}

/// The known suite of this name or alias, in any case.
pub(crate) fn by_name(name: &str) -> Option<&'static KnownSuite> {
    KNOWN_SUITES.iter().find(|known| known.names().any(|known| known.eq_ignore_ascii_case(name)))
}
