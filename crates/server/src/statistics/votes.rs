//! Votes as a survey: who voted becomes a number, every game of one kind a run.

use std::collections::{BTreeMap, HashMap};

use selforge_lab::survey::{Ballot, MAX_GAMES, MAX_NAME, Summary, Survey, Tally, Vote};

use crate::messages::results::{LikedShare, VoteSummary, VoteTally, VotedGame, VotedPair};
use crate::statistics::variant::variant;
use crate::store::StoredVote;

/// The most games whose votes are compared on the page: every two of them are.
const SHOWN: usize = 40;

/// The votes as ballots, in their order, of the games with the most votes. Players are numbers from
/// 1, in the order of their first votes: nothing leads back to them.
pub(crate) fn ballots(votes: &[StoredVote], most_games: usize) -> Vec<Ballot> {
    let games: Vec<String> = votes.iter().map(|vote| name(&variant(&vote.spec))).collect();
    let kept = most_voted(&games, most_games.min(MAX_GAMES));
    let (mut players, mut runs) = (HashMap::new(), HashMap::new());
    let mut ballots = Vec::new();
    for (cast, game) in votes.iter().zip(games) {
        let Some(vote) = Vote::from_word(&cast.vote).filter(|_| kept.contains_key(&game)) else {
            continue;
        };
        let next = players.len() + 1;
        let player = *players.entry(cast.who.as_str()).or_insert(next);
        let run = runs.entry((player, game.clone())).or_insert(0u32);
        *run += 1;
        ballots.push(Ballot { player: player.to_string(), game, run: Some(*run), vote });
    }
    ballots
}

/// What the votes say, for the page: the most liked first.
pub(crate) fn summary(votes: &[StoredVote]) -> VoteSummary {
    let mut specs: HashMap<String, String> = votes
        .iter()
        .map(|vote| variant(&vote.spec))
        .map(|variant| (name(&variant), variant))
        .collect();
    let survey = Survey::of(&ballots(votes, SHOWN));
    let Ok(mut told) = survey.and_then(|survey| Summary::of(&survey, None)) else {
        return VoteSummary::default();
    };
    told.games
        .sort_by(|a, b| b.liked.value.total_cmp(&a.liked.value).then(b.players.cmp(&a.players)));
    // Those that say something first; all others are many and say nothing.
    told.pairs.retain(|pair| pair.only_first + pair.only_second > 0);
    told.pairs.sort_by(|a, b| a.p.total_cmp(&b.p));
    told.pairs.truncate(SHOWN);
    let games = told.games.into_iter().map(|game| VotedGame {
        spec: specs.remove(&game.game),
        game: game.game,
        players: game.players,
        liked: LikedShare { value: game.liked.value, low: game.liked.low, high: game.liked.high },
        opinions: tally(game.opinions),
        runs: tally(game.runs),
        p: game.p,
    });
    let pairs = told.pairs.into_iter().map(|pair| VotedPair {
        game: pair.game,
        against: pair.against,
        players: pair.players,
        only_first: pair.only_first,
        only_second: pair.only_second,
        p: pair.p,
        p_adjusted: pair.p_adjusted,
    });
    VoteSummary {
        players: told.players,
        votes: told.votes,
        games: games.collect(),
        pairs: pairs.collect(),
    }
}

fn tally(Tally { like, dislike, neutral }: Tally) -> VoteTally {
    VoteTally { like, dislike, neutral }
}

/// The games with the most votes, with how many.
fn most_voted(games: &[String], most: usize) -> HashMap<String, usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games {
        *counts.entry(game).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().take(most).map(|(game, count)| (game.to_owned(), count)).collect()
}

/// A game's name in a survey: its spec, or the beginning of one that is too long with a mark that
/// tells it from others.
fn name(spec: &str) -> String {
    if spec.chars().count() <= MAX_NAME {
        return spec.to_owned();
    }
    let mark = crate::accounts::identity::digest(spec);
    let beginning: String = spec.chars().take(MAX_NAME - 12).collect();
    format!("{beginning}… {}", &mark[..8])
}

#[cfg(test)]
mod tests {
    use selforge_lab::survey::{read_votes, write_votes};

    use super::*;

    fn cast(who: &str, spec: &str, vote: &str) -> StoredVote {
        StoredVote { who: who.to_owned(), spec: spec.to_owned(), vote: vote.to_owned() }
    }

    #[test]
    fn votes_become_a_table_without_identities_that_the_survey_reads() {
        let long = format!("selfo position=\"{} A\"", "A1B/".repeat(100));
        let votes = [
            cast("c:secret-one", "rulespace genes=1 seed=3", "like"),
            cast("c:secret-two", "rulespace genes=1 seed=4", "dislike"),
            cast("c:secret-one", "rulespace genes=1 seed=5", "neutral"),
            cast("c:secret-one", &long, "like"),
            cast("c:secret-one", "rulespace genes=1", "nonsense"),
        ];
        let text = write_votes(&ballots(&votes, MAX_GAMES));
        assert!(!text.contains("secret"), "{text}");
        assert!(text.starts_with("player,game,run,vote\n1,rulespace genes=1,1,like\n2,"), "{text}");
        let survey = read_votes(text.as_bytes()).unwrap();
        assert_eq!((survey.games().len(), survey.players()), (2, 2));
        assert_eq!(survey.runs(0).total(), 3);
        let told = summary(&votes);
        assert_eq!(told.games[0].spec.as_ref(), Some(&long));
        assert_eq!(told.games[1].opinions, VoteTally { like: 1, dislike: 1, neutral: 0 });
    }

    #[test]
    fn of_too_many_games_those_with_the_most_votes_are_kept() {
        let mut votes: Vec<StoredVote> =
            (0..300).map(|n| cast("a", &format!("rulespace genes={n}"), "like")).collect();
        votes.push(cast("b", "rulespace genes=299", "like"));
        let kept = ballots(&votes, MAX_GAMES);
        assert!(kept.iter().any(|ballot| ballot.player == "2"));
        assert!(Survey::of(&kept).is_ok_and(|survey| survey.games().len() == MAX_GAMES));
    }

    #[test]
    fn no_votes_say_nothing() {
        assert_eq!(summary(&[]), VoteSummary::default());
    }
}
