//! The ratios that decide the survey's findings (a) to (f). The findings themselves are
//! `experiments/claims/survey.toml`, and `claims` judges them by the rules of all claims.

use serde::Deserialize;

use super::table::{Data, FORMULA, Measure};
use crate::stats::Estimate;

/// Processor time, in seconds, from which a search's time is meaningful.
const MEASURABLE_S: f64 = 1e-3;

/// The depths of a run that a finding covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Depths {
    /// All from 2 on.
    All,
    /// Odd ones from 3 on.
    Odd,
    /// 2 to 5: "shallow searches (D < 6)".
    Shallow,
}

impl Depths {
    fn has(self, depth: u8) -> bool {
        match self {
            Depths::All => depth >= 2,
            Depths::Odd => depth >= 3 && depth % 2 == 1,
            Depths::Shallow => (2..6).contains(&depth),
        }
    }
}

/// Total of `of` over the least total of `to` at a depth; geometric mean over depths. `to` may be
/// [`FORMULA`].
pub(crate) fn ratio(
    data: &Data,
    by: Measure,
    of: &str,
    to: &[String],
    depths: Depths,
) -> Option<Estimate> {
    let used: Vec<u8> = data.depths().into_iter().filter(|&depth| depths.has(depth)).collect();
    // A row of totals for each depth: `of` first, then `to`.
    let methods = std::iter::once(of).chain(to.iter().map(String::as_str));
    let cells: Vec<(&str, u8)> =
        used.iter().flat_map(|&depth| methods.clone().map(move |m| (m, depth))).collect();
    data.estimate(by, &cells, |totals| {
        mean(totals.chunks(1 + to.len()).map(|row| {
            let least = row[1..].iter().copied().reduce(f64::min)?;
            Some(row[0] / least)
        }))
    })
}

/// Total of `of` over that of `to`, pooled over the depths at which a search of each takes more than a
/// millisecond of processor time: below, starting a search is a good part of it.
pub(crate) fn pooled(data: &Data, by: Measure, of: &str, to: &str) -> Option<Estimate> {
    let is_long = |method: &str, depth: u8| {
        let times = data.values(Measure::Cpu, method, depth).unwrap_or_default();
        times.iter().sum::<f64>() > MEASURABLE_S * times.len() as f64
    };
    let used = data.depths().into_iter().filter(|&depth| is_long(of, depth) && is_long(to, depth));
    let cells: Vec<(&str, u8)> = used.flat_map(|depth| [(of, depth), (to, depth)]).collect();
    let sum = |totals: &[f64], first: usize| totals.iter().skip(first).step_by(2).sum::<f64>();
    data.estimate(by, &cells, |totals| {
        let (of, to) = (sum(totals, 0), sum(totals, 1));
        (to > 0.0).then(|| of / to)
    })
}

/// Of methods in the order of their horizon nodes at the deepest search, the least total of one over
/// that of the method before: above 1 if `by` ranks them in the same order.
pub(crate) fn same_ranking(data: &Data, by: Measure, methods: &[String]) -> Option<Estimate> {
    let depth = *data.depths().last()?;
    let sized = methods.iter().map(|method| {
        let horizon_nodes = data.values(Measure::Horizon, method, depth)?;
        Some((horizon_nodes.iter().sum::<f64>(), method.as_str()))
    });
    let mut sized = sized.collect::<Option<Vec<_>>>()?;
    sized.sort_by(|a, b| a.0.total_cmp(&b.0));
    let cells: Vec<(&str, u8)> = sized.into_iter().map(|(_, method)| (method, depth)).collect();
    data.estimate(by, &cells, |totals| {
        totals.windows(2).map(|pair| pair[1] / pair[0]).reduce(f64::min)
    })
}

/// How many times the minimal tree a search visits at an odd depth, over the geometric mean of the
/// same at the even depths on either side; geometric mean over the odd depths.
pub(crate) fn odd_over_even(data: &Data, by: Measure, of: &str) -> Option<Estimate> {
    let depths = data.depths();
    let between = |depth: &u8| {
        Depths::Odd.has(*depth) && depths.contains(&(depth - 1)) && depths.contains(&(depth + 1))
    };
    let odd = depths.iter().copied().filter(between);
    let cells: Vec<(&str, u8)> = odd
        .flat_map(|d| [d, d - 1, d + 1].into_iter().flat_map(|d| [(of, d), (FORMULA, d)]))
        .collect();
    data.estimate(by, &cells, |totals| {
        mean(totals.chunks(6).map(|row| {
            let excess = |at: usize| row[2 * at] / row[2 * at + 1];
            Some(excess(0) / (excess(1) * excess(2)).sqrt())
        }))
    })
}

