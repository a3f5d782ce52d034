//! The strengths that people choose by name, from the weakest to the strongest.
//!
//! A level is the same name in every game and a player of its own in some: where a game has a measured ladder
//! or a network that is better than the search, the level is that player, and elsewhere the usual one. So
//! somebody who likes *Strong* can choose it before the game, and links and records keep the player's spec.
//!
//! Ratings were measured in a round robin on the quick game of Selfo; `docs/players.md` has the table and its
//! command. They count from 700 for random moves, as the ladder before did. Other games have none.

use selforge_catalogue::Playable;
use selforge_core::Game;

use crate::player::Player;
use crate::players::AgentSpec;

/// A strength by name.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// What it is called.
    pub name: &'static str,
    /// What to expect, in a few words.
    pub about: &'static str,
    /// How strong it is at the game that was measured.
    pub rating: Option<u32>,
    /// The player of games that have one of their own, by family; only where it can play.
    own: &'static [(&'static str, &'static str)],
    /// The player of all other games, for two seats and for more; none if it plays no other.
    usual: Option<[&'static str; 2]>,
}

/// A level at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The player.
    pub spec: &'static str,
    /// Its rating, if it was measured at this kind of game.
    pub rating: Option<u32>,
}

/// The family at whose game the ratings were measured.
const RATED_FAMILY: &str = "selfo";

/// Every level, from the weakest; then the players that are known by name and stand beside the ladder.
pub const LEVELS: &[Level] = &[
    Level {
        name: "Dice",
        about: "moves at random",
        rating: Some(700),
        own: &[(RATED_FAMILY, "random")],
        usual: Some(["random"; 2]),
    },
    Level {
        name: "Friendly",
        about: "beginner",
        rating: Some(890),
        own: &[(RATED_FAMILY, "greedy view=own variety=3")],
        usual: Some(["greedy variety=6"; 2]),
    },
    Level {
        name: "Casual",
        about: "plays now and then",
        rating: Some(1110),
        own: &[(RATED_FAMILY, "greedy view=own variety=1")],
        usual: Some(["greedy variety=3"; 2]),
    },
    Level {
        name: "Careful",
        about: "improver",
        rating: Some(1300),
        own: &[(RATED_FAMILY, "greedy view=own")],
        usual: Some(["greedy variety=1"; 2]),
    },
    Level {
        name: "Steady",
        about: "club player",
        rating: Some(1510),
        own: &[(RATED_FAMILY, "alphabeta nodes=1000")],
        usual: Some(["alphabeta nodes=1000", "paranoid nodes=1000"]),
    },
    Level {
        name: "Strong",
        about: "experienced",
        rating: Some(1700),
        own: &[(RATED_FAMILY, "network nodes=30")],
        usual: Some(["alphabeta time=300ms", "paranoid time=300ms"]),
    },
    Level {
        name: "Expert",
        about: "tournament player",
        rating: Some(1850),
        own: &[(RATED_FAMILY, "network nodes=150")],
        usual: Some(["alphabeta time=600ms", "paranoid time=600ms"]),
    },
    Level {
        name: "Master",
        about: "hardly makes a mistake",
        rating: Some(2150),
        own: &[(RATED_FAMILY, "network nodes=1000")],
        usual: Some(["alphabeta time=1s", "paranoid time=1s"]),
    },
    Level {
        name: "Strongest",
        about: "thinks for three seconds",
        rating: Some(2380),
        own: &[
            (RATED_FAMILY, "network time=3s"),
            ("hex", "network time=3s"),
            ("loa", "network time=3s"),
            ("checkers", "network time=3s"),
        ],
        usual: Some(["alphabeta time=3s hash=64", "paranoid time=3s hash=64"]),
    },
    Level {
        name: "Swarm",
        about: "the player of the thesis",
        rating: None,
        own: &[(RATED_FAMILY, "swarm")],
        usual: None,
    },
];

