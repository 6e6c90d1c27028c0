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

  test('what a page tells of a game is read, changed and sent whole', async () => {
    const about = { payback: 9650, volatility: 2, stakeMin: '1.00', stakeMax: '0.00', rules: '比大小', fun: '' }
    const sent = serve(({ method, path }) =>
      path === '/games/260001/about' ? (method === 'GET' ? { status: 200, body: about } : { status: 204 }) : undefined,
    )
    renderAt(<AppRoutes />, '/content/games')
    await userEvent.click(await screen.findByRole('button', { name: '介绍' }, wait))
    const form = within((await screen.findByLabelText('玩法说明', {}, wait)).closest('.action-dialog') as HTMLElement)
    expect(form.getByLabelText('返还率')).toHaveValue('96.50')
    expect(form.getByLabelText('单注最高')).toHaveValue('')
    await userEvent.type(form.getByLabelText('单注最高'), '500x')
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText('请输入正确金额', {}, wait)).toBeVisible()
    await userEvent.type(form.getByLabelText('单注最高'), '{Backspace}')
    await userEvent.clear(form.getByLabelText('返还率'))
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ ...about, payback: 0, stakeMax: '500' }),
    )
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

  test('a maintenance needs an end, keeps its times when it is changed, and is ended at once', async () => {
    const to = Date.now() + 3600_000
    const now = { ...game, maintained: true, maintenanceTo: to, maintenanceReason: '升级' }
    const other = { ...game, id: '260002', name: '二八杠' }
    const sent = serve(({ method, path }) => {
      if (path === '/games') return { status: 200, body: { items: [now, other], total: 2 } }
      return method === 'POST' ? { status: 200, body: { changed: 1 } } : undefined
    })
    const posted = () => sent.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))
    renderAt(<AppRoutes />, '/content/games')
    const press = async (name: string) => {
      const row = within((await screen.findByText(name, {}, wait)).closest('tr') as HTMLElement)
      await userEvent.click(row.getByRole('button', { name: '维护' }))
      return within((await screen.findByText(`维护游戏：${name}`, {}, wait)).closest('.action-dialog') as HTMLElement)
    }
    expect(await screen.findByText('维护中', {}, wait)).toBeVisible()
    const first = await press('二八杠')
    await userEvent.click(first.getByRole('button', { name: '场馆通知维护' }))
    await userEvent.click(first.getByRole('button', { name: '设置维护时间' }))
    expect(await first.findByText('请填写结束时间', {}, wait)).toBeVisible()
    expect(posted()).toEqual([])
    await userEvent.click(first.getByRole('button', { name: '取消' }))

    const second = await press('德州扑克')
    await userEvent.click(second.getByRole('button', { name: '游戏异常' }))
    await userEvent.click(second.getByRole('button', { name: '设置维护时间' }))
    const path = '/games/maintenance'
    await waitFor(() => expect(posted()).toEqual([{ path, body: { ids: ['260001'], to, reason: '游戏异常' } }]))

    const third = await press('德州扑克')
    await userEvent.click(third.getByText('立即结束维护'))
    await userEvent.click(await third.findByRole('button', { name: '维护结束' }, wait))
    await userEvent.click(third.getByRole('button', { name: '立即结束维护' }))
    await waitFor(() =>
      expect(posted().at(-1)).toEqual({ path, body: { ids: ['260001'], end: true, reason: '维护结束' } }),
    )
  }, 90_000)

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
