//! The API as an OpenAPI document: a table of what can be asked, and the shapes of what is said.
//!
//! Written by hand, because most answers are put together from parts and no type of ours has their
//! shape; a test holds the table against the router, and `scripts/api-test` holds the answers of the
//! real server against the shapes.

mod operations;

use serde_json::{Map, Value, json};

use operations::OPERATIONS;

/// The shapes, which refer to each other.
const SCHEMAS: &str = include_str!("schemas.json");

/// What a request carries.
#[derive(Clone, Copy, Debug)]
enum Body {
    Nothing,
    /// JSON of a shape.
    Json(&'static str),
    /// Text of a type.
    Text(&'static str),
}

/// What a request is answered with when it was done.
#[derive(Clone, Copy, Debug)]
enum Answer {
    /// JSON of a shape.
    Json(&'static str),
    /// JSON: a list of things of a shape.
    List(&'static str),
    /// Text of a type.
    Text(&'static str),
    /// A WebSocket, over which things of the first shape are sent to the server, if any, and things
    /// of the second come from it.
    Socket(Option<&'static str>, &'static str),
}

/// One thing that can be asked.
#[derive(Clone, Copy, Debug)]
struct Operation {
    method: &'static str,
    path: &'static str,
    /// A name for programs.
    id: &'static str,
    summary: &'static str,
    /// Parameters after the question mark, with their schemas.
    query: &'static [(&'static str, &'static str)],
    body: Body,
    answer: Answer,
    /// The statuses of refusals, beside those that every request may get.
    refusals: &'static [u16],
}

/// The whole document.
pub(crate) fn document() -> Value {
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation.describe();
    }
    let schemas: Value = serde_json::from_str(SCHEMAS).expect("a test reads this file");
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Selforge",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Games over HTTP and WebSocket. A browser is known by its cookie; a program \
                that plays for an account sends a token of it. Every refusal is JSON with a code for \
                programs and a message for people.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "cookie": { "type": "apiKey", "in": "cookie", "name": "selforge" },
                "token": { "type": "http", "scheme": "bearer" },
            },
        },
        "security": [{}, { "cookie": [] }, { "token": [] }],
    })
}

fn shape(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

impl Operation {
    fn describe(&self) -> Value {
        let mut described = json!({
            "operationId": self.id,
            "summary": self.summary,
            "responses": self.responses(),
        });
        let parameters = self.parameters();
        if !parameters.is_empty() {
            described["parameters"] = parameters.into();
        }
        let content = match self.body {
            Body::Nothing => None,
            Body::Json(name) => Some(json!({ "application/json": { "schema": shape(name) } })),
            Body::Text(kind) => Some(json!({ kind: { "schema": { "type": "string" } } })),
        };
        if let Some(content) = content {
            described["requestBody"] = json!({ "required": true, "content": content });
        }
        described
    }

    fn parameters(&self) -> Vec<Value> {
        let names = self
            .path
            .split('/')
            .filter_map(|part| part.strip_prefix('{').and_then(|part| part.strip_suffix('}')));
        let in_path = names.map(|name| {
            let kind = if name == "ply" { "integer" } else { "string" };
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": kind } })
        });
        let in_query = self.query.iter().map(|(name, schema)| {
            let schema: Value = serde_json::from_str(schema).expect("a test reads all of them");
            json!({ "name": name, "in": "query", "required": false, "schema": schema })
        });
        in_path.chain(in_query).collect()
    }

    fn responses(&self) -> Value {
        let text = json!({ "schema": { "type": "string" } });
        let (status, done) = match self.answer {
            Answer::Json(name) => ("200", json!({ "application/json": { "schema": shape(name) } })),
            Answer::List(name) => {
                let schema = json!({ "type": "array", "items": shape(name) });
                ("200", json!({ "application/json": { "schema": schema } }))
            }
            Answer::Text(kind) => ("200", json!({ kind: text })),
            Answer::Socket(..) => ("101", Value::Null),
        };
        let mut responses = json!({ status: { "description": "Done." } });
        if let Answer::Socket(said, heard) = self.answer {
            let said = said.map(|name| format!(" The client sends `{name}`,"));
            let words = format!("A WebSocket.{} the server `{heard}`.", said.unwrap_or_default());
            responses[status]["description"] = words.into();
            // A request that is no WebSocket's.
            for status in ["400", "426"] {
                let plain = json!({ "text/plain; charset=utf-8": text });
                responses[status] = json!({ "description": "No WebSocket.", "content": plain });
            }
        } else {
            responses[status]["content"] = done;
        }
        let always: &[u16] = &[403, 429];
        let by_body: &[u16] = match self.body {
            Body::Nothing => &[],
            Body::Json(_) => &[413, 415, 422],
            Body::Text(_) => &[413, 422],
        };
        for status in always.iter().chain(by_body).chain(self.refusals) {
            let content = json!({ "application/json": { "schema": shape("Refusal") } });
            responses[status.to_string()] =
                json!({ "description": meaning(*status), "content": content });
        }
        responses
    }
}

/// What a refusal's status means here.
fn meaning(status: u16) -> &'static str {
    match status {
        401 => "Not signed in, or the wrong password.",
        403 => "Not from there, or not for you.",
        404 => "There is no such thing, or it is not for you to see.",
        409 => "Things are not so that it could be done.",
        413 => "The body is too long.",
        415 => "The body is not JSON.",
        422 => "The request makes no sense; the message says where.",
        429 => "Too much or too many.",
        _ => "Not done.",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What the router knows, as methods and paths, read from the text that makes it.
    fn routed() -> BTreeSet<(String, String)> {
        let text = include_str!("../routes/mod.rs");
        let mut routed = BTreeSet::new();
        for route in text.split(".route(").skip(1) {
            let mut parts = route.split('"');
            let path = parts.nth(1).unwrap();
            // Up to the next statement or route: nothing else there looks like a method.
            let rest = parts.next().unwrap();
            for method in ["get", "post", "put", "delete"] {
                let called = |before: &str| rest.contains(&format!("{before}{method}("));
                if called(" ") || called(".") {
                    routed.insert((method.to_owned(), path.to_owned()));
                }
            }
        }
        routed
    }

    #[test]
    fn every_route_is_in_the_document_and_the_reverse() {
        let written: BTreeSet<_> =
            OPERATIONS.iter().map(|op| (op.method.to_owned(), op.path.to_owned())).collect();
        assert_eq!(written.len(), OPERATIONS.len(), "no operation is there twice");
        assert_eq!(written, routed());
    }

    #[test]
    fn every_operation_has_a_name_of_its_own_and_every_shape_exists() {
        let ids: BTreeSet<_> = OPERATIONS.iter().map(|operation| operation.id).collect();
        assert_eq!(ids.len(), OPERATIONS.len());
        let text = document().to_string();
        for reference in text.split("\"#/components/schemas/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(document()["components"]["schemas"][name].is_object(), "{name}");
        }
        for operation in OPERATIONS {
            if let Answer::Socket(said, heard) = operation.answer {
                for name in said.iter().chain([&heard]) {
                    assert!(document()["components"]["schemas"][name].is_object(), "{name}");
                }
            }
        }
    }
}
