//! What counts as the same game when many are summed up: the same rules, board and set-up, whatever
//! start chance has drawn.

use selforge_core::Spec;

/// The spec without its seed; a text that is none as it stands.
pub(crate) fn variant(spec: &str) -> String {
    let Ok(parsed) = Spec::parse(spec) else { return spec.to_owned() };
    let mut kept = Spec::new(parsed.name());
    for (key, value) in parsed.options().filter(|(key, _)| *key != "seed") {
        if kept.set(key, value).is_err() {
            return spec.to_owned();
        }
    }
    kept.to_string()
}

#[cfg(test)]
mod tests {
    use super::variant;

    #[test]
    fn games_that_differ_by_chance_alone_are_one() {
        assert_eq!(variant("selfo seed=7 board=hexhex-4"), "selfo board=hexhex-4");
        assert_eq!(variant("selfo seed=7"), variant("selfo seed=8"));
        assert_ne!(variant("rulespace genes=1"), variant("rulespace genes=2"));
        assert_eq!(variant("no = spec"), "no = spec");
    }
}
