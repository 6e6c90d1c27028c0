import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, show } from '../../test/server'
import HomeLife from './home-life'

const server = fakeServer()
const call = '/v1/PubInterface/HomeLife'

const time = '2026-03-02 12:00:00'
const match = (Event: string, Platform: string, Kind: string) => ({
  League: '云海联赛',
  Event,
  Score: '1-0',
  ScoreTime: time,
  Starts: '',
  Open: true,
  Time: time,
  Prices: [{ Market: '胜平负', Pick: '青龙', Odds: '1.90', OddsType: 'EU', Time: time }],
  Platform,
  Kind,
})
const round = { Number: '1', Outcome: '庄赢', Numbers: [], Mark: 'banker', Time: time }
const table = { GameId: 7, Game: '百家乐', Table: '3 号桌', Rounds: [round], Platform: '21', Kind: 'live' }
const draw = {
  GameId: 0,
  Game: '快乐骰',
  List: [{ Number: '0302-1', Outcome: '4,5,6', Numbers: ['4', '5', '6'], Mark: '', Time: time }],
  Platform: '52',
  Kind: 'lottery',
}

it('H-529 shows two matches, a table and a draw, each with the way to its venue', async () => {
  const matches = [
    match('青龙 VS 铁鹰', '5', 'sport'),
    match('甲 VS 乙', '12', 'esport'),
    match('丙 VS 丁', '6', 'sport'),
  ]
  server.reply({ [call]: { Data: { Matches: matches, Tables: [table], Draws: [draw] } } })
  show(<HomeLife />)
  const section = within(await screen.findByRole('region', { name: '正在进行' }))
  expect(await section.findByText('铁鹰')).toBeVisible()
  expect(section.getAllByText('1.90')).toHaveLength(2)
  expect(section.getByText('3 号桌')).toBeVisible()
  expect(section.getByText('快乐骰')).toBeVisible()
  expect(section.queryByText('丁')).toBeNull()
  const ways = section.getAllByRole('link', { name: /^进入/ }).map((link) => link.getAttribute('href'))
  expect(ways).toEqual(['#/Sport_05', '#/Esports', '#/Reale_03', '#/Lottery_01'])
})

it('H-529 shows nothing where no bet tells anything', async () => {
  server.reply({ [call]: { Data: { Matches: [], Tables: [], Draws: [] } } })
  show(<HomeLife />)
  await expect.poll(() => screen.queryByRole('region', { name: '正在进行' })).toBeNull()
  expect(server.callsTo(call)).toHaveLength(1)
})

it('H-529 shows nothing where it could not be read', async () => {
  server.reply({ [call]: [500, { Message: '系统繁忙' }] })
  show(<HomeLife />)
  await expect.poll(() => screen.queryByRole('region', { name: '正在进行' })).toBeNull()
})
