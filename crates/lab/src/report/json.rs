//! Results as JSON.

use serde_json::{Value, json};

use super::Report;

/// All results as one object: `players`, an array of `{"spec", "wins", "draws", "losses", …}`, the
/// rest of the [`Summary`](crate::arena::Summary), and `times`, which are other ones each time.
#[must_use]
pub fn to_json(report: &Report) -> Value {
    let mut value = serde_json::to_value(&report.summary).expect("a summary is plain data");
    value["times"] = json!(report.times);
    value
}

/// The results without the times, as `results.json` has them: the same run, the same bytes.
#[must_use]
pub fn to_results_json(report: &Report) -> String {
    serde_json::to_string_pretty(&report.summary).expect("a summary is plain data") + "\n"
}
