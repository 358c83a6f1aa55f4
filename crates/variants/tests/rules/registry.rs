use vnmp_engine::{Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::{FAMILIES, Parameter, RULES, Variant};

/// Every parameter at its smallest, default and largest value, one at a time.
fn members(name: &str, parameters: &[Parameter]) -> Vec<String> {
    let mut specs = vec![name.to_string()];
    for parameter in parameters {
        let (least, greatest) = parameter.range.unwrap_or((0, 1));
        for value in [least, parameter.default, greatest] {
            specs.push(format!("{name}:{}={}", parameter.name, parameter.print(value)));
        }
    }
    specs
}

/// Asking for an undeclared parameter panics, in `title`, in `build` and in the search; so would a
/// divisor of 0.
#[test]
fn every_member_of_every_family_and_rule_is_built_titled_and_searched() {
    let position = Position::from_fen(super::TACTICS).unwrap();
    let settings = SearchSettings { hash_entries: 1 << 10, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let mut built = 0;
    let mut search = |spec: &str| {
        let Ok(variant) = Variant::parse(spec) else { return };
        assert!(!variant.title().is_empty(), "{spec}");
        let limits = Limits { depth: 3, ..Default::default() };
        let found = variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
        assert_eq!(found.len(), 3, "{spec}");
        built += 1;
    };
    for family in FAMILIES {
        for spec in members(family.name, family.parameters) {
            search(&spec);
        }
        for rule in RULES {
            for term in members(rule.name, rule.parameters) {
                search(&format!("{}+{term}", family.name));
            }
        }
    }
    assert!(built > 200, "{built}");
}

#[test]
fn every_rule_goes_with_some_family_and_says_where_it_acts() {
    for rule in RULES {
        let goes = |family: &str| Variant::parse(&format!("{family}+{}", rule.name)).is_ok();
        assert!(FAMILIES.iter().any(|family| goes(family.name)), "{}", rule.name);
        let texts = [rule.summary, rule.source, rule.acts.place()];
        assert!(texts.iter().all(|text| !text.is_empty()), "{}", rule.name);
        assert!(rule.parameters.iter().all(|p| !p.meaning.is_empty()), "{}", rule.name);
    }
}
