//! Manifests of schema 1 in the form of today's: those of the survey had one suite beside the other
//! fields. Those of tables read as they are.

use serde_json::{Map, Value, json};

/// The manifest, if need be in the newer form.
pub(crate) fn upgraded(mut value: Value) -> Value {
    let Some(fields) = value.as_object_mut() else { return value };
    if fields.contains_key("methods") && !fields.contains_key("suites") {
        let suite = suite(fields);
        fields.insert("suites".to_owned(), json!([suite]));
        fields.insert("kind".to_owned(), "survey".into());
    }
    value
}

fn suite(fields: &mut Map<String, Value>) -> Value {
    let mut take = |name: &str| fields.remove(name).unwrap_or_default();
    json!({
        "name": take("suite"),
        "wanted": take("wanted"),
        "is_substitute": take("is_substitute"),
        "sha256": take("suite_sha256"),
        "depths": take("depths"),
        "positions": take("positions"),
        "searched": take("searched"),
        "skipped_lines": take("skipped_lines"),
    })
}
