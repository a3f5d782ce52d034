//! Bars that are divided into wins, draws and losses, above an axis from 0 to 100 %.

use plotters::prelude::*;

use super::svg::{ACCENT, Canvas, DRAWN, LINE, LOST, MUTED, stroke, write};
use crate::LabError;

/// Where the bars lie: from 0 % at `left` to 100 % at `right`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    pub(crate) left: i32,
    pub(crate) right: i32,
}

impl Shares {
    /// Where a share lies.
    pub(crate) fn x(self, share: f64) -> i32 {
        self.left + (share * f64::from(self.right - self.left)).round() as i32
    }

    /// Lines at each quarter, from `top` to `bottom`, with their names below.
    pub(crate) fn axis(self, canvas: &Canvas<'_>, top: i32, bottom: i32) -> Result<(), LabError> {
        for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
            stroke(canvas, [(self.x(tick), top), (self.x(tick), bottom)], LINE)?;
            let label = format!("{} %", 100.0 * tick);
            let shift = 4 * label.chars().count() as i32;
            write(canvas, label, (self.x(tick) - shift, bottom + 6), MUTED)?;
        }
        Ok(())
    }

    /// One bar between two heights; nothing if nothing was counted.
    pub(crate) fn bar(
        self,
        canvas: &Canvas<'_>,
        y: (i32, i32),
        counts: [f64; 3],
    ) -> Result<(), LabError> {
        let total: f64 = counts.iter().sum();
        let mut from = 0.0;
        for (count, colour) in counts.into_iter().zip([ACCENT, DRAWN, LOST]) {
            if count > 1e-9 {
                let ends = [from, from + count].map(|count| self.x(count / total));
                let part = Rectangle::new([(ends[0], y.0), (ends[1], y.1)], colour.filled());
                canvas.draw(&part)?;
            }
            from += count;
        }
        Ok(())
    }
}
