//! Specifications such as `vrfd:r=3,research=off`: parsing, defaults, canonical form, and the
//! built variant behind one object-safe call per search.

use std::fmt;
use std::sync::Arc;

use vnmp_engine::{
    Iteration, Limits, Position, PruningVariant, Rule, Rules, Sample, Score, SearchSettings,
    TranspositionTable, search, search_again,
};

use crate::{FAMILIES, PRESETS};

/// A parameter of a family. Switches are numbers 0 and 1 that read `off` and `on`.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in a specification.
    pub name: &'static str,
    /// Its value when it is not given.
    pub default: i32,
    /// The greatest and least value; `None` for a switch.
    pub range: Option<(i32, i32)>,
    /// What it means.
    pub meaning: &'static str,
}

impl Parameter {
    /// A depth reduction in plies, 0 to 9.
    pub const fn plies(name: &'static str, default: i32, meaning: &'static str) -> Parameter {
        Parameter { name, default, range: Some((0, 9)), meaning }
    }

    /// A switch.
    pub const fn switch(name: &'static str, default: bool, meaning: &'static str) -> Parameter {
        Parameter { name, default: default as i32, range: None, meaning }
    }

    fn read(&self, text: &str) -> Option<i32> {
        match (self.range, text) {
            (None, "on") => Some(1),
            (None, "off") => Some(0),
            (None, _) => None,
            (Some((least, greatest)), _) => {
                text.parse().ok().filter(|value| (least..=greatest).contains(value))
            }
        }
    }

    /// What it may be, e.g. `0 to 9`.
    pub fn possible(&self) -> String {
        match self.range {
            None => "on or off".to_string(),
            Some((least, greatest)) => format!("a number from {least} to {greatest}"),
        }
    }

    /// A value as a specification writes it.
    pub fn print(&self, value: i32) -> String {
        match (self.range, value) {
            (None, 0) => "off".to_string(),
            (None, _) => "on".to_string(),
            (Some(_), value) => value.to_string(),
        }
    }
}

/// The values of a family's parameters, in the family's order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    family: &'static str,
    values: Vec<(&'static str, i32)>,
}

impl Parameters {
    /// The value of a parameter that the family declares.
    pub fn get(&self, name: &str) -> i32 {
        let found = self.values.iter().find(|(own, _)| *own == name);
        debug_assert!(found.is_some(), "{} does not declare {name}", self.family);
        found.map_or(0, |(_, value)| *value)
    }

    /// Is this switch on?
    pub fn on(&self, name: &str) -> bool {
        self.get(name) != 0
    }
}

/// A family of variants: its page in the help, its parameters, and how to build a member.
pub struct Family {
    /// The name before the colon.
    pub name: &'static str,
    /// One line: what happens on a null-move fail-high.
    pub summary: &'static str,
    /// Where it comes from; "second-hand" where the original was not at hand.
    pub source: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// The column title of a member.
    pub title: fn(&Parameters) -> String,
    /// The member.
    pub build: fn(&Parameters) -> Member,
}

/// A built variant, its type erased: one indirect call a search, none a node.
pub struct Member(Arc<dyn ErasedVariant>);

impl Member {
    /// Erases the type.
    pub fn new(variant: impl PruningVariant + Send + Sync + 'static) -> Member {
        Member(Arc::new(variant))
    }
}

trait ErasedVariant: Send + Sync {
    fn search(
        &self,
        rules: Rules,
        position: &Position,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
        report: &mut dyn FnMut(&Iteration),
    ) -> Vec<Iteration>;

    fn search_again(
        &self,
        sample: &Sample,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
    ) -> Option<Score>;
}

impl<V: PruningVariant + Send + Sync> ErasedVariant for V {
    fn search(
        &self,
        rules: Rules,
        position: &Position,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
        report: &mut dyn FnMut(&Iteration),
    ) -> Vec<Iteration> {
        search(self, rules, position, settings, limits, table, report)
    }

    fn search_again(
        &self,
        sample: &Sample,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
    ) -> Option<Score> {
        search_again(self, sample, settings, limits, table)
    }
}

/// Why a specification was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No family or preset has this name.
    #[error("unknown variant '{spec}'; known families: {families}; presets: {presets}")]
    Unknown {
        /// What was typed.
        spec: String,
        /// All family names.
        families: String,
        /// All preset ids.
        presets: String,
    },
    /// The family has no such parameter.
    #[error("variant '{spec}': family '{family}' has no parameter '{parameter}'; it has: {known}")]
    Parameter {
        /// What was typed.
        spec: String,
        /// The family.
        family: &'static str,
        /// The parameter that was typed.
        parameter: String,
        /// What it has.
        known: String,
    },
    /// The value is out of range.
    #[error("variant '{spec}': '{parameter}' cannot be '{value}'; it is {possible}")]
    Value {
        /// What was typed.
        spec: String,
        /// The parameter.
        parameter: &'static str,
        /// Its value as typed.
        value: String,
        /// What it may be.
        possible: String,
    },
    /// A parameter is given twice.
    #[error("variant '{spec}': '{parameter}' is given twice")]
    Twice {
        /// What was typed.
        spec: String,
        /// The parameter.
        parameter: &'static str,
    },
}

