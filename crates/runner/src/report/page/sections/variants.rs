//! Every variant of the registry in one table, against verified R = 3.

use super::{difference, out_of, percent};
use crate::base::number::p_value;
use crate::report::evidence::Run;
use crate::report::numbers::{Number, id};
use crate::report::page::{Block, Cell, Grid, Source};

/// The table, if the run of all variants was made.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let runs = &source.evidence.runs;
    let Some(run) = runs.get("variants") else { return Vec::new() };
    let Some(part) = run.part(None) else { return Vec::new() };
    let (Some(depth), Some(reference)) =
        (part.suite.depths.last().copied(), run.manifest.reference.as_deref())
    else {
        return Vec::new();
    };
    let extra: Vec<(&str, &Run)> = ["variants-mates", "zugzwang"]
        .into_iter()
        .filter_map(|name| Some((name, runs.get(name)?)))
        .collect();
    let head = ["Variant", "Nodes", "Nodes, geometric mean", "Solved", "Difference"];
    let mut grid = Grid::new(&head, 1);
    for (name, run) in &extra {
        let what = if *name == "zugzwang" { "Zugzwangs" } else { "Mates" };
        grid.head.extend(run.manifest.suites.iter().map(|suite| format!("{what}: {}", suite.name)));
    }
    for variant in &run.manifest.variants {
        let of = format!("{}.{}", id::row(part, depth), variant.spec);
        let number = |what: &str| source.numbers.find(&format!("{of}.{what}"));
        let same = variant.spec == reference;
        let text = |text: String| if same { "reference".to_owned() } else { text };
        let mut row = vec![
            Cell { small: Some(variant.source.clone()), ..variant.title.clone().into() },
            text(percent(number("vs-reference"))).into(),
            text(percent(number("geometric-mean"))).into(),
            out_of(number("solved")).into(),
            text(against(number("solved-vs-reference"), number("mcnemar-p"))).into(),
        ];
        for (_, run) in &extra {
            row.extend(run.parts().map(|part| {
                let id = format!("{}.{}.held", id::part(part), variant.spec);
                Cell::from(out_of(source.numbers.find(&id)))
            }));
        }
        grid.rows.push(row);
    }
    vec![
        Block::Section("Every variant".into()),
        Block::Text(format!(
            "{} at depth {depth}. Nodes and numbers solved against {}; the difference in solved \
             positions with its interval and McNemar's p.",
            part.suite.describe(),
            run.title(reference)
        )),
        Block::Grid(grid),
    ]
}

/// A difference in solved positions with its interval and McNemar's p.
fn against(solved: Option<&Number>, p: Option<&Number>) -> String {
    let found = solved.zip(p.and_then(|p| p.value));
    found.map_or("–".into(), |(solved, p)| format!("{}, p {}", difference(solved), p_value(p)))
}
