import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from './routes'
import { me } from './testing/canned'
import { renderAt, serve } from './testing/render'

const nobody = { status: 401, body: { code: 'staff.no_session', message: '请先登录' } }

describe('coming in and going out', () => {
  test('who is not logged in comes to the login page, and after it to the page they wanted', async () => {
    let loggedIn = false
    const sent = serve(({ method, path, body }) => {
      if (method === 'POST' && path === '/login') {
        const good = (body as { code: string }).code === '123456'
        loggedIn = good
        return good
          ? { status: 200, body: me() }
          : { status: 403, body: { code: 'staff.login_refused', message: '账号、密码或动态口令不正确' } }
      }
      return loggedIn ? undefined : nobody
    })
    renderAt(<AppRoutes />, '/venues')
    await userEvent.type(await screen.findByLabelText('账号', {}, { timeout: 10_000 }), 'admin')
    await userEvent.type(screen.getByLabelText('密码'), 'correct horse')
    await userEvent.type(screen.getByLabelText('动态口令'), '000000')
    await userEvent.click(screen.getByRole('button', { name: '登录' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('账号、密码或动态口令不正确')
    // A used code is worthless: the field is empty for the next one.
    await waitFor(() => expect(screen.getByLabelText('动态口令')).toHaveValue(''))
    await userEvent.type(screen.getByLabelText('动态口令'), '123456{Enter}')
    expect(await screen.findByText('鸿运棋院', {}, { timeout: 10_000 })).toBeVisible()
    expect(sent.filter((request) => request.path === '/login')).toHaveLength(2)
  }, 30_000)

  test('a login without a six-digit code is not sent', async () => {
    const sent = serve(() => nobody)
    renderAt(<AppRoutes />, '/login')
    await userEvent.type(await screen.findByLabelText('账号', {}, { timeout: 10_000 }), 'admin')
    await userEvent.type(screen.getByLabelText('密码'), 'secret')
    await userEvent.type(screen.getByLabelText('动态口令'), '12345')
    await userEvent.click(screen.getByRole('button', { name: '登录' }))
    expect(await screen.findByText('请输入 6 位数字动态口令')).toBeVisible()
    expect(sent.filter((request) => request.path === '/login')).toHaveLength(0)
  })

  test('a page without the right to it says so instead of loading', async () => {
    const sent = serve(undefined, ['player.view'])
    renderAt(<AppRoutes />, '/audit')
    expect(await screen.findByText('没有权限查看此页面', {}, { timeout: 10_000 })).toBeVisible()
    expect(sent.some((request) => request.path === '/audit')).toBe(false)
  })

  test.each([
    ['the one who wrote it finds it in the form again', '1', 'help.example.com\nmirror.example.com'],
    ['somebody else does not', '2', 'help.example.com'],
  ])(
    'what was written when the session ended: %s',
    async (_, id, expected) => {
      let loggedIn = true
      serve(({ method, path }) => {
        if (method === 'POST' && path === '/login') {
          loggedIn = true
          return { status: 200, body: { ...me(), id } }
        }
        return loggedIn ? undefined : nobody
      })
      renderAt(<AppRoutes />, '/content/frames')
      const edit = () => screen.findByRole('button', { name: '修改名单' }, { timeout: 10_000 })
      await userEvent.click(await edit())
      await userEvent.type(screen.getByRole('textbox'), '{Enter}mirror.example.com')
      loggedIn = false
      await userEvent.click(screen.getByRole('button', { name: '保存' }))
      await userEvent.type(await screen.findByLabelText('账号', {}, { timeout: 10_000 }), 'admin')
      await userEvent.type(screen.getByLabelText('密码'), 'correct horse')
      await userEvent.type(screen.getByLabelText('动态口令'), '123456{Enter}')
      await userEvent.click(await edit())
      expect(screen.getByRole('textbox')).toHaveValue(expected)
      expect(screen.queryAllByText('已恢复登录失效前填写的内容，请核对后再提交。')).toHaveLength(id === '1' ? 1 : 0)
      await userEvent.click(screen.getByRole('button', { name: '取消' }))
      if (id === '2') return
      // Thrown away on purpose, it does not come back.
      await userEvent.click((await screen.findAllByRole('button', { name: '放弃修改' })).at(-1) as HTMLElement)
      await userEvent.click(await edit())
      await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue('help.example.com'))
    },
    30_000,
  )
})
