//! Manifests of schema 1 in the form of today's: those of the survey had one suite beside the other
//! fields. Those of tables had no labels of their rows, which the paper's experiments tell.

use serde_json::{Map, Value, json};

use crate::experiment::Experiment;

/// The manifest, if need be in the newer form.
pub(crate) fn upgraded(mut value: Value) -> Value {
    let Some(fields) = value.as_object_mut() else { return value };
    if fields.contains_key("methods") && !fields.contains_key("suites") {
        let suite = suite(fields);
        fields.insert("suites".to_owned(), json!([suite]));
        fields.insert("kind".to_owned(), "survey".into());
    }
    if !fields.contains_key("schema") {
        label(fields);
    }
    value
}

fn label(fields: &mut Map<String, Value>) {
    let name = fields.get("experiment").and_then(Value::as_str).unwrap_or_default();
    let Ok(experiment) = Experiment::of_the_paper(name) else { return };
    for suite in fields.get_mut("suites").and_then(Value::as_array_mut).into_iter().flatten() {
        let rows = experiment.suites.iter().find(|rows| suite["wanted"] == rows.suite.as_str());
        if let (Some(rows), Some(suite)) = (rows, suite.as_object_mut()) {
            suite.insert("label".to_owned(), json!(rows.label));
        }
    }
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
