//! Whose errors cost more? Compares searches that prune on one side only with a search that does not prune, by
//! the rules of `crates/docs/laboratory.md`. Reads records only.

use crate::record::RunRecord;
use crate::report::evidence::{Evidence, Part, Run};
use crate::stats::{Interval, Mean, holm, mean};

/// Folder of the sweep below the results; its points are the sides.
pub(crate) const FOLDER: &str = "laboratory-sides";
/// At whose nodes the points prune.
pub(crate) const SIDES: [&str; 2] = ["own", "opponent"];
/// The technique of the primary claim.
const PRIMARY: &str = "none+lmp";

/// What is compared; by position, over the last two depths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Responses<T> {
    /// Is the best move another than that of the search that does not prune?
    pub(crate) changed: T,
    /// Is the task solved, minus the same without pruning?
    pub(crate) solved: T,
    /// ln of the nodes, as a multiple of those without pruning.
    pub(crate) nodes: T,
}

/// One technique.
#[derive(Clone, Debug)]
pub(crate) struct Technique {
    /// Canonical specification.
    pub(crate) variant: String,
    /// On each of [`SIDES`].
    pub(crate) sides: [Responses<Mean>; 2],
    /// The opponent's minus its own.
    pub(crate) difference: Responses<Mean>,
    /// What follows for the claim.
    pub(crate) answer: Answer,
}

/// Does pruning cost more at the opponent's moves?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    AsClaimed,
    Opposite,
    /// The side that changes more moves saves more nodes, too.
    Confounded,
    Undecided,
}

impl Answer {
    /// In a table.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Answer::AsClaimed => "as claimed",
            Answer::Opposite => "opposite",
            Answer::Confounded => "confounded: that side also saves more nodes",
            Answer::Undecided => "undecided",
        }
    }

    fn of(changed: &Mean, nodes: &Mean, is_decided: bool) -> Answer {
        let sign = |mean: &Mean| match mean.estimate.interval {
            Some(Interval { low, .. }) if low > 0.0 => 1,
            Some(Interval { high, .. }) if high < 0.0 => -1,
            _ => 0,
        };
        match (sign(changed), sign(nodes)) {
            (0, _) => Answer::Undecided,
            _ if !is_decided => Answer::Undecided,
            (more, nodes) if more == -nodes => Answer::Confounded,
            (1, _) => Answer::AsClaimed,
            _ => Answer::Opposite,
        }
    }
}

/// Every technique of the sweep; none where it was not run.
pub(crate) fn techniques(evidence: &Evidence) -> Vec<Technique> {
    let run = |side: &str| evidence.runs.get(&format!("{FOLDER}/{side}"));
    let [Some(own), Some(opponent)] = SIDES.map(run) else { return Vec::new() };
    let variants = own.manifest.variants.iter().map(|variant| variant.spec.as_str());
    let reference = own.manifest.reference.as_deref().unwrap_or_default();
    let of = variants.filter(|variant| *variant != reference);
    let found: Vec<Technique> =
        of.filter_map(|variant| technique([own, opponent], reference, variant)).collect();
    let tested = |one: &Technique| one.difference.changed.p.unwrap_or(1.0);
    let survives = holm(&found.iter().map(tested).collect::<Vec<_>>());
    let judged = found.into_iter().zip(survives).map(|(one, survives)| {
        let is_decided = survives || one.variant == PRIMARY;
        let Responses { changed, nodes, .. } = &one.difference;
        Technique { answer: Answer::of(changed, nodes, is_decided), ..one }
    });
    judged.collect()
}

