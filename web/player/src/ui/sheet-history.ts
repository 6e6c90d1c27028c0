/**
 * Open sheets in the browser's history: each has one entry, so that the system's Back closes the topmost
 * sheet and not the page. An entry's state says only how many sheets lie over the page there; entries of
 * sheets are interchangeable. Traversals are asynchronous. After each one the history is aligned with the
 * open sheets: missing entries are added, and unneeded entries are left.
 */
export interface Surroundings {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  /** Where the browser has it: entries have names, and to travel twice to one of them is to travel once. */
  navigation?: {
    currentEntry: { index: number } | null
    entries(): { key: string }[]
    traverseTo(key: string): { committed: Promise<unknown>; finished: Promise<unknown> }
  }
  addEventListener: (type: 'popstate', listener: () => void, capture: boolean) => void
  setTimeout: (run: () => void, ms: number) => number
  clearTimeout: (timer: number) => void
}

/** Closes the sheet, or answers false: it waits for something and stays. */
type OnBack = () => boolean

/**
 * How long a traversal may take before it is held to have been dropped: many short looks, not one long one. A page that
 * is too busy to hear of its arrival counts one of them.
 */
const looks = 8
const lookMs = 200
/** A page that was left stays, with its sheets, until the code of the next one is there: 1.5 s, and time to draw. */
const afterRouteMs = 2500

export function createSheetHistory(around: Surroundings) {
  const { history } = around
  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  const open: { onBack: OnBack }[] = []
  /** The timer of a traversal of ours that is under way. */
  let travelling = 0
  /**
   * A traversal that can only be asked for by a number of steps was given up, though it may still be under way. To make
   * it again could leave the page itself; an entry that shows nothing costs one Back.
   */
  let givenUp = false
  /** Where the router went meanwhile; the traversal would undo it. */
  let wanted: (() => void) | undefined
  let afterRoute = 0
  let watching = false

  const depth = (): number => (history.state as { sheets?: number } | null)?.sheets ?? 0

  function align(): void {
    if (travelling) return
    const at = depth()
    for (let level = at + 1; level <= open.length; level++) {
      push({ ...(history.state as object | null), sheets: level }, '')
    }
    if (at <= open.length || givenUp) return
    expectArrival(looks)
    travel(open.length - at)
  }

  function travel(by: number): void {
    const { navigation } = around
    const entry = navigation?.entries()[(navigation.currentEntry?.index ?? 0) + by]
    if (!navigation || !entry) {
      history.go(by)
      return
    }
    const { committed, finished } = navigation.traverseTo(entry.key)
    // A traversal that is dropped is made again once the looks are over.
    for (const outcome of [committed, finished]) outcome.catch(() => undefined)
  }

  function expectArrival(left: number): void {
    travelling = around.setTimeout(() => (left > 1 ? expectArrival(left - 1) : missed()), lookMs)
  }

  function missed(): void {
    givenUp = !around.navigation
    arrived()
  }

  function arrived(): void {
    around.clearTimeout(travelling)
    travelling = 0
    const go = wanted
    wanted = undefined
    go?.()
    align()
  }

  function onPop(): void {
    givenUp = false
    if (travelling) {
      arrived()
      return
    }
    for (const sheet of open.slice(depth()).reverse()) {
      if (sheet.onBack()) open.splice(open.indexOf(sheet), 1)
    }
    // A sheet that stayed gets an entry again, and an entry whose sheet is long gone (by Forward) is left.
    align()
  }

  /**
   * The router does not know sheets. A page it opens from a sheet replaces the sheet's entry. Otherwise Back
   * would later lead to an entry that shows nothing new.
   */
  function watch(): void {
    if (watching) return
    watching = true
    // Before the router hears of it, so that it reads where we ended up.
    around.addEventListener('popstate', onPop, true)
    history.pushState = (state, unused, url) => {
      if (depth() === 0) return push(state, unused, url)
      if (travelling) wanted = () => push(state, unused, url)
      routed(state, unused, url)
    }
    history.replaceState = (state, unused, url) => {
      if (depth() === 0) return replace(state, unused, url)
      if (travelling) wanted = () => replace(state, unused, url)
      routed(state, unused, url)
    }
  }

  function routed(...to: Parameters<History['replaceState']>): void {
    replace(...to)
    around.clearTimeout(afterRoute)
    afterRoute = around.setTimeout(align, afterRouteMs)
  }

  return {
    /** A sheet has opened; what it gets is called when it closes another way. */
    opened(onBack: OnBack): () => void {
      watch()
      givenUp = false
      const sheet = { onBack }
      open.push(sheet)
      // After the present task: a sheet that takes another's place takes its entry too.
      queueMicrotask(align)
      return () => {
        const index = open.indexOf(sheet)
        if (index >= 0) open.splice(index, 1)
        queueMicrotask(align)
      }
    },
  }
}

let ours: ReturnType<typeof createSheetHistory> | undefined

/** The window's one; made with the first sheet. */
export const sheetOpened = (onBack: OnBack): (() => void) => {
  ours ??= createSheetHistory(window as unknown as Surroundings)
  return ours.opened(onBack)
}
