//! What the explorer and the tree viewer read: an index of each as JSON, then records, shipped suites and
//! trees packed one by one, so that a reader's browser unpacks only what is opened. Positions only of suites
//! that are our own.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::{Context, anyhow};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use crate::base::escape;
use crate::record::RunRecord;
use crate::record::io::RecordFormat;
use crate::report::evidence::{self, Evidence, Run, RunSuite};
use crate::suite::{self, EMBEDDED_SUITES, LookupOptions};

/// A run on one suite.
#[derive(Serialize)]
struct Part<'a> {
    name: String,
    title: String,
    suite: &'a str,
    sha256: &'a str,
    variants: Vec<Column<'a>>,
    reference: Option<&'a str>,
    /// Depths of the tables.
    reported: &'a [u8],
    /// The element with its records.
    data: String,
    /// The element with its positions, if the suite is our own.
    #[serde(skip_serializing_if = "Option::is_none")]
    suite_data: Option<String>,
}

#[derive(Serialize)]
struct Column<'a> {
    spec: &'a str,
    title: &'a str,
}

/// What the explorer shows of a record; columns are named as in `records.csv`.
#[derive(Serialize, Default)]
struct Row<'a> {
    index: u32,
    id: &'a str,
    variant: &'a str,
    depth: u8,
    nodes: u64,
    score_cp: Option<i32>,
    mate: Option<i32>,
    pv: &'a str,
    solved: Option<bool>,
}

/// A tree in the viewer's index.
#[derive(Serialize, Deserialize)]
struct Tree {
    #[serde(skip_deserializing)]
    name: String,
    fen: String,
    title: String,
    variant: String,
    depth: u8,
    #[serde(skip_deserializing)]
    data: String,
}

/// All script elements. Points of a sweep are too many to list, as are the cells of a factorial beside other
/// runs; and a run whose records are those of another is that run.
pub(crate) fn elements(evidence: &Evidence) -> anyhow::Result<String> {
    let mut elements = Elements::default();
    let mut parts: Vec<Part> = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    let is_listed = |run: &&Run| {
        let is_factorial = !run.manifest.factors.is_empty();
        !run.name.contains('/') && (!is_factorial || evidence.runs.len() == 1)
    };
    for run in evidence.runs.values().filter(is_listed) {
        let digests: Vec<&str> = run.manifest.files.values().map(|f| f.sha256.as_str()).collect();
        if !digests.is_empty() && digests.iter().all(|digest| known.contains(digest)) {
            continue;
        }
        known.extend(digests);
        for of in run.parts() {
            parts.push(part(of, &mut elements)?);
        }
    }
    let mut trees = Vec::new();
    for (name, text) in &evidence.tree_records {
        let mut tree: Tree = serde_json::from_str(text).map_err(|e| {
            anyhow!("tree/{name}.json: no tree: {e}; write it again with vnmp tree --format json")
        })?;
        tree.name.clone_from(name);
        tree.data = elements.pack(&format!("tree-{name}"), text.as_bytes())?;
        trees.push(tree);
    }
    // Verified, standard, none: the names in reverse order.
    trees.sort_by(|a, b| (&a.fen, &b.variant).cmp(&(&b.fen, &a.variant)));
    let mut text = index("parts", &parts)?;
    text.push_str(&index("tree-index", &trees)?);
    text.push_str(&elements.text);
    Ok(text)
}

/// JSON in an element of its own.
fn index(id: &str, list: &impl Serialize) -> anyhow::Result<String> {
    // "<" inside the data would end the script element.
    let json = serde_json::to_string(list)
        .context("cannot write the explorer's data")?
        .replace('<', "\\u003c");
    Ok(format!("<script type=\"application/json\" id=\"{id}\">{json}</script>\n"))
}

