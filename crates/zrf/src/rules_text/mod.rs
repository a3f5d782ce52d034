//! The rules in plain English: what the file says of itself, and beside it what its code says.
//!
//! A wrong sentence is worse than none. So goals and turns are told, which are data; of the moves only those
//! whose code asks for nothing but the positions that a piece crosses ([`moves`]). Names are cut where they are longer
//! than a line, and the work has a [`Budget`]: files are foreign input.

mod budget;
mod goals;
mod moves;

use std::collections::BTreeSet;

use selforge_core::short;

use self::budget::Budget;
use self::goals::{goals, nth, some};
use crate::game::Zrf;
use crate::goals::Goal;
use crate::model::{Maximal, NONE, Passing, Rules};

pub(crate) fn rules_text(game: &Zrf) -> String {
    told_within(game, &mut Budget::new())
}

fn told_within(game: &Zrf, budget: &mut Budget) -> String {
    let rules = &*game.rules;
    let mut parts = vec![rules.title.clone()];
    parts.extend(rules.texts.description.split('\n').map(str::to_owned));
    parts.push(format!("Goal. {}", goals(game, budget)));
    let visible = rules.sites.iter().filter(|site| !site.dummy).count();
    parts.push(format!("Board. {visible} positions."));
    parts.push(format!("Turns. {}", turns(rules)));
    parts.push(pieces(game, budget));
    if rules.seats > 1 {
        let mut draws = "Draw. The game is drawn when all players agree".to_owned();
        let is_told = rules.conditions.iter().any(|it| matches!(it.goal, Goal::Repetition));
        if let Some(times) = game.history.repetition.filter(|_| !is_told) {
            draws += ", or when a position comes up for the ";
            draws += &format!("{} time with the same player to move", nth(times));
        }
        parts.push(draws + ".");
    }
    parts.push(
        "Moves are typed as two positions, e2-e4, with an x for a capture, and with the new piece \
         behind a promotion, e7-e8=Queen; a piece that is placed as Man@b2."
            .to_owned(),
    );
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// `A`, `A and B`, `A, B and C`.
fn list<T: AsRef<str>>(words: &[T], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [rest @ .., end] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", rest.join(", "), end.as_ref())
        }
    }
}

/// The shortest list that gives these when it is said again and again, and how often.
fn cycle<T: PartialEq>(all: &[T]) -> (&[T], usize) {
    let fits = |length: &usize| {
        all.len().is_multiple_of(*length) && all[*length..] == all[..all.len() - length]
    };
    let length = (1..=all.len()).find(fits).unwrap_or(0);
    (&all[..length], all.len() / length.max(1))
}

fn turns(rules: &Rules) -> String {
    let name = |player: u16| short(&rules.players[usize::from(player)].name);
    let turns: Vec<String> = (rules.turns.iter())
        .map(|turn| match turn.side {
            side if side == turn.player => name(side),
            side => format!("{} with the pieces of {}", name(turn.player), name(side)),
        })
        .collect();
    let (first, rest) = turns.split_at(rules.repeat);
    let mut text = match (cycle(&turns), cycle(rest)) {
        ((all, _), (then, _)) if all == then => sentence(&again(then)),
        (_, (then, _)) => {
            let (first, times) = cycle(first);
            let times = if times > 1 { format!(", {times} times over") } else { String::new() };
            let first = some(first, String::clone).join(", ");
            format!("First {first}{times}; after that {} ", again(then))
        }
    };
    let random = rules.players.iter().filter(|player| player.is_random && player.has_turn);
    let random: Vec<String> = random.map(|player| short(&player.name)).collect();
    match random.len() {
        0 => {}
        1 => text += &format!("{} is chance. ", random[0]),
        _ => text += &format!("{} are chance. ", list(&random, "and")),
    }
    text += match rules.options.pass_turn {
        Passing::Allowed => "You may pass. ",
        Passing::Forced => "If you cannot move, you pass. ",
        Passing::No => "",
    };
    text += &priorities(rules);
    if rules.options.maximal != Maximal::No {
        text += "If several chains of captures are possible, you must play a longest one.";
    }
    text.trim_end().to_owned()
}

fn again(turns: &[String]) -> String {
    match turns {
        [one] => format!("only {one} moves."),
        [one, other] => format!("{one} and {other} move in turn."),
        _ => {
            format!("in this order, again and again: {}.", some(turns, String::clone).join(", "))
        }
    }
}

