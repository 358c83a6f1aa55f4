//! Two figures of a suite: the share solved against nodes, and against the multiple of the fewest nodes.

use super::layout::short;
use super::{Part, Times};
use crate::base::number::thousands;
use crate::show::plot::{Axis, Body, Datum, Drawn, Look, Mark, Panel, Picture, Series, places};
use crate::stats::Estimate;
use crate::stats::survival::Quantile;

/// Places along the horizontal axis at which curves are drawn, evenly spread on the logarithmic scale.
const POINTS: i32 = 120;
/// With more curves than this their intervals are left to the CSV, and titles name only two of them.
const FEW: usize = 4;
/// Multiples are drawn up to this.
const LARGEST: f64 = 32.0;

impl Part {
    /// The figures: survival curves and performance profile; none if nothing is solved.
    ///
    /// # Errors
    /// When the data cannot be written.
    pub(crate) fn figures(&self) -> anyhow::Result<Vec<Drawn>> {
        let solved = || self.variants.iter().filter_map(|times| times.curve.span());
        let first = solved().map(|span| span.0).min();
        let Some((first, last)) = first.zip(solved().map(|span| span.1).max()) else {
            return Ok(Vec::new());
        };
        let (first, last) = (first.max(1) as f64, last.max(2) as f64);
        let largest = self.variants.iter().flat_map(|times| times.multiples.iter().flatten());
        let largest = largest.copied().fold(2.0, f64::max).min(LARGEST);
        let curves = self.figure(
            "curves",
            self.median_title(),
            ["Positions solved within N nodes, %", "N, nodes (log scale)"],
            spread(first, last).map(f64::round),
            |times, nodes| times.curve.happened_by(nodes as u64),
        )?;
        let profile = self.figure(
            "profile",
            self.profile_title(),
            [
                "Positions solved within a multiple of the fewest nodes, %",
                "Multiple of the fewest nodes of any variant (log scale)",
            ],
            spread(1.0, largest),
            Times::within_factor,
        )?;
        Ok(vec![curves, profile])
    }

    fn figure(
        &self,
        stem: &'static str,
        title: String,
        [y, x]: [&str; 2],
        at: impl Iterator<Item = f64>,
        share: impl Fn(&Times, f64) -> Option<Estimate>,
    ) -> anyhow::Result<Drawn> {
        let at: Vec<f64> = at.collect();
        let (mut data, mut series) = (Vec::new(), Vec::new());
        for times in &self.variants {
            let own: Vec<Datum> = at
                .iter()
                .map(|&x| {
                    let percent = share(times, x).map(|share| share.map(|share| 100.0 * share));
                    Datum::of(percent).at(&self.suite, &times.title, x)
                })
                .collect();
            let mut points = places(&own);
            if self.variants.len() > FEW {
                points.iter_mut().for_each(|place| place.interval = None);
            }
            let look = Look::ours(&times.variant);
            series.push(Series::new(look, Mark::Band, times.title.clone(), points));
            data.extend(own);
        }
        let panel = Panel {
            title: String::new(),
            x: match stem {
                "curves" => Axis::counts(x, at),
                _ => Axis::ratio(x, at),
            },
            y: Axis::linear(y, [0.0, 100.0]),
            rules: Vec::new(),
            series,
        };
        let subtitle = format!(
            "{}, n = {} positions; solved: the solution is held from there on{}",
            self.suite,
            thousands(self.positions),
            if self.variants.len() <= FEW { ". Bands: 95 % intervals." } else { "." }
        );
        let body = Body::Panels { panels: vec![panel], columns: 1, height: 300.0 };
        Drawn::of(stem, Picture::new([title, subtitle], Vec::new(), body), &data)
    }

    /// `Half of the positions are solved after 12.3 k nodes by Std R = 2, 14.1 k by Vrfd R = 3`; without names
    /// where the intervals decide nothing.
    fn median_title(&self) -> String {
        let median = |times: &Times| times.quantiles[1];
        let mut found: Vec<(u64, &str, Quantile)> = self
            .variants
            .iter()
            .filter_map(|t| Some((median(t).value?, t.title.as_str(), median(t))))
            .collect();
        found.sort_unstable_by_key(|one| (one.0, one.1));
        let others = match self.variants.len() - found.len() {
            0 => String::new(),
            1 => "; 1 variant does not come so far".to_owned(),
            count => format!("; {count} variants do not come so far"),
        };
        // Is any significantly faster than another?
        let ends = |one: &Quantile| [one.low.unwrap_or(0), one.high.unwrap_or(u64::MAX)];
        let first_end = found.iter().map(|one| ends(&one.2)[1]).min();
        let last_begin = found.iter().map(|one| ends(&one.2)[0]).max();
        let is_decided = first_end < last_begin;
        match &found[..] {
            [] => {
                let most = self.variants.iter().max_by_key(|times| times.solved);
                most.map_or(String::new(), |times| {
                    let (solved, title) = (thousands(times.solved), &times.title);
                    format!(
                        "No variant solves half of the positions; {title} solves most: {solved}"
                    )
                })
            }
            [(nodes, title, _)] => format!(
                "Half of the positions are solved after {} nodes by {title}{others}",
                short(*nodes)
            ),
            [(least, ..), .., (most, ..)] if !is_decided => {
                let range = match least < most {
                    true => format!("{} to {}", short(*least), short(*most)),
                    false => short(*least),
                };
                format!(
                    "Half of the positions are solved after {range} nodes; the variants' intervals \
                     overlap{others}"
                )
            }
            [(least, by, _), .., (most, by_other, _)] if found.len() > FEW => format!(
                "Half of the positions are solved after {} nodes by {by} and after {} by {by_other}; the \
                 others lie between",
                short(*least),
                short(*most)
            ),
            all => {
                let parts = all.iter().enumerate().map(|(i, (nodes, title, _))| {
                    format!("{}{} by {title}", short(*nodes), if i == 0 { " nodes" } else { "" })
                });
                let parts = parts.collect::<Vec<_>>().join(", ");
                format!("Half of the positions are solved after {parts}{others}")
            }
        }
    }

    /// `Fewest nodes to the solution: Std R = 3 on 43.2 % of positions, ...`.
    fn profile_title(&self) -> String {
        let all = self.variants.iter();
        let mut shares: Vec<(f64, &str)> =
            all.filter_map(|times| Some((times.profile[0]?.value, times.title.as_str()))).collect();
        shares.sort_by(|a, b| b.0.total_cmp(&a.0));
        let named = if shares.len() > FEW { 2 } else { FEW };
        let parts = shares.iter().take(named).enumerate().map(|(i, (share, title))| {
            let of = if i == 0 { " of positions" } else { "" };
            format!("{title} on {:.1} %{of}", 100.0 * share)
        });
        format!("Fewest nodes to the solution: {}", parts.collect::<Vec<_>>().join(", "))
    }
}

fn spread(first: f64, last: f64) -> impl Iterator<Item = f64> {
    let step = (last / first).powf(1.0 / f64::from(POINTS - 1));
    (0..POINTS).map(move |i| if i == POINTS - 1 { last } else { first * step.powi(i) })
}
