import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { Shares } from './shares'

const server = fakeServer()
const path = '/v1/Select/TurnoverShares'
const open = () => userEvent.click(screen.getByRole('button', { name: '查看各游戏计入比例：首存加赠' }))

beforeEach(logIn)

describe('what counts how much', () => {
  it('tells each kind and the games with a share of their own, by the figures of the server alone', async () => {
    server.reply({
      [path]: {
        Data: {
          Kinds: [
            { Name: '真人', Percent: 50 },
            { Name: '电子', Percent: 100 },
          ],
          Games: [{ Name: '开元棋牌 · 百家乐', Percent: 0 }],
          Note: '串关注单不计入。',
        },
      },
    })
    show(<Shares of={{ promotion: 39 }} name="首存加赠" />)
    expect(server.callsTo(path)).toHaveLength(0)
    await open()
    const kinds = within(await screen.findByRole('list', { name: '按游戏类别' }))
    expect(kinds.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['真人按 50% 计入', '电子全部计入'])
    const games = within(screen.getByRole('list', { name: '单独规定的游戏与场馆，优先于类别' }))
    expect(games.getByRole('listitem')).toHaveTextContent('开元棋牌 · 百家乐不计入')
    expect(screen.getByText('串关注单不计入。')).toBeVisible()
    expect(server.callsTo(path)[0]?.form.get('PromotionId')).toBe('39')
  })

  it('says that all counts where the server names nothing', async () => {
    server.reply({ [path]: { Data: { Kinds: [], Games: [], Note: '' } } })
    show(<Shares of={{ orderSn: 'D1' }} name="首存加赠" />)
    await open()
    expect(await screen.findByText('所有游戏的有效投注全部计入')).toBeVisible()
    expect(server.callsTo(path)[0]?.form.get('OrderSn')).toBe('D1')
  })

  it('shows the fault of the server with a way to try again', async () => {
    server.reply({ [path]: { IsSuc: false, ErrorMessage: '没有这笔流水要求' } })
    show(<Shares of={{ orderSn: 'D2' }} name="首存加赠" />)
    await open()
    expect(await screen.findByText('没有这笔流水要求')).toBeVisible()
  })
})
