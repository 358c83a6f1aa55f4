//! Measures how values of deep searches follow from those of shallow ones, for the rule `probcut`.
//!
//!     cargo run --release -p vnmp-variants --example probcut_regression -- DEPTH EVERY FILE...
//!
//! searches every EVERYth position of the EPD files without null moves and prints what
//! `data/probcut.csv` holds: for each pair of depths of the same parity the least-squares line, in
//! the integers that the rule computes with, and what it leaves unexplained. Positions in check and
//! values that are mates are left out, as the rule leaves them out. The residuals' quantiles go to
//! standard error: ProbCut takes them for normally distributed.

use vnmp_engine::{Limits, Position, Score, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;
use vnmp_variants::rules::probcut::regression::ONE;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse::<usize>().ok());
    let (Some(depth), Some(every)) = (number(), number()) else {
        eprintln!("give a depth, a step and EPD files");
        std::process::exit(2);
    };
    let files: Vec<String> = arguments.collect();
    let lines: Vec<String> = files.iter().flat_map(|file| read(file)).collect();
    let values: Vec<Vec<Score>> =
        lines.iter().step_by(every.max(1)).filter_map(|line| search(line, depth)).collect();
    let program = "cargo run --release -p vnmp-variants --example probcut_regression --";
    println!("# {program} {depth} {every} {}", files.join(" "));
    println!("deep,shallow,positions,slope,intercept,deviation,r_squared");
    for deep in 3..=depth {
        for shallow in (1..deep).filter(|shallow| (deep - shallow) % 2 == 0) {
            println!("{deep},{shallow},{}", regression(&values, deep, shallow));
        }
    }
}

fn read(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// The values of iterations 1, 2, ...; `None` in check.
fn search(line: &str, depth: usize) -> Option<Vec<Score>> {
    let fields: Vec<&str> = line.split(' ').take(4).collect();
    let position = Position::from_fen(&format!("{} 0 1", fields.join(" "))).ok()?;
    if position.in_check() {
        return None;
    }
    let variant = Variant::parse("none").ok()?;
    let settings = SearchSettings::default();
    let limits = Limits { depth: depth as u8, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let iterations = variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
    Some(iterations.iter().map(|iteration| iteration.score).collect())
}

/// `positions,slope,intercept,deviation,r_squared` of `deep` on `shallow`.
fn regression(values: &[Vec<Score>], deep: usize, shallow: usize) -> String {
    let pairs = values.iter().map(|values| (values[shallow - 1], values[deep - 1]));
    let sound = pairs.filter(|(x, y)| x.mate_in().is_none() && y.mate_in().is_none());
    let pairs: Vec<(f64, f64)> = sound.map(|(x, y)| (x.0 as f64, y.0 as f64)).collect();
    let n = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (mx, my) = (mean(&|p| p.0), mean(&|p| p.1));
    let sxx = mean(&|p| (p.0 - mx) * (p.0 - mx));
    let sxy = mean(&|p| (p.0 - mx) * (p.1 - my));
    let syy = mean(&|p| (p.1 - my) * (p.1 - my));
    let slope = sxy / sxx;
    let intercept = my - slope * mx;
    let residuals = mean(&|p| (p.1 - slope * p.0 - intercept).powi(2));
    let deviation = (residuals * n / (n - 2.0)).sqrt();
    let mut left: Vec<f64> = pairs.iter().map(|p| p.1 - slope * p.0 - intercept).collect();
    left.sort_by(f64::total_cmp);
    let quantile = |share: f64| left[((n - 1.0) * share).round() as usize].round();
    let shares = [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0].map(quantile);
    eprintln!(
        "{deep},{shallow}: residuals at 0, 5, 25, 50, 75, 95, 100 % in centipawns: {shares:?}"
    );
    format!(
        "{},{},{},{},{:.4}",
        pairs.len(),
        (slope * ONE as f64).round(),
        intercept.round(),
        deviation.round(),
        1.0 - residuals / syy
    )
}
