//! The API as an OpenAPI document, derived from the routes and the [`crate::messages`].
//!
//! Each handler says its path, its body and its answers beside its code; the router is built from the
//! same lines, so that no route can be missing here. What holds for every request is added once:
//! parameters that stand in the path, and the refusals that any request may meet.

#[cfg(test)]
mod page_types;

use std::sync::LazyLock;

use utoipa::PartialSchema;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, OpenApi, Ref, RefOr, Required, Response, SecurityRequirement,
};

use crate::limits::Limits;
use crate::messages::error::ErrorAnswer;
use crate::messages::live::{ClientMessage, ServerMessage};
use crate::routes;

/// What the document says of itself, and the messages that only WebSockets carry.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Selforge",
        description = "Games over HTTP and WebSocket. A browser is known by its cookie; a program that \
            plays for an account sends a token of it. Every refusal is JSON with a code for programs \
            and a message for people.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(ClientMessage, ServerMessage, ErrorAnswer))
)]
pub(crate) struct Base;

/// The whole document.
pub(crate) static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(|| {
    let mut document = routes::documented(&Limits::default()).into_openapi();
    for (path, item) in &mut document.paths.paths {
        for operation in operations(item) {
            complete(path, operation);
        }
    }
    if let Some(components) = &mut document.components {
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("selforge")));
        let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("cookie", cookie);
        components.add_security_scheme("token", SecurityScheme::Http(token));
    }
    let nobody = SecurityRequirement::default();
    let known = ["cookie", "token"].map(|name| SecurityRequirement::new(name, [""; 0]));
    document.security = Some([nobody].into_iter().chain(known).collect());
    document
});

/// The operations of a path.
fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, post, put, delete, .. } = item;
    [get, post, put, delete].into_iter().flatten()
}

/// Adds what follows from the path and the body, and what holds for every request.
fn complete(path: &str, operation: &mut Operation) {
    let names = path.split(['{', '}']).skip(1).step_by(2);
    operation
        .parameters
        .get_or_insert_default()
        .extend(names.map(|name| path_parameter(name).into()));
    let json = operation.request_body.as_ref().map(|body| match body {
        RefOr::T(body) => body.content.contains_key(JSON),
        RefOr::Ref(_) => false,
    });
    let by_body: &[u16] = match json {
        None => &[],
        Some(true) => &[408, 413, 415, 422],
        Some(false) => &[408, 413, 422],
    };
    let responses = &mut operation.responses.responses;
    for status in [403, 429].iter().chain(by_body) {
        responses.entry(status.to_string()).or_insert_with(|| Response::new("").into());
    }
    for (status, response) in responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            response.description = meaning(status).to_owned();
        }
        let refused = status.starts_with('4');
        if refused && response.content.is_empty() {
            let refusal = Ref::from_schema_name("ErrorAnswer");
            let content = ContentBuilder::new().schema(Some(refusal)).build();
            response.content.insert(JSON.to_owned(), content.into());
        }
    }
}

const JSON: &str = "application/json";

fn path_parameter(name: &str) -> Parameter {
    let kind = if name == "ply" { usize::schema() } else { String::schema() };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .schema(Some(kind))
        .build()
}

/// What a status means here.
fn meaning(status: &str) -> &'static str {
    match status {
        "200" => "Done.",
        "401" => "Not signed in, or the wrong password.",
        "403" => "Not from there, or not for you.",
        "404" => "There is no such thing, or it is not for you to see.",
        "409" => "Things are not so that it could be done.",
        "408" => "The body did not come in time.",
        "413" => "The body is too long.",
        "415" => "The body is not JSON.",
        "422" => "The request makes no sense; the message says where.",
        "426" => "No WebSocket.",
        "429" => "Too much or too many.",
        _ => "Not done.",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_operation_has_a_name_of_its_own_and_every_shape_exists() {
        let mut document = DOCUMENT.clone();
        let mut names = BTreeSet::new();
        for item in document.paths.paths.values_mut() {
            for operation in operations(item) {
                let name = operation.operation_id.clone().unwrap();
                assert!(operation.summary.is_some(), "{name} says what it does");
                assert!(names.insert(name.clone()), "{name} is there once");
            }
        }
        assert!(names.contains("playGame"), "{names:?}");
        let value = serde_json::to_value(&document).unwrap();
        let text = value.to_string();
        for reference in text.split("\"#/components/schemas/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(value["components"]["schemas"][name].is_object(), "{name}");
        }
    }
}
