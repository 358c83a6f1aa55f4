//! How often intervals contain the true value: samples of every size in use are drawn with replacement
//! from full records, and each sample's interval is compared with the value of the full records. `vnmp claims
//! coverage` writes the outcome to `results/coverage/coverage.csv`, from which the report prints it.

use std::path::Path;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::{digest, file, json};
use crate::figure8::findings::{self, Depths};
use crate::figure8::table::{Data, Measure};
use crate::play::matches::statistics::Tally;
use crate::record::RunRecord;
use crate::report::claims::{BELOW_BETA, RE_SEARCHES, event_pairs};
use crate::report::evidence::{Evidence, EvidenceError, Sample};
use crate::report::numbers::parity;
use crate::stats::{
    self, Estimate, Interval, Scale, bootstrap, geometric_mean, least, mcnemar, mean_count,
    paired_change, proportion, ratio_of_totals,
};

/// The file below the results.
pub(crate) const FILE: &str = "coverage/coverage.csv";
/// Samples drawn for each row.
const SAMPLES: usize = 300;
/// A check recomputes the rows of up to this many positions.
pub(crate) const CHECKED: usize = 24;

/// A kind of interval.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Ratio of totals: studentised bootstrap.
    #[default]
    Ratio,
    /// Change of such a ratio.
    PairedChange,
    /// Mean of nodes: the same.
    Mean,
    /// A total's place between two others.
    Between,
    /// Geometric mean of ratios: Student's.
    GeometricMean,
    /// Difference of solved positions: Tango's.
    Solved,
    /// Share of positions: Clopper and Pearson's.
    Share,
    /// Share of events, as of re-searches in verifications.
    Events,
    /// Solved positions at even depths less those at odd ones.
    Contrast,
    /// Mean of contrasts between cells of the laboratory: Student's.
    Student,
    /// Score of a match, over pairs of games.
    MatchScore,
    /// Ratios between methods of the survey.
    Survey,
    /// Rankings of these methods.
    Ranking,
}

impl Kind {
    /// For ids.
    pub(crate) fn name(self) -> String {
        json::name(&self)
    }

    /// From how many positions on an interval is given.
    pub(crate) fn least(self) -> usize {
        match self {
            Kind::Ratio => least::RATIO,
            Kind::Mean => least::MEAN,
            Kind::PairedChange => least::PAIRED_CHANGE,
            Kind::Between => least::BETWEEN,
            Kind::Solved => least::SOLVED,
            Kind::Survey => least::SURVEY,
            Kind::Ranking => least::RANKING,
            Kind::Events | Kind::Contrast => least::RATIO,
            Kind::Student => least::CONTRAST,
            Kind::GeometricMean | Kind::Share | Kind::MatchScore => 0,
        }
    }

    /// For headings.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Kind::Ratio => "Ratio of totals (bootstrap)",
            Kind::PairedChange => "Change of such a ratio (bootstrap)",
            Kind::Mean => "Mean nodes a position (bootstrap)",
            Kind::Between => "Place between two totals (bootstrap)",
            Kind::GeometricMean => "Geometric mean of ratios (Student)",
            Kind::Solved => "Difference of solved positions (Tango)",
            Kind::Share => "Share of positions (Clopper and Pearson)",
            Kind::Events => "Share of events (bootstrap)",
            Kind::Contrast => "Even less odd depths, solved (bootstrap)",
            Kind::Student => "Contrast of the laboratory, solved (Student)",
            Kind::MatchScore => "Score of a match (Student, pairs of games)",
            Kind::Survey => "Ratio between methods of the survey (bootstrap)",
            Kind::Ranking => "Ranking of methods (bootstrap)",
        }
    }
}

/// A row: a kind of interval, a population, a size of samples.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Row {
    /// Of which kind.
    pub(crate) kind: Kind,
    /// Run, depth, variant; their whole is the truth.
    pub(crate) population: String,
    /// Positions (pairs of games) in a sample.
    pub(crate) n: usize,
    /// Samples drawn.
    pub(crate) samples: usize,
    /// Samples whose interval contains the true value.
    pub(crate) held: usize,
}

impl Row {
    /// In percent.
    pub(crate) fn percent(&self) -> f64 {
        self.held as f64 / self.samples as f64 * 100.0
    }

