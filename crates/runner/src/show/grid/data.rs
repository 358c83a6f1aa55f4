//! Figures for other programs: raw numbers, absent values empty or null.

use serde::Serialize;

use super::WriteError;

/// Indented JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String, WriteError> {
    let failed = |e: serde_json::Error| WriteError { format: "JSON", reason: e.to_string() };
    Ok(serde_json::to_string_pretty(value).map_err(failed)? + "\n")
}

/// Comma-separated values, a line for each row below the names of its fields. Where there are no
/// rows those of `Row::default()` are the whole file.
pub(crate) fn csv<Row: Serialize + Default>(
    rows: impl IntoIterator<Item = Row>,
) -> Result<String, WriteError> {
    let failed = |reason: String| WriteError { format: "CSV", reason };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut count = 0;
    for row in rows {
        writer.serialize(row).map_err(|e| failed(e.to_string()))?;
        count += 1;
    }
    if count == 0 {
        writer.serialize(Row::default()).map_err(|e| failed(e.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|e| failed(e.to_string()))?;
    let mut text = String::from_utf8(bytes).map_err(|e| failed(e.to_string()))?;
    if count == 0 {
        text.truncate(text.find('\n').map_or(0, |end| end + 1));
    }
    Ok(text)
}
