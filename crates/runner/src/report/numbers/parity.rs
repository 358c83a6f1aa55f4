//! The parity of the depth: verified R = 3 against standard R = 2 at odd and even depths, growth from ply to
//! ply, and what mates cost.

use super::{Number, Numbers, Unit, id};
use crate::experiment::{TableKind, paper};
use crate::report::coverage::Kind;
use crate::report::evidence::{Effort, Evidence, Part, Run};
use crate::stats::{Scale, bootstrap, least, mcnemar};

/// Whose difference is taken.
pub(crate) const PAIR: [&str; 2] = ["vrfd:r=3", "std:r=2"];
/// The runs examined.
pub(crate) const RUNS: [&str; 4] = ["table3", "table4", "table6", "table6-own"];
/// The run of other engines, of which growth alone is shown.
pub(crate) const OTHERS: &str = "explain-others";
/// Budgets of nodes within which mates are to be found.
pub(crate) const BUDGETS: [u64; 4] = [10_000, 50_000, 200_000, 1_000_000];
/// The first depth that counts; of mates in n only the last two, 2n - 1 and 2n.
const FIRST: u8 = 7;

/// Of one run.
pub(super) fn add(numbers: &mut Numbers, evidence: &Evidence, run: &Run) {
    if run.name == OTHERS {
        run.parts().for_each(|part| growth(numbers, part));
    }
    if !RUNS.contains(&run.name.as_str()) {
        return;
    }
    for part in run.parts() {
        differences(numbers, evidence, part);
        growth(numbers, part);
        if is_mates(run) {
            budgets(numbers, part);
        }
    }
}

/// Are its positions mates in n, found or not?
pub(crate) fn is_mates(run: &Run) -> bool {
    run.manifest.tables.contains(&TableKind::Mates)
}

/// The depths that are compared, ascending.
pub(crate) fn depths(Part { run, suite, .. }: Part) -> Vec<u8> {
    let Some(&last) = suite.depths.last() else { return Vec::new() };
    let first = if is_mates(run) { last.saturating_sub(1) } else { FIRST };
    (first.max(1)..=last).collect()
}

/// Positions solved by verified minus those solved by R = 2 at each depth, and the mean at even
/// minus the mean at odd depths: each position contrasts its own depths.
fn differences(numbers: &mut Numbers, evidence: &Evidence, part: Part) {
    let (Part { run, suite, sample }, depths) = (part, depths(part));
    let part = format!("parity.{}", id::part(part));
    let [even, odd] = [0, 1].map(|parity| depths.iter().filter(|&&d| d % 2 == parity).count());
    let mut contrasts: Vec<[f64; 2]> = Vec::new();
    for &depth in &depths {
        let pairs = sample.solved_pairs(PAIR[0], PAIR[1], depth);
        let Some(test) = mcnemar(&pairs) else { return };
        let difference = evidence.covered(Kind::SolvedDifference, suite, test.difference);
        let number = Number::estimate(&difference, Unit::Positions, &run.name, |n| n);
        numbers.insert(format!("{part}.d{depth}.difference"), number);
        contrasts.resize(pairs.len(), [0.0, 1.0]);
        let weight = if depth % 2 == 0 { 1.0 / even as f64 } else { -1.0 / odd as f64 };
        for (contrast, (first, second)) in contrasts.iter_mut().zip(pairs) {
            contrast[0] += weight * (f64::from(first) - f64::from(second));
        }
    }
    if even == 0 || odd == 0 {
        return;
    }
    let n = contrasts.len() as f64;
    let mean = |&[total, n]: &[f64; 2]| (n > 0.0).then(|| total / n);
    if let Some(contrast) = bootstrap(&contrasts, least::RATIO, Scale::Plain, mean) {
        let number = Number::estimate(&contrast, Unit::Positions, &run.name, |share| share * n);
        numbers.insert(format!("{part}.even-less-odd"), number);
    }
}

