//! One table of settings generates the struct, its default, and everything done by name: setting,
//! printing, and the list that help and documentation are made from.

/// A setting as help and documentation show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// The reproduction's choice.
    pub default: String,
    /// The possible values.
    pub possible: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Where the default or its alternative comes from.
    pub source: &'static str,
}

macro_rules! named_settings {
    (
        $(#[$doc:meta])*
        struct $type:ident { $($(#[$inner_doc:meta])+ $inner:ident: $Inner:ty)? }
        $($(#[doc = $meaning:literal])+
        $name:literal $field:ident: $kind:ty = $default:expr, $source:literal;)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $type {
            $($(#[doc = $meaning])+ pub $field: $kind,)*
            $($(#[$inner_doc])+ pub $inner: $Inner,)?
        }

        impl $type {
            /// The reproduction's choices.
            pub const DEFAULT: $type = $type {
                $($field: $default,)*
                $($inner: <$Inner>::DEFAULT,)?
            };

            /// The fields above by name, without those of an inner struct.
            fn own(&self) -> Vec<(&'static str, String)> {
                vec![$(($name, $crate::settings::Value::print(&self.$field))),*]
            }

            fn own_list() -> Vec<$crate::settings::Setting> {
                vec![$($crate::settings::Setting {
                    name: $name,
                    default: $crate::settings::Value::print(&$type::DEFAULT.$field),
                    possible: <$kind as $crate::settings::Value>::POSSIBLE,
                    meaning: concat!($($meaning),+).trim_ascii(),
                    source: $source,
                }),*]
            }

            /// `None` if no field above has the name.
            fn set_own(&mut self, name: &str, value: &str) -> Option<Result<(), SettingError>> {
                match name {
                    $($name => {
                        let set = $crate::settings::set_field(&mut self.$field, value);
                        Some(set.map_err(|possible| SettingError::Value {
                            name: $name, value: value.to_string(), possible,
                        }))
                    })*
                    _ => None,
                }
            }
        }

        impl Default for $type {
            fn default() -> $type {
                $type::DEFAULT
            }
        }
    };
}
pub(crate) use named_settings;
