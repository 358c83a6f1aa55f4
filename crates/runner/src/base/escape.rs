//! Text of others made harmless where it is shown.

/// Text for HTML, also inside quoted attributes.
pub(crate) fn html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}
