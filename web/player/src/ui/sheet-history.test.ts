import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSheetHistory, type Surroundings } from './sheet-history'

type Entry = { state: unknown; url: string }

/**
 * A browser's history: a list, a place in it, and traversals that arrive later. Some browsers do not name
 * their entries.
 */
function browser(travelMs = 10, named = true) {
  const entries: Entry[] = [{ state: { idx: 0 }, url: '/home' }]
  const listeners: (() => void)[] = []
  let at = 0
  const arrive = (entry: Entry | undefined) => {
    const to = entry ? entries.indexOf(entry) : -1
    if (to < 0 || to === at) return
    at = to
    for (const listener of listeners) listener()
  }
  const go = (by: number) => setTimeout(() => arrive(entries[at + by]), travelMs)
  const navigation: NonNullable<Surroundings['navigation']> = {
    get currentEntry() {
      return { index: at }
    },
    entries: () => entries.map((_, index) => ({ key: String(index) })),
    traverseTo: (key) => {
      const entry = entries[Number(key)]
      setTimeout(() => arrive(entry), travelMs)
      return { committed: Promise.resolve(), finished: Promise.resolve() }
    },
  }
  const history: Surroundings['history'] = {
    get state() {
      return entries[at]?.state
    },
    pushState: (state, _, url) => {
      entries.splice(at + 1)
      entries.push({ state, url: String(url ?? entries[at]?.url) })
      at++
    },
    replaceState: (state, _, url) => {
      entries[at] = { state, url: String(url ?? entries[at]?.url) }
    },
    go: (by) => void go(by ?? 0),
  }
  const sheets = createSheetHistory({
    history,
    ...(named && { navigation }),
    addEventListener: (_, listener) => listeners.push(listener),
    setTimeout: (run, ms) => setTimeout(run, ms) as unknown as number,
    clearTimeout: (timer) => clearTimeout(timer),
  })
  const settle = (ms = 50) => vi.advanceTimersByTimeAsync(ms)
  return {
    history,
    navigation,
    sheets,
    entries,
    settle,
    travel: async (by: number) => {
      go(by)
      await settle()
    },
    /** The router's step for a link. */
    route: (url: string) => history.pushState({ idx: 1 }, '', url),
    place: () => ({ url: entries[at]?.url, at, sheets: (history.state as { sheets?: number }).sheets ?? 0 }),
  }
}

