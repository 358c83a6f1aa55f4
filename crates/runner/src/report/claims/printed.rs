//! The published value of a claim, computed from the counts that the paper's table prints, so that it is
//! rounded once, where it is shown. What the paper says in words, such as a range, stays in the claim.

use super::{Claim, Published, Quantity};
use crate::experiment::paper::{self, PaperTable};

/// Computes the value of a claim that names a table.
pub(super) fn fill_in(claim: &mut Claim) -> Result<(), String> {
    let Some(number) = claim.published_table else { return Ok(()) };
    if claim.published.is_some() {
        return Err("give `published` or `published-table`, not both".to_owned());
    }
    let table = paper::table(number).map_err(|e| e.to_string())?;
    let value = value(&claim.quantity, &table).ok_or_else(|| {
        format!("Table {number} of the paper does not print what this quantity needs")
    })?;
    claim.published = Some(Published::Value(value));
    Ok(())
}

/// The quantity by the table's counts; `None` where it has no such row or column.
fn value(quantity: &Quantity, table: &PaperTable) -> Option<f64> {
    let row = |suite: &Option<String>, depth| table.row(suite.as_deref(), depth);
    let count =
        |suite, depth, variant: &str| Some(row(suite, depth)?.figure(variant)?.count as f64);
    let ratio = |suite, depth, of: &str, to: &str| {
        Some(count(suite, depth, of)? / count(suite, depth, to)?)
    };
    match quantity {
        Quantity::NodeRatio { suite, variant, to, depth } => ratio(suite, *depth, variant, to),
        Quantity::RatioGrowth { variant, to, from_depth, depth } => {
            Some(ratio(&None, *depth, variant, to)? / ratio(&None, *from_depth, variant, to)?)
        }
        Quantity::Position { variant, near, far, depth } => {
            let [of, near, far] = [variant, near, far].map(|v| count(&None, *depth, v));
            Some((of? - near?) / (far? - near?))
        }
        Quantity::SolvedDifference { suite, variant, to, depth } => {
            let depth = (*depth)?;
            let difference = count(suite, depth, variant)? - count(suite, depth, to)?;
            Some(difference / row(suite, depth)?.positions as f64)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{claims, paper};
    use super::*;

    fn published(id: &str) -> f64 {
        let claim = paper().unwrap().claims.into_iter().find(|claim| claim.id == id).unwrap();
        claim.published.unwrap().ends()[0]
    }

    #[test]
    fn a_value_is_that_of_the_printed_counts_unrounded() {
        // Table 4, depth 8, where the paper prints -13.55 %.
        assert_eq!(published("wcs-r2-8"), 783_461_647.0 / 906_225_552.0);
        assert_eq!(published("wcs-solved-r2-8"), 20.0 / 999.0);
        assert_eq!(published("mate5-r1-games"), -7.0 / 353.0, "a suite that has a row");
        let ratios = [105_488_197_524.0 / 51_080_338_048.0, 5_374_275_763.0 / 4_848_596_820.0];
        assert_eq!(published("ecm-growth-11"), ratios[0] / ratios[1]);
        let position = (906_225_552.0 - 533_282_695.0) / (783_461_647.0 - 533_282_695.0);
        assert_eq!(published("wcs-closer-8"), position, "beyond R = 2");
    }

    #[test]
    fn a_claim_on_a_table_takes_its_value_there_and_a_range_in_words_holds_it() {
        let mut ranges = 0;
        for claim in paper().unwrap().claims {
            let number = claim.place.as_deref().and_then(|place| place.strip_prefix("Table "));
            let Some(number) = number.and_then(|number| number.parse().ok()) else { continue };
            let printed = value(&claim.quantity, &paper::table(number).unwrap());
            let (Some(printed), Some(published)) = (printed, claim.published) else { continue };
            let [low, high] = published.ends();
            // A range is in whole percent.
            assert!(low - printed < 0.005 && printed - high < 0.005, "{}", claim.id);
            assert_eq!(claim.published_table.is_none(), low < high, "{}", claim.id);
            ranges += usize::from(low < high);
        }
        assert_eq!(ranges, 6);
    }

    #[test]
    fn a_table_that_does_not_print_it_is_refused_with_the_claim() {
        let refused = |keys: &str| {
            let text = format!(
                "source = 's'\n[[claims]]\nid = 'mine'\ntext = 't'\nexpect = {{ above = 1.0 }}\n\
                 quantity = {{ kind = 'node-ratio', variant = 'std:r=2', to = 'vrfd:r=3', depth = 9 }}\n{keys}"
            );
            claims("my.toml", &text).unwrap_err().to_string()
        };
        let missing = refused("published-table = 6");
        assert!(
            missing.contains("my.toml: claim 'mine': Table 6 of the paper does not"),
            "{missing}"
        );
        assert!(refused("published-table = 7").contains("no Table 7"));
        assert!(refused("published-table = 3\npublished = 1.5").contains("not both"));
    }
}
