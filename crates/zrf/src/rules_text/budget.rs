//! How much is done at most to put the rules of a game into words.
//!
//! A file may have a hundred thousand blocks, each with more ways through it than could ever be followed. The text is
//! made for whoever opens the game, on a server too, so all of it together has a bound. What is counted is work and not
//! time: the same file gives the same text everywhere.

/// Points of a block. None of 800 public games is told more of with sixteen times as many.
const OF_BLOCK: usize = 600;

/// Points of all blocks of a game. A public file with 200 of them takes 25,000.
pub(super) const OF_GAME: usize = 60_000;

/// The goals that are put into words, those within others counted.
const GOALS: usize = 1_000;

/// What is left to be done. A point is a step through code, or two moves that are compared.
#[derive(Debug)]
pub(super) struct Budget {
    of_block: usize,
    of_game: usize,
    goals: usize,
    /// How often points were asked for, given or not.
    #[cfg(test)]
    tries: usize,
}

impl Budget {
    pub(super) fn new() -> Budget {
        Budget {
            of_block: 0,
            of_game: OF_GAME,
            goals: GOALS,
            #[cfg(test)]
            tries: 0,
        }
    }

    /// A budget that is never used up.
    #[cfg(test)]
    pub(super) fn boundless() -> Budget {
        Budget { of_block: usize::MAX, of_game: usize::MAX, goals: usize::MAX, tries: 0 }
    }

    /// From here on the points of another block are spent.
    pub(super) fn begin_block(&mut self) {
        self.of_block = OF_BLOCK.max(self.of_block);
    }

    /// Spends points of the block and of the game; none if there are not so many left.
    pub(super) fn spend(&mut self, points: usize) -> Option<()> {
        #[cfg(test)]
        {
            self.tries += 1;
        }
        let of_block = self.of_block.checked_sub(points)?;
        self.of_game = self.of_game.checked_sub(points)?;
        self.of_block = of_block;
        Some(())
    }

    /// Whether there is a goal left to be put into words.
    pub(super) fn has_goals(&self) -> bool {
        self.goals > 0
    }

    /// Whether another goal is put into words.
    pub(super) fn tell_goal(&mut self) -> bool {
        let is_left = self.has_goals();
        self.goals -= usize::from(is_left);
        is_left
    }

    /// How often points were asked for: no step is made without that.
    #[cfg(test)]
    pub(super) fn tries(&self) -> usize {
        self.tries
    }
}
