//! The quantities of claims and how each is measured from records.

use serde::Deserialize;

use super::own::Basis;
use super::unit::Unit;
use crate::base::number::{p_value, thousands};
use crate::figure8::findings::{self, Depths};
use crate::figure8::table::Measure;
use crate::record::RunRecord;
use crate::report::evidence::{Evidence, Part, Run, RunSuite, Sample};
use crate::stats::{
    Estimate, Interval, Scale, bootstrap, least, mcnemar, paired_change, ratio_of_totals, wilson,
    wilson_coverage, wilson_interval,
};

/// What is measured. Variants are canonical specifications, depths are in plies.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields of a kind are explained in its own line")]
pub(crate) enum Quantity {
    /// Total nodes of `variant` over those of `to`.
    NodeRatio { suite: Option<String>, variant: String, to: String, depth: u8 },
    /// That ratio at `depth` over the same at `from-depth`.
    RatioGrowth { variant: String, to: String, from_depth: u8, depth: u8 },
    /// Where the tree size of `variant` lies on the way from that of `near`, 0, to that of `far`, 1;
    /// above 1 it is beyond `far`.
    Position { variant: String, near: String, far: String, depth: u8 },
    /// The smaller of upper / middle and middle / lower: above 1 when the middle one is between.
    Between { lower: String, middle: String, upper: String, depth: u8 },
    /// Positions solved by `variant` less those solved by `to`, over positions with a task. Without
    /// a depth, here and below: at the deepest iteration of each search.
    SolvedDifference { suite: Option<String>, variant: String, to: String, depth: Option<u8> },
    /// Of the positions that `by` solves and `missed-by` does not, the share that `variant` solves.
    Rescued { variant: String, by: String, missed_by: String, depth: Option<u8> },
    /// Re-searches for a zugzwang over verifications.
    ResearchShare { variant: String, depth: u8 },
    /// Re-searches that stay below beta, over re-searches.
    BelowBetaShare { variant: String, depth: u8 },
    /// Share of the points of `variant` in a match against `to`.
    MatchScore { variant: String, to: String },
    /// Of the survey's methods: the size of `of` over the least of `to`, mean over depths.
    MethodRatio { of: String, to: Vec<String>, depths: Depths },
    /// The size of `of` over that of `to`, pooled over the depths at which a search takes over a
    /// millisecond.
    PooledRatio { of: String, to: String },
    /// Methods in the order of their horizon nodes at the deepest search: the least size of one over
    /// that of the method before, above 1 when the order is the same.
    SameRanking { methods: Vec<String> },
    /// How many times the minimal tree, odd depths over their even neighbours.
    OddOverEven { of: String },
    /// The size of `of` over that of `to`, the deepest search over depth 3.
    Growth { of: String, to: String },
}

/// The interval of a count and its coverage, which is computed, not simulated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Exact {
    /// The interval; [`Measured::estimate`] has it only if its coverage is enough.
    pub(crate) interval: Interval,
    /// The share of samples whose interval contains the truth, if that is what was measured.
    pub(crate) coverage: f64,
}

/// Our figure and its basis.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    /// The figure.
    pub(crate) estimate: Estimate,
    /// Of counts: the interval, whether given or not, and how often such intervals contain the truth.
    pub(crate) exact: Option<Exact>,
    /// The run that was used.
    pub(crate) run: String,
    /// The counts behind the figure.
    pub(crate) detail: String,
    /// The suite, and whether it is the paper's.
    pub(crate) basis: String,
}

impl Quantity {
    /// How values are shown and compared.
    pub(crate) fn unit(&self) -> Unit {
        match self {
            Quantity::NodeRatio { .. } | Quantity::RatioGrowth { .. } => Unit::Ratio,
            Quantity::Between { .. } | Quantity::MethodRatio { .. } => Unit::Ratio,
            Quantity::OddOverEven { .. } | Quantity::Growth { .. } => Unit::Ratio,
            Quantity::PooledRatio { .. } | Quantity::SameRanking { .. } => Unit::Ratio,
            Quantity::SolvedDifference { .. } => Unit::Share,
            Quantity::Position { .. } => Unit::Way,
            Quantity::Rescued { .. }
            | Quantity::ResearchShare { .. }
            | Quantity::BelowBetaShare { .. }
            | Quantity::MatchScore { .. } => Unit::Part,
        }
    }

