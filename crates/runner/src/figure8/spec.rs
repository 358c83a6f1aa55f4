//! Methods by the names of the survey's Figure 8: a base and what is added to it, joined by `+`,
//! e.g. `pvs+trans+hist`, `ab`, `iter+trans=65536:order/cutoff`, `pvs+research-above=0`.
//! All but `ab` and `minimax` are iterated, as in the survey.

use anyhow::{anyhow, bail, ensure};
use vnmp_engine::SurveySettings;

/// The survey's table: "fixed at eight thousand entries".
const TABLE_ENTRIES: &str = "8192";
/// "MaterialBalance - Pawn, MaterialBalance + Pawn".
const PAWN: &str = "100";

/// A name, the settings that it stands for, and what it means.
pub(crate) struct Term {
    /// As typed.
    pub(crate) name: &'static str,
    /// Settings as `name=value`; `{}` is the value after the name's `=`.
    settings: &'static [(&'static str, &'static str)],
    /// The value if none is typed.
    default: &'static str,
    /// For the help.
    pub(crate) meaning: &'static str,
}

const fn term(
    name: &'static str,
    settings: &'static [(&'static str, &'static str)],
    default: &'static str,
    meaning: &'static str,
) -> Term {
    Term { name, settings, default, meaning }
}

/// What a method begins with.
pub(crate) const BASES: &[Term] = &[
    term("minimax", &[("method", "minimax")], "", "plain minimax, direct"),
    term("ab", &[], "", "alpha-beta (Figure 1), direct"),
    term("iter", &[("iterative", "on")], "", "iterated alpha-beta"),
    term(
        "asp",
        &[("iterative", "on"), ("aspiration", "{}")],
        PAWN,
        "iterated alpha-beta with aspiration (Figure 3); asp=CP for the expected error",
    ),
    term("pvs", &[("iterative", "on"), ("method", "pvs")], "", "iterated PVS (Figure 5)"),
    term(
        "negascout",
        &[("iterative", "on"), ("method", "negascout")],
        "",
        "iterated NegaScout (Reinefeld)",
    ),
];

/// What can be added.
pub(crate) const ADDITIONS: &[Term] = &[
    term(
        "trans",
        &[("table-entries", "{}")],
        TABLE_ENTRIES,
        "transposition table (Figure 7) of 8192 entries; trans=N for another size, \
         trans:order/narrow/cutoff for single uses",
    ),
    term("ref", &[("refutation", "on")], "", "refutation table"),
    term(
        "hist",
        &[("history", "{}")],
        "count",
        "history table over the whole move list; hist=depth for Schaeffer's weights",
    ),
    term(
        "qhist",
        &[("history", "{}"), ("history-scope", "quiet")],
        "count",
        "history table behind the safe captures only",
    ),
    term("killer", &[("killers", "on")], "", "two killers a ply"),
    term("asp", &[("aspiration", "{}")], PAWN, "aspiration; asp=CP for the expected error"),
    term("direct", &[("iterative", "off")], "", "no iterative deepening"),
    term("marginal", &[("marginal", "{}")], PAWN, "marginal forward pruning; marginal=CP"),
    term("razor", &[("razoring", "{}")], PAWN, "razoring near the horizon; razor=CP"),
    term("gamma", &[("gamma", "on")], "", "gamma algorithm"),
    term("nbest", &[("n-best", "{}")], "15/15/9/9/7", "tapered N-best; nbest=W/W/.."),
    term("leafext", &[("leaf-extension", "on")], "", "checks at the horizon extend by one ply"),
];

fn names(terms: &[Term]) -> String {
    terms.iter().map(|term| term.name).collect::<Vec<_>>().join(", ")
}

/// A method to be compared.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SurveyMethod {
    /// As typed, without spaces: also its name in tables and records.
    pub(crate) spec: String,
    /// What it stands for.
    pub(crate) settings: SurveySettings,
}

impl SurveyMethod {
    /// Reads a method; what it does not say is as in `common`.
    ///
    /// # Errors
    /// When a part has no meaning or an impossible value.
    pub(crate) fn parse(text: &str, common: &SurveySettings) -> anyhow::Result<SurveyMethod> {
        let spec: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut settings = common.clone();
        let mut parts = spec.split('+');
        let first = parts.next().unwrap_or_default();
        let (base, value) = value_of(first);
        let Some(base) = BASES.iter().find(|term| term.name == base) else {
            let known = names(BASES);
            bail!("method '{spec}' begins with '{base}'; a method begins with one of: {known}");
        };
        apply(&mut settings, base, value, first)
            .and_then(|()| parts.try_for_each(|part| add(&mut settings, part)))
            .map_err(|e| anyhow!("method '{spec}': {e}"))?;
        ensure!(
            !settings.refutation || settings.iterative,
            "method '{spec}': a refutation table guides the next iteration; '{}' has none, write \
             e.g. iter+ref",
            base.name
        );
        Ok(SurveyMethod { spec, settings })
    }
}

