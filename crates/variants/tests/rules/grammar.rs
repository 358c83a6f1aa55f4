use vnmp_variants::{RULES, Variant};

fn spec(text: &str) -> String {
    Variant::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).spec()
}

fn error(text: &str) -> String {
    let error = Variant::parse(text).expect_err(text).to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn rules_have_one_order_and_show_what_is_not_at_its_default() {
    assert_eq!(spec("vrfd:r=3+lmr+futility"), "vrfd:r=3+futility+lmr");
    assert_eq!(spec("vrfd+futility+lmr"), "vrfd:r=3+futility+lmr");
    assert_eq!(spec(" v3 + lmr : min = 4 , moves = 4 "), "vrfd:r=3+lmr:min=4");
    assert_eq!(spec("none+lmr:slope=0,base=100"), "none+lmr:base=100,slope=0");
    let (one, other) = (Variant::parse("r2+futility+lmr"), Variant::parse("std+lmr+futility"));
    assert_eq!(one, other);
    assert_ne!(one, Variant::parse("std+lmr:min=4+futility"));
}

#[test]
fn titles_and_parameters_name_the_rules() {
    let variant = Variant::parse("vrfd:r=3+lmr:min=4+futility").unwrap();
    assert_eq!(variant.title(), "Vrfd R = 3 + futility + lmr:min=4");
    let parameters = variant.parameters();
    let value = |name: &str| {
        parameters.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    };
    let shown = ["r", "research", "lmr", "lmr.min", "lmr.moves", "futility.frontier"].map(value);
    assert_eq!(shown, [Some("3"), Some("on"), Some("on"), Some("4"), Some("4"), Some("300")]);
    assert_eq!(Variant::parse("vrfd:r=3").unwrap().parameters().len(), 3);
}

#[test]
fn every_rule_reads_back_as_it_prints() {
    for rule in RULES {
        let family = if rule.name == "grow" { "std:r=2" } else { "none" };
        let plain = format!("{family}+{}", rule.name);
        assert_eq!(spec(&plain), plain);
        for parameter in rule.parameters {
            let (_, greatest) = parameter.range.unwrap_or((0, 1));
            let text = format!("{plain}:{}={}", parameter.name, parameter.print(greatest));
            if let Ok(variant) = Variant::parse(&text) {
                assert_eq!(spec(&variant.spec()), variant.spec(), "{text}");
            }
        }
    }
}

#[test]
fn what_is_refused_says_what_is_possible() {
    for (text, expected) in [
        ("std+lmrr", "unknown rule 'lmrr'; did you mean 'lmr'? known rules: "),
        ("std+", "unknown rule ''; known rules: "),
        ("std+lmr+lmr", "'lmr' is given twice"),
        ("std+lmr:mim=3", "rule 'lmr' has no parameter 'mim'; did you mean 'min'? it has: min, "),
        ("std+lmr:min=1", "'min' cannot be '1'; it is a number from 2 to 64"),
        ("std+lmr:min=3,min=4", "'min' is given twice"),
        ("std:s=2+lmr", "family 'std' has no parameter 's'; "),
        ("lmr+std", "it begins with 'lmr', which is a rule; write a family, then its rules"),
        ("std+vrfd:r=3", "'vrfd' is not a rule but a family; write a family, then its rules"),
        ("std+v3", "'v3' is not a rule but a family; write"),
        ("vrfdd:r=3", "unknown variant 'vrfdd:r=3'; did you mean 'vrfd'? known families: none, "),
    ] {
        let error = error(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}
