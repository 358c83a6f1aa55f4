//! What pruning on one side costs: `laboratory-sides.none+lmp.own.changed`, `laboratory-sides.none+lmp.changed`.

use super::{Number, Numbers, Unit};
use crate::report::evidence::Evidence;
use crate::report::sides::{FOLDER, Responses, SIDES, techniques};
use crate::stats::Mean;

/// For each technique, each side, and the opponent's side minus its own.
pub(super) fn add(numbers: &mut Numbers, evidence: &Evidence) {
    for technique in techniques(evidence) {
        let of = format!("{FOLDER}.{}", technique.variant);
        for (side, responses) in SIDES.iter().zip(technique.sides) {
            responses_of(numbers, &format!("{of}.{side}"), responses, Unit::Percent);
        }
        responses_of(numbers, &of, technique.difference, Unit::PercentagePoints);
    }
}

fn responses_of(numbers: &mut Numbers, of: &str, own: Responses<Mean>, share: Unit) {
    let Responses { changed, solved, nodes } = own;
    let points = |mean: Mean, unit| Number::estimate(&mean.estimate, unit, FOLDER, |s| s * 100.0);
    numbers.insert(format!("{of}.changed"), points(changed, share));
    numbers.insert(format!("{of}.solved"), points(solved, Unit::PercentagePoints));
    let ratio = Number::estimate(&nodes.estimate, Unit::Percent, FOLDER, |ln| ln.exp_m1() * 100.0);
    numbers.insert(format!("{of}.nodes"), ratio);
}