/// `of` over `to` at the deepest search, over the same at the shallowest from depth 3 on: above 1
/// if the ratio grows.
pub(crate) fn growth(data: &Data, by: Measure, of: &str, to: &str) -> Option<Estimate> {
    let depths: Vec<u8> = data.depths().into_iter().filter(|&depth| depth >= 3).collect();
    let (first, last) = (*depths.first()?, *depths.last()?);
    let cells = [(of, last), (to, last), (of, first), (to, first)];
    (first < last).then(|| data.estimate(by, &cells, |t| Some(t[0] / t[1] / (t[2] / t[3]))))?
}

/// Geometric mean; `None` if there is nothing or anything is missing.
fn mean(ratios: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let ratios = ratios.collect::<Option<Vec<f64>>>().filter(|ratios| !ratios.is_empty())?;
    Some((ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure8::record::SurveyRecord;
    use crate::figure8::table::minimal_terminal_nodes;

    /// A method with its horizon nodes by depth.
    type Nodes<'a> = (&'a str, fn(u8) -> f64);

    /// Records of 24 positions at depths 2 to 5, with these horizon nodes for each method.
    fn data(nodes: &[Nodes]) -> Data {
        Data::new(&records(nodes), &[], "ab")
    }

    fn records(nodes: &[Nodes]) -> Vec<SurveyRecord> {
        let mut records = Vec::new();
        for (method, count) in nodes {
            for index in 0..24 {
                records.extend((2..=5).map(|depth| SurveyRecord {
                    index,
                    method: (*method).to_owned(),
                    depth,
                    horizon_nodes: count(depth) as u64 * u64::from(index + 1),
                    expanded_nodes: 10,
                    generated_moves: 300,
                    ..SurveyRecord::default()
                }));
            }
        }
        records
    }

    fn near(found: Option<Estimate>, expected: f64) -> bool {
        (found.unwrap().value - expected).abs() < 1e-3 * expected
    }

    #[test]
    fn ratios_are_those_of_a_hand_count() {
        let data = data(&[
            ("ab", |d| 1000.0 * 2f64.powi(d.into())),
            ("iter", |d| 1100.0 * 2f64.powi(d.into())),
            ("pvs", |d| if d < 4 { 4000.0 } else { 9000.0 }),
        ]);
        let ratio = |of: &str, to: &[&str], depths| {
            let to: Vec<String> = to.iter().map(|to| (*to).to_owned()).collect();
            super::ratio(&data, Measure::Horizon, of, &to, depths)
        };
        assert!(near(ratio("iter", &["ab"], Depths::All), 1.1));
        // At depth 5 the order is pvs (9,000), ab (32,000), iter (35,200); all expand the same.
        let methods = ["iter", "ab", "pvs"].map(str::to_owned);
        assert!(near(same_ranking(&data, Measure::Horizon, &methods), 1.1));
        assert_eq!(same_ranking(&data, Measure::Cpu, &methods), None, "no times");
        // The smaller of the two at each depth: pvs at 3 (4,000) and 5 (9,000); ab has more.
        assert!(near(ratio("iter", &["ab", "pvs"], Depths::Odd), (2.2f64 * 35.2 / 9.0).sqrt()));
        let Some(Estimate { interval: Some(interval), .. }) = ratio("iter", &["ab"], Depths::All)
        else {
            panic!("there is an interval");
        };
        assert!(interval.high - interval.low < 1e-9, "every position has the same ratio");
        assert_eq!(ratio("iter", &["asp"], Depths::All), None);
        assert_eq!(
            super::ratio(&data, Measure::Cpu, "iter", &["ab".to_owned()], Depths::All),
            None
        );
    }

    #[test]
    fn odd_depths_are_compared_with_their_neighbours_of_the_minimal_tree() {
        fn minimal(depth: u8) -> f64 {
            1000.0 * minimal_terminal_nodes(30.0, depth)
        }
        let odd = data(&[("ab", |d| minimal(d) * if d % 2 == 1 { 2.0 } else { 4.0 })]);
        assert!(near(odd_over_even(&odd, Measure::Horizon, "ab"), 0.5));
        // The formula counts horizon nodes and nothing else.
        assert_eq!(odd_over_even(&odd, Measure::Nodes, "ab"), None);
    }

    #[test]
    fn times_are_pooled_over_the_depths_at_which_a_search_takes_a_millisecond() {
        use crate::figure8::record::TimeRecord;
        let counts = data(&[("ab", |_| 1000.0), ("iter", |_| 1000.0)]);
        assert_eq!(pooled(&counts, Measure::Cpu, "iter", "ab"), None, "there are no times");
        let pooled_with = |of_depth_3: f64| {
            let mut times = Vec::new();
            for (method, factor) in [("ab", 1.0), ("iter", 1.5)] {
                for index in 0..24 {
                    let mut put = |depth, cpu_s| {
                        times.push(TimeRecord { index, method: method.to_owned(), depth, cpu_s });
                    };
                    put(2, 0.0009 * factor);
                    put(3, of_depth_3);
                    put(4, 0.1 * factor);
                }
            }
            let records = (0..24).map(|index| SurveyRecord { index, ..SurveyRecord::default() });
            let data = Data::new(&records.collect::<Vec<_>>(), &times, "ab");
            pooled(&data, Measure::Cpu, "iter", "ab")
        };
        // Depth 2 of ab takes 0.9 ms, so it does not count.
        assert!(near(pooled_with(0.1), 0.25 / 0.2));
        assert!(near(pooled_with(0.0001), 1.5));
    }

    #[test]
    fn growth_is_the_deepest_over_the_shallowest_from_depth_3() {
        let data = data(&[
            ("small", |d| 1000.0 * f64::from(d) * 2f64.powi(d.into())),
            ("large", |d| 1000.0 * 2f64.powi(d.into())),
        ]);
        assert!(near(growth(&data, Measure::Horizon, "small", "large"), 5.0 / 3.0));
    }

    /// Ratio, growth and ranking of iter and ab, and odd depths of ab.
    fn all(records: &[SurveyRecord]) -> [Option<Estimate>; 4] {
        let (data, by) = (Data::new(records, &[], "ab"), Measure::Horizon);
        let methods = ["iter", "ab"].map(str::to_owned);
        [
            super::ratio(&data, by, "iter", &methods[1..], Depths::All),
            growth(&data, by, "iter", "ab"),
            same_ranking(&data, by, &methods),
            odd_over_even(&data, by, "ab"),
        ]
    }

    #[test]
    fn a_finding_rests_on_every_position_of_its_methods_and_depths() {
        type Damage = fn(&SurveyRecord) -> bool;
        let lost: [(&str, Damage, [bool; 4]); 5] = [
            ("nothing", |_| false, [true; 4]),
            ("everything", |_| true, [false; 4]),
            (
                "a position of iter at depth 5",
                |r| (r.method.as_str(), r.index, r.depth) == ("iter", 7, 5),
                [false, false, false, true],
            ),
            (
                "depth 4 of ab",
                |r| (r.method.as_str(), r.depth) == ("ab", 4),
                [false, true, true, false],
            ),
            ("iter", |r| r.method == "iter", [false, false, false, true]),
        ];
        for (what, is_lost, expected) in lost {
            let mut kept = records(&[("ab", |_| 1000.0), ("iter", |_| 1100.0)]);
            kept.retain(|record| !is_lost(record));
            assert_eq!(all(&kept).map(|found| found.is_some()), expected, "{what} is lost");
        }
    }

    #[test]
    fn tied_methods_have_a_ratio_of_1_without_width_and_one_position_has_no_interval() {
        let tied = records(&[("ab", |_| 1000.0), ("iter", |_| 1000.0)]);
        for found in &all(&tied)[..3] {
            let Estimate { value, interval, samples } = found.unwrap();
            let interval = interval.unwrap();
            assert_eq!((value, interval.low, interval.high, samples), (1.0, 1.0, 1.0, 24));
        }
        let one: Vec<SurveyRecord> = tied.into_iter().filter(|r| r.index == 3).collect();
        for found in all(&one) {
            let Estimate { interval, samples, .. } = found.unwrap();
            assert_eq!((interval, samples), (None, 1));
        }
    }
}