    /// What it is measured in.
    pub(super) fn basis(&self) -> Basis {
        match self {
            Quantity::MatchScore { .. } => Basis::Match,
            Quantity::MethodRatio { .. }
            | Quantity::PooledRatio { .. }
            | Quantity::SameRanking { .. }
            | Quantity::OddOverEven { .. }
            | Quantity::Growth { .. } => Basis::Methods,
            _ => Basis::Searches,
        }
    }

    /// The variants or methods that it names.
    pub(super) fn columns(&mut self) -> Vec<&mut String> {
        match self {
            Quantity::NodeRatio { variant, to, .. }
            | Quantity::RatioGrowth { variant, to, .. }
            | Quantity::SolvedDifference { variant, to, .. }
            | Quantity::MatchScore { variant, to } => vec![variant, to],
            Quantity::Position { variant, near, far, .. } => vec![variant, near, far],
            Quantity::Between { lower, middle, upper, .. } => vec![lower, middle, upper],
            Quantity::Rescued { variant, by, missed_by, .. } => vec![variant, by, missed_by],
            Quantity::ResearchShare { variant, .. } | Quantity::BelowBetaShare { variant, .. } => {
                vec![variant]
            }
            Quantity::MethodRatio { of, to, .. } => std::iter::once(of).chain(to).collect(),
            Quantity::PooledRatio { of, to } | Quantity::Growth { of, to } => vec![of, to],
            Quantity::SameRanking { methods } => methods.iter_mut().collect(),
            Quantity::OddOverEven { of } => vec![of],
        }
    }

