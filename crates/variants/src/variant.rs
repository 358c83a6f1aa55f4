//! A variant ready to search: a family's member, whose type is erased at the level of a whole
//! search, and the rules that go with it.

use std::fmt;
use std::sync::Arc;

use vnmp_engine::{
    Claim, Iteration, Limits, Position, PruningVariant, Rules, Sample, Score, SearchSettings,
    TranspositionTable, search, search_again,
};

use crate::error::SpecError;
use crate::family::Family;
use crate::parameter::Parameters;
use crate::rule::{Composition, Rule};
use crate::spec;

/// A built member of a family, its type erased: one indirect call a search, none a node.
pub struct Member(Arc<dyn ErasedVariant>);

impl Member {
    /// Erases the type.
    pub fn new(variant: impl PruningVariant + Send + Sync + 'static) -> Member {
        Member(Arc::new(variant))
    }
}

trait ErasedVariant: Send + Sync {
    fn search(
        &self,
        rules: &Rules,
        position: &Position,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
        report: &mut dyn FnMut(&Iteration),
    ) -> Vec<Iteration>;

    fn search_again(
        &self,
        rules: &Rules,
        sample: &Sample,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
    ) -> Option<Score>;
}

impl<V: PruningVariant + Send + Sync> ErasedVariant for V {
    fn search(
        &self,
        rules: &Rules,
        position: &Position,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
        report: &mut dyn FnMut(&Iteration),
    ) -> Vec<Iteration> {
        search(self, rules, position, settings, limits, table, report)
    }

    fn search_again(
        &self,
        rules: &Rules,
        sample: &Sample,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
    ) -> Option<Score> {
        search_again(self, rules, sample, settings, limits, table)
    }
}

/// A pruning variant, ready to search.
#[derive(Clone)]
pub struct Variant {
    composition: Composition,
    member: Arc<dyn ErasedVariant>,
    rules: Arc<Rules>,
}

impl Variant {
    /// Reads a specification (`std:r=2`, `vrfd:r=3,research=off`, `vrfd:r=3+lmr+futility`) or a
    /// preset's id (`v3`), which rules may follow (`v3+lmr`).
    ///
    /// # Errors
    /// When a name or value is unknown, or the parts exclude each other; the message names what is
    /// possible.
    pub fn parse(text: &str) -> Result<Variant, SpecError> {
        Ok(Variant::build(spec::read(text.trim())?))
    }

    pub(crate) fn build(composition: Composition) -> Variant {
        let member = (composition.family.build)(&composition.parameters).0;
        let rules = Arc::new(composition.build_rules());
        Variant { composition, member, rules }
    }

    /// The canonical specification; equal searches have equal ones.
    pub fn spec(&self) -> String {
        self.composition.spec()
    }

    /// The column title, the paper's where it has one: `Std R = 2`.
    pub fn title(&self) -> String {
        self.composition.title()
    }

    /// Where the family comes from.
    pub fn source(&self) -> &'static str {
        self.composition.family.source
    }

    /// The family it belongs to.
    pub fn family(&self) -> &'static Family {
        self.composition.family
    }

    /// The rules that go with it, with their parameters.
    pub fn rules(&self) -> &[(&'static Rule, Parameters)] {
        &self.composition.rules
    }

    /// The rule that makes a claim in a census; `None` if it is the null move.
    pub fn claimant(&self, claim: Claim) -> Option<&'static Rule> {
        self.composition.claimant(claim)
    }

    /// Every parameter by name and value, for manifests and fingerprints; a rule's as `lmr.min`.
    pub fn parameters(&self) -> Vec<(String, String)> {
        self.composition.describe()
    }

    /// Searches a position with this variant; see [`vnmp_engine::search`].
    pub fn search(
        &self,
        position: &Position,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
        report: &mut dyn FnMut(&Iteration),
    ) -> Vec<Iteration> {
        self.member.search(&self.rules, position, settings, limits, table, report)
    }

    /// Searches the node of a sample again with this variant, `none` to learn whether the null move
    /// was right; see [`vnmp_engine::search_again`].
    pub fn search_again(
        &self,
        sample: &Sample,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
    ) -> Option<Score> {
        self.member.search_again(&self.rules, sample, settings, limits, table)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.spec())
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Variant({})", self.spec())
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.composition == other.composition
    }
}

#[cfg(test)]
mod tests {
    use vnmp_engine::{
        Candidate, Depth, Node, NodeRule, NullMoveRule, ReduceRule, Score, SkipRule, Subsearch,
        Verdict,
    };

    use super::*;
    use crate::PRESETS;

    struct Nothing;

    impl NodeRule for Nothing {
        fn judge(&self, _: &Node, _: &mut dyn Subsearch) -> Verdict {
            Verdict::SearchOn
        }
    }
    impl NullMoveRule for Nothing {
        fn more(&self, _: &Node) -> Depth {
            0
        }
    }
    impl SkipRule for Nothing {
        fn acts_at(&self, _: &Node) -> bool {
            true
        }
        fn skips(&self, _: &Node, _: &Candidate) -> Option<Score> {
            None
        }
    }
    impl ReduceRule for Nothing {
        fn acts_at(&self, _: &Node) -> bool {
            true
        }
        fn reduction(&self, _: &Node, _: &Candidate) -> Depth {
            0
        }
    }

    fn iterations(variant: &Variant, fen: &str, depth: u8) -> Vec<Iteration> {
        let position = Position::from_fen(fen).unwrap();
        let settings = SearchSettings { hash_entries: 1 << 14, ..Default::default() };
        let limits = Limits { depth, ..Default::default() };
        let mut table = TranspositionTable::new(settings.hash_entries);
        variant.search(&position, &settings, &limits, &mut table, &mut |_| {})
    }

    #[test]
    fn a_composed_search_whose_rules_do_nothing_is_the_plain_search() {
        for (fen, depth) in [
            ("r2q1rk1/1b2bppp/p1n1pn2/1p6/3PP3/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 12", 6),
            ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", 7),
        ] {
            for preset in PRESETS {
                let plain = Variant::parse(preset.id).unwrap();
                let rules = Arc::new(Rules {
                    before_null_move: vec![Box::new(Nothing)],
                    null_move: vec![Box::new(Nothing)],
                    before_moves: vec![Box::new(Nothing)],
                    skip: vec![Box::new(Nothing)],
                    reduce: vec![Box::new(Nothing)],
                });
                let composed = Variant { rules, ..plain.clone() };
                let expected = iterations(&plain, fen, depth);
                assert_eq!(iterations(&composed, fen, depth), expected, "{}", preset.id);
            }
        }
    }
}
