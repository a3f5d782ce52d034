//! What a run was asked to do, and what else decides its results.
//!
//! The games of a run are only worth counting together if one program played them all. A version
//! number says too little: rules and players change between releases, and in a working copy. So a
//! manifest also carries the version of the rules and a [fingerprint](crate::arena::Plan::fingerprint)
//! of what these very players do at the first start. A digest of the executable would be stricter
//! than is of use: any new build would end every run.

use std::hash::Hasher;

use fnv::FnvHasher;
use serde::{Deserialize, Serialize};

use super::run_folder::Purpose;
use crate::arena::{Opening, Plan};

/// What was asked for, in words that can be typed again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// What kind of run: `arena`.
    pub kind: String,
    /// The program and its version. Another version may play otherwise, so it must be the same.
    pub program: String,
    /// The game in canonical form.
    pub game: String,
    /// The name and version of its rules.
    #[serde(default)]
    pub rules: String,
    /// The players.
    pub players: Vec<String>,
    /// What they do, as a number: another one when rules, start or players were changed.
    #[serde(default)]
    pub fingerprint: String,
    /// Games at each table.
    pub games: usize,
    /// The seed.
    pub seed: u64,
    /// How many random moves began the games of a start.
    #[serde(default)]
    pub random_plies: u32,
    /// What the players are called, if they have names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Whether the first player met all others.
    #[serde(default)]
    pub gauntlet: bool,
    /// The openings, by a number that changes with them.
    #[serde(default)]
    pub openings: Option<String>,
    /// When games were ended by score.
    #[serde(default)]
    pub adjudication: Option<String>,
    /// The question, if there is one.
    pub sprt: Option<String>,
    /// The command line that began the run; others may go on with it.
    pub command: String,
}

impl Manifest {
    /// The manifest of a plan that was asked for by a command line.
    #[must_use]
    pub fn of(plan: &Plan, command: &str) -> Manifest {
        let settings = plan.settings();
        Manifest {
            kind: "arena".to_owned(),
            program: super::program(),
            game: plan.game().to_string(),
            rules: plan.rules().to_owned(),
            fingerprint: plan.fingerprint().to_owned(),
            players: settings.players.iter().map(|player| player.spec().to_string()).collect(),
            games: settings.games,
            seed: settings.seed,
            random_plies: settings.random_plies,
            names: settings.names.clone(),
            gauntlet: settings.gauntlet,
            openings: openings(&settings.openings),
            adjudication: settings.adjudication.map(|rule| rule.to_string()),
            sprt: settings.sprt.map(|sprt| sprt.to_string()),
            command: command.to_owned(),
        }
    }
}

/// How many openings there are, with a number that is another one for others.
fn openings(openings: &[Opening]) -> Option<String> {
    if openings.is_empty() {
        return None;
    }
    let mut digest = FnvHasher::default();
    for Opening { position, moves } in openings {
        digest.write(position.as_deref().unwrap_or_default().as_bytes());
        digest.write(moves.join(" ").as_bytes());
        digest.write_u8(0);
    }
    Some(format!("{} openings, {:016x}", openings.len(), digest.finish()))
}

impl Purpose for Manifest {
    fn kind(&self) -> &str {
        &self.kind
    }

    /// The command line may differ: it also says how many threads to use.
    fn decides(&self) -> Vec<(String, String)> {
        let named = |name: &str, value: &dyn ToString| (format!("the {name}"), value.to_string());
        vec![
            named("program", &self.program),
            named("game", &self.game),
            named("version of the rules", &self.rules),
            named("players", &self.players.join("; ")),
            named("number of games", &self.games),
            named("seed", &self.seed),
            named("number of random moves at first", &self.random_plies),
            named("names of the players", &self.names.join("; ")),
            named("gauntlet", &self.gauntlet),
            named("openings", &self.openings.as_deref().unwrap_or("none")),
            named("adjudication", &self.adjudication.as_deref().unwrap_or("none")),
            named("sprt", &self.sprt.as_deref().unwrap_or("none")),
            // Last: whoever asks for something else should be told that, not its consequences.
            named("fingerprint of how the players play", &self.fingerprint),
        ]
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Spec;
    use selforge_games::NoFiles;

    use super::*;
    use crate::arena::{Settings, parse_players};

    fn manifest(game: &str, players: &str, seed: u64) -> Manifest {
        let (game, players) = (Spec::parse(game).unwrap(), parse_players(players).unwrap());
        let settings = Settings::new(game, players, 2, seed);
        Manifest::of(&Plan::new(settings, &NoFiles).unwrap(), "selforge arena")
    }

    #[test]
    fn what_decides_results_must_be_the_same_and_the_command_line_may_differ() {
        let begun = manifest("selfo board=hexhex-4", "swarm; alphabeta time=1s", 1);
        let asked = Manifest { command: "selforge arena --threads 2".into(), ..begun.clone() };
        assert_eq!(begun.difference(&asked), None);
        let asked = Manifest { rules: "selfo 999".into(), ..begun.clone() };
        let difference = begun.difference(&asked).unwrap();
        assert!(difference.starts_with("the version of the rules is 'selfo "), "{difference}");
        let asked = Manifest { fingerprint: "0".into(), ..begun.clone() };
        assert!(begun.difference(&asked).unwrap().contains("how the players play is "));
        let asked = manifest("selfo board=hexhex-4", "swarm; alphabeta time=1s", 2);
        assert!(begun.difference(&asked).unwrap().starts_with("the seed is '1' there"));
    }

    #[test]
    fn a_fingerprint_tells_players_and_games_apart_and_is_the_same_each_time() {
        let of = |game: &str, players: &str| manifest(game, players, 1).fingerprint;
        let first = of("selfo board=hexhex-4", "swarm; greedy");
        assert_eq!(first, of("selfo board=hexhex-4", "swarm; greedy"));
        assert_ne!(first, of("selfo board=hexhex-4", "greedy; swarm"));
        assert_ne!(first, of("selfo board=hexhex-5", "swarm; greedy"));
        assert_ne!(of("selfo", "swarm; swarm"), of("selfo", "swarm; minimax depth=2 eval=fast"));
    }

    #[test]
    fn a_manifest_from_before_fingerprints_is_read_and_refused() {
        let now = manifest("selfo board=hexhex-3", "random; random", 1);
        let mut text = serde_json::to_value(&now).unwrap();
        let fields = text.as_object_mut().unwrap();
        fields.remove("rules");
        fields.remove("fingerprint");
        let old: Manifest = serde_json::from_value(text).unwrap();
        assert!(old.difference(&now).unwrap().starts_with("the version of the rules is '' there"));
    }
}