    /// The depths that it names.
    pub(super) fn depths(&self) -> Vec<u8> {
        match self {
            Quantity::NodeRatio { depth, .. }
            | Quantity::Position { depth, .. }
            | Quantity::Between { depth, .. }
            | Quantity::ResearchShare { depth, .. }
            | Quantity::BelowBetaShare { depth, .. } => vec![*depth],
            Quantity::RatioGrowth { from_depth, depth, .. } => vec![*from_depth, *depth],
            Quantity::SolvedDifference { depth, .. } | Quantity::Rescued { depth, .. } => {
                depth.iter().copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The suite that it names.
    pub(super) fn suite(&self) -> Option<&str> {
        self.pair().and_then(|(suite, ..)| suite)
    }

    /// Measures in a run, for the survey by what is counted; `None` where the records do not
    /// allow it.
    pub(crate) fn measure(
        &self,
        evidence: &Evidence,
        name: &str,
        by: Option<Measure>,
    ) -> Option<Measured> {
        if let Quantity::MatchScore { variant, to } = self {
            return match_score(evidence, name, variant, to);
        }
        if let Some(by) = by {
            return self.of_survey(evidence, name, by);
        }
        let run = evidence.runs.get(name)?;
        let Part { suite, sample, .. } = run.part(self.suite())?;
        let (estimate, exact, detail) = match self {
            Quantity::SolvedDifference { variant, to, depth, .. } => {
                solved_difference(run, sample, variant, to, *depth)?
            }
            Quantity::Rescued { variant, by, missed_by, depth } => {
                rescued(sample, [variant, by, missed_by], *depth)?
            }
            _ => {
                let (estimate, detail) = self.of_sample(run, sample)?;
                (estimate, None, detail)
            }
        };
        let basis = basis(suite, estimate.samples);
        Some(Measured { estimate, exact, run: name.to_owned(), detail, basis })
    }

    fn of_survey(&self, evidence: &Evidence, name: &str, by: Measure) -> Option<Measured> {
        let run = evidence.surveys.get(name)?;
        let estimate = match self {
            Quantity::MethodRatio { of, to, depths } => {
                findings::ratio(&run.data, by, of, to, *depths)
            }
            Quantity::OddOverEven { of } => findings::odd_over_even(&run.data, by, of),
            Quantity::Growth { of, to } => findings::growth(&run.data, by, of, to),
            Quantity::PooledRatio { of, to } => findings::pooled(&run.data, by, of, to),
            Quantity::SameRanking { methods } => findings::same_ranking(&run.data, by, methods),
            _ => None,
        }?;
        let is_ranking = matches!(self, Quantity::SameRanking { .. });
        let has_interval = !is_ranking || estimate.samples >= least::RANKING;
        let interval = estimate.interval.filter(|_| has_interval);
        let estimate = Estimate { interval, ..estimate };
        let depths: Vec<String> = run.data.depths().iter().map(u8::to_string).collect();
        let detail = format!("{}, depths {}", by.title().to_lowercase(), depths.join(", "));
        let (run, basis) = (name.to_owned(), run.manifest.basis());
        Some(Measured { estimate, exact: None, run, detail, basis })
    }

    /// Suite, both variants and depth, where two variants are compared on a suite.
    pub(crate) fn pair(&self) -> Option<(Option<&str>, [&str; 2], Option<u8>)> {
        let (suite, variant, to, depth) = match self {
            Quantity::NodeRatio { suite, variant, to, depth } => (suite, variant, to, Some(*depth)),
            Quantity::SolvedDifference { suite, variant, to, depth } => {
                (suite, variant, to, *depth)
            }
            _ => return None,
        };
        Some((suite.as_deref(), [variant, to], depth))
    }

    fn of_sample(&self, run: &Run, sample: &Sample) -> Option<(Estimate, String)> {
        match self {
            Quantity::NodeRatio { variant, to, depth, .. } => {
                let pairs = sample.node_pairs(variant, to, *depth);
                let detail =
                    format!("{}: {}", depth_text(Some(*depth)), totals(run, &pairs, variant, to));
                Some((ratio_of_totals(&pairs, least::RATIO)?, detail))
            }
            Quantity::RatioGrowth { variant, to, from_depth, depth } => {
                ratio_growth(sample, variant, to, *from_depth, *depth)
            }
            Quantity::Position { variant, near, far, depth } => {
                let of =
                    |[v, near, far]: [f64; 3]| (far != near).then(|| (v - near) / (far - near));
                let estimate = of_three(sample, [variant, near, far], *depth, Scale::Plain, of)?;
                Some((estimate, depth_text(Some(*depth))))
            }
            Quantity::Between { lower, middle, upper, depth } => {
                let of = |[lower, middle, upper]: [f64; 3]| {
                    (lower > 0.0 && middle > 0.0).then(|| (upper / middle).min(middle / lower))
                };
                let estimate = of_three(sample, [lower, middle, upper], *depth, Scale::Log, of)?;
                Some((estimate, depth_text(Some(*depth))))
            }
            Quantity::ResearchShare { variant, depth } => {
                share_of(sample, variant, *depth, RE_SEARCHES)
            }
            Quantity::BelowBetaShare { variant, depth } => {
                share_of(sample, variant, *depth, BELOW_BETA)
            }
            _ => None,
        }
    }
}

fn depth_text(depth: Option<u8>) -> String {
    depth.map_or("where each search ended".to_owned(), |depth| format!("depth {depth}"))
}

/// Events and what they are a part of, in one record.
type Events = fn(&RunRecord) -> Option<(u64, u64)>;

/// Re-searches, of verifications.
pub(crate) const RE_SEARCHES: Events = |record| Some((record.researches?, record.verifications?));
/// Re-searches that stay below beta, of re-searches.
pub(crate) const BELOW_BETA: Events =
    |record| Some((record.researches_below_beta?, record.researches?));

/// Events of each position.
pub(crate) fn event_pairs(
    sample: &Sample,
    variant: &str,
    depth: u8,
    events: Events,
) -> Option<Vec<(u64, u64)>> {
    sample.at(variant, depth)?.values().map(events).collect()
}

/// A share of events, by the totals over positions.
fn share_of(
    sample: &Sample,
    variant: &str,
    depth: u8,
    events: Events,
) -> Option<(Estimate, String)> {
    let pairs = event_pairs(sample, variant, depth, events)?;
    let total = |part: fn(&(u64, u64)) -> u64| thousands(pairs.iter().map(part).sum());
    let detail = format!("{}: {} of {}", depth_text(Some(depth)), total(|p| p.0), total(|p| p.1));
    Some((ratio_of_totals(&pairs, least::RATIO)?, detail))
}

/// What a figure rests on: the suite, and that it is not the paper's or not all of it.
fn basis(suite: &RunSuite, counted: usize) -> String {
    let substitute =
        suite.replaced().map_or(String::new(), |wanted| format!(", in place of {wanted}"));
    let some = match counted < suite.searched {
        true => format!(", {} of them", thousands(counted as u64)),
        false => String::new(),
    };
    format!("{}{substitute}{some}", suite.describe())
}

fn totals(run: &Run, pairs: &[(u64, u64)], variant: &str, to: &str) -> String {
    let total = |part: fn(&(u64, u64)) -> u64| thousands(pairs.iter().map(part).sum());
    format!(
        "{}: {} nodes, {}: {}",
        run.title(variant),
        total(|p| p.0),
        run.title(to),
        total(|p| p.1)
    )
}

/// A statistic of the total nodes of three variants.
fn of_three(
    sample: &Sample,
    variants: [&String; 3],
    depth: u8,
    scale: Scale,
    statistic: impl Fn([f64; 3]) -> Option<f64>,
) -> Option<Estimate> {
    let nodes = sample.nodes(variants.map(String::as_str), depth);
    bootstrap(&nodes, least::BETWEEN, scale, |&totals| statistic(totals))
}

fn ratio_growth(
    sample: &Sample,
    variant: &str,
    to: &str,
    from_depth: u8,
    depth: u8,
) -> Option<(Estimate, String)> {
    let [deep, shallow] =
        Sample::paired_nodes([(sample, depth), (sample, from_depth)], variant, to)?;
    let estimate = paired_change(&deep, &shallow, least::PAIRED_CHANGE)?;
    Some((estimate, format!("depth {depth} against depth {from_depth}")))
}

fn solved_difference(
    run: &Run,
    sample: &Sample,
    variant: &str,
    to: &str,
    depth: Option<u8>,
) -> Option<(Estimate, Option<Exact>, String)> {
    let pairs = sample.solved_pairs(variant, to, depth);
    let test = mcnemar(&pairs)?;
    let n = pairs.len() as f64;
    let estimate = test.difference.map(|difference| difference / n);
    let exact = test.computed.map(|Interval { low, high }| Exact {
        interval: Interval { low: low / n, high: high / n },
        coverage: test.coverage,
    });
    let solved = |part: fn(&(bool, bool)) -> bool| pairs.iter().filter(|p| part(p)).count();
    let detail = format!(
        "{}: {}: {}, {}: {}; {} solved only by the first, {} only by the second; McNemar p {}",
        depth_text(depth),
        run.title(variant),
        solved(|p| p.0),
        run.title(to),
        solved(|p| p.1),
        test.only_first.len(),
        test.only_second.len(),
        p_value(test.p_value)
    );
    Some((estimate, exact, detail))
}

/// Of the positions that the second variant solves and the third does not, the share that the first solves.
fn rescued(
    sample: &Sample,
    variants: [&String; 3],
    depth: Option<u8>,
) -> Option<(Estimate, Option<Exact>, String)> {
    let rows = sample.together(&variants.map(String::as_str), depth);
    let missed =
        rows.iter().filter(|row| row[1].solved == Some(true) && row[2].solved == Some(false));
    let (missed, rescued) = missed.fold((0, 0), |(all, solved), row| {
        (all + 1, solved + u64::from(row[0].solved == Some(true)))
    });
    let estimate = wilson(rescued, missed)?;
    let coverage = wilson_coverage(rescued, missed);
    let exact = wilson_interval(rescued, missed).map(|interval| Exact { interval, coverage });
    Some((estimate, exact, format!("{}: {rescued} of {missed}", depth_text(depth))))
}

fn match_score(evidence: &Evidence, name: &str, variant: &str, to: &str) -> Option<Measured> {
    let score = evidence.matches.get(name)?;
    let games = score.games();
    let Estimate { value, interval, samples } = score.score;
    let (value, interval) = match (score.first == variant, score.second == variant) {
        (true, _) if score.second == to => (value, interval),
        (_, true) if score.first == to => {
            let turned = |i: Interval| Interval { low: 1.0 - i.high, high: 1.0 - i.low };
            (1.0 - value, interval.map(turned))
        }
        _ => return None,
    };
    let estimate = Estimate { value, interval: interval.filter(|_| games > 1), samples };
    let crate::play::matches::statistics::Tally { wins, draws, losses, .. } = score.tally;
    let detail = [("won", wins), ("drawn", draws), ("lost", losses)]
        .map(|(what, n)| format!("{} {what}", thousands(n.into())));
    let detail = format!("{} against {}: {}", score.first, score.second, detail.join(", "));
    Some(Measured {
        estimate,
        exact: None,
        run: name.to_owned(),
        detail,
        basis: format!("{} games, {}", thousands(games.into()), score.limit),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::evidence::sample::samples;

    #[test]
    fn values_are_shown_with_sign_and_unit() {
        assert_eq!(Unit::Ratio.show(0.5125), "−48.8 %");
        assert_eq!(Unit::Ratio.show(2.0651), "+106.5 %");
        assert_eq!(Unit::Ratio.show(1.0), "0.0 %");
        assert_eq!(Unit::Share.show(0.02), "+2.0 pp");
        assert_eq!(Unit::Share.show(-0.0004), "0.0 pp");
        assert_eq!(Unit::Ratio.range([0.7, 0.9]), "−10.0 % to −30.0 %");
        assert_eq!(Unit::Part.range([0.1, 0.2]), "10.0 % to 20.0 %");
        assert_eq!(Unit::Ratio.range([0.7, 0.7]), "−30.0 %");
        assert_eq!(Unit::Share.interval(Some([-0.01, 0.02])), "[−1.0 pp, +2.0 pp]");
        assert_eq!(Unit::Share.interval(None), "n too small");
        assert_eq!(Unit::Part.show(0.685), "68.5 %");
        assert_eq!(Unit::Part.show(0.00015), "0.0150 %");
        assert_eq!(Unit::Part.show(0.0), "0.0 %");
        assert_eq!(Unit::Way.show(1.337), "1.34");
        assert_eq!(Unit::Way.interval(Some([-0.1, 1.82])), "[−0.10, 1.82]");
    }

    /// Three variants on two positions at depth 1, and again at depth 2.
    fn evidence() -> Evidence {
        let manifest = r#"{"version": "1", "experiment": "e", "title": "t", "tables": [],
            "paper_table": null, "reference": null, "variants": [], "settings": {}, "fingerprint": "f",
            "suites": [{"name": "s", "wanted": "s", "is_substitute": false, "sha256": "",
                "depths": [1, 2], "positions": 2, "searched": 2}]}"#;
        let sample = samples::of_variants(&[
            ("small", &[(0, 1, 30, true), (1, 1, 70, false), (0, 2, 60, true), (1, 2, 140, false)]),
            (
                "middle",
                &[(0, 1, 100, true), (1, 1, 100, true), (0, 2, 150, true), (1, 2, 250, true)],
            ),
            (
                "large",
                &[(0, 1, 150, true), (1, 1, 250, true), (0, 2, 900, true), (1, 2, 700, true)],
            ),
        ]);
        let manifest = serde_json::from_str(manifest).unwrap();
        let run = Run { name: "r".into(), manifest, samples: vec![sample], files: Vec::new() };
        Evidence { runs: [("r".to_owned(), run)].into(), ..Evidence::default() }
    }

    fn measured(quantity: &str) -> Option<f64> {
        Some(estimate(&evidence(), quantity)?.value)
    }

    fn estimate(evidence: &Evidence, quantity: &str) -> Option<Estimate> {
        #[derive(Deserialize)]
        struct Line {
            quantity: Quantity,
        }
        let line: Line = toml::from_str(&format!("quantity = {{ {quantity} }}")).unwrap();
        Some(line.quantity.measure(evidence, "r", None)?.estimate)
    }

    /// The same run with these records.
    fn with_records(variants: &[(&str, &[samples::Row])]) -> Evidence {
        let mut evidence = evidence();
        evidence.runs.get_mut("r").unwrap().samples = vec![samples::of_variants(variants)];
        evidence
    }

    const SOLVED: &str = "kind = 'solved-difference', variant = 'a', to = 'b'";

    #[test]
    fn a_search_that_ended_early_is_judged_at_its_end_and_a_missing_one_not_at_all() {
        // Variant a: position 0 ended at depth 1, 1 went on, 2 has no record. Variant b: all went
        // on.
        let early = with_records(&[
            ("a", &[(0, 1, 5, true), (1, 1, 5, false), (1, 2, 9, true)]),
            ("b", &[(0, 2, 9, false), (1, 2, 9, true), (2, 2, 9, false)]),
        ]);
        let at_the_end = estimate(&early, SOLVED).unwrap();
        assert_eq!((at_the_end.value, at_the_end.samples), (0.5, 2));
        let at_depth_2 = estimate(&early, &format!("{SOLVED}, depth = 2")).unwrap();
        assert_eq!((at_depth_2.value, at_depth_2.samples), (0.0, 1));
        assert!(estimate(&early, &format!("{SOLVED}, depth = 3")).is_none());
        let rescued = "kind = 'rescued', variant = 'a', by = 'a', missed-by = 'b'";
        assert_eq!(estimate(&early, rescued).unwrap().value, 1.0);
        let none = "kind = 'rescued', variant = 'a', by = 'b', missed-by = 'a'";
        assert!(estimate(&early, none).is_none(), "nothing was missed");
    }

    #[test]
    fn a_tie_is_undecided_unless_there_are_enough_positions_to_rule_an_effect_out() {
        let judged = |positions: u32| {
            let rows: Vec<samples::Row> = (0..positions).map(|i| (i, 2, 9, i % 2 == 0)).collect();
            let tied = estimate(&with_records(&[("a", &rows), ("b", &rows)]), SOLVED).unwrap();
            assert_eq!(tied.value, 0.0);
            let interval = tied.interval.unwrap();
            assert!(interval.low < 0.0 && interval.high > 0.0, "{interval:?}");
            let published = Some(super::super::Published::Value(0.02));
            let expect = super::super::Expect::Above(0.0);
            super::super::judge(expect, published, Some(&tied), Unit::Share).direction
        };
        assert_eq!(judged(20), super::super::Direction::Undecided);
        assert_eq!(judged(1000), super::super::Direction::None);
    }

    #[test]
    fn quantities_are_those_of_a_hand_count() {
        let ratio = "kind = 'node-ratio', variant = 'small', to = 'middle'";
        assert_eq!(measured(&format!("{ratio}, depth = 1")), Some(0.5));
        assert_eq!(measured(&format!("{ratio}, depth = 3")), None);
        let growth = "kind = 'ratio-growth', variant = 'large', to = 'middle', from-depth = 1";
        assert_eq!(measured(&format!("{growth}, depth = 2")), Some(2.0)); // 4 over 2
        let between = "kind = 'between', lower = 'small', middle = 'middle', upper = 'large'";
        assert_eq!(measured(&format!("{between}, depth = 1")), Some(2.0));
        let position = |variant: &str| {
            let of =
                format!("kind = 'position', variant = '{variant}', near = 'small', far = 'middle'");
            measured(&format!("{of}, depth = 1"))
        };
        assert_eq!(position("small"), Some(0.0));
        assert_eq!(position("large"), Some(3.0), "beyond the far one");
        let solved = "kind = 'solved-difference', variant = 'small', to = 'large'";
        assert_eq!(measured(&format!("{solved}, depth = 1")), Some(-0.5));
        let rescued = "kind = 'rescued', variant = 'middle', by = 'large', missed-by = 'small'";
        assert_eq!(measured(&format!("{rescued}, depth = 1")), Some(1.0));
        let missing = "kind = 'node-ratio', variant = 'none', to = 'middle', depth = 1";
        assert_eq!(measured(missing), None);
    }
}
