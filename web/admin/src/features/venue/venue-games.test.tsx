import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { gameList } from '../../testing/canned'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 15_000 }
const list = '/venues/ky/games'

async function section() {
  return within((await screen.findByText('场馆游戏列表', {}, slow)).closest('section') as HTMLElement)
}

describe("the vendor's list of games on the venue's page", () => {
  test('it is read, its difference is seen by kind, and the list that was seen is applied', async () => {
    const sent = serve(({ method, path }) => {
      if (method === 'POST' && path === `${list}/read`) return { status: 200, body: gameList.sum }
      if (method === 'POST') return { status: 200, body: { new: 1, renamed: 1, gone: 1, back: 0 } }
      return undefined
    })
    renderAt(<AppRoutes />, '/venues?open=ky')
    const games = await section()
    expect(await games.findByText('抢庄三公', {}, slow)).toBeVisible()
    expect(games.getByText('目录中：德州扑克')).toBeVisible()
    expect(games.getByText('人工命名，保留')).toBeVisible()
    await userEvent.click(games.getByRole('button', { name: '读取列表' }))
    await waitFor(() => expect(sent.some(({ path }) => path === `${list}/read`)).toBe(true))
    const asked = () => sent.filter(({ path }) => path === list).length
    const before = asked()
    await userEvent.click(games.getByText('下线 1'))
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
    await userEvent.click(games.getByRole('button', { name: '应用 3 项差异' }))
    const title = await screen.findByText('鸿运棋院：应用游戏列表', {}, slow)
    const form = within(title.closest('.action-dialog') as HTMLElement)
    expect(form.getByText('1 款已不在列表中，玩家不能再打开')).toBeVisible()
    expect(form.getByText(/1 款新游戏进入目录，先隐藏/)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: '应用' }))
    await waitFor(() => expect(sent.find(({ path }) => path === `${list}/apply`)?.body).toEqual({ digest: 'a1' }))
  }, 60_000)

  test('a list that could not be read says so and that nothing changed', async () => {
    const failed = { ...gameList, items: [], total: 0, sum: { ...gameList.sum, failure: 'empty' } }
    serve(({ path }) => (path === list ? { status: 200, body: failed } : undefined))
    renderAt(<AppRoutes />, '/venues?open=ky')
    const games = await section()
    expect(await games.findByText('最近一次读到的列表没有可打开的游戏', {}, slow)).toBeVisible()
    expect(games.getByText('目录与此前读到的列表没有变化。')).toBeVisible()
    expect(games.getByText('与目录一致，没有差异')).toBeVisible()
  }, 60_000)

  test('a vendor without a list says so, and who may not edit presses nothing', async () => {
    const none = { ...gameList, items: [], total: 0, sum: { ...gameList.sum, supported: false } }
    serve(({ path }) => (path === list ? { status: 200, body: none } : undefined))
    const first = renderAt(<AppRoutes />, '/venues?open=ky')
    expect(await (await section()).findByText(/没有游戏列表/, {}, slow)).toBeVisible()
    first.unmount()
    serve(undefined, ['venue.view', 'content.view'])
    renderAt(<AppRoutes />, '/venues?open=ky')
    const games = await section()
    expect(await games.findByText('抢庄三公', {}, slow)).toBeVisible()
    expect(games.queryByRole('button', { name: '读取列表' })).toBeNull()
  }, 60_000)
})
