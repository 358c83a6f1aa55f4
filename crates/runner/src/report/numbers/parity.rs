//! The parity of the depth: verified R = 3 against standard R = 2 at odd and even depths, growth from ply to
//! ply, and what mates cost.

use super::{Number, Numbers, Unit, id};
use crate::experiment::{TableKind, paper};
use crate::report::evidence::{Effort, Part, Run};
use crate::stats::{Estimate, Scale, bootstrap, least, mcnemar};

/// Whose difference is taken.
pub(crate) const PAIR: [&str; 2] = ["vrfd:r=3", "std:r=2"];
/// The runs examined.
pub(crate) const RUNS: [&str; 8] = [
    "table1",
    "table3",
    "table4",
    "adaptive",
    "table6",
    "table6-own",
    "table6-mixed",
    "table6-mixed5",
];
/// The run of other engines, of which growth alone is shown.
pub(crate) const OTHERS: &str = "explain-others";
/// Runs in search of the paper's engine, of which growth is shown beside the tables': the null move at the
/// horizon answered by the evaluation, and that with the evaluation by material, for Tables 4, 3 and 1.
pub(crate) const SEARCHED: [[&str; 3]; 3] = [
    ["table4", "explain-nearest/horizon-stored-flags-off", "explain-nearest/material"],
    [
        "table3",
        "explain-nearest/ecm-all-horizon-stored-flags-off",
        "explain-nearest/ecm-all-material",
    ],
    ["table1", "explain-nearest/table1", "explain-nearest/table1-material"],
];
/// Budgets of nodes within which mates are to be found.
pub(crate) const BUDGETS: [u64; 4] = [10_000, 50_000, 200_000, 1_000_000];
/// The first depth that counts; of mates in n only the last two, 2n - 1 and 2n.
const FIRST: u8 = 7;

/// Of one run.
pub(super) fn add(numbers: &mut Numbers, run: &Run) {
    let name = run.name.as_str();
    if !RUNS.contains(&name) {
        if name == OTHERS || SEARCHED.iter().flatten().any(|searched| *searched == name) {
            run.parts().for_each(|part| growth(numbers, part));
        }
        return;
    }
    for part in run.parts() {
        differences(numbers, part);
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
/// minus the mean at odd depths.
fn differences(numbers: &mut Numbers, part: Part) {
    let Part { run, suite, sample } = part;
    let name = format!("parity.{}", id::part(part));
    for depth in depths(part) {
        let Some(test) = mcnemar(&sample.solved_pairs(PAIR[0], PAIR[1], depth)) else { return };
        let number = Number::estimate(&test.difference, Unit::Positions, &run.name, |n| n);
        let number = number.beside(published_difference(&suite.wanted, depth, PAIR));
        numbers.insert(format!("{name}.d{depth}.difference"), number);
    }
    let contrasts = contrasts(part).unwrap_or_default();
    if let Some(contrast) = even_less_odd(&contrasts, least::RATIO) {
        let n = contrasts.len() as f64;
        let number = Number::estimate(&contrast, Unit::Positions, &run.name, |share| share * n);
        numbers.insert(format!("{name}.even-less-odd"), number);
    }
}

/// Positions solved by the first of a pair less those solved by the second in the paper's Tables 2, 5 and 6.
pub(super) fn published_difference(suite: &str, depth: u8, pair: [&str; 2]) -> Option<f64> {
    let (number, suite) = match suite {
        "neishtadt" => (2, None),
        "wcs" => (5, None),
        "mate4" | "mate5" => (6, Some(suite)),
        _ => return None,
    };
    let table = paper::table(number).ok()?;
    let row = table.row(suite, depth)?;
    let [first, second] = pair.map(|variant| row.figure(variant));
    Some(first?.count as f64 - second?.count as f64)
}

/// Each position contrasts its own depths: the mean difference at even ones minus that at odd ones, and 1 to
/// count it. `None` without depths of both kinds.
pub(crate) fn contrasts(part: Part) -> Option<Vec<[f64; 2]>> {
    let depths = depths(part);
    let [even, odd] = [0, 1].map(|parity| depths.iter().filter(|&&d| d % 2 == parity).count());
    if even == 0 || odd == 0 {
        return None;
    }
    let mut contrasts: Vec<[f64; 2]> = Vec::new();
    for depth in depths {
        let pairs = part.sample.solved_pairs(PAIR[0], PAIR[1], depth);
        contrasts.resize(pairs.len(), [0.0, 1.0]);
        let weight = if depth % 2 == 0 { 1.0 / even as f64 } else { -1.0 / odd as f64 };
        for (contrast, (first, second)) in contrasts.iter_mut().zip(pairs) {
            contrast[0] += weight * (f64::from(first) - f64::from(second));
        }
    }
    Some(contrasts)
}

/// The mean of contrasts.
pub(crate) fn even_less_odd(contrasts: &[[f64; 2]], least: usize) -> Option<Estimate> {
    let mean = |&[total, n]: &[f64; 2]| (n > 0.0).then(|| total / n);
    bootstrap(contrasts, least, Scale::Plain, mean)
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
        add(&mut numbers, &run);
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
    fn the_papers_differences_are_those_of_its_tables() {
        // Table 5: 782 - 762, 838 - 838; Table 6 at 2n plies only; Table 3 counts nodes only.
        let found = [("wcs", 8), ("wcs", 9), ("mate4", 8), ("mate4", 7), ("ecm", 9)];
        let found = found.map(|(suite, depth)| published_difference(suite, depth, PAIR));
        assert_eq!(found, [Some(20.0), Some(0.0), Some(46.0), None, None]);
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
