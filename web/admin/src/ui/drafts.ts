/** What stood in a form. The same form is one with the same title that began with the same contents. */
export interface Draft {
  title: string
  begun: string
  values: object
}

const open = new Set<() => Draft | undefined>()
let kept: Draft[] = []
let writer = ''

/** watchForm names a form on the screen; `read` is what a person wrote there, undefined if nothing. Returns what forgets it. */
export function watchForm(read: () => Draft | undefined): () => void {
  open.add(read)
  return () => open.delete(read)
}

/** keepDrafts keeps what stands in the forms when a session ends, in this page's memory and nowhere else. */
export function keepDrafts(who: string): void {
  writer = who
  kept = [...open].map((read) => read()).filter((draft) => draft !== undefined)
}

/** draftsOf says who logged in: what somebody else was writing is forgotten. */
export function draftsOf(who: string): void {
  if (who !== writer) kept = []
  writer = who
}

/** draftFor is what its writer had in this form when the session ended, undefined if nothing. */
export function draftFor(title: string, begun: string): object | undefined {
  return kept.find((draft) => draft.title === title && draft.begun === begun)?.values
}

/** dropDraft forgets it: it was sent, or thrown away. */
export function dropDraft(title: string, begun: string): void {
  kept = kept.filter((draft) => draft.title !== title || draft.begun !== begun)
}
