//! Parameters of families and rules: their names, ranges and defaults, and the values a
//! specification gives them.

/// A parameter of a family or rule. Switches are numbers 0 and 1 that read `off` and `on`.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in a specification.
    pub name: &'static str,
    /// Its value when it is not given.
    pub default: i32,
    /// The least and greatest value; `None` for a switch.
    pub range: Option<(i32, i32)>,
    /// What it means.
    pub meaning: &'static str,
}

impl Parameter {
    /// A number within `least..=greatest`. Values that would break the search, such as a
    /// divisor of 0, are excluded here; a default out of range does not compile.
    pub const fn number(
        name: &'static str,
        default: i32,
        (least, greatest): (i32, i32),
        meaning: &'static str,
    ) -> Parameter {
        assert!(least <= default && default <= greatest, "the default is out of range");
        Parameter { name, default, range: Some((least, greatest)), meaning }
    }

    /// A depth reduction in plies, 0 to 9.
    pub const fn plies(name: &'static str, default: i32, meaning: &'static str) -> Parameter {
        Parameter::number(name, default, (0, 9), meaning)
    }

    /// A switch.
    pub const fn switch(name: &'static str, default: bool, meaning: &'static str) -> Parameter {
        Parameter { name, default: default as i32, range: None, meaning }
    }

    pub(crate) fn read(&self, text: &str) -> Option<i32> {
        match (self.range, text) {
            (None, "on") => Some(1),
            (None, "off") => Some(0),
            (None, _) => None,
            (Some((least, greatest)), _) => {
                text.parse().ok().filter(|value| (least..=greatest).contains(value))
            }
        }
    }

    /// What it may be, e.g. `a number from 0 to 9`.
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

/// The values of the parameters that a family or rule declares, in the order of declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    owner: &'static str,
    values: Vec<(&'static str, i32)>,
}

impl Parameters {
    /// Every parameter at its default.
    pub(crate) fn defaults(owner: &'static str, declared: &[Parameter]) -> Parameters {
        Parameters { owner, values: declared.iter().map(|p| (p.name, p.default)).collect() }
    }

    /// The value of a declared parameter.
    ///
    /// # Panics
    /// When the family or rule does not declare it, which is a mistake in that file.
    pub fn get(&self, name: &str) -> i32 {
        match self.values.iter().find(|(own, _)| *own == name) {
            Some((_, value)) => *value,
            None => panic!("{} does not declare the parameter '{name}'", self.owner),
        }
    }

    /// Is this switch on?
    pub fn on(&self, name: &str) -> bool {
        self.get(name) != 0
    }

    pub(crate) fn set(&mut self, at: usize, value: i32) {
        self.values[at].1 = value;
    }

    /// Names and values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, i32)> {
        self.values.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "std does not declare the parameter 'q'")]
    fn asking_for_an_undeclared_parameter_is_a_mistake_that_shows() {
        const DECLARED: &[Parameter] = &[Parameter::plies("r", 2, "plies")];
        Parameters::defaults("std", DECLARED).get("q");
    }

    #[test]
    fn values_out_of_range_are_not_read() {
        let divisor = Parameter::number("per", 4, (1, 64), "plies of depth for one ply of R");
        assert_eq!(divisor.possible(), "a number from 1 to 64");
        let read = ["0", "1", "64", "65", "-1", "4x", ""].map(|text| divisor.read(text));
        assert_eq!(read, [None, Some(1), Some(64), None, None, None, None]);
    }
}
