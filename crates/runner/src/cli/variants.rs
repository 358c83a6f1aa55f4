//! `vnmp variants` and `vnmp settings`: the registries as pages.

use std::fmt::Write;

use vnmp_engine::SearchSettings;
use vnmp_variants::{FAMILIES, PRESETS, Parameter, RULES, Variant};

use crate::base::terminal::print;
use crate::show::grid::columns;

/// Prints presets, then families and rules with their parameters.
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
        parameters(&mut text, family.parameters)?;
    }
    text.push_str(
        "\nRules that go with a family, e.g. vrfd:r=3+lmr+futility; each is off unless named\n",
    );
    for rule in RULES {
        let (name, place) = (rule.name, rule.acts.place());
        writeln!(text, "\n+{name}: {}\n  acts {place}\n  source: {}", rule.summary, rule.source)?;
        parameters(&mut text, rule.parameters)?;
    }
    print(&text)
}

fn parameters(text: &mut String, parameters: &[Parameter]) -> std::fmt::Result {
    for parameter in parameters {
        let (name, default) = (parameter.name, parameter.print(parameter.default));
        let (meaning, possible) = (parameter.meaning, parameter.possible());
        writeln!(text, "  {name}={default}  {meaning}; {possible}")?;
    }
    Ok(())
}

/// Prints every search setting with the reproduction's value.
pub(crate) fn settings() -> anyhow::Result<()> {
    let mut text =
        "Search settings, for --set NAME=VALUE and [settings] of an experiment\n".to_owned();
    for setting in SearchSettings::list() {
        let (name, default) = (setting.name, &setting.default);
        write!(
            text,
            "\n{name}={default}\n  {}; {}\n",
            setting.meaning.trim_end_matches('.'),
            setting.possible
        )?;
        writeln!(text, "  source: {}", setting.source)?;
    }
    print(&text)
}