/// A pruning variant, ready to search.
#[derive(Clone)]
pub struct Variant {
    family: &'static Family,
    parameters: Parameters,
    member: Arc<dyn ErasedVariant>,
    /// Rules beside the variant's figure; none makes the search a plain one.
    rules: Arc<[Box<dyn Rule>]>,
}

impl Variant {
    /// Reads a specification (`std:r=2`, `vrfd:r=3,research=off`) or a preset's id (`v3`).
    ///
    /// # Errors
    /// When family, parameter or value is unknown; the message names what is known.
    pub fn parse(text: &str) -> Result<Variant, SpecError> {
        let text = text.trim();
        let spec = PRESETS.iter().find(|p| p.id == text).map_or(text, |p| p.spec);
        let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
        let family = FAMILIES.iter().find(|f| f.name == name).ok_or_else(|| unknown(text))?;
        let mut parameters = Parameters {
            family: family.name,
            values: family.parameters.iter().map(|p| (p.name, p.default)).collect(),
        };
        let mut given = vec![false; family.parameters.len()];
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let Some(at) = family.parameters.iter().position(|p| p.name == key.trim()) else {
                return Err(no_parameter(text, family, key));
            };
            let parameter = &family.parameters[at];
            if std::mem::replace(&mut given[at], true) {
                let parameter = parameter.name;
                return Err(SpecError::Twice { spec: text.to_string(), parameter });
            }
            parameters.values[at].1 = parameter.read(value.trim()).ok_or(SpecError::Value {
                spec: text.to_string(),
                parameter: parameter.name,
                value: value.to_string(),
                possible: parameter.possible(),
            })?;
        }
        let member = (family.build)(&parameters).0;
        Ok(Variant { family, parameters, member, rules: Arc::new([]) })
    }

    /// The canonical specification: every parameter whose value is not obvious from the family.
    pub fn spec(&self) -> String {
        let parameters = self.family.parameters.iter().zip(&self.parameters.values);
        let shown: Vec<String> = parameters
            .filter(|(p, (_, value))| p.range.is_some() || *value != p.default)
            .map(|(p, (name, value))| format!("{name}={}", p.print(*value)))
            .collect();
        if shown.is_empty() {
            return self.family.name.to_string();
        }
        format!("{}:{}", self.family.name, shown.join(","))
    }

    /// The column title, the paper's where it has one: `Std R = 2`.
    pub fn title(&self) -> String {
        (self.family.title)(&self.parameters)
    }

    /// Where it comes from.
    pub fn source(&self) -> &'static str {
        self.family.source
    }

    /// The family it belongs to.
    pub fn family(&self) -> &'static Family {
        self.family
    }

    /// Every parameter by name and value, for manifests and fingerprints.
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        let parameters = self.family.parameters.iter().zip(&self.parameters.values);
        parameters.map(|(p, (name, value))| (*name, p.print(*value))).collect()
    }

    /// Searches a position with this variant; see [`vnmp_engine::search`].
    pub fn search(
        &self,
        position: &Position,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
        report: &mut dyn FnMut(&Iteration),
    ) -> Vec<Iteration> {
        self.member.search(&self.rules, position, settings, limits, table, report)
    }

    /// Searches the node of a sample again with this variant, `none` to learn whether the null move
    /// was right; see [`vnmp_engine::search_again`].
    pub fn search_again(
        &self,
        sample: &Sample,
        settings: &SearchSettings,
        limits: &Limits,
        table: &mut TranspositionTable,
    ) -> Option<Score> {
        self.member.search_again(sample, settings, limits, table)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.spec())
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Variant({})", self.spec())
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.parameters == other.parameters
    }
}

fn unknown(text: &str) -> SpecError {
    let names = |list: Vec<&str>| list.join(", ");
    SpecError::Unknown {
        spec: text.to_string(),
        families: names(FAMILIES.iter().map(|f| f.name).collect()),
        presets: names(PRESETS.iter().map(|p| p.id).collect()),
    }
}

fn no_parameter(text: &str, family: &'static Family, key: &str) -> SpecError {
    let known: Vec<&str> = family.parameters.iter().map(|p| p.name).collect();
    SpecError::Parameter {
        spec: text.to_string(),
        family: family.name,
        parameter: key.to_string(),
        known: if known.is_empty() { "none".to_string() } else { known.join(", ") },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;
    impl Rule for Nothing {}

    fn iterations(variant: &Variant, fen: &str, depth: u8) -> Vec<Iteration> {
        let position = Position::from_fen(fen).unwrap();
        let settings = SearchSettings { hash_entries: 1 << 14, ..Default::default() };
        let limits = Limits { depth, ..Default::default() };
        let mut table = TranspositionTable::new(settings.hash_entries);
        variant.search(&position, &settings, &limits, &mut table, &mut |_| {})
    }

    #[test]
    fn a_composed_search_whose_rules_do_nothing_is_the_plain_search() {
        for (fen, depth) in [
            ("r2q1rk1/1b2bppp/p1n1pn2/1p6/3PP3/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 12", 6),
            ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", 7),
        ] {
            for preset in PRESETS {
                let plain = Variant::parse(preset.id).unwrap();
                let composed = Variant { rules: Arc::new([Box::new(Nothing)]), ..plain.clone() };
                let expected = iterations(&plain, fen, depth);
                assert_eq!(iterations(&composed, fen, depth), expected, "{}", preset.id);
            }
        }
    }
}
