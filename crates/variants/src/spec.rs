//! Specifications: `FAMILY:a=1,b=2+RULE:c=3+RULE`, or a preset's id in the family's place. This
//! file reads them; `Composition` writes the canonical form, in which equal searches are equal.

use vnmp_engine::nearest;

use crate::error::SpecError;
use crate::family::Family;
use crate::parameter::{Parameter, Parameters};
use crate::rule::{Composition, Rule};
use crate::{FAMILIES, PRESETS, RULES};

/// Reads a specification.
///
/// # Errors
/// When a name or value is unknown, or the parts exclude each other.
pub(crate) fn read(text: &str) -> Result<Composition, SpecError> {
    let (first, rest) = text.split_once('+').map_or((text, None), |(f, rest)| (f, Some(rest)));
    let first = first.trim();
    let first =
        PRESETS.iter().find(|preset| preset.id == first).map_or(first, |preset| preset.spec);
    let mut terms = first.split('+').chain(rest.into_iter().flat_map(|rest| rest.split('+')));
    let mut composition = read_family(text, terms.next().unwrap_or_default())?;
    for term in terms.map(str::trim) {
        let rule = read_rule(text, term)?;
        if composition.rules.iter().any(|(own, _)| own.name == rule.0.name) {
            return Err(SpecError::Twice { spec: text.to_string(), name: rule.0.name });
        }
        composition.rules.push(rule);
    }
    let place = |name| RULES.iter().position(|rule| rule.name == name);
    composition.rules.sort_by_key(|(rule, _)| place(rule.name));
    match composition.impossible() {
        Some(reason) => Err(SpecError::Impossible { spec: text.to_string(), reason }),
        None => Ok(composition),
    }
}

fn read_family(text: &str, term: &str) -> Result<Composition, SpecError> {
    let (name, rest) = split(term);
    let Some(family) = family(name) else {
        return Err(match rule(name) {
            Some(_) => wrong_order(text, format!("it begins with '{name}', which is a rule")),
            None => unknown_variant(text, name),
        });
    };
    let owner = || format!("family '{name}'");
    let parameters = Parameters::defaults(family.name, family.parameters);
    let parameters = read_parameters(text, owner, family.parameters, parameters, rest)?;
    Ok(Composition { family, parameters, rules: Vec::new() })
}

fn read_rule(text: &str, term: &str) -> Result<(&'static Rule, Parameters), SpecError> {
    let (name, rest) = split(term);
    let Some(rule) = rule(name) else {
        let is_family = family(name).is_some() || PRESETS.iter().any(|p| p.id == name);
        return Err(match is_family {
            true => wrong_order(text, format!("'{name}' is not a rule but a family")),
            false => unknown_rule(text, name),
        });
    };
    let owner = || format!("rule '{name}'");
    let parameters = Parameters::defaults(rule.name, rule.parameters);
    let parameters = read_parameters(text, owner, rule.parameters, parameters, rest)?;
    Ok((rule, parameters))
}

/// `name:rest`.
fn split(term: &str) -> (&str, &str) {
    let (name, rest) = term.split_once(':').unwrap_or((term, ""));
    (name.trim(), rest)
}

fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().copied().find(|family| family.name == name)
}

fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.name == name)
}

/// `a=1,b=2`, each at most once.
fn read_parameters(
    text: &str,
    owner: impl Fn() -> String,
    declared: &'static [Parameter],
    mut values: Parameters,
    rest: &str,
) -> Result<Parameters, SpecError> {
    let spec = || text.to_string();
    let mut given = vec![false; declared.len()];
    for part in rest.split(',').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let (key, value) = (key.trim(), value.trim());
        let Some(at) = declared.iter().position(|p| p.name == key) else {
            return Err(no_parameter(text, owner(), declared, key));
        };
        let parameter = &declared[at];
        if std::mem::replace(&mut given[at], true) {
            return Err(SpecError::Twice { spec: spec(), name: parameter.name });
        }
        let number = parameter.read(value).ok_or_else(|| SpecError::Value {
            spec: spec(),
            parameter: parameter.name,
            value: value.to_string(),
            possible: parameter.possible(),
        })?;
        values.set(at, number);
    }
    Ok(values)
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn unknown_variant(text: &str, name: &str) -> SpecError {
    let families = || FAMILIES.iter().map(|family| family.name);
    let presets = || PRESETS.iter().map(|preset| preset.id);
    SpecError::Unknown {
        spec: text.to_string(),
        nearest: nearest(name, families().chain(presets())),
        families: list(families()),
        presets: list(presets()),
    }
}

fn unknown_rule(text: &str, name: &str) -> SpecError {
    let rules = || RULES.iter().map(|rule| rule.name);
    SpecError::UnknownRule {
        spec: text.to_string(),
        rule: name.to_string(),
        nearest: nearest(name, rules()),
        rules: list(rules()),
    }
}

fn wrong_order(text: &str, reason: String) -> SpecError {
    SpecError::Order { spec: text.to_string(), reason }
}

fn no_parameter(text: &str, owner: String, declared: &'static [Parameter], key: &str) -> SpecError {
    let names = || declared.iter().map(|p| p.name);
    SpecError::Parameter {
        spec: text.to_string(),
        owner,
        parameter: key.to_string(),
        nearest: nearest(key, names()),
        known: if declared.is_empty() { "none".to_string() } else { list(names()) },
    }
}
