//! Positions of games, with what was played to come there.

use std::collections::BTreeMap;
use std::sync::Arc;

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use selforge_core::{
    Action, AnyGame, AnyMove, AnyState, Game as _, Headers, Record, Seat, Status, Timeline,
};

use crate::errors::{IllegalMoveError, SelforgeError, guard};
use crate::game::{Game, no_action};
use crate::lane::{Keys, Lane, reward};
use crate::observe::Shape;
use crate::opened::Opened;

/// The widest and narrowest picture, in pixels.
const SIZES: std::ops::RangeInclusive<u32> = 16..=8192;

/// A position of a game, with what was played to come there.
///
/// Playing changes it; `copy` first to come back. Two are equal if their positions are, however they
/// came about.
///
/// >>> import selforge
/// >>> state = selforge.Game("chess").start()
/// >>> before = state.copy()
/// >>> state.play("e2e4")
/// >>> state.legal_moves()[:2], state.to_move, state == before
/// (['a7a5', 'a7a6'], 1, False)
/// >>> state.text
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
#[pyclass(module = "selforge")]
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) opened: Arc<Opened>,
    /// Where it all began.
    start: Arc<AnyState>,
    pub(crate) lane: Lane<AnyGame>,
    moves: Vec<AnyMove>,
    /// The codes of the legal moves, if somebody has asked. The list is kept from move to move, because
    /// making it anew each time costs a plain loop more than the rules do.
    legal: Vec<u32>,
    legal_is_known: bool,
}

impl State {
    pub(crate) fn new(opened: &Arc<Opened>, start: AnyState) -> State {
        State {
            opened: Arc::clone(opened),
            lane: Lane::new(&opened.playable.game, start.clone(), Keys::Kept),
            start: Arc::new(start),
            moves: Vec::new(),
            legal: Vec::new(),
            legal_is_known: false,
        }
    }

    fn game(&self) -> &AnyGame {
        &self.opened.playable.game
    }

    /// The codes of the legal moves: none in a finished game.
    fn codes(&mut self) -> &[u32] {
        if !self.legal_is_known {
            let (game, legal) = (&self.opened.playable.game, &mut self.legal);
            legal.clear();
            if self.lane.result.is_none() {
                let _ = game.visit_moves(&self.lane.state, &mut |mv| {
                    legal.push(mv.0);
                    std::ops::ControlFlow::Continue(())
                });
            }
            self.legal_is_known = true;
        }
        &self.legal
    }

    /// The code of an action.
    fn code_of_action(&self, action: i64) -> PyResult<u32> {
        let actions = self.opened.actions()?;
        let code = usize::try_from(action).ok().and_then(|at| actions.code(at));
        code.ok_or_else(|| no_action(action, actions.len()))
    }

    /// The action of a legal move.
    fn action_of_code(&self, code: u32) -> PyResult<u32> {
        self.opened.actions()?.number(code).ok_or_else(|| {
            let text = self.opened.code_text(&self.lane.state, code);
            SelforgeError::new_err(format!(
                "'{text}' has no number in this game, whose start has no such moves; \
                 expected the game of that position: Game(spec + ' position=…')"
            ))
        })
    }

    /// The code of a legal move given as text or as an action.
    fn legal_code(&self, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        if self.lane.result.is_some() {
            return Err(IllegalMoveError::new_err("the game is over"));
        }
        if let Ok(text) = mv.cast::<PyString>() {
            return self.code_of_text(&text.to_cow()?);
        }
        let action = mv.extract::<i64>()?;
        let code = self.code_of_action(action)?;
        let legal = match self.legal_is_known {
            true => self.legal.contains(&code),
            false => self.game().is_legal(&self.lane.state, AnyMove(code)),
        };
        match legal {
            true => Ok(code),
            false => Err(IllegalMoveError::new_err(format!("action {action} is not legal here"))),
        }
    }

    fn code_of_text(&self, text: &str) -> PyResult<u32> {
        if self.lane.result.is_some() {
            return Err(IllegalMoveError::new_err("the game is over"));
        }
        let parsed = self.game().parse_move(&self.lane.state, text);
        parsed.map(|mv| mv.0).map_err(|error| IllegalMoveError::new_err(error.to_string()))
    }

    /// Plays a move given as text.
    pub(crate) fn play_text(&mut self, text: &str) -> PyResult<()> {
        guard(|| {
            let code = self.code_of_text(text)?;
            self.play_code(code);
            Ok(())
        })
    }

    /// Plays a legal move.
    pub(crate) fn play_code(&mut self, code: u32) {
        self.lane.play(&self.opened.playable.game, AnyMove(code));
        self.moves.push(AnyMove(code));
        self.legal_is_known = false;
    }

