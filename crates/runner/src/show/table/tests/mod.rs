//! Every format of the sample tables, as they are written.

mod csv;
mod json;
mod markdown;
mod text;
