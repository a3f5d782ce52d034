//! What somebody notes on a game: comments, and variations that were not played.
//!
//! Notes are a tree of positions, written as a list in which every node names an earlier one as its
//! parent; the order of siblings is the order in the list, the main line first. A nested form would
//! say the same, but a long game would be nested deeper than readers of JSON allow.
//!
//! The moves of the game itself may be in the tree as well: a comment has to hang somewhere. What is
//! in the tree is checked move by move, so that what was stored can always be shown.

use std::collections::HashSet;

use selforge_core::{Action, AnyState, Game, Record};
use selforge_games::Playable;

use crate::analysis::line::{LONGEST_MOVE, step};
use crate::messages::analysis::{Node, Notes};
use crate::work::WorkLimits;

/// The most nodes of a tree.
pub(crate) const MOST_NODES: usize = 5_000;

/// The longest comment, in characters.
pub(crate) const LONGEST_COMMENT: usize = 2_000;

/// The most lines of comments that a record gets on one position.
const MOST_LINES: usize = 100;

impl Notes {
    /// Checks everything: form, length, and that every move can be played from `start`.
    ///
    /// # Errors
    /// In words, with the number of the node.
    pub(crate) fn check(
        &self,
        playable: &Playable,
        start: &str,
        limits: &WorkLimits,
    ) -> Result<(), String> {
        if self.nodes.len() > MOST_NODES {
            let count = self.nodes.len();
            return Err(format!("the notes have {count} positions; expected at most {MOST_NODES}"));
        }
        let game = &playable.game;
        let start = game.parse_state(start).map_err(|error| error.to_string())?;
        let mut states: Vec<AnyState> = Vec::with_capacity(self.nodes.len());
        let mut known = HashSet::new();
        for (at, node) in self.nodes.iter().enumerate() {
            limits.check().map_err(|error| error.to_string())?;
            let wrong = |reason: &str| Err(format!("position {at} of the notes: {reason}"));
            if node.comment.chars().count() > LONGEST_COMMENT {
                let limit = format!("its comment is longer than {LONGEST_COMMENT} characters");
                return wrong(&limit);
            }
            if node.comment.chars().any(|c| c.is_control() && c != '\n') {
                return wrong("its comment has a character that cannot be shown");
            }
            let state = match node.parent {
                None if at > 0 => {
                    return wrong("it has no parent; expected only the first without");
                }
                None if !node.done.is_empty() => return wrong("the start is reached by no move"),
                None => start.clone(),
                Some(parent) => {
                    let Some(before) = states.get(parent) else {
                        return wrong("its parent does not come before it");
                    };
                    if node.done.len() > LONGEST_MOVE || !known.insert((parent, &node.done)) {
                        return wrong("its move is too long, or given twice");
                    }
                    let mut state = before.clone();
                    if let Err(reason) = step(game, &mut state, &node.done) {
                        return wrong(&reason);
                    }
                    state
                }
            };
            states.push(state);
        }
        Ok(())
    }

    /// The notes that the comments of a record are.
    pub(crate) fn of_record(record: &Record) -> Notes {
        let mut comment = record.comments.clone();
        let mut nodes: Vec<Node> = Vec::new();
        let mut push = |done: String, comment: &mut Vec<String>| {
            let text: String = comment.join("\n").chars().take(LONGEST_COMMENT).collect();
            comment.clear();
            let parent = nodes.len().checked_sub(1);
            nodes.push(Node { parent, done, comment: text.trim().to_owned() });
        };
        let mut done = String::new();
        for event in &record.events {
            let next = match &event.action {
                Action::Move(text) => Some(text.clone()),
                Action::Resign | Action::Forfeit(_) => Some(format!("- {} resigns", event.seat)),
                // What leaves the position as it is only has its comments said of that.
                _ => None,
            };
            if let Some(next) = next {
                push(std::mem::replace(&mut done, next), &mut comment);
            }
            comment.extend(event.comments.iter().cloned());
        }
        push(done, &mut comment);
        nodes.truncate(MOST_NODES);
        if nodes.iter().all(|node| node.comment.is_empty()) {
            nodes.clear();
        }
        Notes { nodes }
    }

    /// Writes the notes into a record: comments on its moves, and the variations, which its format
    /// does not have, as comments that name their moves.
    pub(crate) fn write_into(&self, record: &mut Record) {
        if self.nodes.is_empty() {
            return;
        }
        record.comments = self.said_of(0, None);
        let mut at = Some(0);
        let mut done: Vec<(usize, String)> = Vec::new();
        for (index, event) in record.events.iter().enumerate() {
            match &event.action {
                Action::Move(text) => done.push((index, text.clone())),
                Action::Resign | Action::Forfeit(_) => {
                    done.push((index, format!("- {} resigns", event.seat)));
                }
                _ => {}
            }
        }
        if let Some((_, first)) = done.first() {
            record.comments = self.said_of(0, Some(first));
        }
        for (number, (index, text)) in done.iter().enumerate() {
            at = at.and_then(|node| self.child(node, text));
            let Some(node) = at else { return };
            let next = done.get(number + 1).map(|(_, text)| text.as_str());
            record.events[*index].comments = self.said_of(node, next);
        }
    }