    /// Whose eyes it is seen with: a seat's, or the mover's.
    fn observer_seat(&self, seat: Option<i64>) -> PyResult<Seat> {
        match seat {
            Some(number) => self.opened.seat(number),
            None => Ok(self.lane.to_move(self.game()).unwrap_or(Seat::FIRST)),
        }
    }

    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        shape: Option<Shape>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let seat = self.observer_seat(seat)?;
        let observer = self.opened.observer()?;
        let shape = shape.unwrap_or_else(|| observer.usual_shape());
        let numbers = self.opened.observe(&self.lane.state, seat, shape)?;
        PyArray1::from_vec(py, numbers).reshape(observer.dimensions(shape))
    }

    /// The game so far with all its positions.
    fn timeline(&self) -> PyResult<Timeline<AnyGame>> {
        let mut timeline =
            Timeline::from_state(Arc::new(self.game().clone()), (*self.start).clone());
        for mv in &self.moves {
            let seat = timeline.status().to_move().unwrap_or(Seat::FIRST);
            let acted = timeline.act(seat, Action::Move(*mv));
            acted.map_err(|error| SelforgeError::new_err(error.to_string()))?;
        }
        Ok(timeline)
    }
}

#[pymethods]
impl State {
    /// The game that this is a position of.
    #[getter(game)]
    fn game_of(&self) -> Game {
        Game { opened: Arc::clone(&self.opened) }
    }

    /// The position as one line of text.
    #[getter]
    fn text(&self) -> PyResult<String> {
        guard(|| Ok(self.opened.playable.position_text(&self.lane.state)))
    }

    /// A number that is equal for equal positions.
    #[getter]
    fn key(&self) -> PyResult<u64> {
        guard(|| Ok(self.game().key(&self.lane.state)))
    }

