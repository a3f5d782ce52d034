//! Which licences the packages that we build on may have.
//!
//! Selforge is MIT or Apache-2.0 and stays so for those who build on it: of every external
//! package, tests' dependencies included, some offered choice of terms must be permissive.
//! Licences are accepted by name, never refused by name: what nobody has looked at does not pass.

use serde_json::Value;

use crate::{array, text};

/// Permissive licences, by SPDX identifier. MPL-2.0 is not among them: it asks for the source of
/// changed files, so the first package that needs it is worth a decision.
const PERMISSIVE: &[&str] =
    &["0BSD", "Apache-2.0", "BSL-1.0", "CC0-1.0", "ISC", "MIT", "Unicode-3.0", "Unlicense", "Zlib"];

/// The BSD family differs in the number of clauses, which its identifiers end in.
const PERMISSIVE_FAMILY: &str = "BSD-";

/// Complains about every package from outside the workspace without permissive terms.
pub(crate) fn check(metadata: &Value) -> Vec<String> {
    let members = array(metadata, "workspace_members");
    let mut complaints = Vec::new();
    for package in array(metadata, "packages") {
        if members.contains(&package["id"]) {
            continue;
        }
        let (name, version) = (text(package, "name"), text(package, "version"));
        match package["license"].as_str() {
            None => complaints.push(format!("{name} {version} states no licence expression")),
            Some(licence) if !is_permissive(licence) => {
                complaints.push(format!("{name} {version}: no permissive terms in `{licence}`"));
            }
            Some(_) => {}
        }
    }
    complaints
}

/// Whether the SPDX expression can be met by permissive licences alone. `false` also for what is
/// no expression.
fn is_permissive(expression: &str) -> bool {
    // The slash is how crates wrote OR before SPDX expressions.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = tokens.as_slice();
    any_of(&mut rest) == Some(true) && rest.is_empty()
}

/// Reads `all OR all OR …`; `None` when that is not what stands there.
fn any_of(rest: &mut &[&str]) -> Option<bool> {
    let mut permissive = all_of(rest)?;
    while take(rest, "OR") {
        permissive |= all_of(rest)?;
    }
    Some(permissive)
}

/// Reads `term AND term AND …`, which binds tighter than OR.
fn all_of(rest: &mut &[&str]) -> Option<bool> {
    let mut permissive = term(rest)?;
    while take(rest, "AND") {
        permissive &= term(rest)?;
    }
    Some(permissive)
}

/// Reads a licence, or an expression in parentheses.
fn term(rest: &mut &[&str]) -> Option<bool> {
    if take(rest, "(") {
        let permissive = any_of(rest)?;
        return take(rest, ")").then_some(permissive);
    }
    let licence = *rest.split_off_first()?;
    if take(rest, "WITH") {
        // An exception only ever adds permissions.
        rest.split_off_first()?;
    }
    Some(PERMISSIVE.contains(&licence) || licence.starts_with(PERMISSIVE_FAMILY))
}

/// Drops the first token if it is `token`.
fn take(rest: &mut &[&str], token: &str) -> bool {
    let found = rest.first() == Some(&token);
    if found {
        *rest = &rest[1..];
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_permissive_choice_is_enough() {
        for expression in [
            "MIT",
            "BSD-3-Clause",
            "MIT OR GPL-3.0-only",
            "GPL-2.0-or-later OR MIT",
            "Apache-2.0/MIT",
            "Apache-2.0 WITH LLVM-exception",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "GPL-3.0-only AND ISC OR Zlib",
        ] {
            assert!(is_permissive(expression), "{expression}");
        }
    }

    #[test]
    fn copyleft_and_unknown_terms_are_refused() {
        for expression in [
            "GPL-3.0-or-later",
            "AGPL-3.0-only OR LGPL-2.1-only",
            "MIT AND GPL-3.0-only",
            "MIT AND (GPL-3.0-only OR LGPL-3.0-only)",
            "GPL-3.0-only WITH Classpath-exception-2.0",
            "LicenseRef-ask-us",
        ] {
            assert!(!is_permissive(expression), "{expression}");
        }
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for expression in ["", "MIT OR", "AND MIT", "(MIT", "MIT)", "MIT ISC", "MIT WITH"] {
            assert!(!is_permissive(expression), "{expression}");
        }
    }

    #[test]
    fn external_packages_are_checked_and_our_own_are_not() {
        let package = |name: &str, license: Option<&str>| json!({ "id": name, "name": name, "version": "1.0.0", "license": license });
        let metadata = json!({
            "workspace_members": ["ours"],
            "packages": [
                package("ours", None),
                package("free", Some("MIT OR GPL-3.0-only")),
                package("copyleft", Some("GPL-3.0-only")),
                package("silent", None),
            ],
        });
        assert_eq!(
            check(&metadata),
            [
                "copyleft 1.0.0: no permissive terms in `GPL-3.0-only`",
                "silent 1.0.0 states no licence expression",
            ]
        );
    }
}
