//! The least-squares line through pairs of values, and what it leaves unexplained.

/// Shares at which the residuals' quantiles are given, in per cent.
pub(crate) const SHARES: [u8; 7] = [0, 5, 25, 50, 75, 95, 100];

/// `y = slope * x + intercept`, with its residuals in the unit of `y`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Regression {
    /// Pairs.
    pub(crate) pairs: usize,
    pub(crate) slope: f64,
    pub(crate) intercept: f64,
    /// Standard deviation of the residuals, with two degrees of freedom taken off.
    pub(crate) deviation: f64,
    /// Share of the variance of `y` that the line explains, 0 to 1.
    pub(crate) r_squared: f64,
    /// Quantiles of the residuals at [`SHARES`].
    pub(crate) residuals: [f64; 7],
}

/// The regression of y on x for pairs `(x, y)`; `None` for fewer than three pairs, or where all
/// x or all y are equal.
pub(crate) fn regression(pairs: &[(f64, f64)]) -> Option<Regression> {
    let n = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (mx, my) = (mean(&|p| p.0), mean(&|p| p.1));
    let sxx = mean(&|p| (p.0 - mx) * (p.0 - mx));
    let sxy = mean(&|p| (p.0 - mx) * (p.1 - my));
    let syy = mean(&|p| (p.1 - my) * (p.1 - my));
    if pairs.len() < 3 || sxx == 0.0 || syy == 0.0 {
        return None;
    }
    let slope = sxy / sxx;
    let intercept = my - slope * mx;
    let residual = |p: &(f64, f64)| p.1 - slope * p.0 - intercept;
    let unexplained = mean(&|p| residual(p).powi(2));
    let mut sorted: Vec<f64> = pairs.iter().map(residual).collect();
    sorted.sort_by(f64::total_cmp);
    let quantile = |share: u8| sorted[((n - 1.0) * f64::from(share) / 100.0).round() as usize];
    Some(Regression {
        pairs: pairs.len(),
        slope,
        intercept,
        deviation: (unexplained * n / (n - 2.0)).sqrt(),
        r_squared: 1.0 - unexplained / syy,
        residuals: SHARES.map(quantile),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_and_its_residuals_are_recovered() {
        // y = 2x + 1, then alternately +1 and -1: orthogonal to x and to the constant
        let pairs = [(0.0, 2.0), (1.0, 2.0), (2.0, 4.0), (3.0, 8.0)];
        let line = regression(&pairs).unwrap();
        assert_eq!((line.pairs, line.slope, line.intercept), (4, 2.0, 1.0));
        assert_eq!(line.deviation, 2.0_f64.sqrt());
        assert!((line.r_squared - (1.0 - 1.0 / 6.0)).abs() < 1e-12);
        assert_eq!(line.residuals, [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn without_three_pairs_or_any_spread_there_is_no_line() {
        assert_eq!(regression(&[]), None);
        assert_eq!(regression(&[(0.0, 0.0), (1.0, 1.0)]), None);
        assert_eq!(regression(&[(1.0, 0.0), (1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(regression(&[(1.0, 5.0), (2.0, 5.0), (3.0, 5.0)]), None);
    }
}