impl Level {
    /// The level of this name, in capitals or not.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.name.eq_ignore_ascii_case(name.trim()))
    }

    /// The level that a player's spec belongs to, in whichever game.
    #[must_use]
    pub fn of_spec(spec: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.specs().any(|own| own == spec))
    }

    /// Whether it can be chosen before a game is.
    #[must_use]
    pub fn plays_everything(&self) -> bool {
        self.usual.is_some()
    }

    /// All players that it is in some game. Some come twice.
    pub fn specs(&self) -> impl Iterator<Item = &'static str> {
        self.own.iter().map(|(_, spec)| *spec).chain(self.usual.into_iter().flatten())
    }

    /// The player that it is in a game; none if it does not play it.
    #[must_use]
    pub fn opponent(&self, playable: &Playable) -> Option<Opponent> {
        let two = playable.game.seats() == 2;
        let family = &*playable.family.name;
        // A network knows not every board, and a search for two seats not every table.
        let plays = |spec: &str| {
            AgentSpec::parse(spec).is_ok_and(|spec| Player::new(&spec, playable).is_ok())
        };
        let own = self.own.iter().find(|(of, spec)| *of == family && plays(spec));
        match (own, self.usual) {
            (Some(&(_, spec)), _) => {
                let rating = self.rating.filter(|_| two && family == RATED_FAMILY);
                Some(Opponent { spec, rating })
            }
            (None, Some([pair, table])) => {
                Some(Opponent { spec: if two { pair } else { table }, rating: None })
            }
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Spec;
    use selforge_games::NoFiles;

    use super::*;

    fn open(game: &str) -> Playable {
        selforge_games::open(&Spec::parse(game).unwrap(), &NoFiles).unwrap()
    }

    fn opponent(level: &str, game: &str) -> Option<Opponent> {
        Level::named(level).unwrap().opponent(&open(game))
    }

    #[test]
    fn every_rung_is_a_hundred_to_three_hundred_points_above_the_one_below() {
        let ratings: Vec<u32> = LEVELS.iter().filter_map(|level| level.rating).collect();
        assert!(ratings.len() >= 6);
        for pair in ratings.windows(2) {
            assert!((100..=300).contains(&(pair[1] - pair[0])), "{pair:?}");
        }
    }

    #[test]
    fn every_level_can_sit_at_every_kind_of_table() {
        for game in
            ["selfo", "selfo seats=3", "selfo board=plane", "hex", "checkers", "chess", "loa"]
        {
            let playable = open(game);
            for level in LEVELS.iter().filter(|level| level.plays_everything()) {
                let Opponent { spec, .. } = level.opponent(&playable).unwrap();
                let seated = Player::new(&AgentSpec::parse(spec).unwrap(), &playable);
                assert!(seated.is_ok(), "{} at {game}: {:?}", level.name, seated.err());
            }
        }
    }

    #[test]
    fn the_strongest_level_has_a_network_where_one_comes_with_the_program() {
        for game in ["selfo board=hexhex-5 density=24", "hex board=hex-7x7", "loa", "checkers"] {
            assert_eq!(opponent("strongest", game).unwrap().spec, "network time=3s", "{game}");
        }
        let others = [
            ("chess", "alphabeta time=3s hash=64"),
            ("selfo board=plane", "alphabeta time=3s hash=64"),
            ("selfo seats=3", "paranoid time=3s hash=64"),
        ];
        for (game, spec) in others {
            assert_eq!(opponent("Strongest", game), Some(Opponent { spec, rating: None }));
        }
    }

    #[test]
    fn ratings_are_told_of_the_players_that_were_measured_and_of_no_others() {
        let rating = |level, game| opponent(level, game).and_then(|opponent| opponent.rating);
        assert_eq!(rating("Friendly", "selfo"), Some(890));
        for game in ["selfo seats=3", "chess"] {
            assert_eq!(rating("Friendly", game), None, "{game}");
        }
    }

    #[test]
    fn the_swarm_of_the_thesis_is_an_opponent_by_name_where_sets_gather() {
        assert_eq!(opponent("Swarm", "selfo").map(|opponent| opponent.spec), Some("swarm"));
        assert_eq!(opponent("Swarm", "chess"), None);
    }

    #[test]
    fn a_spec_tells_its_level_also_those_that_old_links_and_games_have() {
        for (spec, name) in [
            ("greedy variety=6", "Friendly"),
            ("greedy variety=1", "Careful"),
            ("alphabeta time=300ms", "Strong"),
            ("paranoid time=3s hash=64", "Strongest"),
        ] {
            assert_eq!(Level::of_spec(spec).map(|level| level.name), Some(name), "{spec}");
        }
        for level in LEVELS {
            for spec in level.specs() {
                assert_eq!(Level::of_spec(spec).unwrap().name, level.name, "{spec}");
            }
        }
    }
}