/** A sheet as a component holds it: Back closes it unless it is busy. */
function sheet(b: ReturnType<typeof browser>, busy = false) {
  const state = { open: true, busy }
  const close = b.sheets.opened(() => {
    if (state.busy) return false
    state.open = false
    return true
  })
  return Object.assign(state, {
    closeByHand: () => {
      state.open = false
      close()
    },
  })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('Back closes the sheet and leaves the page where it was', async () => {
  const b = browser()
  const s = sheet(b)
  await b.settle()
  expect(b.place()).toEqual({ url: '/home', at: 1, sheets: 1 })
  await b.travel(-1)
  expect(s.open).toBe(false)
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
})

it('a sheet closed by hand takes its entry away again', async () => {
  const b = browser()
  const s = sheet(b)
  await b.settle()
  s.closeByHand()
  await b.settle()
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
})

it('Forward does not bring back a sheet that is gone, nor an entry that shows nothing', async () => {
  const b = browser()
  sheet(b)
  await b.settle()
  await b.travel(-1)
  await b.travel(1)
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
})

it('of two sheets Back closes the upper one first', async () => {
  const b = browser()
  const lower = sheet(b)
  const upper = sheet(b)
  await b.settle()
  expect(b.place().at).toBe(2)
  await b.travel(-1)
  expect([lower.open, upper.open]).toEqual([true, false])
  await b.travel(-1)
  expect(lower.open).toBe(false)
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
})

it('two sheets that go together leave nothing behind, whichever goes first', async () => {
  for (const lowerFirst of [true, false]) {
    const b = browser()
    const both = [sheet(b), sheet(b)]
    await b.settle()
    for (const s of lowerFirst ? both : both.toReversed()) s.closeByHand()
    await b.settle()
    expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
  }
})

it('a sheet that takes the place of another takes its entry', async () => {
  const b = browser()
  const first = sheet(b)
  await b.settle()
  first.closeByHand()
  const second = sheet(b)
  await b.settle()
  expect(b.entries).toHaveLength(2)
  await b.travel(-1)
  expect(second.open).toBe(false)
})

it('a link in a sheet leads to its page, and one Back leads to the page the sheet lay on', async () => {
  const b = browser()
  const s = sheet(b)
  await b.settle()
  b.route('/rules')
  s.closeByHand()
  await b.settle(3000)
  expect(b.place()).toEqual({ url: '/rules', at: 1, sheets: 0 })
  await b.travel(-1)
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
  await b.travel(1)
  expect(b.place().url).toBe('/rules')
})

it('with two sheets open a link costs one Back too', async () => {
  const b = browser()
  const both = [sheet(b), sheet(b)]
  await b.settle()
  b.route('/rules')
  for (const s of both) s.closeByHand()
  await b.settle(3000)
  await b.travel(-1)
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
})

it('a page opened while a closed sheet is still being taken away stays open', async () => {
  const b = browser()
  const s = sheet(b)
  await b.settle()
  s.closeByHand()
  await b.settle(5)
  b.route('/rules')
  expect(b.place().url).toBe('/rules')
  await b.settle(3000)
  expect(b.place()).toEqual({ url: '/rules', at: 1, sheets: 0 })
  await b.travel(-1)
  expect(b.place().url).toBe('/home')
})

it('a sheet that belongs to no page gets an entry on the next one', async () => {
  const b = browser()
  const notice = sheet(b)
  await b.settle()
  b.route('/rules')
  await b.settle(3000)
  expect(b.place()).toEqual({ url: '/rules', at: 2, sheets: 1 })
  await b.travel(-1)
  expect(notice.open).toBe(false)
  expect(b.place()).toEqual({ url: '/rules', at: 1, sheets: 0 })
})

it('what waits for money stays, however often Back is pressed, and goes once it has its answer', async () => {
  const b = browser()
  const s = sheet(b, true)
  await b.settle()
  for (let press = 0; press < 3; press++) await b.travel(-1)
  expect(s.open).toBe(true)
  expect(b.place()).toEqual({ url: '/home', at: 1, sheets: 1 })
  s.busy = false
  await b.travel(-1)
  expect(s.open).toBe(false)
  expect(b.place().at).toBe(0)
})

it('a reload with a sheet open leaves an entry that the sheet takes up again', async () => {
  const b = browser()
  b.history.pushState({ idx: 0, sheets: 1 }, '')
  const s = sheet(b)
  await b.settle()
  expect(b.entries).toHaveLength(2)
  s.closeByHand()
  await b.settle()
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
})

it('a traversal that the browser drops is made again', async () => {
  const b = browser()
  const s = sheet(b)
  await b.settle()
  const { traverseTo } = b.navigation
  b.navigation.traverseTo = () => ({ committed: Promise.reject(new Error('dropped')), finished: Promise.reject() })
  s.closeByHand()
  await b.settle(5)
  b.navigation.traverseTo = traverseTo
  await b.settle(2000)
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
})

it('where entries have no names, a dropped traversal costs one Back and no more', async () => {
  const b = browser(10, false)
  const s = sheet(b)
  await b.settle()
  const go = b.history.go
  b.history.go = () => undefined
  s.closeByHand()
  await b.settle(2000)
  b.history.go = go
  await b.travel(-1)
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
  const next = sheet(b)
  await b.settle()
  next.closeByHand()
  await b.settle()
  expect(b.place()).toEqual({ url: '/home', at: 0, sheets: 0 })
})

for (const named of [true, false]) {
  // The first is heard of in time, the second after it was held to be dropped.
  for (const travelMs of [1200, 4000]) {
    it(`a traversal of ${travelMs} ms leaves the sheet and not the page, names ${named}`, async () => {
      const b = browser(travelMs, named)
      b.route('/rules')
      const s = sheet(b)
      await b.settle()
      s.closeByHand()
      await b.settle(20_000)
      expect(b.place()).toEqual({ url: '/rules', at: 1, sheets: 0 })
    })
  }
}
