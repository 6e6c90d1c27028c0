import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { expectMute, listen } from '../testing'
import { fishing } from './api'
import { RoomPage } from './room-page'
import type { Hall } from './wire'

// The sea is drawn on a canvas, which these tests do not have.
vi.mock('./pond', () => ({
  Pond: class {
    start() {}
    stop() {}
    resize() {}
    setOthers() {}
    setNews() {}
    setFish() {}
  },
}))

const room = { code: 'novice', name: '浅滩', cannons: [10, 20, 50], players: 1 }
const hall: Hall = {
  game: {
    code: '6',
    name: '龙宫夜宴',
    kind: 'fish',
    theme: 'sea',
    motif: 'dragon',
    palette: 'jade',
    rarity: 3,
    seed: 1,
  },
  boss: 'dragon',
  kinds: [],
  rooms: [room],
}

it('the switch mutes another cannon, which the keyboard chooses', async () => {
  vi.spyOn(fishing, 'room').mockImplementation(async () => ({
    now: Date.now(),
    balance: '88.00',
    seat: 0,
    fish: [],
    cannons: [],
    news: [],
    last: 0,
  }))
  listen()
  const halls = { balance: '88.00', return: 965, halls: [hall] }
  render(<RoomPage halls={halls} hall={hall} room={room} back="" onLeave={() => {}} />)
  const cost = await screen.findByRole('status', { name: '每炮' })
  expect(cost).toHaveTextContent('0.10')
  await expectMute(() => userEvent.keyboard('+'))
  expect(cost).toHaveTextContent('0.50')
})