    /// Is it significantly below 93 %, by two standard errors of the simulation?
    #[cfg(test)]
    pub(crate) fn is_low(&self) -> bool {
        let share = self.percent() / 100.0;
        let error = (share * (1.0 - share) / self.samples as f64).sqrt();
        share + 2.0 * error < 0.93
    }
}

/// Interval of the chosen members.
type Statistic<'a> = Box<dyn Fn(&[usize]) -> Option<Estimate> + Sync + 'a>;

/// A population with the interval that is tested on it.
struct Population<'a> {
    kind: Kind,
    name: String,
    members: usize,
    sizes: &'static [usize],
    estimate: Statistic<'a>,
}

/// Draws samples from every population that the evidence has; `up_to` limits their size.
pub(crate) fn simulate(evidence: &Evidence, up_to: usize) -> Vec<Row> {
    let populations = populations(evidence);
    let units: Vec<(&Population, usize)> = populations
        .iter()
        .flat_map(|population| {
            let smaller = population.sizes.iter().filter(|&&n| n < population.members);
            smaller.chain([&population.members]).map(move |&n| (population, n))
        })
        .filter(|&(_, n)| n <= up_to)
        .collect();
    units.into_par_iter().filter_map(|(population, n)| row(population, n)).collect()
}

fn row(population: &Population, n: usize) -> Option<Row> {
    let Population { kind, name, members, estimate, .. } = population;
    let all: Vec<usize> = (0..*members).collect();
    let truth = estimate(&all)?.value;
    // Every row has a seed of its own, so that it can be made without the others.
    let text = format!("{} {name} {n}", kind.name());
    let seed = u64::from_str_radix(&digest::sha256(text.as_bytes())[..15], 16).ok()?;
    let mut generator = Pcg64::seed_from_u64(seed);
    let mut chosen = vec![0; n];
    let held = (0..SAMPLES).filter(|_| {
        chosen.fill_with(|| generator.random_range(0..*members as u64) as usize);
        let interval = estimate(&chosen).and_then(|estimate| estimate.interval);
        // Equal values are equal but for rounding.
        let slack = truth.abs() * 1e-9;
        interval.is_some_and(|Interval { low, high }| {
            Interval { low: low - slack, high: high + slack }.contains(truth)
        })
    });
    let held = held.count();
    Some(Row { kind: *kind, population: name.clone(), n, samples: SAMPLES, held })
}

fn of<T: Copy>(all: &[T], chosen: &[usize]) -> Vec<T> {
    chosen.iter().map(|&i| all[i]).collect()
}

const VERIFIED: &str = "vrfd:r=3";
const STANDARD: [&str; 2] = ["std:r=2", "std:r=3"];
/// Cells of the laboratory with their signs: an effect, and how another changes it.
type Cells = &'static [(&'static str, f64)];
const CONTRASTS: [(&str, Cells); 2] = [
    ("verified over R = 3", &[("vrfd:r=3", 1.0), ("std:r=3", -1.0)]),
    (
        "the same beside lmr",
        &[("vrfd:r=3+lmr", 1.0), ("std:r=3+lmr", -1.0), ("vrfd:r=3", -1.0), ("std:r=3", 1.0)],
    ),
];
/// Sizes below a population's own, which is always one.
const TOTALS: &[usize] = &[20, 100, 138, 434, 869];