    fn child(&self, parent: usize, done: &str) -> Option<usize> {
        self.children(parent).find(|at| self.nodes[*at].done == done)
    }

    fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(move |(_, node)| node.parent == Some(parent)).map(|(at, _)| at)
    }

    /// The lines on a node of the game, whose next move is `next`.
    fn said_of(&self, node: usize, next: Option<&str>) -> Vec<String> {
        let comment = &self.nodes[node].comment;
        let mut lines: Vec<String> = comment.lines().map(str::to_owned).collect();
        for child in self.children(node) {
            if Some(self.nodes[child].done.as_str()) != next {
                self.say_line(child, &mut lines);
            }
        }
        lines
    }

    /// `variation: c4-c5 d3-d4 (why) e4-e5`, and then a line of its own for every branch, each with
    /// its way from the game.
    fn say_line(&self, first: usize, lines: &mut Vec<String>) {
        let mut open = vec![(first, String::new())];
        while let Some((mut at, mut words)) = open.pop() {
            if lines.len() >= MOST_LINES {
                return;
            }
            loop {
                let node = &self.nodes[at];
                words.push(' ');
                words.push_str(&node.done);
                let way = words.clone();
                if !node.comment.is_empty() {
                    words.push_str(&format!(" ({})", node.comment.replace('\n', " ")));
                }
                let mut children = self.children(at);
                let Some(next) = children.next() else { break };
                open.extend(children.map(|branch| (branch, way.clone())));
                at = next;
            }
            lines.push(format!("variation:{words}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use selforge_agents::Stop;
    use selforge_core::Spec;
    use selforge_games::NoFiles;

    use super::*;

    const START: &str = "A1B/4/5/4/B1A A";

    fn playable() -> Playable {
        let text = format!("selfo board=hexhex-3 position=\"{START}\" swap=off");
        selforge_games::open(&Spec::parse(&text).unwrap(), &NoFiles).unwrap()
    }

    fn node(parent: Option<usize>, done: &str, comment: &str) -> Node {
        Node { parent, done: done.to_owned(), comment: comment.to_owned() }
    }

    fn moves(count: usize) -> Vec<String> {
        let playable = playable();
        let (game, start) = (&playable.game, playable.game.start());
        let mut legal = Vec::new();
        game.legal_moves(&start, &mut legal);
        let text = |mv| {
            let mut text = String::new();
            game.write_move(&start, mv, &mut text).unwrap();
            text
        };
        legal.into_iter().map(text).filter(|text| text != "pass").take(count).collect()
    }

    #[test]
    fn a_tree_of_legal_moves_is_taken_and_anything_else_refused() {
        let [first, second] = &moves(2)[..] else { panic!("two moves") };
        let good = vec![
            node(None, "", "the start"),
            node(Some(0), first, "line\nline"),
            node(Some(0), second, ""),
            node(Some(2), "pass", ""),
        ];
        let check = |nodes: Vec<Node>| {
            Notes { nodes }.check(&playable(), START, &WorkLimits::new(1_000, Stop::default()))
        };
        assert_eq!(check(good.clone()), Ok(()));
        assert_eq!(check(Vec::new()), Ok(()));
        let with = |extra: Node| check([good.clone(), vec![extra]].concat()).unwrap_err();
        assert!(with(node(Some(9), "pass", "")).contains("position 4"));
        assert!(with(node(Some(0), first, "")).contains("twice"));
        assert!(with(node(Some(0), "z9-z8", "")).contains("not a legal move"));
        assert!(with(node(None, "", "")).contains("no parent"));
        assert!(with(node(Some(1), "pass", &"x".repeat(2001))).contains("longer than"));
        assert!(with(node(Some(1), "pass", "a\u{7}b")).contains("cannot be shown"));
        assert!(check(vec![node(None, "", ""); MOST_NODES + 1]).unwrap_err().contains("at most"));
    }

    #[test]
    fn comments_go_into_a_record_and_come_back_and_variations_are_told() {
        let [first, second] = &moves(2)[..] else { panic!("two moves") };
        let text = format!(
            "selforge record 1\ngame: selfo board=hexhex-3 position=\"{START}\" swap=off\n\n\
             1 A {first}\n- B offers a draw\n2 B pass\n"
        );
        let mut record = Record::parse(&text).unwrap().record;
        let notes = Notes {
            nodes: vec![
                node(None, "", "at the start"),
                node(Some(0), first, "two\nlines"),
                node(Some(1), "pass", ""),
                node(Some(0), second, "instead"),
                node(Some(3), "pass", ""),
            ],
        };
        assert_eq!(
            notes.check(&playable(), START, &WorkLimits::new(1_000, Stop::default())),
            Ok(())
        );
        notes.write_into(&mut record);
        let written = record.to_text();
        assert!(written.contains(&format!("; variation: {second} (instead) pass\n")), "{written}");
        assert!(written.contains(&format!("1 A {first}\n; two\n; lines\n")), "{written}");
        let back = Notes::of_record(&Record::parse(&written).unwrap().record);
        assert_eq!(back.nodes[1], notes.nodes[1]);
        assert_eq!(
            back.check(&playable(), START, &WorkLimits::new(1_000, Stop::default())),
            Ok(())
        );
        assert_eq!(Notes::of_record(&Record::parse(&text).unwrap().record), Notes::default());
    }
}
