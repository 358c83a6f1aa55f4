//! The sample tables in every format, exactly as written.

mod csv;
mod json;
mod markdown;
mod text;
