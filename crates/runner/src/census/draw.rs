//! Chooses the claims of a search to test: the same number from each cell, all equally likely.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rand::{RngCore, SeedableRng};
use rand_pcg::Pcg64;
use vnmp_engine::{Claim, Color, Fails, PieceType, Position, Sample};
use vnmp_variants::Variant;

/// Pieces without kings and pawns, of both sides, from which on it is the opening; below the other
/// number, the endgame.
const OPENING: u32 = 13;
const ENDGAME: u32 = 7;

/// What a cell's claims have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Cell {
    /// `cutoff` or `reduction` of a null move, or a rule; that a node fails low as `RULE-low`.
    pub(crate) claim: Cow<'static, str>,
    /// Remaining depth at entry in plies; of a move, after it.
    pub(crate) depth: i32,
    /// Depth reduction in plies.
    pub(crate) r: i32,
    /// `root` or `opponent`.
    pub(crate) side: &'static str,
    /// `opening`, `middlegame` or `endgame`.
    pub(crate) phase: &'static str,
}

impl Cell {
    fn of(sample: &Sample, variant: &Variant) -> Cell {
        let rule = variant.claimant(sample.claim).map_or("rule", |rule| rule.name);
        Cell {
            claim: match (sample.claim, sample.fails) {
                (Claim::Cutoff, _) => "cutoff".into(),
                (Claim::Reduction, _) => "reduction".into(),
                (Claim::Rule(..), Fails::High) => rule.into(),
                (Claim::Rule(..), Fails::Low) => format!("{rule}{LOW}").into(),
            },
            depth: sample.depth,
            r: sample.r,
            side: if sample.decided_at().is_multiple_of(2) { "root" } else { "opponent" },
            phase: phase(&sample.position),
        }
    }
}

fn phase(position: &Position) -> &'static str {
    let pieces = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    let count = |side, kind| position.board().of(side, kind).count();
    let pieces: u32 = [Color::White, Color::Black]
        .iter()
        .flat_map(|&side| pieces.iter().map(move |&kind| count(side, kind)))
        .sum();
    match pieces {
        OPENING.. => "opening",
        ENDGAME.. => "middlegame",
        _ => "endgame",
    }
}

/// Ends the name of a rule that claims a node to fail low.
pub(crate) const LOW: &str = "-low";

/// Every claim gets a random number, and a cell keeps those with the smallest. The same search
/// gives the same draw.
pub(crate) struct Draw<'a> {
    variant: &'a Variant,
    per_cell: usize,
    generator: Pcg64,
    cells: BTreeMap<Cell, (u64, Vec<(u64, Sample)>)>,
}

impl Draw<'_> {
    /// A draw of at most `per_cell` samples from each cell of a search by this variant.
    pub(crate) fn new(variant: &Variant, per_cell: u32, seed: u64) -> Draw<'_> {
        let generator = Pcg64::seed_from_u64(seed);
        Draw { variant, per_cell: per_cell as usize, generator, cells: BTreeMap::new() }
    }

    /// Counts a claim, and keeps it if it is drawn so far.
    pub(crate) fn hear(&mut self, sample: &Sample) {
        let number = self.generator.next_u64();
        let (total, kept) = self.cells.entry(Cell::of(sample, self.variant)).or_default();
        *total += 1;
        let place = kept.partition_point(|(other, _)| *other < number);
        if place < self.per_cell {
            kept.truncate(self.per_cell - 1);
            kept.insert(place, (number, sample.clone()));
        }
    }

    /// Each cell with its number of claims and the samples of it.
    pub(crate) fn cells(self) -> impl Iterator<Item = (Cell, u64, Vec<Sample>)> {
        let samples = |kept: Vec<(u64, Sample)>| kept.into_iter().map(|(_, sample)| sample);
        self.cells
            .into_iter()
            .map(move |(cell, (total, kept))| (cell, total, samples(kept).collect()))
    }
}

#[cfg(test)]
mod tests {
    use vnmp_engine::{Move, Place, Score, Window};

    use super::*;

    fn sample(ply: usize) -> Sample {
        let position = Position::start();
        Sample {
            claim: Claim::Cutoff,
            fails: Fails::High,
            mv: Move::NULL,
            position,
            keys: vec![position.key(); ply + 1],
            ply,
            window: Window::new(Score(-1), Score(0)),
            depth: 3,
            flags: 0,
            r: 2,
            value: Score(0),
        }
    }

    fn variant() -> Variant {
        Variant::parse("std:r=2+probcut+lmr").unwrap()
    }

    #[test]
    fn a_rule_claims_by_its_name_and_on_a_move_for_the_side_that_makes_it() {
        let variant = variant();
        let cell = |claim, fails| Cell::of(&Sample { claim, fails, ..sample(2) }, &variant);
        let probcut = Claim::Rule(Place::BeforeNullMove, 0);
        assert_eq!(cell(probcut, Fails::High).claim, "probcut");
        assert_eq!(cell(probcut, Fails::Low).claim, "probcut-low");
        assert_eq!(cell(probcut, Fails::High).side, "root");
        let lmr = cell(Claim::Rule(Place::Reduce, 0), Fails::High);
        assert_eq!((lmr.claim.as_ref(), lmr.side), ("lmr", "opponent"));
    }

    #[test]
    fn a_cell_keeps_a_fixed_number_and_counts_all() {
        let variant = variant();
        let mut draw = Draw::new(&variant, 3, 1);
        (0..1001).for_each(|ply| draw.hear(&sample(ply)));
        let cells: Vec<_> =
            draw.cells().map(|(cell, n, kept)| (cell.side, n, kept.len())).collect();
        assert_eq!(cells, [("opponent", 500, 3), ("root", 501, 3)]);
    }

    #[test]
    fn up_to_that_number_all_are_kept_and_an_empty_cell_has_none() {
        let variant = variant();
        let mut draw = Draw::new(&variant, 3, 1);
        assert_eq!(Draw::new(&variant, 3, 1).cells().count(), 0);
        draw.hear(&sample(0));
        assert_eq!(draw.cells().map(|(_, n, kept)| (n, kept.len())).next(), Some((1, 1)));
    }

    #[test]
    fn every_claim_has_the_same_chance() {
        let (variant, mut counts) = (variant(), [0; 10]);
        for seed in 0..2000 {
            let mut draw = Draw::new(&variant, 2, seed);
            (0..20).step_by(2).for_each(|ply| draw.hear(&sample(ply)));
            draw.cells().flat_map(|(_, _, kept)| kept).for_each(|s| counts[s.ply / 2] += 1);
        }
        assert!(counts.iter().all(|count| (330..470).contains(count)), "{counts:?}");
    }

    #[test]
    fn phases_depend_on_the_pieces() {
        let of = |fen: &str| phase(&Position::from_fen(fen).unwrap());
        assert_eq!(phase(&Position::start()), "opening");
        assert_eq!(of("2r2rk1/1bqnbppp/8/8/8/2NBB3/PPP2PPP/R4RK1 w - - 0 1"), "middlegame");
        assert_eq!(of("8/5k2/3r4/8/8/3R4/5K2/8 w - - 0 1"), "endgame");
    }
}