fn technique(runs: [&Run; 2], reference: &str, variant: &str) -> Option<Technique> {
    let [own, opponent] = runs.map(|run| positions(run, reference, variant));
    let both = own.iter().filter_map(|(index, own)| {
        let (_, other) = opponent.iter().find(|(other, _)| other == index)?;
        Some([*own, *other])
    });
    let both: Vec<[Responses<f64>; 2]> = both.collect();
    let all = |of: &dyn Fn(&[Responses<f64>; 2]) -> Responses<f64>| -> Option<Responses<Mean>> {
        let mean_of = |which: fn(&Responses<f64>) -> f64| {
            mean(&both.iter().map(|own| which(&of(own))).collect::<Vec<_>>())
        };
        let (changed, solved) = (mean_of(|r| r.changed)?, mean_of(|r| r.solved)?);
        Some(Responses { changed, solved, nodes: mean_of(|r| r.nodes)? })
    };
    let difference = |[own, opponent]: &[Responses<f64>; 2]| Responses {
        changed: opponent.changed - own.changed,
        solved: opponent.solved - own.solved,
        nodes: opponent.nodes - own.nodes,
    };
    Some(Technique {
        variant: variant.to_owned(),
        sides: [all(&|both| both[0])?, all(&|both| both[1])?],
        difference: all(&difference)?,
        answer: Answer::Undecided,
    })
}

/// Each position that both searches finished at the last two depths, with the mean over these.
fn positions(run: &Run, reference: &str, variant: &str) -> Vec<(u32, Responses<f64>)> {
    let Some(Part { suite, sample, .. }) = run.part(None) else { return Vec::new() };
    let [.., before, last] = suite.depths[..] else { return Vec::new() };
    let at = |depth| sample.together(&[reference, variant], depth);
    let before = at(before);
    let both = at(last).into_iter().filter_map(|last| {
        let before = before.iter().find(|row| row[0].index == last[0].index)?;
        let (a, b) = (compared(before)?, compared(&last)?);
        let half = |of: fn(&Responses<f64>) -> f64| (of(&a) + of(&b)) / 2.0;
        let (changed, solved) = (half(|r| r.changed), half(|r| r.solved));
        Some((last[0].index, Responses { changed, solved, nodes: half(|r| r.nodes) }))
    });
    both.collect()
}