/// Adds one part: a term, a table with its uses, or a setting by its own name.
fn add(settings: &mut SurveySettings, part: &str) -> anyhow::Result<()> {
    let (part, uses) = match part.split_once(':') {
        Some((part, uses)) => (part, Some(uses)),
        None => (part, None),
    };
    let (name, value) = value_of(part);
    match ADDITIONS.iter().find(|term| term.name == name) {
        Some(term) => apply(settings, term, value, part)?,
        None if value.is_some() && SurveySettings::NAMES.contains(&name) => {
            settings.set(name, value.unwrap_or_default())?;
        }
        None => return Err(unknown(part)),
    }
    let Some(uses) = uses else { return Ok(()) };
    if name != "trans" {
        return Err(unknown(&format!("{part}:{uses}")));
    }
    for name in ["table-order", "table-narrow", "table-cutoff"] {
        settings.set(name, "off")?;
    }
    for usage in uses.split('/') {
        ensure!(
            ["order", "narrow", "cutoff"].contains(&usage),
            "a table is used for order, narrow or cutoff, not '{usage}'; write e.g. \
             trans:order/cutoff"
        );
        settings.set(&format!("table-{usage}"), "on")?;
    }
    Ok(())
}

fn value_of(part: &str) -> (&str, Option<&str>) {
    part.split_once('=').map_or((part, None), |(name, value)| (name, Some(value)))
}

fn apply(
    settings: &mut SurveySettings,
    term: &Term,
    value: Option<&str>,
    part: &str,
) -> anyhow::Result<()> {
    if value.is_some() && term.default.is_empty() {
        return Err(unknown(part));
    }
    for (name, setting) in term.settings {
        settings
            .set(name, if *setting == "{}" { value.unwrap_or(term.default) } else { setting })?;
    }
    Ok(())
}

fn unknown(part: &str) -> anyhow::Error {
    anyhow!(
        "'{part}' cannot be added; known additions: {}; or any setting as NAME=VALUE, e.g. \
         research-above=0",
        names(ADDITIONS)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(spec: &str) -> String {
        SurveyMethod::parse(spec, &SurveySettings::default()).unwrap().settings.to_string()
    }

    fn refusal(spec: &str) -> String {
        SurveyMethod::parse(spec, &SurveySettings::default()).unwrap_err().to_string()
    }

    #[test]
    fn the_surveys_names_denote_its_settings() {
        assert_eq!(settings("ab"), "");
        assert_eq!(settings("iter"), "iterative=on");
        assert_eq!(settings("asp"), "iterative=on,aspiration=100");
        assert_eq!(
            settings("pvs + trans + ref + hist"),
            "method=pvs,iterative=on,table-entries=8192,refutation=on,history=count"
        );
        assert_eq!(
            settings("pvs+trans=2^16:order/cutoff+killer+research-above=0"),
            "method=pvs,research-above=0,iterative=on,table-entries=65536,table-narrow=off,\
             killers=on"
        );
        assert_eq!(settings("pvs+direct+asp=50"), "method=pvs,aspiration=50");
        assert_eq!(settings("iter+nbest"), "iterative=on,n-best=15/15/9/9/7");
    }

    #[test]
    fn unstated_settings_are_the_experiments() {
        let mut common = SurveySettings::default();
        common.set("horizon", "static").unwrap();
        let method = SurveyMethod::parse("pvs", &common).unwrap();
        assert_eq!(method.settings.to_string(), "method=pvs,iterative=on,horizon=static");
    }

    #[test]
    fn refusals_name_the_part_and_the_cure() {
        let error = refusal("alphabeta+trans");
        assert!(error.contains("'alphabeta'") && error.contains("negascout"), "{error}");
        let error = refusal("pvs+transposition");
        assert!(error.contains("'transposition'") && error.contains("trans, ref"), "{error}");
        let error = refusal("pvs+trans=1000");
        assert!(error.contains("power of two"), "{error}");
        let error = refusal("pvs+trans:ordr");
        assert!(error.contains("'ordr'"), "{error}");
        let error = refusal("ab+ref");
        assert!(error.contains("iter+ref"), "{error}");
        for spec in ["", "+trans", "ab+", "pvs=3", "pvs+ref=on", "pvs+killer:order", "asp=0"] {
            assert!(SurveyMethod::parse(spec, &SurveySettings::default()).is_err(), "{spec}");
        }
    }
}
