//! The registry entry of a pruning rule, and a family with its rules.

use vnmp_engine::{Claim, NodeRule, NullMoveRule, Place, ReduceRule, Rules, SkipRule};

use crate::family::Family;
use crate::parameter::{Parameter, Parameters};

/// A pruning rule that combines with families: its help page, its parameters, and its constructor.
pub struct Rule {
    /// The name after the plus sign.
    pub name: &'static str,
    /// One line: what it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Why it cannot be part of a composition, if it cannot.
    pub impossible: fn(&Composition) -> Option<String>,
    /// Where it acts, and the rule itself.
    pub acts: Acts,
}

/// The place where a rule acts, with how to build it.
pub enum Acts {
    /// On a node, before the null move.
    BeforeNullMove(fn(&Parameters) -> Box<dyn NodeRule>),
    /// On the null move's R.
    NullMove(fn(&Parameters) -> Box<dyn NullMoveRule>),
    /// On a node, after the null move.
    BeforeMoves(fn(&Parameters) -> Box<dyn NodeRule>),
    /// On a move: is it searched?
    Skip(fn(&Parameters) -> Box<dyn SkipRule>),
    /// On a move: how deep?
    Reduce(fn(&Parameters) -> Box<dyn ReduceRule>),
}

impl Acts {
    /// The place, for tables.
    pub fn place(&self) -> &'static str {
        match self {
            Acts::BeforeNullMove(_) => "before the null move",
            Acts::NullMove(_) => "on the null move's R",
            Acts::BeforeMoves(_) => "after the null move",
            Acts::Skip(_) => "on each move: is it searched",
            Acts::Reduce(_) => "on each move: how deep",
        }
    }

    /// Does a rule here make claims at this place of a census?
    fn claims_at(&self, place: Place) -> bool {
        match self {
            Acts::BeforeNullMove(_) => place == Place::BeforeNullMove,
            Acts::NullMove(_) => false,
            Acts::BeforeMoves(_) => place == Place::BeforeMoves,
            Acts::Skip(_) => place == Place::Skip,
            Acts::Reduce(_) => place == Place::Reduce,
        }
    }

    fn build(&self, p: &Parameters, rules: &mut Rules) {
        match self {
            Acts::BeforeNullMove(build) => rules.before_null_move.push(build(p)),
            Acts::NullMove(build) => rules.null_move.push(build(p)),
            Acts::BeforeMoves(build) => rules.before_moves.push(build(p)),
            Acts::Skip(build) => rules.skip.push(build(p)),
            Acts::Reduce(build) => rules.reduce.push(build(p)),
        }
    }
}

/// A family with the values of its parameters, and the rules that go with it, in the registry's
/// order.
#[derive(Clone)]
pub struct Composition {
    /// The family.
    pub family: &'static Family,
    /// Its parameters.
    pub parameters: Parameters,
    /// The rules with theirs.
    pub rules: Vec<(&'static Rule, Parameters)>,
}

impl Composition {
    /// The value of a rule's parameter; `None` without that rule.
    pub fn value(&self, rule: &str, parameter: &str) -> Option<i32> {
        let (_, parameters) = self.rules.iter().find(|(own, _)| own.name == rule)?;
        Some(parameters.get(parameter))
    }

    /// The rule that makes a claim in a census; `None` if it is the null move.
    pub(crate) fn claimant(&self, claim: Claim) -> Option<&'static Rule> {
        let Claim::Rule(place, index) = claim else { return None };
        self.rules.iter().map(|(rule, _)| *rule).filter(|r| r.acts.claims_at(place)).nth(index)
    }

    /// Why the rules cannot be combined with the family or each other, if they cannot.
    pub(crate) fn impossible(&self) -> Option<String> {
        self.rules.iter().find_map(|(rule, _)| (rule.impossible)(self))
    }

    /// The rules as the search takes them.
    pub(crate) fn build_rules(&self) -> Rules {
        let mut rules = Rules::default();
        for (rule, parameters) in &self.rules {
            rule.acts.build(parameters, &mut rules);
        }
        rules
    }

    /// The canonical specification. For a family it shows every number and non-default switches,
    /// for a rule everything that is not at its default.
    pub(crate) fn spec(&self) -> String {
        let family = self.family.parameters;
        let mut spec = term(self.family.name, family, &self.parameters, |p| p.range.is_some());
        for (rule, parameters) in &self.rules {
            spec.push('+');
            spec.push_str(&term(rule.name, rule.parameters, parameters, |_| false));
        }
        spec
    }

    /// The column title: the family's, and the rules as specified.
    pub(crate) fn title(&self) -> String {
        let mut title = (self.family.title)(&self.parameters);
        for (rule, parameters) in &self.rules {
            title.push_str(" + ");
            title.push_str(&term(rule.name, rule.parameters, parameters, |_| false));
        }
        title
    }

    /// Every parameter by name and value; a rule's as `lmr.min`. As a rule without parameters
    /// would be missing, each rule is also listed by its own name.
    pub(crate) fn describe(&self) -> Vec<(String, String)> {
        let values = |prefix: &str, declared: &[Parameter], given: &Parameters| {
            let pairs = declared.iter().zip(given.iter());
            pairs.map(|(p, (name, value))| (format!("{prefix}{name}"), p.print(value))).collect()
        };
        let mut described: Vec<_> = values("", self.family.parameters, &self.parameters);
        for (rule, parameters) in &self.rules {
            described.push((rule.name.to_string(), "on".to_string()));
            let prefix = format!("{}.", rule.name);
            described.extend::<Vec<_>>(values(&prefix, rule.parameters, parameters));
        }
        described
    }
}

impl PartialEq for Composition {
    fn eq(&self, other: &Composition) -> bool {
        let rules = |of: &Composition| -> Vec<Parameters> {
            of.rules.iter().map(|(_, parameters)| parameters.clone()).collect()
        };
        self.parameters == other.parameters && rules(self) == rules(other)
    }
}

/// `name`, or `name:a=1,b=2` with the parameters that are always shown or not at their default.
fn term(
    name: &str,
    declared: &[Parameter],
    given: &Parameters,
    always: fn(&Parameter) -> bool,
) -> String {
    let shown = declared.iter().zip(given.iter());
    let shown = shown.filter(|(p, (_, value))| always(p) || *value != p.default);
    let shown: Vec<String> =
        shown.map(|(p, (name, value))| format!("{name}={}", p.print(value))).collect();
    if shown.is_empty() { name.to_string() } else { format!("{name}:{}", shown.join(",")) }
}
