//! The effects of factorial runs: `laboratory.wcs.null-move.vrfd:r=3.nodes`.

use super::{Number, Numbers, Unit, id};
use crate::report::evidence::Run;
use crate::show::effects::{Effects, Found, Response};

/// The effects of a run that combines factors.
///
/// # Errors
/// When a cell is missing.
pub(crate) fn effects(run: &Run) -> anyhow::Result<Option<Effects>> {
    let is_factorial = !run.manifest.factors.is_empty();
    is_factorial.then(|| Effects::new(&run.manifest, &run.counted())).transpose()
}

/// Every effect: on nodes in percent, else in percentage points; and how many there are.
pub(super) fn add(numbers: &mut Numbers, run: &Run) -> anyhow::Result<()> {
    let Some(effects) = effects(run)? else { return Ok(()) };
    let mut surviving = 0;
    for (of, own) in effects.suites.iter().zip(run.parts()) {
        let part = id::part(own);
        for effect in &of.effects {
            for (response, found) in Response::ALL.into_iter().zip(effect.found) {
                let Some(found) = found else { continue };
                let id = format!("{part}.{}.{}", effect.contrast.id(), response.name());
                numbers.insert(id, number(response, &found, &run.name));
                surviving += u64::from(found.survives);
            }
        }
        let lesser = Number::count(of.lesser as u64, Unit::Positions, &run.name);
        numbers.insert(format!("{part}.lesser-depth"), lesser.out_of(own.suite.searched as u64));
    }
    let surviving = Number::count(surviving, Unit::Count, &run.name);
    let of = id::run(&run.name);
    numbers.insert(format!("{of}.surviving"), surviving.out_of(effects.intervals as u64));
    let cells = Number::count(run.manifest.variants.len() as u64, Unit::Count, &run.name);
    numbers.insert(format!("{of}.cells"), cells);
    Ok(())
}

fn number(response: Response, found: &Found, source: &str) -> Number {
    match response {
        Response::Nodes => {
            let percent = |ln: f64| ln.exp_m1() * 100.0;
            Number::estimate(&found.estimate, Unit::Percent, source, percent)
        }
        _ => {
            let points = |share: f64| share * 100.0;
            Number::estimate(&found.estimate, Unit::PercentagePoints, source, points)
        }
    }
}
