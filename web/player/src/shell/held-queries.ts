/** The bars' view of the reads cached for the pages, without the library that caches them. */
interface Held {
  clear: () => void
  isMutating: () => number
}

let held: Held | undefined

export const holdQueries = (queries: Held) => {
  held = queries
}

/** Nothing read for one player may show to the next. */
export const forgetQueries = () => held?.clear()

/** Whether something was sent and is not answered yet, such as money on its way. */
export const answerPending = () => (held?.isMutating() ?? 0) > 0
