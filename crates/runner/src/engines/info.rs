//! What an engine says about its search: the `info` lines. Everything is optional; unreadable
//! parts are ignored.

use vnmp_engine::Score;

use crate::base::notation::looks_like_a_move;

/// A score as another engine gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ForeignScore {
    /// Centipawns for the side to move.
    Centipawns(i32),
    /// Moves to mate, negative if the side to move is mated.
    Mate(i32),
}

impl ForeignScore {
    /// Centipawns, if it is no mate, and moves to mate, if it is one.
    pub(crate) fn parts(self) -> (Option<i32>, Option<i32>) {
        match self {
            ForeignScore::Centipawns(value) => (Some(value), None),
            ForeignScore::Mate(moves) => (None, Some(moves)),
        }
    }
}

impl From<Score> for ForeignScore {
    fn from(score: Score) -> ForeignScore {
        score.mate_in().map_or(ForeignScore::Centipawns(score.0), ForeignScore::Mate)
    }
}

/// One `info` line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Info {
    /// Depth in plies.
    pub(crate) depth: Option<u32>,
    /// Score, unless the line calls it a bound.
    pub(crate) score: Option<ForeignScore>,
    /// Nodes of the whole search so far.
    pub(crate) nodes: Option<u64>,
    /// Principal variation in long algebraic notation; empty if not given.
    pub(crate) pv: Vec<String>,
    /// Which variation this line is about: 1 for the best, also when it is not said.
    pub(crate) rank: u32,
}

impl Info {
    /// Reads a line that begins with `info`; `None` for any other.
    pub(crate) fn parse(line: &str) -> Option<Info> {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info { rank: 1, ..Info::default() };
        let mut is_bound = false;
        while let Some(word) = words.next() {
            match word {
                "string" => break, // the rest is free text
                "depth" => info.depth = words.peek().and_then(|w| w.parse().ok()),
                "nodes" => info.nodes = words.peek().and_then(|w| w.parse().ok()),
                "multipv" => {
                    info.rank = words.peek().map_or(1, |w| w.parse().unwrap_or(u32::MAX));
                }
                "score" => {
                    let kind = words.next();
                    let value = words.peek().and_then(|w| w.parse().ok());
                    info.score = match kind {
                        Some("cp") => value.map(ForeignScore::Centipawns),
                        Some("mate") => value.map(ForeignScore::Mate),
                        _ => None,
                    };
                }
                "lowerbound" | "upperbound" => is_bound = true,
                "pv" => {
                    while let Some(mv) = words.next_if(|word| looks_like_a_move(word)) {
                        info.pv.push(mv.to_owned());
                    }
                }
                _ => {}
            }
        }
        if is_bound {
            info.score = None;
        }
        Some(info)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_real_engines_are_read() {
        let line =
            "info multipv 1 depth 3 seldepth 13 score mate 3 time 7 nodes 1776 pv d6d1 c1d1 ";
        let info = Info::parse(line).unwrap();
        assert_eq!((info.depth, info.nodes), (Some(3), Some(1776)));
        assert_eq!(info.score, Some(ForeignScore::Mate(3)));
        assert_eq!(info.pv, ["d6d1", "c1d1"]);
        let info = Info::parse("info time 1 nodes 2600 nps 0 cpuload 398").unwrap();
        assert_eq!((info.depth, info.nodes), (None, Some(2600)));
        let info = Info::parse("info depth 5 currmove e2e4 currmovenumber 1").unwrap();
        assert_eq!((info.depth, info.score), (Some(5), None));
    }

    #[test]
    fn bounds_other_variations_and_free_text_are_no_scores() {
        let info = Info::parse("info depth 9 score cp 31 lowerbound nodes 77").unwrap();
        assert_eq!((info.score, info.nodes), (None, Some(77)));
        assert_eq!(Info::parse("info multipv 2 depth 9 score cp 31").unwrap().rank, 2);
        let info = Info::parse("info string depth 3 nodes 5").unwrap();
        assert_eq!(info, Info { rank: 1, ..Info::default() });
    }

    #[test]
    fn nonsense_is_survived() {
        for line in [
            "info",
            "info depth",
            "info depth x score",
            "info score cp",
            "info pv",
            "info nodes -1",
        ] {
            assert!(Info::parse(line).is_some(), "{line}");
        }
        assert_eq!(Info::parse("bestmove e2e4"), None);
        assert_eq!(Info::parse(""), None);
    }
}
