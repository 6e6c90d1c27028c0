import { clearLogin } from '@shared/session'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import MineRow from './mine-row'

const server = fakeServer()
beforeEach(() => logIn())
afterEach(() => clearLogin())

const mine = (Play: boolean) => ({
  Data: {
    Recent: [],
    Favourites: [],
    Marked: [],
    Claims: [],
    Steps: { Name: false, Deposit: true, Play, Card: false },
  },
})

it('H-348 a player who has played is told neither that they have not nor that an open game is closed', async () => {
  server.reply({ '/v1/Select/HomeMine': mine(true) })
  show(<MineRow />)
  expect(await screen.findByText('从下面挑一款继续')).toBeVisible()
  expect(screen.queryByText(/还没有玩过|暂不开放/)).toBeNull()
})

it('H-348 a player who has not played is told so', async () => {
  server.reply({ '/v1/Select/HomeMine': mine(false) })
  show(<MineRow />)
  expect(await screen.findByText(/还没有玩过/)).toBeVisible()
})
