//! The page's types, generated from the document.
//!
//! `SELFORGE_BLESS=1 cargo nextest run -p selforge-server page_types` rewrites `web/js/types.d.ts`;
//! without it the file must be what the document gives.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Map, Value};

const HEADER: &str = "\
// What the server sends and reads, generated from its API document: SELFORGE_BLESS=1 rewrites it.
// Only types: nothing here runs.
";

#[test]
fn the_pages_types_are_those_of_the_document() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/js/types.d.ts");
    let document = serde_json::to_value(&*super::DOCUMENT).unwrap();
    let types = declarations(document["components"]["schemas"].as_object().unwrap());
    if std::env::var("SELFORGE_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &types).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == types,
        "{} is not what the messages are; rewrite it with SELFORGE_BLESS=1 and commit the difference",
        path.display()
    );
}

/// A type for every schema, with its description.
fn declarations(schemas: &Map<String, Value>) -> String {
    let mut text = HEADER.to_owned();
    for (name, schema) in schemas {
        let _ = write!(
            text,
            "\n{}export type {name} = {};\n",
            comment(schema, ""),
            written(schema, "")
        );
    }
    text
}

fn comment(schema: &Value, indent: &str) -> String {
    match schema["description"].as_str() {
        Some(words) => {
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{indent}/** {words} */\n")
        }
        None => String::new(),
    }
}

/// A schema in TypeScript.
fn written(schema: &Value, indent: &str) -> String {
    let each = |key: &str| schema[key].as_array().into_iter().flatten();
    let joined = |key: &str, by: &str| -> String {
        let parts: Vec<String> = each(key).map(|part| written(part, indent)).collect();
        if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(by)) }
    };
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for (key, by) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if schema[key].is_array() {
            return joined(key, by);
        }
    }
    if schema["enum"].is_array() {
        return each("enum").map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::String(kind) => of_kind(kind, schema, indent),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            kinds.map(|kind| of_kind(kind, schema, indent)).collect::<Vec<_>>().join(" | ")
        }
        // Whatever is not said can be anything.
        _ => "any".to_owned(),
    }
}

fn of_kind(kind: &str, schema: &Value, indent: &str) -> String {
    match kind {
        "integer" => "number".to_owned(),
        "array" => list(schema, indent),
        "object" => object(schema, indent),
        other => other.to_owned(),
    }
}

fn list(schema: &Value, indent: &str) -> String {
    let tuple = |items: Vec<String>| format!("[{}]", items.join(", "));
    if let Some(items) = schema["prefixItems"].as_array() {
        return tuple(items.iter().map(|item| written(item, indent)).collect());
    }
    let item = written(&schema["items"], indent);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => tuple(vec![item; most as usize]),
        _ if item.contains(' ') && !item.starts_with(['(', '{', '[']) => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, indent: &str) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        let values = &schema["additionalProperties"];
        let values = if values.is_object() { written(values, indent) } else { "any".to_owned() };
        return format!("Record<string, {values}>");
    };
    let deeper = format!("{indent}  ");
    let required = schema["required"].as_array();
    let mut text = "{\n".to_owned();
    for (name, property) in properties {
        let is_required = required.is_some_and(|names| names.iter().any(|known| known == name));
        let mark = if is_required { "" } else { "?" };
        let value = written(property, &deeper);
        let _ = writeln!(text, "{}{deeper}{name}{mark}: {value};", comment(property, &deeper));
    }
    let _ = write!(text, "{indent}}}");
    text
}