/// Which types of moves must be played if there are any.
fn priorities(rules: &Rules) -> String {
    let going_on: BTreeSet<u16> = rules.adds.iter().map(|add| add.partial).collect();
    let goes_on = |kind: u16| going_on.contains(&kind);
    let rank = |kind: u16| match kind {
        NONE => rules.worst_rank,
        kind => rules.ranks[usize::from(kind)],
    };
    let mut ranked: Vec<u16> = (0..rules.move_types.len() as u16).collect();
    // What only goes on with a move that was begun has nothing before it.
    ranked.retain(|&kind| rank(kind) < rules.worst_rank && (rank(kind) == 0 || !goes_on(kind)));
    ranked.sort_by_key(|&kind| rank(kind));
    let is_last = |kind: u16| rank(kind) == rules.worst_rank && (kind == NONE || !goes_on(kind));
    if !rules.blocks.iter().any(|block| is_last(block.kind)) {
        ranked.pop();
    }
    let named = some(&ranked, |kind| {
        let name = short(&rules.move_types[usize::from(*kind)]);
        format!("a move of the type \"{name}\" if there is one")
    });
    if named.is_empty() {
        return String::new();
    }
    format!("You must play {}. ", named.join(", or else "))
}

fn pieces(game: &Zrf, budget: &mut Budget) -> String {
    let rules = &*game.rules;
    let played = moves::Played::of(rules);
    let directions: Vec<String> = (0..rules.directions.len() as u16)
        .map(|it| format!(" {}", moves::direction(rules, it)))
        .collect();
    let mut has_directions = false;
    let shown = (0u16..).zip(&rules.types).filter(|(_, piece)| !piece.dummy);
    let said = shown.map(|(number, piece)| {
        let mut text = sentence(&piece.name);
        let (moves, whole) = moves::moves(rules, number, &played, budget);
        // What the file says of the moves in a line is better than half of them.
        let named =
            piece.help.starts_with(piece.name.as_str()).then(|| piece.help.split_once(": "));
        let help = named.flatten().map_or(piece.help.as_str(), |(_, help)| help);
        match (whole, help.is_empty()) {
            (false, false) => text += &sentence(help),
            _ => {
                has_directions = has_directions
                    || directions.iter().any(|direction| moves.contains(direction.as_str()));
                text += &sentence(&moves);
            }
        }
        text += &sentence(&piece.description.replace('\n', " "));
        let is_seat = |player: &u16| rules.players[usize::from(*player)].seat.is_some();
        let owners = 0..rules.players.len() as u16;
        let (seats, others): (Vec<u16>, Vec<u16>) = owners
            .filter(|player| is_seat(player) || begins_with(rules, *player, number))
            .partition(is_seat);
        let seats_have = seats.iter().any(|seat| begins_with(rules, *seat, number));
        let owners = if others.is_empty() || seats_have { seats } else { others };
        let letters = owners.iter().map(|player| game.picture.letter(rules.kind(*player, number)));
        let letters: Vec<String> = letters.map(String::from).collect();
        format!("{text}In text: {}.", letters.join(", "))
    });
    let said: Vec<String> = said.collect();
    let mut head = "Pieces.".to_owned();
    let mut players = game.seats.iter().map(|player| rules.sides[usize::from(*player)].table);
    let first = players.next();
    if has_directions && players.any(|table| Some(table) != first) {
        let name = short(&rules.players[usize::from(game.seats[0])].name);
        head += &format!(" Directions are those of {name}; other players have theirs turned.");
    }
    format!("{head}\n{}", said.join("\n"))
}

/// Whether a player has pieces of a type at the start, on the board or in store.
fn begins_with(rules: &Rules, player: u16, piece: u16) -> bool {
    let board = &rules.setup[..rules.sites.len()];
    board.contains(&rules.kind(player, piece))
        || rules.store(player, piece).is_some_and(|at| rules.setup[at] > 0)
}