    /// The seat to move, from 0; None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.lane.to_move(self.game()).map(Seat::index)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.lane.result.is_some()
    }

    /// The seat that won alone, from 0; None in a draw or while the game goes on.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.lane.result.as_ref().and_then(|(outcome, _)| outcome.winner()).map(Seat::index)
    }

    /// The rank of each seat, 1 is best and equal ranks are ties; None while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<Vec<u32>> {
        let (outcome, _) = self.lane.result.as_ref()?;
        Some(Seat::all(self.opened.seats()).map(|seat| u32::from(outcome.rank(seat))).collect())
    }

    /// What each seat gets: 1 for a win, -1 for a loss, 0 for a draw; None while the game goes on.
    #[getter]
    fn rewards(&self) -> Option<Vec<f32>> {
        let (outcome, _) = self.lane.result.as_ref()?;
        Some(Seat::all(self.opened.seats()).map(|seat| reward(outcome, seat)).collect())
    }

    /// How the game ended, in words: 'A wins, connected'; None while it goes on.
    #[getter]
    fn result(&self) -> Option<String> {
        self.lane.result.as_ref().map(|(outcome, ending)| format!("{outcome}, {ending}"))
    }

    /// How many moves were played.
    #[getter]
    fn plies(&self) -> u32 {
        self.lane.plies
    }

    /// The moves that were played, as text.
    #[getter]
    pub(crate) fn moves(&self) -> PyResult<Vec<String>> {
        guard(|| {
            let mut lane = Lane::new(self.game(), (*self.start).clone(), Keys::Dropped);
            let mut texts = Vec::with_capacity(self.moves.len());
            for mv in &self.moves {
                texts.push(self.opened.playable.move_text(&lane.state, *mv));
                lane.play(self.game(), *mv);
            }
            Ok(texts)
        })
    }

    /// The legal moves as text; none when the game is over.
    fn legal_moves(&mut self) -> PyResult<Vec<String>> {
        guard(|| {
            let codes = self.codes().to_vec();
            Ok(codes.iter().map(|code| self.opened.code_text(&self.lane.state, *code)).collect())
        })
    }

    /// The legal moves as actions, numbers that mean the same in every position of the game.
    ///
    /// >>> import selforge
    /// >>> state = selforge.Game("hex board=hex-3x3").start()
    /// >>> state.legal_actions()
    /// [0, 1, 2, 3, 4, 5, 6, 7, 8]
    fn legal_actions(&mut self) -> PyResult<Vec<u32>> {
        guard(|| {
            self.codes();
            let actions = self.opened.actions()?;
            let number = |code: &u32| match actions.number(*code) {
                Some(number) => Ok(number),
                None => self.action_of_code(*code),
            };
            self.legal.iter().map(number).collect()
        })
    }

    /// Which actions are legal, as an array of zeros and ones.
    fn action_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let legal = self.legal_actions()?;
        let mut mask = vec![0; self.opened.actions()?.len()];
        legal.into_iter().for_each(|action| mask[action as usize] = 1);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The action of a legal move given as text.
    fn action(&self, text: &str) -> PyResult<u32> {
        guard(|| self.action_of_code(self.code_of_text(text)?))
    }

    /// The text of a legal action.
    fn move_text(&self, action: i64) -> PyResult<String> {
        guard(|| {
            let code = self.code_of_action(action)?;
            if self.lane.result.is_some() || !self.game().is_legal(&self.lane.state, AnyMove(code))
            {
                let words = format!("action {action} is not legal here");
                return Err(IllegalMoveError::new_err(words));
            }
            Ok(self.opened.code_text(&self.lane.state, code))
        })
    }

    /// Plays a move, given as text or as an action.
    #[pyo3(name = "play")]
    fn play_any(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        guard(|| {
            let code = self.legal_code(mv)?;
            self.play_code(code);
            Ok(())
        })
    }

    /// The position after a move; this one stays as it is.
    fn after(&self, mv: &Bound<'_, PyAny>) -> PyResult<State> {
        let mut next = self.clone();
        next.play_any(mv)?;
        Ok(next)
    }

    /// A copy, to be played on without changing this one.
    fn copy(&self) -> State {
        self.clone()
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// The position as numbers, as a seat sees it (the mover, unless one is given): planes where the board
    /// is a rectangle, else a row of features for each cell. `Game.channels` says what they mean.
    ///
    /// >>> import selforge
    /// >>> selforge.Game("chess").start().observation().shape
    /// (26, 8, 8)
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        guard(|| self.observe(py, seat, None))
    }

    /// The position as a row of features for each cell of the board, for networks on graphs.
    #[pyo3(signature = (seat=None))]
    fn node_features<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        guard(|| self.observe(py, seat, Some(Shape::Nodes)))
    }

    /// What stands where: by the cell's name, the number of the set and the kind of the piece.
    ///
    /// >>> import selforge
    /// >>> selforge.Game("chess").start().pieces()["e1"]
    /// (0, 'king')
    fn pieces(&self) -> PyResult<BTreeMap<String, (u8, String)>> {
        guard(|| {
            let diagram = self.opened.playable.diagram(&self.lane.state);
            let named = |cell: selforge_board::DiagramCell| {
                let piece = cell.piece?;
                Some((
                    cell.name.to_string(),
                    (piece.set, crate::observe::kind_name(piece.figure, piece.special)),
                ))
            };
            Ok(diagram.cells.into_iter().filter_map(named).collect())
        })
    }

    /// The position as a picture, the text of an SVG file.
    #[pyo3(signature = (size=480))]
    pub(crate) fn svg(&self, size: u32) -> PyResult<String> {
        if !SIZES.contains(&size) {
            let (least, most) = (SIZES.start(), SIZES.end());
            let words = format!("a picture {size} pixels wide; expected {least} to {most}");
            return Err(SelforgeError::new_err(words));
        }
        guard(|| Ok(self.opened.playable.picture(&self.lane.state, size)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(480)
    }

    /// The game so far as a record, the text of an .sgr file.
    #[pyo3(signature = (players=None, date=None))]
    fn record(&self, players: Option<Vec<String>>, date: Option<String>) -> PyResult<String> {
        guard(|| {
            let playable = &self.opened.playable;
            let mut headers = Headers::new(playable.spec.clone());
            headers.rules = Some(playable.rules_name());
            headers.program = Some(selforge_lab::store::program());
            headers.date = date;
            let names = players.unwrap_or_default();
            if names.len() > usize::from(self.opened.seats()) {
                let (given, seats) = (names.len(), self.opened.seats());
                let words = format!("{given} players for a game of {seats} seats");
                return Err(SelforgeError::new_err(words));
            }
            headers.names = Seat::all(self.opened.seats()).zip(names).collect();
            Ok(Record::from_timeline(&self.timeline()?, headers).to_string())
        })
    }

    fn __repr__(&self) -> PyResult<String> {
        let text = self.text()?;
        Ok(match self.lane.status(self.game()) {
            Status::ToMove(seat) => format!("<selforge.State {text}, {seat} to move>"),
            Status::Over(_) => {
                format!("<selforge.State {text}, {}>", self.result().unwrap_or_default())
            }
        })
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: PyRef<'_, State>| {
            other.opened.playable.spec == self.opened.playable.spec
                && other.lane.state == self.lane.state
        };
        other.extract::<PyRef<'_, State>>().is_ok_and(same)
    }

    fn __hash__(&self) -> PyResult<u64> {
        self.key()
    }

    #[allow(clippy::type_complexity, reason = "what pickling wants")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Vec<String>, String))> {
        let replay = Bound::new(py, self.game_of())?.getattr("replay")?;
        let start = guard(|| Ok(self.opened.playable.position_text(&self.start)))?;
        Ok((replay, (self.moves()?, start)))
    }
}
