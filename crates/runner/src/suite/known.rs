//! The public suites the paper and Marsland's survey used, or what comes nearest to them:
//! where they are published, how many positions they have, and their digests. The files
//! themselves are not part of this program, because their terms differ.

use vnmp_engine::Color;

use super::epd::EpdLine;
use super::task::Task;

/// A public suite, known by its digest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KnownSuite {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Other names it goes by.
    pub(crate) aliases: &'static [&'static str],
    /// Its full name.
    pub(crate) title: &'static str,
    /// What it is to the paper.
    pub(crate) role: Role,
    /// Positions in the file.
    pub(crate) positions: u32,
    /// Positions after the king-and-pawns discard.
    pub(crate) after_discard: u32,
    /// Lower-case hexadecimal SHA-256 of the file without carriage returns.
    pub(crate) sha256: &'static str,
    /// Address of the published file, at a fixed revision.
    pub(crate) source: &'static str,
    /// How to get from the published file to ours; empty if they are the same.
    pub(crate) derivation: &'static str,
    /// The derivation as data: the first `positions` lines with this distance to mate in which
    /// both sides have a piece.
    pub(crate) take_mates: Option<u32>,
    /// What is known about the right to copy it.
    pub(crate) licence: &'static str,
}

/// What a suite is to the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The suite of these tables.
    Paper(&'static [u8]),
    /// Stands in for the suite of these tables, which is not public.
    Substitute(&'static [u8]),
    /// The suite of Figure 8 of Marsland's survey.
    Survey,
    /// Not in the paper.
    Other,
}

impl KnownSuite {
    /// Is it the very suite of this table of the paper?
    pub(crate) fn is_of_table(&self, table: u8) -> bool {
        matches!(self.role, Role::Paper(tables) if tables.contains(&table))
    }

    /// Does it stand in for the suite of this table of the paper?
    pub(crate) fn is_in_place_of(&self, table: u8) -> bool {
        matches!(self.role, Role::Substitute(tables) if tables.contains(&table))
    }

    /// Name and aliases.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
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
        let derive = match self.derivation {
            "" => String::new(),
            derivation => format!(" ({derivation})"),
        };
        format!(
            "vnmp suites fetch {0}; or get {1}{derive}, then: vnmp suites import FILE --as {0}",
            self.name, self.source
        )
    }
}

const SEE_SOURCE: &str = "terms not checked by this project: see the source; therefore not shipped";

/// All known suites, the paper's first.
pub(crate) const KNOWN_SUITES: &[KnownSuite] = &[
    KnownSuite {
        name: "ecm",
        aliases: &[],
        title: "Encyclopedia of Chess Middlegames",
        role: Role::Paper(&[3]),
        positions: 879,
        after_discard: 869,
        sha256: "7bf1c8e9d48267603ff38005d485efa0f6b50b4cc1699f071b6dce7be2656caf",
        source: "https://raw.githubusercontent.com/stannous/shatranj/a96225178f70359c59a6d529a8c36db968e859f9/ECM.epd",
        derivation: "",
        take_mates: None,
        licence: SEE_SOURCE,
    },
    KnownSuite {
        name: "wcs",
        aliases: &["wcsac"],
        title: "Winning Chess Sacrifices",
        role: Role::Paper(&[4, 5]),
        positions: 1001,
        after_discard: 999,
        sha256: "afff5be9dbeeee5f4cb246cbcd66dc3820f1ff20a1e21be25ab2c2ceef56be92",
        source: "https://raw.githubusercontent.com/albertoruibal/karballo/a709a7eefa3ad966a775821e80b1e566b77b9491/karballo-jvm/src/test/resources/wcsac.epd",
        derivation: "",
        take_mates: None,
        licence: SEE_SOURCE,
    },
    KnownSuite {
        name: "mate4_mmm",
        aliases: &[],
        title: "434 mates in 4, in place of those of the Chess Analysis Project",
        role: Role::Substitute(&[6]),
        positions: 434,
        after_discard: 434,
        sha256: "b1a2f69c74cd1a464c0f97a41d6b07e5dca3a9597dae72a68df1cf36ca106ebe",
        source: "https://raw.githubusercontent.com/kervinck/floyd/bebd96d371f043db66098389578ac8466067a544/Data/mate.epd",
        derivation: "its first 434 lines with 'dm 4' in which both sides have a piece",
        take_mates: Some(4),
        licence: SEE_SOURCE,
    },
    KnownSuite {
        name: "mate5_mmm",
        aliases: &[],
        title: "353 mates in 5, in place of those of the Chess Analysis Project",
        role: Role::Substitute(&[6]),
        positions: 353,
        after_discard: 353,
        sha256: "26e52a8d0d04c9f3630fb898c25da383783d6d9a8cbbff12f5ae0e68662bb4e0",
        source: "https://raw.githubusercontent.com/kervinck/floyd/bebd96d371f043db66098389578ac8466067a544/Data/mate.epd",
        derivation: "its first 353 lines with 'dm 5' in which both sides have a piece",
        take_mates: Some(5),
        licence: SEE_SOURCE,
    },
    KnownSuite {
        name: "bk",
        aliases: &["bratko_kopec", "bratko-kopec"],
        title: "Bratko-Kopec",
        role: Role::Survey,
        positions: 24,
        after_discard: 24,
        sha256: "abfb4e732f943b2f18d28a15deaddabb02044deb1b6f9bc20a92b60a8491518a",
        source: "https://raw.githubusercontent.com/niklasf/python-chess/9c24454dcea4f8a30259d811a2f10b26e911deb4/examples/bratko_kopec/bratko-kopec.epd",
        derivation: "",
        take_mates: None,
        licence: SEE_SOURCE,
    },
    KnownSuite {
        name: "wacnew",
        aliases: &["wac"],
        title: "Win at Chess",
        role: Role::Other,
        positions: 300,
        after_discard: 299,
        sha256: "9bfb7b42cf5bbc7f3d60ff767ca3be460e0ae4d9110ef9a71ddf0bd7071d4d46",
        source: "https://raw.githubusercontent.com/jdart1/arasan-chess/36774cd7581685491ad0e0f77ec7b3a0a5763376/tests/wacnew.epd",
        derivation: "",
        take_mates: None,
        licence: SEE_SOURCE,
    },
    KnownSuite {
        name: "zpts30",
        aliases: &["zugzwang_zpts30"],
        title: "Zugzwang positions",
        role: Role::Other,
        positions: 30,
        after_discard: 22,
        sha256: "dccea5097b33eba34354600f6933f78a0244635d7f88927e61439ca8a6a6df4b",
        source: "https://raw.githubusercontent.com/kervinck/floyd/77a73409d8a7f71d730472af38eaa02cf7887bc4/Data/zz.epd",
        derivation: "",
        take_mates: None,
        licence: SEE_SOURCE,
    },
];

/// The known suite with this digest.
pub(crate) fn by_sha256(sha256: &str) -> Option<&'static KnownSuite> {
    KNOWN_SUITES.iter().find(|known| known.sha256 == sha256)
}

/// The known suite of this name or alias, in any case.
pub(crate) fn by_name(name: &str) -> Option<&'static KnownSuite> {
    KNOWN_SUITES.iter().find(|known| known.names().any(|known| known.eq_ignore_ascii_case(name)))
}