fn populations(evidence: &Evidence) -> Vec<Population<'_>> {
    let mut all = Vec::new();
    let sample = |run: &str| Some(evidence.runs.get(run)?.part(None)?.sample);
    let tables = [
        ("table2", [9, 10]),
        ("table1-mixed", [9, 10]),
        ("table1-hidden", [9, 10]),
        ("table2-ecm", [9, 10]),
        ("many/tactics", [9, 10]),
        ("many/hidden", [9, 10]),
        ("table3", [9, 11]),
        ("table4", [8, 10]),
    ];
    for (run, depths) in tables {
        let Some(sample) = sample(run) else { continue };
        for variant in STANDARD {
            let [from, to] = depths.map(|depth| sample.node_pairs(variant, VERIFIED, depth));
            all.push(change(format!("{run}.{variant} d{} to d{}", depths[0], depths[1]), to, from));
            for depth in depths {
                of_depth(&mut all, run, sample, variant, depth);
            }
        }
        all.extend(between(run, sample, depths[1]));
        all.extend(STANDARD.map(|variant| solved(run, sample, variant, depths[1])));
    }
    for (suite, depth) in [("mate4", 8), ("mate5", 10)] {
        let part = evidence.runs.get("table6").and_then(|run| run.part(Some(suite)));
        let sample = part.into_iter().map(|part| part.sample);
        let run = format!("table6.{suite}");
        all.extend(sample.flat_map(|s| STANDARD.map(|variant| solved(&run, s, variant, depth))));
    }
    for run in ["zugzwang-ply1", "zugzwang-ply3"] {
        all.extend(sample(run).map(|sample| rescued(run, sample)));
    }
    if let (Some(now), Some(before)) = (sample("reprobe-wcs"), sample("table4")) {
        for variant in STANDARD {
            let [now, before] = [now, before].map(|s| s.node_pairs(variant, VERIFIED, 9));
            all.push(change(format!("reprobe-wcs.{variant}.d9"), now, before));
        }
    }
    for (run, depth, what, counts) in [
        ("table4", 9, "re-searches", RE_SEARCHES),
        ("table4", 10, "re-searches below beta", BELOW_BETA),
        ("table3", 11, "re-searches below beta", BELOW_BETA),
    ] {
        let pairs = sample(run).and_then(|sample| event_pairs(sample, VERIFIED, depth, counts));
        let Some(pairs) = pairs else { continue };
        let (kind, name, members) = (Kind::Events, format!("{run}.{what}.d{depth}"), pairs.len());
        let estimate: Statistic = Box::new(move |chosen| ratio_of_totals(&of(&pairs, chosen), 2));
        all.push(Population { kind, name, members, sizes: TOTALS, estimate });
    }
    for run in ["table3", "table4"] {
        let part = evidence.runs.get(run).and_then(|run| run.part(None));
        let Some(contrasts) = part.and_then(|part| parity::contrasts(part)) else { continue };
        let (kind, name, members) = (Kind::Contrast, format!("{run}.parity"), contrasts.len());
        let estimate: Statistic =
            Box::new(move |chosen| parity::even_less_odd(&of(&contrasts, chosen), 2));
        all.push(Population { kind, name, members, sizes: TOTALS, estimate });
    }
    let laboratory = evidence.runs.get("laboratory").and_then(|run| run.part(Some("wcs")));
    for (name, cells) in CONTRASTS.iter().filter(|_| laboratory.is_some()) {
        let variants: Vec<&str> = cells.iter().map(|cell| cell.0).collect();
        let rows = laboratory.map(|part| part.sample.together(&variants, 9)).unwrap_or_default();
        let of_row = |row: &Vec<&RunRecord>| -> f64 {
            let solved = row.iter().map(|record| f64::from(record.solved == Some(true)));
            solved.zip(*cells).map(|(solved, cell)| solved * cell.1).sum()
        };
        let values: Vec<f64> = rows.iter().map(of_row).collect();
        let (kind, name, members) = (Kind::Student, format!("laboratory.{name}"), values.len());
        let estimate: Statistic =
            Box::new(move |chosen| stats::mean(&of(&values, chosen)).map(|mean| mean.estimate));
        all.push(Population { kind, name, members, sizes: TOTALS, estimate });
    }
    if let Some(game) = evidence.matches.get("match/v3-r2-fast") {
        all.push(pairs_of_games("match/v3-r2-fast", game.tally));
    }
    let surveys: [(&str, &[usize]); 2] = [("figure8", &[]), ("figure8-ecm", &[100, 300])];
    for (name, sizes) in surveys {
        if let Some(run) = evidence.surveys.get(name) {
            survey(&mut all, name, &run.data, sizes);
        }
    }
    all
}

fn of_depth<'a>(
    all: &mut Vec<Population<'a>>,
    run: &str,
    sample: &'a Sample,
    variant: &'a str,
    depth: u8,
) {
    let name = format!("{run}.{variant}.d{depth}");
    let pairs = sample.node_pairs(variant, VERIFIED, depth);
    let (members, copy) = (pairs.len(), pairs.clone());
    let counts: Vec<u64> = pairs.iter().map(|pair| pair.0).collect();
    let mean: Statistic = Box::new(move |chosen| mean_count(&of(&counts, chosen), 2));
    let ratio: Statistic = Box::new(move |chosen| ratio_of_totals(&of(&pairs, chosen), 2));
    let geometric: Statistic = Box::new(move |chosen| geometric_mean(&of(&copy, chosen)));
    let kinds = [(Kind::Ratio, ratio), (Kind::Mean, mean), (Kind::GeometricMean, geometric)];
    for (kind, estimate) in kinds {
        all.push(Population { kind, name: name.clone(), members, sizes: TOTALS, estimate });
    }
}

