//! The kinds of value that a setting can have: how each reads, prints and describes itself.

/// A kind of value.
pub(crate) trait Value: Sized {
    const POSSIBLE: &'static str;
    fn read(text: &str) -> Option<Self>;
    fn print(&self) -> String;
}

impl Value for bool {
    const POSSIBLE: &'static str = "on, off";
    fn read(text: &str) -> Option<bool> {
        match text {
            "on" | "true" => Some(true),
            "off" | "false" => Some(false),
            _ => None,
        }
    }
    fn print(&self) -> String {
        if *self { "on" } else { "off" }.to_string()
    }
}

impl Value for u8 {
    const POSSIBLE: &'static str = "a number from 0 to 64";
    fn read(text: &str) -> Option<u8> {
        text.parse().ok().filter(|&n| n <= 64)
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

impl Value for u64 {
    const POSSIBLE: &'static str = "a number from 0 to 2^64 - 1";
    fn read(text: &str) -> Option<u64> {
        text.parse().ok()
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

/// Table sizes: powers of two, also written `2^22`.
impl Value for usize {
    const POSSIBLE: &'static str =
        "0 (no table) or a power of two up to 2^40, e.g. 4194304 or 2^22";
    fn read(text: &str) -> Option<usize> {
        let entries = match text.strip_prefix("2^") {
            Some(exponent) => 1usize.checked_shl(exponent.parse().ok()?)?,
            None => text.parse().ok()?,
        };
        (entries <= 1 << 40 && (entries == 0 || entries.is_power_of_two())).then_some(entries)
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

/// A share of a hundred; more than 100 is an exaggeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Percent(pub u16);

impl Value for Percent {
    const POSSIBLE: &'static str = "a number from 0 to 400";
    fn read(text: &str) -> Option<Percent> {
        text.parse().ok().filter(|&n| n <= 400).map(Percent)
    }
    fn print(&self) -> String {
        self.0.to_string()
    }
}

macro_rules! named_values {
    ($type:ident: $possible:literal, $($name:literal = $value:ident),*) => {
        impl $crate::settings::Value for $type {
            const POSSIBLE: &'static str = $possible;
            fn read(text: &str) -> Option<$type> {
                match text { $($name => Some($type::$value),)* _ => None }
            }
            fn print(&self) -> String {
                match self { $($type::$value => $name,)* }.to_string()
            }
        }
    };
}
pub(crate) use named_values;

/// Sets a field from text; the error says what is possible.
pub(crate) fn set_field<T: Value>(field: &mut T, text: &str) -> Result<(), &'static str> {
    *field = T::read(text).ok_or(T::POSSIBLE)?;
    Ok(())
}