/// A search beside the one without pruning; `None` without a task.
fn compared(row: &[&RunRecord]) -> Option<Responses<f64>> {
    let [reference, own] = row else { return None };
    let number = |solved: bool| f64::from(u8::from(solved));
    Some(Responses {
        changed: number(own.best_move != reference.best_move),
        solved: number(own.solved?) - number(reference.solved?),
        nodes: (own.nodes as f64 / reference.nodes as f64).ln(),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::report::evidence::Sample;
    use crate::stats::Estimate;

    fn mean_of(low: f64, high: f64) -> Mean {
        let value = (low + high) / 2.0;
        let interval = (low < high).then_some(Interval { low, high });
        Mean { estimate: Estimate { value, interval, samples: 9 }, p: None }
    }

    #[test]
    fn an_answer_needs_an_interval_that_leaves_out_0_and_a_side_that_does_not_save_more() {
        let of = |changed: (f64, f64), nodes: (f64, f64)| {
            Answer::of(&mean_of(changed.0, changed.1), &mean_of(nodes.0, nodes.1), true)
        };
        let (equal, more, fewer) = ((-0.1, 0.1), (0.1, 0.2), (-0.2, -0.1));
        assert_eq!(of(more, equal), Answer::AsClaimed);
        assert_eq!(of(more, more), Answer::AsClaimed, "although it saves fewer nodes");
        assert_eq!(of(more, fewer), Answer::Confounded);
        assert_eq!(of(fewer, equal), Answer::Opposite);
        assert_eq!(of(fewer, more), Answer::Confounded);
        assert_eq!(of(equal, more), Answer::Undecided);
        assert_eq!(of((0.0, 0.0), more), Answer::Undecided, "no interval");
        let (changed, nodes) = (mean_of(0.1, 0.2), mean_of(-0.1, 0.1));
        assert_eq!(Answer::of(&changed, &nodes, false), Answer::Undecided, "by Holm's procedure");
    }

    #[test]
    fn a_search_is_compared_by_move_task_and_nodes_and_without_a_task_not_at_all() {
        let record = |best: &str, nodes, solved| RunRecord {
            best_move: Some(best.to_owned()),
            nodes,
            solved,
            ..RunRecord::default()
        };
        let none = record("e4", 100, Some(true));
        let (other, open) = (record("d4", 50, Some(false)), record("e4", 100, None));
        let Responses { changed, solved, nodes } = compared(&[&none, &other]).unwrap();
        assert_eq!((changed, solved, nodes), (1.0, -1.0, 0.5_f64.ln()));
        assert_eq!(compared(&[&none, &none]).unwrap().changed, 0.0);
        assert!(compared(&[&none, &open]).is_none());
    }

    /// A sweep of one technique on some positions to depths 1 and 2: on the opponent's side it plays another
    /// move on every other position.
    fn sweep(positions: u32) -> Evidence {
        let variant = |spec| serde_json::json!({"spec": spec, "title": spec, "source": ""});
        let variants = ["none", "none+lmp"].map(variant);
        let manifest = serde_json::json!({
            "experiment": "e", "title": "t", "fingerprint": "f", "reference": "none",
            "variants": variants,
            "suites": [{"name": "s", "wanted": "s", "is_substitute": false, "sha256": "",
                "depths": [1, 2], "positions": positions, "searched": positions}]
        });
        let record = |side: &str, variant: &str, index: u32, depth| {
            let is_other = variant != "none" && side == "opponent" && index % 2 == 1;
            RunRecord {
                index,
                variant: variant.to_owned(),
                depth,
                nodes: 100,
                best_move: Some(if is_other { "d4" } else { "e4" }.to_owned()),
                solved: Some(true),
                ..RunRecord::default()
            }
        };
        let run = |side: &str| {
            let cells = (0..positions).flat_map(|index| {
                ["none", "none+lmp"].into_iter().flat_map(move |v| [1, 2].map(|d| (v, index, d)))
            });
            let records = cells.map(|(variant, index, depth)| record(side, variant, index, depth));
            let sample = Sample::new(records.collect(), Path::new("records.csv")).unwrap();
            let (name, samples) = (format!("{FOLDER}/{side}"), vec![sample]);
            let manifest = serde_json::from_value(manifest.clone()).unwrap();
            (name.clone(), Run { name, manifest, samples, files: Vec::new() })
        };
        Evidence { runs: SIDES.map(run).into(), ..Evidence::default() }
    }

    fn without(mut evidence: Evidence, is_lost: fn(&RunRecord) -> bool) -> Evidence {
        let run = evidence.runs.get_mut(&format!("{FOLDER}/own")).unwrap();
        let kept = run.samples[0].all().filter(|record| !is_lost(record)).cloned();
        run.samples = vec![Sample::new(kept.collect(), Path::new("records.csv")).unwrap()];
        evidence
    }

    #[test]
    fn what_a_side_costs_is_a_paired_difference() {
        let found = techniques(&sweep(40));
        let Technique { sides: [own, opponent], difference, answer, .. } = &found[0];
        assert_eq!((own.changed.estimate.value, opponent.changed.estimate.value), (0.0, 0.5));
        assert_eq!(difference.changed.estimate.value, 0.5);
        assert_eq!((found.len(), *answer), (1, Answer::AsClaimed));
        assert_eq!(difference.nodes.estimate.interval, None, "tied");
    }

    #[test]
    fn only_positions_count_that_every_search_finished_at_both_depths() {
        let of = |evidence: &Evidence| {
            let found = techniques(evidence);
            found.first().map_or(0, |one| one.difference.changed.estimate.samples)
        };
        assert_eq!(of(&Evidence::default()), 0);
        let mut one_side = sweep(4);
        one_side.runs.pop_last();
        assert_eq!(of(&one_side), 0);
        assert_eq!(of(&without(sweep(4), |_| true)), 0);
        assert_eq!(of(&without(sweep(4), |r| r.variant == "none")), 0);
        let ended = |r: &RunRecord| (r.index, r.depth, r.variant.as_str()) == (2, 2, "none+lmp");
        assert_eq!(of(&without(sweep(4), ended)), 3);
        let one = techniques(&sweep(1));
        assert_eq!(one[0].difference.changed.estimate.interval, None);
        assert_eq!(one[0].answer, Answer::Undecided);
    }
}
