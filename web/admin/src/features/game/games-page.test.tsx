import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { games } from '../../testing/canned'
import { renderAt, serve } from '../../testing/render'
import { changesOf } from './game-dialogs'

const wait = { timeout: 15_000 }
const game = games[0] as (typeof games)[number]

describe('the catalogue of games', () => {
  test('a mark is switched in the list, and a game is hidden after a word of warning', async () => {
    const sent = serve(({ method, path }) =>
      method === 'POST' && path === '/games/260001' ? { status: 200, body: game } : undefined,
    )
    renderAt(<AppRoutes />, '/content/games')
    await userEvent.click(await screen.findByRole('switch', { name: '推荐：德州扑克' }, wait))
    await waitFor(() => expect(sent.find((one) => one.method === 'POST')?.body).toEqual({ recommended: true }))
    await userEvent.click(screen.getByRole('button', { name: '隐藏' }))
    const form = within(await screen.findByRole('dialog', {}, wait))
    expect(form.getByText(/收藏中立即看不到该游戏/)).toBeVisible()
    await waitFor(() => expect(form.getByRole('button', { name: '取消' })).toHaveFocus())
    await userEvent.click(form.getByRole('button', { name: '隐藏' }))
    await waitFor(() => expect(sent.filter((one) => one.method === 'POST').at(-1)?.body).toEqual({ hidden: true }))
  }, 30_000)

  test('many games are chosen, across pages too, and set in one request', async () => {
    const others = ['二八杠', '抢庄牛牛'].map((name, i) => ({ ...game, id: String(260002 + i), name }))
    const sent = serve(({ method, path }) => {
      if (path === '/games') return { status: 200, body: { items: [game, ...others], total: 3 } }
      return method === 'POST' && path === '/games/bulk' ? { status: 200, body: { changed: 2 } } : undefined
    })
    renderAt(<AppRoutes />, '/content/games')
    await screen.findByText('二八杠', {}, wait)
    expect(screen.getByRole('button', { name: '批量设置' })).toBeDisabled()
    for (const name of ['德州扑克', '抢庄牛牛']) {
      const row = within(screen.getByText(name).closest('tr') as HTMLElement)
      await userEvent.click(row.getByRole('checkbox'))
    }
    await userEvent.click(screen.getByRole('button', { name: '批量设置（已选 2 款）' }))
    const form = within(await screen.findByRole('dialog', {}, wait))
    expect(form.getByText('德州扑克、抢庄牛牛')).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText('请至少选择一项改动')).toBeVisible()
    expect(sent.filter((one) => one.method === 'POST')).toEqual([])
    await userEvent.click(within(form.getByRole('radiogroup', { name: '展示' })).getByText('隐藏'))
    await userEvent.click(within(form.getByRole('radiogroup', { name: '推荐' })).getByText('否'))
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(sent.find((one) => one.path === '/games/bulk')?.body).toEqual({
        ids: ['260001', '260003'],
        hidden: true,
        recommended: false,
      }),
    )
    await waitFor(() => expect(screen.getByRole('button', { name: '批量设置' })).toBeDisabled())
  }, 60_000)

  test('who may not edit chooses nothing', async () => {
    serve(undefined, ['content.view'])
    renderAt(<AppRoutes />, '/content/games')
    await screen.findByText('德州扑克', {}, wait)
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /批量设置/ })).toBeNull()
  }, 30_000)

  test('the same question asked again brings fresh rows', async () => {
    const sent = serve()
    renderAt(<AppRoutes />, '/content/games')
    await screen.findByText('德州扑克', {}, wait)
    const asked = () => sent.filter((one) => one.path === '/games').length
    const before = asked()
    await userEvent.click(screen.getByRole('button', { name: '查询' }))
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
  }, 30_000)

  test('only what was changed is sent; a new name brings its initials', () => {
    const same = { name: '德州扑克', initials: 'dzpk', position: 10 }
    expect(changesOf(game, same)).toEqual({})
    expect(changesOf(game, { ...same, position: 20 })).toEqual({ position: 20 })
    expect(changesOf(game, { ...same, name: '德州大师' })).toEqual({ name: '德州大师', initials: 'dzpk' })
    expect(changesOf(game, { ...same, picture: '/art/games/coin.svg' })).toEqual({ picture: '/art/games/coin.svg' })
    expect(changesOf({ ...game, picture: '/art/x.svg' }, same)).toEqual({ picture: '' })
  })
})