/// Words as a sentence, with a space behind it.
fn sentence(words: &str) -> String {
    let words = words.trim();
    let Some(first) = words.chars().next() else { return String::new() };
    let rest = &words[first.len_utf8()..];
    let end = if words.ends_with(['.', '!', '?']) { " " } else { ". " };
    format!("{}{rest}{end}", first.to_uppercase())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use selforge_catalogue::Described;

    use super::*;
    use crate::compile::compile;
    use crate::diagnostic::Diagnostics;
    use crate::file::RuleFile;
    use crate::library;
    use crate::macros::NoIncludes;

    fn games(text: &str) -> Vec<Zrf> {
        let file = RuleFile::read("t.zrf", text.as_bytes(), &NoIncludes);
        let outlines = file.games().iter().filter(|game| !game.is_separator);
        let rules = outlines.map(|game| compile(game, &mut Diagnostics::default()).unwrap());
        rules.map(|rules| Zrf::new(Arc::new(rules), 0, Vec::new())).collect()
    }

    #[test]
    fn no_game_of_the_library_is_told_less_because_of_the_bound() {
        for name in library::names() {
            for game in games(library::text(name).unwrap()) {
                let whole = told_within(&game, &mut Budget::boundless());
                assert_eq!(rules_text(&game), whole, "{name}");
                // It is made once for an opened game.
                assert_eq!(game.rules_text.get(), None);
                assert_eq!(Described::rules_text(&game), whole);
                assert_eq!(game.rules_text.get(), Some(&whole));
            }
        }
    }

    #[test]
    fn thousands_of_blocks_with_more_ways_than_can_be_followed_are_no_more_work_than_a_bound() {
        let circles = "(while true (set-attribute fresh? true)) add".to_owned();
        let ways = "(if (in-zone? za) (add A B) else (add B C)) \
                    (if empty? (add C) else (if enemy? (add A B) else (add D))) n";
        for body in [circles, format!("{} add", ways.repeat(3))] {
            let text = |count: usize| {
                let code = format!("({body})").repeat(count);
                format!(
                    "(game (title \"T\") (players White Black) (turn-order White Black)
                   (board (grid (dimensions (\"a/b/c/d\" (9 0))) (directions (n 1) (s -1)))
                          (zone (name za) (players White) (positions a b)))
                   (piece (name A) (attribute fresh? true) (moves {code} (n (verify empty?) add)))
                   (piece (name B)) (piece (name C))
                   (piece (name D) (moves (s (verify empty?) add)))
                   (board-setup (White (A a))))"
                )
            };
            let tell = |count: usize| {
                let mut budget = Budget::new();
                let told = told_within(&games(&text(count))[0], &mut budget);
                (told, budget.tries())
            };
            let (told, tries) = tell(3_000);
            assert!(tries <= budget::OF_GAME + 2 * 3_000, "{tries} for {body}");
            assert!(!told.contains("D. It"), "nothing was left for the last piece: {told}");
            let (told, _) = tell(3);
            assert!(
                told.contains("D. It moves one step south."),
                "only these are too much: {told}"
            );
        }
    }

    #[test]
    fn ordinals_and_plurals_are_english() {
        let ordinals: Vec<String> =
            [1, 2, 5, 6, 11, 12, 13, 20, 21, 22, 23, 24, 111, 121].map(nth).into();
        let expected = "first second fifth 6th 11th 12th 13th 20th 21st 22nd 23rd 24th 111th 121st";
        assert_eq!(ordinals.join(" "), expected);
        let plurals = [
            "Man",
            "Horseman",
            "Human",
            "Red Human",
            "BlackShaman",
            "Talisman",
            "Roman",
            "Burgerman",
            "Box",
        ];
        let plurals: Vec<String> = plurals.map(goals::plural_of).into();
        let expected =
            "Men, Horsemen, Humans, Red Humans, BlackShamans, Talismans, Romans, Burgermen, Boxes";
        assert_eq!(plurals.join(", "), expected);
    }

    #[test]
    fn conditions_with_nothing_inside_are_told_as_what_they_are() {
        let text = "(game (title \"T\") (players White Black) (turn-order White Black)
            (board (positions (a 0 0 9 9))) (piece (name Man) (drops (add)))
            (win-condition (White Black) (or)) (loss-condition (White Black) (and)))";
        let told = rules_text(&games(text)[0]);
        let goals = "You win when an empty condition holds, which it never does. \
                     You lose when an empty condition holds, which it always does.";
        assert!(told.contains(goals), "{told}");
    }

    #[test]
    fn what_a_hostile_file_repeats_is_told_once_or_counted() {
        let name = "N".repeat(500);
        let goals = format!("(pieces-remaining 0 {name}) (pieces-remaining 1 Man) ").repeat(5_000);
        let text = format!(
            "(game (title \"T\") (players White Black) (turn-order White Black)
               (board (positions (a 0 0 9 9))) (piece (name Man) (drops (add))) (piece (name {name}))
               (win-condition ({}) (or {goals})))",
            "White ".repeat(5_000)
        );
        let told = rules_text(&games(&text)[0]);
        assert!(told.len() < 100_000, "{} bytes", told.len());
        assert!(told.contains("As White you win when you have no NNNN"), "{told:.300}");
        assert!(told.contains("what else the file names there, 9001 in number, holds"), "{told}");
    }
}
