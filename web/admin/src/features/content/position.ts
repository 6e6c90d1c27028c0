/** nextPosition is the place behind all of a list. */
export const nextPosition = (rows: readonly { position: number }[]) =>
  rows.reduce((last, row) => Math.max(last, row.position), 0) + 10
