//! `vnmp variants`: the registry as a table.

use std::fmt::Write;

use vnmp_variants::{FAMILIES, PRESETS, Variant};

use crate::base::terminal::print;
use crate::show::grid::columns;

/// Prints presets, then families with their parameters.
pub(crate) fn run() -> anyhow::Result<()> {
    let mut presets = vec![["id", "specification", "column title", "source"].map(str::to_owned)];
    for preset in PRESETS {
        let variant = Variant::parse(preset.spec)?;
        let source = variant.source().to_owned();
        presets.push([preset.id.to_owned(), variant.spec(), variant.title(), source]);
    }
    let mut text = columns(&presets);
    text.push_str("\nFamilies, for specifications such as vrfd:r=3,research=off\n");
    for family in FAMILIES {
        writeln!(text, "\n{}: {}\n  source: {}", family.name, family.summary, family.source)?;
        for parameter in family.parameters {
            let (name, default) = (parameter.name, parameter.print(parameter.default));
            let (meaning, possible) = (parameter.meaning, parameter.possible());
            writeln!(text, "  {name}={default}  {meaning}; {possible}")?;
        }
    }
    print(&text)
}
