//! Which workspace crate may use which.
//!
//! Cargo refuses cycles and nothing else: without this check the first convenient import turns
//! the layers into a heap.

use serde_json::Value;

use crate::{array, text};

struct Layer {
    name: &'static str,
    may_use: &'static [&'static str],
}

const fn layer(name: &'static str, may_use: &'static [&'static str]) -> Layer {
    Layer { name, may_use }
}

/// The crate that only tests use: any crate may have it, as a dev-dependency.
const TESTKIT: &str = "selforge-testkit";

/// The crate table of the design, in dependency order: a crate uses only crates above it.
const LAYERS: &[Layer] = &[
    layer("selforge-core", &[]),
    layer("selforge-plugin-host", &[]),
    layer("selforge-board", &[]),
    layer("selforge-bus", &[]),
    layer("selforge-catalogue", &["selforge-core", "selforge-board"]),
    layer("selforge-zrf", &["selforge-core", "selforge-board", "selforge-catalogue"]),
    layer(
        "selforge-games",
        &["selforge-core", "selforge-board", "selforge-catalogue", "selforge-zrf"],
    ),
    // The games are for its tests alone.
    layer(
        "selforge-learn",
        &["selforge-core", "selforge-board", "selforge-catalogue", "selforge-games"],
    ),
    layer(
        "selforge-agents",
        &[
            "selforge-core",
            "selforge-board",
            "selforge-catalogue",
            "selforge-games",
            "selforge-learn",
        ],
    ),
    layer(
        "selforge-lab",
        &[
            "selforge-core",
            "selforge-board",
            "selforge-catalogue",
            "selforge-games",
            "selforge-learn",
            "selforge-agents",
        ],
    ),
    layer(
        "selforge-server",
        &[
            "selforge-core",
            "selforge-board",
            "selforge-catalogue",
            "selforge-games",
            "selforge-agents",
            "selforge-lab",
            "selforge-bus",
        ],
    ),
    layer(
        "selforge",
        &[
            "selforge-core",
            "selforge-board",
            "selforge-catalogue",
            "selforge-games",
            "selforge-learn",
            "selforge-agents",
            "selforge-lab",
            "selforge-bus",
            "selforge-server",
            "selforge-plugin-host",
        ],
    ),
    layer(
        "selforge-plugin",
        &["selforge-core", "selforge-catalogue", "selforge-games", "selforge-agents"],
    ),
    layer(
        "selforge-python",
        &[
            "selforge-core",
            "selforge-board",
            "selforge-catalogue",
            "selforge-games",
            "selforge-agents",
            "selforge-lab",
        ],
    ),
    layer(TESTKIT, &["selforge-core"]),
    layer(
        "selforge-fuzz-targets",
        &[
            "selforge-core",
            "selforge-board",
            "selforge-games",
            "selforge-agents",
            "selforge-lab",
            "selforge-server",
        ],
    ),
    layer("xtask", &[]),
];

/// Complains about every crate that is not in the table and every edge that the table forbids.
pub(crate) fn check(metadata: &Value) -> Vec<String> {
    let packages = array(metadata, "packages");
    let names: Vec<&str> = packages.iter().map(|it| text(it, "name")).collect();
    let mut complaints = Vec::new();
    for package in packages {
        let name = text(package, "name");
        let Some(layer) = LAYERS.iter().find(|layer| layer.name == name) else {
            complaints.push(format!("{name} is not in the table of layers (xtask/src/layers.rs)"));
            continue;
        };
        for dependency in array(package, "dependencies") {
            let used = text(dependency, "name");
            // Cargo writes no kind for ordinary dependencies.
            let kind = dependency["kind"].as_str().unwrap_or("normal");
            if !names.contains(&used) {
                continue;
            }
            if let Err(reason) = edge(layer, used, kind) {
                complaints.push(format!("{name} -> {used} ({kind} dependency): {reason}"));
            }
        }
    }
    complaints
}

/// Whether `layer` may use the workspace crate `used`, or why not.
fn edge(layer: &Layer, used: &str, kind: &str) -> Result<(), String> {
    if used == TESTKIT {
        return match kind {
            "dev" => Ok(()),
            _ => Err(format!("{TESTKIT} may only be a dev-dependency")),
        };
    }
    if layer.may_use.contains(&used) {
        return Ok(());
    }
    let allowed = match layer.may_use {
        [] => "no workspace crate".to_owned(),
        some => format!("only {}", some.join(", ")),
    };
    Err(format!("{} may use {allowed}", layer.name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A workspace with every crate of the table, where `from` uses `to`.
    fn with_edge(from: &str, to: &str, kind: Option<&str>) -> Value {
        let packages: Vec<Value> = LAYERS
            .iter()
            .map(|layer| {
                let dependencies = if layer.name == from {
                    json!([{ "name": to, "kind": kind }])
                } else {
                    json!([])
                };
                json!({ "name": layer.name, "dependencies": dependencies })
            })
            .collect();
        json!({ "packages": packages })
    }

    #[test]
    fn the_table_is_in_dependency_order() {
        for (index, layer) in LAYERS.iter().enumerate() {
            for used in layer.may_use {
                let above = LAYERS[..index].iter().any(|above| above.name == *used);
                assert!(above, "{} lists {used}, not above it", layer.name);
            }
        }
    }

    #[test]
    fn allowed_edges_and_external_crates_pass() {
        let none: [&str; 0] = [];
        let games_use_core = with_edge("selforge-games", "selforge-core", None);
        assert_eq!(check(&games_use_core), none);
        let core_uses_external = with_edge("selforge-core", "thiserror", None);
        assert_eq!(check(&core_uses_external), none);
    }

    #[test]
    fn a_forbidden_edge_is_named_with_its_reason() {
        assert_eq!(
            check(&with_edge("selforge-core", "selforge-board", None)),
            ["selforge-core -> selforge-board (normal dependency): \
                 selforge-core may use no workspace crate"]
        );
        assert_eq!(
            check(&with_edge("selforge-games", "selforge-lab", Some("build"))),
            ["selforge-games -> selforge-lab (build dependency): \
              selforge-games may use only selforge-core, selforge-board, selforge-catalogue, \
              selforge-zrf"]
        );
    }

    #[test]
    fn tests_obey_the_layers_too() {
        let metadata = with_edge("selforge-core", "selforge-games", Some("dev"));
        assert_eq!(check(&metadata).len(), 1);
    }

    #[test]
    fn the_testkit_is_for_tests_only() {
        for layer in LAYERS {
            let dev = with_edge(layer.name, TESTKIT, Some("dev"));
            assert!(check(&dev).is_empty(), "{}", layer.name);
            for kind in [None, Some("build")] {
                let shipped = check(&with_edge(layer.name, TESTKIT, kind));
                assert_eq!(shipped.len(), 1, "{}", layer.name);
                assert!(shipped[0].ends_with("may only be a dev-dependency"));
            }
        }
    }

    #[test]
    fn nothing_uses_xtask() {
        for layer in LAYERS {
            for kind in [None, Some("dev"), Some("build")] {
                let complaints = check(&with_edge(layer.name, "xtask", kind));
                assert_eq!(complaints.len(), 1, "{}", layer.name);
            }
        }
    }

    #[test]
    fn a_crate_outside_the_table_is_found() {
        let metadata = json!({ "packages": [{ "name": "selforge-new", "dependencies": [] }] });
        assert_eq!(
            check(&metadata),
            ["selforge-new is not in the table of layers (xtask/src/layers.rs)"]
        );
    }
}
