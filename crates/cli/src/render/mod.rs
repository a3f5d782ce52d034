//! Positions in the terminal: the board as text, and the words beside it. Pictures are made by
//! [`selforge_board::picture`].

pub(crate) mod terminal;
pub(crate) mod view;
