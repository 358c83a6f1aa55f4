//! Columns of standard null moves that differ in R alone: ours, and those of other engines.

use crate::record::manifest::VariantEntry;
use crate::report::evidence::Run;

/// What holds R: our parameter, and the option of Fruit's family of engines.
const REDUCTION: [&str; 2] = ["r", "option NullMove Reduction"];

/// The columns of a program with R = 1, 2 and 3.
pub(crate) struct Standard<'a> {
    /// The engine, e.g. `GNU Chess 6.2.7`; of ours, where the variant comes from.
    pub(crate) source: &'a str,
    /// Specifications, by R from 1 on.
    pub(crate) columns: [Option<&'a str>; 3],
}

/// Those of a run, in the order of its columns.
pub(crate) fn standard(run: &Run) -> Vec<Standard<'_>> {
    let mut found: Vec<(Vec<(&str, &str)>, Standard)> = Vec::new();
    for variant in &run.manifest.variants {
        let Some((r, rest)) = reduction(variant) else { continue };
        let is_open = |of: &Standard| of.columns[r - 1].is_none();
        let known = found.iter().position(|(other, of)| *other == rest && is_open(of));
        let index = known.unwrap_or_else(|| {
            found.push((rest, Standard { source: &variant.source, columns: [None; 3] }));
            found.len() - 1
        });
        found[index].1.columns[r - 1] = Some(&variant.spec);
    }
    found.into_iter().map(|(_, group)| group).collect()
}

/// R, and all else that determines the column.
fn reduction(variant: &VariantEntry) -> Option<(usize, Vec<(&str, &str)>)> {
    let r = REDUCTION.iter().find_map(|&name| variant.parameters.get(name))?;
    let is_standard = variant.spec == format!("std:r={r}") || variant.spec.starts_with("uci:");
    let r = r.parse().ok()?;
    let rest = variant.parameters.iter().filter(|(name, _)| !REDUCTION.contains(&name.as_str()));
    let rest = rest.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    (is_standard && (1..=3).contains(&r)).then_some((r, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(variants: serde_json::Value) -> Run {
        let manifest = serde_json::from_value(serde_json::json!({
            "experiment": "e", "title": "t", "tables": ["nodes"], "fingerprint": "f",
            "variants": variants, "suites": []
        }));
        Run { name: "e".into(), manifest: manifest.unwrap(), samples: vec![], files: vec![] }
    }

    #[test]
    fn columns_belong_together_if_they_differ_in_r_alone() {
        let column = |spec: &str, name: &str, r: &str, hash: &str| {
            serde_json::json!({"spec": spec, "title": spec, "source": spec[..3],
                "parameters": {name: r, "option Hash": hash}})
        };
        let option = REDUCTION[1];
        let run = run(serde_json::json!([
            column("uci:b", option, "3", "64"),
            column("std:r=2", "r", "2", ""),
            column("uci:e", option, "3", "64"),
            column("uci:a", option, "2", "64"),
            column("uci:c", option, "1", "128"),
            column("uci:d", option, "4", "64"),
            column("vrfd:r=3", "r", "3", ""),
            column("std:r=1+lmr", "r", "1", ""),
            column("std:r=3", "r", "3", ""),
            {"spec": "none", "title": "none", "source": ""},
        ]));
        let found: Vec<_> = standard(&run).iter().map(|of| (of.source, of.columns)).collect();
        assert_eq!(
            found,
            [
                ("uci", [None, Some("uci:a"), Some("uci:b")]),
                ("std", [None, Some("std:r=2"), Some("std:r=3")]),
                ("uci", [None, None, Some("uci:e")]),
                ("uci", [Some("uci:c"), None, None]),
            ]
        );
    }
}
