//! Saved games of the original as games here, and back.
//!
//! What chance drew stands in a saved game among the moves. Here it is part of the spec: a game is opened
//! with the recorded draws, and its record holds the moves of people and engines alone.

use crate::code::Effect;
use crate::game::{Move, Zrf};
use crate::model::{NONE, Rules};
use crate::moves::{Found, with_scratch};
use crate::notation;
use crate::position::{Position, Verdict};
use crate::saved::{Replay, SavedGame};

/// A saved game as a game is told here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    /// The start position as text, where the saved game began with edits of the board.
    pub position: Option<String>,
    /// What chance drew.
    pub draws: Vec<u32>,
    /// The moves of those who have seats.
    pub moves: Vec<Move>,
}

/// A game of these rules that was replayed, told as a game is told here. `game` is any game of the rules.
///
/// # Errors
/// With the reason, if it cannot be told so: the board was edited during the game, or moves came from a
/// plug-in.
pub fn convert(game: &Zrf, replay: &Replay) -> Result<Converted, String> {
    if replay.unchecked {
        return Err(
            "its moves come from a plug-in; expected a game whose rules are in the file".into()
        );
    }
    if let Some(line) = replay.late_edit {
        return Err(format!(
            "line {line} edits the board during the game; expected edits before it"
        ));
    }
    let position = match &replay.start {
        None => None,
        Some(start) => {
            let player = game.rules.turn_of(start).player;
            if game.rules.players[usize::from(player)].is_random {
                return Err("the board is edited before chance moves; expected no edits".into());
            }
            let mut text = String::new();
            notation::write_state(game, start, &mut text).expect("writing to a string cannot fail");
            Some(text)
        }
    };
    let moves = replay.moves.iter().map(|code| Move(*code)).collect();
    Ok(Converted { position, draws: replay.draws.clone(), moves })
}

/// A game from its start as a saved game of the original. `kinds` has a letter for each player of the
/// file, `H` or `C`; people are assumed where it is too short.
///
/// # Errors
/// With the reason, if the start cannot be told by edits, or a move is not legal.
pub fn save(
    game: &Zrf,
    moves: impl IntoIterator<Item = Move>,
    rules_file: &str,
    kinds: &str,
) -> Result<SavedGame, String> {
    let rules = &*game.rules;
    let letters = kinds.chars().chain(std::iter::repeat('H'));
    let players = rules.players.iter().zip(letters);
    let kinds = players.map(|(player, kind)| if player.is_random { 'C' } else { kind }).collect();
    let mut saved = SavedGame {
        kinds,
        rules_file: rules_file.to_owned(),
        variant: rules.title.clone(),
        lines: Vec::new(),
    };
    let mut number = 1;
    let mut write = |saved: &mut SavedGame, before: &Position, step: Step<'_>, after: &Position| {
        let line = match step {
            Some((found, effects)) => rules.write_line(before, found, effects, number),
            None => format!("{number}. Pass"),
        };
        saved.lines.push((saved.lines.len() + 4, line));
        if !after.is_in_chain() && (after.turn != before.turn || rules.turns.len() == 1) {
            number += u32::from(after.turn() == rules.repeat);
        }
    };
    let mut state = Position::start(rules);
    let usual = Zrf::new(std::sync::Arc::clone(&game.rules), game.seed, game.draws.clone());
    if game.start == usual.start {
        game.chance_steps(&mut state, &mut |before, step, after| {
            write(&mut saved, before, step, after);
        });
    } else {
        edits(rules, &game.start, &mut saved)?;
        state = game.start.clone();
    }
    for mv in moves {
        let before = state.clone();
        with_scratch(|scratch| {
            rules.generate(&state, scratch);
            if mv == Move::PASS {
                if !rules.may_pass(&state, scratch.found.len(), scratch) {
                    return Err("passing is not allowed here".to_owned());
                }
                rules.play_pass(&mut state, scratch);
                write(&mut saved, &before, None, &state);
                return Ok(());
            }
            let legal = scratch.found.iter().find(|found| found.code == mv.0).copied();
            let found = legal.ok_or_else(|| "a move is not legal here".to_owned())?;
            let effects = scratch.effects(&found).to_vec();
            rules.play_found(&mut state, &found, scratch);
            write(&mut saved, &before, Some((&found, &effects)), &state);
            Ok(())
        })?;
        game.chance_steps(&mut state, &mut |before, step, after| {
            write(&mut saved, before, step, after);
        });
    }
    Ok(saved)
}

/// A move with its effects; none is a pass.
pub(crate) type Step<'a> = Option<(&'a Found, &'a [Effect])>;

/// The start as edits of the usual one.
fn edits(rules: &Rules, start: &Position, saved: &mut SavedGame) -> Result<(), String> {
    let sites = rules.sites.len();
    let fresh = |at: usize| {
        start.piece(rules, at as u16).is_none_or(|(_, piece)| {
            start.attributes(rules, at as u16) == rules.types[usize::from(piece)].attributes
        })
    };
    let told = start.turn == 0
        && start.chain == NONE
        && start.verdict == Verdict::Open
        && start.words[sites * (1 + rules.attribute_planes)..]
            == rules.setup[sites * (1 + rules.attribute_planes)..]
        && (0..sites).all(fresh);
    if !told {
        let problem = "the start cannot be told by edits of the board";
        return Err(format!("{problem}; expected pieces that have not moved, and the first turn"));
    }
    for (at, site) in rules.sites.iter().enumerate() {
        if start.words[at] == rules.setup[at] {
            continue;
        }
        let line = match start.piece(rules, at as u16) {
            None => format!("(x {})", site.name),
            Some((player, piece)) => format!(
                "({} {} {})",
                rules.players[usize::from(player)].name,
                rules.types[usize::from(piece)].name,
                site.name
            ),
        };
        saved.lines.push((saved.lines.len() + 4, line));
    }
    Ok(())
}