fn part<'a>(of: evidence::Part<'a>, elements: &mut Elements) -> anyhow::Result<Part<'a>> {
    let evidence::Part { run, suite, sample } = of;
    let specs: Vec<&str> = run.specs().collect();
    let mut records: Vec<&RunRecord> = sample.all().collect();
    let place = |spec: &str| specs.iter().position(|own| *own == spec);
    records.sort_by_key(|r| (r.index, place(&r.variant), r.depth));
    let rows = records.into_iter().map(|r| Row {
        index: r.index,
        id: &r.id,
        variant: &r.variant,
        depth: r.depth,
        nodes: r.nodes,
        score_cp: r.score_cp,
        mate: r.mate,
        pv: &r.pv,
        solved: r.solved,
    });
    let name = format!("{}: {}", run.name, suite.name);
    let columns = run.manifest.variants.iter();
    Ok(Part {
        title: format!("{}: {}", run.name, suite.describe()),
        suite: &suite.name,
        sha256: &suite.sha256,
        variants: columns.map(|v| Column { spec: &v.spec, title: &v.title }).collect(),
        reference: run.manifest.reference.as_deref(),
        reported: &suite.depths,
        data: elements.pack_rows(rows)?,
        suite_data: shipped(suite)
            .map(|text| elements.pack_suite(&suite.name, text))
            .transpose()?,
        name,
    })
}

/// The text of a suite that is part of the program, if this is the very same file.
fn shipped(suite: &RunSuite) -> Option<&'static str> {
    let own = EMBEDDED_SUITES.iter().find(|own| own.name == suite.name)?;
    let found = suite::find(&suite.name, &LookupOptions::default()).ok()?;
    (found.sha256 == suite.sha256).then_some(own.text)
}

/// Packed elements, and which suites are among them.
#[derive(Default)]
struct Elements {
    text: String,
    suites: BTreeSet<String>,
    rows: usize,
}

impl Elements {
    fn pack_suite(&mut self, name: &str, text: &str) -> anyhow::Result<String> {
        let id = format!("suite-{name}");
        if self.suites.insert(id.clone()) { self.pack(&id, text.as_bytes()) } else { Ok(id) }
    }

    fn pack_rows<'a>(&mut self, rows: impl Iterator<Item = Row<'a>>) -> anyhow::Result<String> {
        let text = RecordFormat::Csv.bytes(rows)?;
        self.rows += 1;
        let id = format!("records-{}", self.rows);
        self.pack(&id, &text)
    }

    /// The same bytes for the same text: no time stamp is included.
    fn pack(&mut self, id: &str, text: &[u8]) -> anyhow::Result<String> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(text)?;
        let packed = STANDARD.encode(gzip.finish()?);
        self.text.push_str(&format!(
            "<script type=\"application/octet-stream\" id=\"{}\">{packed}</script>\n",
            escape::html(id)
        ));
        Ok(id.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    fn unpacked(elements: &str, id: &str) -> String {
        let (_, text) = elements.split_once(&format!(" id=\"{id}\">")).unwrap();
        let bytes = STANDARD.decode(text.split('<').next().unwrap()).unwrap();
        let mut text = String::new();
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn packed_rows_come_back_and_name_their_columns_as_records_do() {
        let mut elements = Elements::default();
        let row = Row { id: "</script>", pv: "e4", score_cp: Some(-7), ..Row::default() };
        assert_eq!(elements.pack_rows([row].into_iter()).unwrap(), "records-1");
        assert!(!elements.text.contains("</script></script>"));
        let text = unpacked(&elements.text, "records-1");
        let record = csv::Reader::from_reader(text.as_bytes()).deserialize().next().unwrap();
        let record: std::collections::BTreeMap<String, String> = record.unwrap();
        assert_eq!(record["id"], "</script>");
        assert_eq!((&record["score_cp"][..], &record["mate"][..]), ("-7", ""));
        let known = serde_json::to_value(RunRecord::default()).unwrap();
        assert!(record.keys().all(|name| known.get(name).is_some()), "{record:?}");
    }

    #[test]
    fn a_suite_is_packed_once() {
        let mut elements = Elements::default();
        let first = elements.pack_suite("s", "8/8 w").unwrap();
        let length = elements.text.len();
        assert_eq!(elements.pack_suite("s", "8/8 w").unwrap(), first);
        assert_eq!(elements.text.len(), length);
        assert_eq!(unpacked(&elements.text, &first), "8/8 w");
    }

    #[test]
    fn an_index_closes_no_element() {
        let text = index("parts", &["</script><script>"]).unwrap();
        assert_eq!(text.matches("</script>").count(), 1);
    }

    #[test]
    fn a_file_that_is_not_a_tree_is_named() {
        let mut evidence = Evidence::default();
        evidence.tree_records.insert("broken".into(), "{}".into());
        let error = elements(&evidence).unwrap_err().to_string();
        assert!(error.starts_with("tree/broken.json: no tree: missing field"), "{error}");
    }
}