fn change(name: String, now: Vec<(u64, u64)>, before: Vec<(u64, u64)>) -> Population<'static> {
    let members = now.len();
    let estimate: Statistic =
        Box::new(move |chosen| paired_change(&of(&now, chosen), &of(&before, chosen), 2));
    Population { kind: Kind::PairedChange, name, members, sizes: TOTALS, estimate }
}

fn solved(run: &str, sample: &Sample, variant: &str, depth: u8) -> Population<'static> {
    let pairs = sample.solved_pairs(variant, VERIFIED, depth);
    let (members, name) = (pairs.len(), format!("{run}.{variant}.d{depth}"));
    let estimate: Statistic = Box::new(move |chosen| {
        let difference = mcnemar(&of(&pairs, chosen))?.difference;
        Some(difference.map(|positions| positions / chosen.len() as f64))
    });
    Population { kind: Kind::Solved, name, members, sizes: TOTALS, estimate }
}

/// Of what full width solves and R = 3 does not, the share that verified solves.
fn rescued(run: &str, sample: &Sample) -> Population<'static> {
    let rows = sample.together(&["none", "std:r=3", VERIFIED], None);
    let is_solved = |record: &RunRecord| record.solved == Some(true);
    let missed = rows.iter().filter(|row| is_solved(row[0]) && !is_solved(row[1]));
    let rescued: Vec<bool> = missed.map(|row| is_solved(row[2])).collect();
    let (members, name) = (rescued.len(), format!("{run}.missed by std:r=3"));
    let estimate: Statistic = Box::new(move |chosen| {
        let count = chosen.iter().filter(|&&i| rescued[i]).count();
        proportion(count as u64, chosen.len() as u64)
    });
    Population { kind: Kind::Share, name, members, sizes: TOTALS, estimate }
}

fn between(run: &str, sample: &Sample, depth: u8) -> [Population<'static>; 2] {
    let rows = sample.nodes(["std:r=3", VERIFIED, "std:r=2"], depth);
    let place = |&[a, v, b]: &[f64; 3]| (a != b).then(|| (v - a) / (b - a));
    let order = |&[a, v, b]: &[f64; 3]| Some((b / v).min(v / a));
    type Three = fn(&[f64; 3]) -> Option<f64>;
    let kinds: [(&str, Scale, Three); 2] =
        [("position", Scale::Plain, place), ("between", Scale::Log, order)];
    kinds.map(|(what, scale, statistic)| {
        let rows = rows.clone();
        let (members, name) = (rows.len(), format!("{run}.{what}.d{depth}"));
        let estimate: Statistic =
            Box::new(move |chosen| bootstrap(&of(&rows, chosen), 2, scale, statistic));
        Population { kind: Kind::Between, name, members, sizes: TOTALS, estimate }
    })
}

fn pairs_of_games(name: &str, tally: Tally) -> Population<'static> {
    let ends = tally.pairs;
    let members: usize = ends.iter().map(|&n| n as usize).sum();
    let pairs: Vec<usize> =
        (0..5).flat_map(|points| std::iter::repeat_n(points, ends[points] as usize)).collect();
    let estimate: Statistic = Box::new(move |chosen| {
        let mut pairs_of = [0u32; 5];
        chosen.iter().for_each(|&i| pairs_of[pairs[i]] += 1);
        let found = Tally { pairs: pairs_of, ..Tally::default() }.estimate()?;
        let [score, _] = found.on_both_scales(chosen.len());
        Some(score)
    });
    let sizes = &[50, 500, 2000];
    Population { kind: Kind::MatchScore, name: name.to_owned(), members, sizes, estimate }
}

/// The methods of the survey's figure.
const FIGURE: [&str; 8] =
    ["ab", "iter", "asp", "pvs", "pvs+hist", "pvs+ref", "pvs+trans", "pvs+trans+ref+hist"];

