//! Effects of several studies taken together: DerSimonian and Laird's random effects.

use super::{Estimate, Interval};

/// Half the width of a 95 % interval, in standard errors.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The pooled effect of studies, and their heterogeneity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pooled {
    /// The mean effect with its 95 % interval; `samples` is the number of studies.
    pub(crate) effect: Estimate,
    /// Standard deviation of the true effects.
    pub(crate) tau: f64,
    /// Share of the variation beyond chance, 0 to 1.
    pub(crate) heterogeneity: f64,
}

/// Pools effects with their standard errors; `None` for fewer than two.
pub(crate) fn random_effects(studies: &[(f64, f64)]) -> Option<Pooled> {
    let degrees = studies.len().checked_sub(1).filter(|&degrees| degrees > 0)? as f64;
    let sums = |tau2: f64| {
        studies.iter().fold((0.0, 0.0, 0.0), |(w, wx, w2), (effect, error)| {
            let weight = 1.0 / (error * error + tau2);
            (w + weight, wx + weight * effect, w2 + weight * weight)
        })
    };
    let (w, wx, w2) = sums(0.0);
    let fixed = wx / w;
    let q: f64 = studies.iter().map(|(effect, error)| ((effect - fixed) / error).powi(2)).sum();
    let tau2 = ((q - degrees) / (w - w2 / w)).max(0.0);
    let (w, wx, _) = sums(tau2);
    let (value, half) = (wx / w, Z / w.sqrt());
    let interval = Some(Interval { low: value - half, high: value + half });
    Some(Pooled {
        effect: Estimate { value, interval, samples: studies.len() },
        tau: tau2.sqrt(),
        heterogeneity: if q > 0.0 { ((q - degrees) / q).max(0.0) } else { 0.0 },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn studies_that_agree_have_the_fixed_mean_and_no_heterogeneity() {
        let pooled = random_effects(&[(1.0, 1.0), (1.0, 2.0)]).unwrap();
        assert_eq!((pooled.effect.value, pooled.tau, pooled.heterogeneity), (1.0, 0.0, 0.0));
        let interval = pooled.effect.interval.unwrap();
        assert!((interval.high - 1.0 - Z / 1.25_f64.sqrt()).abs() < 1e-12);
        assert_eq!(random_effects(&[(1.0, 1.0)]), None);
        assert_eq!(random_effects(&[]), None);
    }

    /// Calculated by hand: weights 1, Q = 8, one degree of freedom: tau² = 7, I² = 7/8, variance of
    /// the mean 4.
    #[test]
    fn studies_that_disagree_widen_the_interval() {
        let pooled = random_effects(&[(0.0, 1.0), (4.0, 1.0)]).unwrap();
        assert!((pooled.effect.value - 2.0).abs() < 1e-12);
        assert!((pooled.tau - 7f64.sqrt()).abs() < 1e-12);
        assert!((pooled.heterogeneity - 0.875).abs() < 1e-12);
        assert!((pooled.effect.interval.unwrap().high - 2.0 - 2.0 * Z).abs() < 1e-12);
    }

    #[test]
    fn nothing_is_pooled_from_fewer_than_two_studies() {
        assert!(random_effects(&[]).is_none());
        assert!(random_effects(&[(0.3, 0.1)]).is_none());
    }
}
