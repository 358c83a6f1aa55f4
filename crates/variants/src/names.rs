//! No name is given twice: a copy of `standard.rs` that kept the name would be hidden by the
//! original. This is checked at compile time.

use crate::family::Family;
use crate::parameter::Parameter;
use crate::rule::Rule;
use crate::{FAMILIES, PRESETS, Preset, RULES};

const _: () = {
    check_families(FAMILIES);
    check_rules(RULES);
    check_across(FAMILIES, RULES);
    check_presets(PRESETS, FAMILIES, RULES);
};

const fn check_families(families: &[&Family]) {
    let mut i = 0;
    while i < families.len() {
        check_name(families[i].name);
        check_parameters(families[i].parameters);
        let mut j = 0;
        while j < i {
            assert!(!same(families[i].name, families[j].name), "two families have the same name");
            j += 1;
        }
        i += 1;
    }
}

const fn check_rules(rules: &[&Rule]) {
    let mut i = 0;
    while i < rules.len() {
        check_name(rules[i].name);
        check_parameters(rules[i].parameters);
        let mut j = 0;
        while j < i {
            assert!(!same(rules[i].name, rules[j].name), "two rules have the same name");
            j += 1;
        }
        i += 1;
    }
}

const fn check_across(families: &[&Family], rules: &[&Rule]) {
    let mut i = 0;
    while i < rules.len() {
        assert!(!is_family(rules[i].name, families), "a rule has the name of a family");
        i += 1;
    }
}

/// A preset may be named like a family only if it is the member with every parameter at its
/// default, such as `none`; that last part is for the tests.
const fn check_presets(presets: &[Preset], families: &[&Family], rules: &[&Rule]) {
    let mut i = 0;
    while i < presets.len() {
        let Preset { id, spec } = presets[i];
        check_name(id);
        assert!(
            !is_family(id, families) || is_member(spec, id),
            "a preset has the name of another family"
        );
        let mut j = 0;
        while j < i {
            assert!(!same(id, presets[j].id), "two presets have the same id");
            j += 1;
        }
        let mut j = 0;
        while j < rules.len() {
            assert!(!same(id, rules[j].name), "a preset has the name of a rule");
            j += 1;
        }
        i += 1;
    }
}

const fn check_parameters(parameters: &[Parameter]) {
    let mut i = 0;
    while i < parameters.len() {
        check_name(parameters[i].name);
        let mut j = 0;
        while j < i {
            let twice = same(parameters[i].name, parameters[j].name);
            assert!(!twice, "two parameters have the same name");
            j += 1;
        }
        i += 1;
    }
}

/// A name must be valid in a specification: lower-case letters, digits and hyphens.
const fn check_name(name: &str) {
    let bytes = name.as_bytes();
    assert!(!bytes.is_empty(), "a name is empty");
    let mut i = 0;
    while i < bytes.len() {
        let b = bytes[i];
        let possible = b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        assert!(possible, "a name has other characters than small letters, digits and hyphens");
        i += 1;
    }
}

const fn is_family(name: &str, families: &[&Family]) -> bool {
    let mut i = 0;
    while i < families.len() {
        if same(name, families[i].name) {
            return true;
        }
        i += 1;
    }
    false
}

/// Is it `family` or `family:...`?
const fn is_member(spec: &str, family: &str) -> bool {
    match spec.as_bytes().split_at_checked(family.len()) {
        Some((name, [] | [b':', ..])) => same_bytes(name, family.as_bytes()),
        _ => false,
    }
}

const fn same(a: &str, b: &str) -> bool {
    same_bytes(a.as_bytes(), b.as_bytes())
}

const fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "two families have the same name")]
    fn a_copied_family_that_keeps_its_name_is_refused() {
        let copied: Vec<&Family> = FAMILIES.iter().chain(&FAMILIES[1..2]).copied().collect();
        check_families(&copied);
    }

    #[test]
    #[should_panic(expected = "two rules have the same name")]
    fn a_copied_rule_that_keeps_its_name_is_refused() {
        check_rules(&[RULES[0], RULES[1], RULES[0]]);
    }

    #[test]
    #[should_panic(expected = "two presets have the same id")]
    fn a_preset_given_twice_is_refused() {
        check_presets(&[PRESETS[0], PRESETS[0]], FAMILIES, RULES);
    }

    #[test]
    #[should_panic(expected = "a preset has the name of another family")]
    fn a_preset_that_hides_a_family_is_refused() {
        check_presets(&[Preset { id: "std", spec: "vrfd:r=3" }], FAMILIES, RULES);
    }

    #[test]
    fn a_preset_named_like_a_family_is_its_default_member() {
        for preset in PRESETS.iter().filter(|preset| is_family(preset.id, FAMILIES)) {
            let defaults = format!("{}:", preset.id); // a family's name, not the preset's
            let defaults = crate::Variant::parse(&defaults).unwrap();
            assert_eq!(defaults.spec(), preset.spec, "{}", preset.id);
        }
    }

    #[test]
    #[should_panic(expected = "two parameters have the same name")]
    fn a_parameter_given_twice_is_refused() {
        let r = Parameter::plies("r", 3, "plies");
        check_parameters(&[r, r]);
    }
}