fn survey<'a>(all: &mut Vec<Population<'a>>, run: &str, data: &'a Data, sizes: &'static [usize]) {
    let ratios = [("iter", "ab"), ("pvs", "asp"), ("pvs+ref", "pvs+trans"), ("pvs+trans", "pvs")];
    for (of, to) in ratios {
        for (what, depths) in [("all", Depths::All), ("odd", Depths::Odd)] {
            let name = format!("{run}.{of} over {to}.{what} depths");
            let to = [to.to_owned()];
            let estimate: Statistic = Box::new(move |chosen| {
                findings::ratio(&data.of(chosen), Measure::Nodes, of, &to, depths)
            });
            let (kind, members) = (Kind::Survey, data.positions);
            all.push(Population { kind, name, members, sizes, estimate });
        }
    }
    let pooled: Statistic =
        Box::new(move |chosen| findings::pooled(&data.of(chosen), Measure::Nodes, "iter", "ab"));
    let parity: Statistic =
        Box::new(move |chosen| findings::odd_over_even(&data.of(chosen), Measure::Nodes, "pvs"));
    let growth: Statistic = Box::new(move |chosen| {
        findings::growth(&data.of(chosen), Measure::Nodes, "pvs+trans", "pvs+trans=1048576")
    });
    let ranking: Statistic = Box::new(move |chosen| {
        findings::same_ranking(&data.of(chosen), Measure::Cpu, &FIGURE.map(str::to_owned))
    });
    for (what, estimate) in [
        ("iter over ab.pooled", pooled),
        ("pvs.odd over even", parity),
        ("pvs+trans growth", growth),
        ("ranking by cpu", ranking),
    ] {
        let kind = if what.starts_with("ranking") { Kind::Ranking } else { Kind::Survey };
        let (members, name) = (data.positions, format!("{run}.{what}"));
        all.push(Population { kind, name, members, sizes, estimate });
    }
}

/// Reads what was simulated; nothing if there is no such file.
pub(crate) fn read(results: &Path) -> Result<Vec<Row>, EvidenceError> {
    let path = results.join(FILE);
    let bytes = file::if_there(file::read(&path, file::LARGEST))?;
    let rows = bytes.map(|bytes| crate::record::io::from_csv(&*bytes, &path.display().to_string()));
    Ok(rows.transpose()?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn committed() -> Vec<Row> {
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results")).unwrap()
    }

    #[test]
    fn an_interval_of_the_sizes_that_are_given_holds_the_truth_in_93_of_100_samples() {
        let rows = committed();
        assert!(rows.len() > 100, "{}", rows.len());
        let is_low = |row: &&Row| row.n >= row.kind.least() && row.is_low();
        let low: Vec<&Row> = rows.iter().filter(is_low).collect();
        assert!(low.is_empty(), "too few for an interval: {low:?}");
        // And the bounds are no higher than necessary.
        for kind in [Kind::Ratio, Kind::Between, Kind::Student] {
            assert!(rows.iter().any(|r| r.kind == kind && r.n < kind.least() && r.is_low()));
        }
    }

    #[test]
    fn coverage_is_counted_and_the_same_every_time() {
        // The interval of a sample is its mean plus or minus 1; the truth is 4.5.
        let estimate: Statistic = Box::new(|chosen| {
            let value = chosen.iter().sum::<usize>() as f64 / chosen.len() as f64;
            let interval = Some(Interval { low: value - 1.0, high: value + 1.0 });
            Some(Estimate { value, interval, samples: chosen.len() })
        });
        let (kind, name) = (Kind::Mean, "digits".to_owned());
        let population = Population { kind, name, members: 10, sizes: &[1, 100], estimate };
        let [one, hundred] = [1, 100].map(|n| row(&population, n).unwrap());
        // A single digit is within 1 of the mean in 2 of 10 cases; the mean of 100 nearly always.
        assert!((one.percent() - 20.0).abs() < 6.0, "{one:?}");
        assert!(hundred.percent() > 99.0, "{hundred:?}");
        assert_eq!(row(&population, 1), Some(one));
        let none: Statistic =
            Box::new(|c| Some(Estimate { value: 1.0, interval: None, samples: c.len() }));
        let none = Population { estimate: none, ..population };
        assert_eq!(row(&none, 1).unwrap().held, 0, "no interval holds nothing");
    }

    #[test]
    fn no_evidence_is_no_population() {
        assert!(simulate(&Evidence::default(), 999).is_empty());
    }
}
