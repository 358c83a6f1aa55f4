//! Why a specification was refused: one line that names what is possible.

/// Why a specification was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No family or preset has this name.
    #[error(
        "unknown variant '{spec}'; {}known families: {families}; presets: {presets}",
        did_you_mean(nearest)
    )]
    Unknown {
        /// What was typed.
        spec: String,
        /// The name that is most like it, if one is.
        nearest: Option<&'static str>,
        /// All family names.
        families: String,
        /// All preset ids.
        presets: String,
    },
    /// No rule has this name.
    #[error(
        "variant '{spec}': unknown rule '{rule}'; {}known rules: {rules}",
        did_you_mean(nearest)
    )]
    UnknownRule {
        /// What was typed.
        spec: String,
        /// The rule that was typed.
        rule: String,
        /// The name that is most like it, if one is.
        nearest: Option<&'static str>,
        /// All rule names.
        rules: String,
    },
    /// Neither the family nor a rule is where it belongs.
    #[error("variant '{spec}': {reason}; write a family, then its rules: std:r=2+lmr+rfp")]
    Order {
        /// What was typed.
        spec: String,
        /// What is in the wrong place.
        reason: String,
    },
    /// The family or rule has no such parameter.
    #[error(
        "variant '{spec}': {owner} has no parameter '{parameter}'; {}it has: {known}",
        did_you_mean(nearest)
    )]
    Parameter {
        /// What was typed.
        spec: String,
        /// `family 'std'` or `rule 'lmr'`.
        owner: String,
        /// The parameter that was typed.
        parameter: String,
        /// The name that is most like it, if one is.
        nearest: Option<&'static str>,
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
        /// The possible values.
        possible: String,
    },
    /// A parameter or rule is given twice.
    #[error("variant '{spec}': '{name}' is given twice")]
    Twice {
        /// What was typed.
        spec: String,
        /// The parameter or rule.
        name: &'static str,
    },
    /// Family and rules, or two rules, exclude each other.
    #[error("variant '{spec}': {reason}")]
    Impossible {
        /// What was typed.
        spec: String,
        /// Which, and why.
        reason: String,
    },
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    nearest.map_or(String::new(), |name| format!("did you mean '{name}'? "))
}
