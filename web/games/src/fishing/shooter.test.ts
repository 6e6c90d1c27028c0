import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlayError } from '../api'
import { Shooter } from './shooter'
import { text } from './text'
import type { Answer, Hit, Seen } from './wire'

const seen: Seen = { now: 0, balance: '10.00', seat: 0, fish: [], cannons: [], news: [], last: 0 }
const hit: Hit = { fish: 'f1', cost: 100, at: 1 }
const answer: Answer = { balance: '9.00', bet: 'S1', shots: [{ fish: 'f1', cost: 100 }] }

function open(shots: (id: string, list: Hit[]) => Promise<Answer>) {
  const sent: { id: string; list: Hit[] }[] = []
  const balances: number[] = []
  const notes: string[] = []
  const faults: PlayError[] = []
  const came: Answer['shots'] = []
  const shooter = new Shooter(
    '6',
    'novice',
    {
      onSeen: () => {},
      onShots: (list) => came.push(...list),
      onBalance: (fen) => balances.push(fen),
      onNote: (note) => notes.push(note),
      onFault: (fault) => faults.push(fault),
    },
    {
      halls: () => Promise.reject(),
      records: () => Promise.reject(),
      room: () => Promise.resolve(seen),
      shots: (id, _hall, _room, list) => {
        sent.push({ id, list })
        return shots(id, list)
      },
    },
    10,
  )
  shooter.start()
  return { shooter, sent, balances, notes, faults, came }
}

describe('shots on their way', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

  test('are reserved until the server says what they came to', async () => {
    const room = open(() => Promise.resolve(answer))
    await settle()
    expect(room.shooter.reserve(100)).toBe(true)
    expect(room.balances.at(-1)).toBe(900)
    room.shooter.hit(hit)
    await settle(1)
    expect(room.balances.at(-1)).toBe(900)
    expect(room.came).toEqual(answer.shots)
  })

  test('a shot that hits nothing is free again, and none leaves without money', async () => {
    const room = open(() => Promise.resolve(answer))
    expect(room.shooter.reserve(100)).toBe(false) // the balance is not known yet
    await settle()
    expect(room.shooter.reserve(1001)).toBe(false)
    expect(room.shooter.reserve(1000)).toBe(true)
    expect(room.shooter.reserve(10)).toBe(false)
    room.shooter.release(1000)
    expect(room.balances.at(-1)).toBe(1000)
  })

  test('after silence the same shots go with the same id', async () => {
    let turn = 0
    const room = open(() => (++turn < 3 ? Promise.reject(new PlayError('silence', 0)) : Promise.resolve(answer)))
    await settle()
    room.shooter.reserve(100)
    room.shooter.hit(hit)
    await settle(200)
    expect(room.sent).toHaveLength(3)
    expect(new Set(room.sent.map(({ id, list }) => `${id} ${JSON.stringify(list)}`)).size).toBe(1)
    expect(room.notes).toEqual([text.unsure, text.unsure, ''])
    expect(room.balances.at(-1)).toBe(900)
  })

  test('refused shots are not sent again and give their reserve back', async () => {
    const room = open(() => Promise.reject(new PlayError('射击太快，请稍候', 409)))
    await settle()
    room.shooter.reserve(100)
    room.shooter.hit(hit)
    await settle(200)
    expect(room.sent).toHaveLength(1)
    expect(room.notes).toEqual(['射击太快，请稍候'])
    expect(room.balances.at(-1)).toBe(1000)
  })

  test('many go in batches of at most twelve, one after the other', async () => {
    const room = open((_id, list) => Promise.resolve({ ...answer, shots: list }))
    await settle()
    for (let i = 0; i < 15; i++) room.shooter.hit({ ...hit, fish: `f${i}` })
    await settle(1)
    expect(room.sent.map(({ list }) => list.length)).toEqual([12])
    await settle(2000)
    expect(room.sent.map(({ list }) => list.length)).toEqual([12, 3])
    expect(new Set(room.sent.map(({ id }) => id)).size).toBe(2)
  })

  test('an ended session says so and asks no more', async () => {
    const room = open(() => Promise.reject(new PlayError('over', 403)))
    await settle()
    room.shooter.hit(hit)
    await settle(1)
    expect(room.faults.at(-1)?.over).toBe(true)
  })

  test('what is sent when the player leaves is still sent', async () => {
    const room = open(() => Promise.resolve(answer))
    await settle()
    room.shooter.hit(hit)
    room.shooter.stop()
    await settle(5000)
    expect(room.sent).toHaveLength(1)
  })
})
