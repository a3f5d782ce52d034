// What somebody writes in the rule editor, kept in this browser; and a small game to begin with.

/** Where it is kept. */
export const DRAFT = "rules-draft";

/** A complete game, with a word on every part. */
export const TEMPLATE = `; Three in a row. Change it and see what happens.

(define place (
  (verify empty?)
  add
))

(game
  (title "My game")
  (description "Take turns to place a stone. Three in a row wins.")
  (players White Black)
  (turn-order White Black)
  (pass-turn false)

  (board
    (grid
      (start-rectangle 0 0 50 50)
      (dimensions
        ("a/b/c" (50 0))
        ("3/2/1" (0 50))
      )
      (directions (n 0 -1) (e 1 0) (ne 1 -1) (se 1 1))
    )
  )

  (board-setup
    (White (Stone off 5))
    (Black (Stone off 5))
  )

  (piece
    (name Stone)
    (help "Stone: place it on an empty square")
    (drops (place))
  )

  (draw-condition (White Black) stalemated)
  (win-condition (White Black)
    (or
      (relative-config Stone n Stone n Stone)
      (relative-config Stone e Stone e Stone)
      (relative-config Stone ne Stone ne Stone)
      (relative-config Stone se Stone se Stone)
    )
  )
)
`;
