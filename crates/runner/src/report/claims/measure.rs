//! How each quantity is measured from records.

use super::quantity::Quantity;
use crate::base::number::{p_value, thousands};
use crate::figure8::findings;
use crate::figure8::table::Measure;
use crate::record::RunRecord;
use crate::report::evidence::{Evidence, Part, Run, RunSuite, Sample};
use crate::stats::{
    Estimate, Interval, Scale, bootstrap, least, mcnemar, paired_change, proportion,
    ratio_of_totals,
};

/// Our figure and its basis.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    /// The figure.
    pub(crate) estimate: Estimate,
    /// The run that was used.
    pub(crate) run: String,
    /// The counts behind the figure.
    pub(crate) detail: String,
    /// The suite, and whether it is the paper's.
    pub(crate) basis: String,
}

impl Quantity {
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
        let (estimate, detail) = match self {
            Quantity::SolvedDifference { variant, to, depth, .. } => {
                solved_difference(run, sample, variant, to, *depth)?
            }
            Quantity::Rescued { variant, by, missed_by, depth } => {
                rescued(sample, [variant, by, missed_by], *depth)?
            }
            _ => self.of_sample(run, sample)?,
        };
        let basis = basis(suite, estimate.samples);
        Some(Measured { estimate, run: name.to_owned(), detail, basis })
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
        Some(Measured { estimate, run, detail, basis })
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
) -> Option<(Estimate, String)> {
    let pairs = sample.solved_pairs(variant, to, depth);
    let test = mcnemar(&pairs)?;
    let n = pairs.len() as f64;
    let estimate = test.difference.map(|difference| difference / n);
    let solved = |part: fn(&(bool, bool)) -> bool| {
        thousands(pairs.iter().filter(|p| part(p)).count() as u64)
    };
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
    Some((estimate, detail))
}

/// Of the positions that the second variant solves and the third does not, the share that the first solves.
fn rescued(
    sample: &Sample,
    variants: [&String; 3],
    depth: Option<u8>,
) -> Option<(Estimate, String)> {
    let rows = sample.together(&variants.map(String::as_str), depth);
    let missed =
        rows.iter().filter(|row| row[1].solved == Some(true) && row[2].solved == Some(false));
    let (missed, rescued) = missed.fold((0, 0), |(all, solved), row| {
        (all + 1, solved + u64::from(row[0].solved == Some(true)))
    });
    Some((proportion(rescued, missed)?, format!("{}: {rescued} of {missed}", depth_text(depth))))
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
        run: name.to_owned(),
        detail,
        basis: format!("{} games, {}", thousands(games.into()), score.limit),
    })
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::Unit;
    use super::*;
    use crate::report::evidence::sample::samples;

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