/// How many times the nodes of the depth before, in all, beside the paper's.
fn growth(numbers: &mut Numbers, part: Part) {
    let Part { run, sample, .. } = part;
    let paper = run.manifest.paper_table.filter(|_| !is_mates(run));
    let paper = paper.and_then(|number| paper::table(number).ok());
    let published = |variant: &str, depth: u8| -> Option<f64> {
        Some(paper.as_ref()?.row(None, depth)?.figure(variant)?.count as f64)
    };
    for variant in run.specs() {
        let total = |depth: u8| {
            let records = sample.at(variant, depth)?;
            Some((sample.total(variant, depth, |r| r.nodes)? as f64, records.len()))
        };
        for depth in depths(part) {
            let Some(((now, n), (before, same))) = total(depth).zip(total(depth - 1)) else {
                continue;
            };
            if n != same || before == 0.0 {
                continue;
            }
            let id = format!("parity.{}.d{depth}.{variant}.growth", id::part(part));
            let paper = published(variant, depth).zip(published(variant, depth - 1));
            let number = Number::of(now / before, Unit::Factor, &run.name).out_of(n as u64);
            numbers.insert(id, number.beside(paper.map(|(now, before)| now / before)));
        }
    }
}

/// Mates found, and held, within budgets.
fn budgets(numbers: &mut Numbers, part: Part) {
    let Part { run, sample, .. } = part;
    let positions = sample.positions().len() as u64;
    for variant in run.specs() {
        let effort = Effort::of(sample, variant);
        for budget in BUDGETS {
            let id = format!("parity.{}.n{budget}.{variant}.solved", id::part(part));
            let found = Number::count(effort.within(budget) as u64, Unit::Positions, &run.name);
            numbers.insert(id, found.out_of(positions));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::evidence::sample::samples::{Row, of_variants};

    /// 150 mates in 1 with these answers of each variant at depths 1 and 2.
    fn numbers(verified: &[(bool, bool)], standard: &[(bool, bool)]) -> Numbers {
        let rows = |answers: &[(bool, bool)]| -> Vec<Row> {
            let rows = (0..150).zip(answers.iter().cycle());
            rows.flat_map(|(i, &(odd, even))| [(i, 1, 10, odd), (i, 2, 30, even)]).collect()
        };
        let (verified, standard) = (rows(verified), rows(standard));
        let sample = of_variants(&[(PAIR[0], &verified), (PAIR[1], &standard)]);
        let variant = |spec: &str| serde_json::json!({"spec": spec, "title": spec, "source": ""});
        let variants = PAIR.map(variant);
        let manifest = serde_json::from_value(serde_json::json!({
            "experiment": "e", "title": "t", "tables": ["mates"], "fingerprint": "f",
            "variants": variants,
            "suites": [{"name": "s", "wanted": "s", "is_substitute": false, "sha256": "",
                "depths": [2], "positions": 150, "searched": 150}]
        }))
        .unwrap();
        let run = Run { name: "table6".into(), manifest, samples: vec![sample], files: vec![] };
        let mut numbers = Numbers::default();
        add(&mut numbers, &Evidence::default(), &run);
        numbers
    }

    #[test]
    fn each_position_contrasts_its_own_depths() {
        // Verified solves a third of the positions only at even depths, standard a third only at odd ones.
        let [no, odd, even] = [(false, false), (true, false), (false, true)];
        let numbers = numbers(&[even, no, no], &[no, odd, no]);
        let value = |id: &str| numbers.get(&format!("parity.table6.{id}")).value;
        assert_eq!((value("d1.difference"), value("d2.difference")), (Some(-50.0), Some(50.0)));
        let contrast = numbers.get("parity.table6.even-less-odd");
        assert!((contrast.value.unwrap() - 100.0).abs() < 1e-9, "{contrast:?}");
        assert!(contrast.low > Some(80.0) && contrast.high < Some(120.0), "{contrast:?}");
        assert_eq!(value("d2.std:r=2.growth"), Some(3.0));
        assert_eq!(value("n10000.vrfd:r=3.solved"), Some(50.0));
        assert_eq!(value("n10000.std:r=2.solved"), Some(0.0), "lost at the last depth");
    }

    #[test]
    fn a_tie_has_no_contrast_and_nothing_is_absent() {
        let both = [(true, true)];
        let tied = numbers(&both, &both);
        let contrast = tied.get("parity.table6.even-less-odd");
        assert_eq!(
            (contrast.value, contrast.low, contrast.high),
            (Some(0.0), Some(0.0), Some(0.0))
        );
        assert_eq!(tied.find("parity.table6.d3.difference"), None);
    }
}
