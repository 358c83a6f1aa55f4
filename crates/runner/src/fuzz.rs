//! One function for each kind of input: it must not panic, and what it accepts must survive being
//! written and read again. True if it accepts something. Shared by the fuzz targets (`crates/fuzz`)
//! and by the replay of their corpus.

use crate::experiment::Experiment;
use crate::gate::baseline::Baseline;
use crate::run::journal::{decode, encode, frames};
use crate::run::outcome::SearchOutcome;
use crate::run::shard::{Division, Shard};
use crate::suite::{ReadOptions, Suite};
use vnmp_engine::Position;

/// A target: its name, which is its corpus' folder, and the function.
pub type Target = (&'static str, fn(&[u8]) -> bool);

/// All targets.
pub const ALL: [Target; 7] = [
    ("fen", fen),
    ("san", san),
    ("epd", epd),
    ("experiment", experiment),
    ("journal", journal),
    ("division", division),
    ("baseline", baseline),
];

/// A position: what is accepted prints as a FEN that reads as the same position, and its moves can
/// be made.
pub fn fen(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let Ok(position) = Position::from_fen(text) else { return false };
    let again = Position::from_fen(&position.to_fen());
    assert_eq!(again.as_ref(), Ok(&position));
    for mv in position.legal_moves() {
        let child = position.make(mv);
        let again = Position::from_fen(&child.to_fen()).expect("a position after a legal move");
        assert_eq!((again.to_fen(), again.key()), (child.to_fen(), child.key()), "after {mv}");
    }
    true
}

/// A move, or several separated by line breaks, in some positions: what is accepted is legal and
/// prints as a text that reads as the same move.
pub fn san(data: &[u8]) -> bool {
    const POSITIONS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2P3k1/8/1pPp4/4n3/8/3K1p2/6N1 w - b6 0 1",
        "3k4/1Q1Q4/8/3Q4/8/8/8/3K2nn w - - 0 1",
    ];
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let mut accepted = false;
    for fen in POSITIONS {
        let Ok(position) = Position::from_fen(fen) else { continue };
        for word in text.lines() {
            let Ok(mv) = position.parse_san(word) else { continue };
            assert!(position.is_legal(mv), "{word} gave {mv}");
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{word}");
            accepted = true;
        }
    }
    accepted
}

/// A suite: the same positions with and without stopping at bad lines.
pub fn epd(data: &[u8]) -> bool {
    let read =
        |skip_bad, discard| Suite::read("s", "s.epd", data, ReadOptions { skip_bad, discard });
    let (strict, lenient) = (read(false, true), read(true, true));
    let accepted = strict.is_ok();
    if let Ok(suite) = &strict {
        assert!(suite.skipped.is_empty() && !suite.positions.is_empty());
        assert_eq!(lenient.map(|other| other.positions).ok().as_ref(), Some(&suite.positions));
    }
    if let Ok(suite) = read(true, false) {
        assert!(suite.discarded.is_empty());
        let mut ids: Vec<&str> = suite.positions.iter().map(|p| p.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), suite.positions.len(), "ids are not unique");
    }
    accepted
}

/// An experiment file.
pub fn experiment(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let parsed = Experiment::parse(text, "e.toml");
    let accepted = parsed.is_ok();
    match parsed {
        Ok(experiment) => {
            assert!(!experiment.columns.is_empty() && !experiment.suites.is_empty());
            assert!(experiment.suites.iter().all(|suite| !suite.depths.is_empty()));
        }
        Err(error) => assert!(error.to_string().starts_with("e.toml:"), "{error}"),
    }
    accepted
}

/// Lines of a journal or shard: what is accepted is written as it was read.
pub fn journal(data: &[u8]) -> bool {
    let mut accepted = false;
    for line in data.split_inclusive(|byte| *byte == b'\n') {
        for (begin, frame) in frames::<SearchOutcome>(line) {
            let Ok((outcome, size)) = frame else { continue };
            assert!(begin + size <= line.len());
            let written = encode(&outcome).expect("an outcome can be written");
            assert_eq!(decode::<SearchOutcome>(&written), Ok((outcome, written.len() - 1)));
            accepted = true;
        }
    }
    accepted
}

/// The division of a run, and a shard's number.
pub fn division(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let mut accepted = false;
    if let Ok(shard) = text.trim().parse::<Shard>() {
        assert_eq!(shard.to_string().parse(), Ok(shard));
        accepted = true;
    }
    if let Ok(division) = serde_json::from_str::<Division>(text) {
        let written = serde_json::to_string(&division).expect("a division can be written");
        assert!(serde_json::from_str::<Division>(&written).is_ok());
        accepted = true;
    }
    accepted
}

/// A baseline: what is accepted is written as a text that reads as the same.
pub fn baseline(data: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(data) else { return false };
    let parsed = Baseline::parse(text, "b.txt");
    let accepted = parsed.is_ok();
    match parsed {
        Ok(baseline) => {
            let written = baseline.to_text();
            assert_eq!(Baseline::parse(&written, "b.txt").ok(), Some(baseline), "{written}");
        }
        Err(error) => assert!(error.to_string().starts_with("b.txt:"), "{error}"),
    }
    accepted
}
