import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { announcements, blocks, tickerLines } from '../../testing/canned'
import { renderAt, type Sent, serve } from '../../testing/render'

const wait = { timeout: 15_000 }
const good =
  (path: string, body: unknown = { id: '90' }) =>
  (sent: Sent) =>
    sent.method === 'POST' && sent.path === path ? { status: 200, body } : undefined
const dialog = () => screen.findByRole('dialog', {}, wait)
const bodyOf = (sent: Sent[], path: string) => sent.find((one) => one.method === 'POST' && one.path === path)?.body

describe('announcements', () => {
  test('one is written with its popup in view, and is a draft until somebody publishes it', async () => {
    const sent = serve(good('/content/announcements'))
    renderAt(<AppRoutes />, '/content/announcements')
    expect(await screen.findByText('周末停机公告', {}, wait)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '新建公告' }))
    const form = within(await dialog())
    await userEvent.type(form.getByLabelText('标题'), '升级')
    await userEvent.type(form.getByLabelText('内容'), '今晚 23 点')
    expect(form.getByText('玩家看到的样子').parentElement).toHaveTextContent('升级今晚 23 点我知道了')
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(bodyOf(sent, '/content/announcements')).toEqual({
        title: '升级',
        text: '今晚 23 点',
        hotUntil: null,
        base: 0,
        published: false,
        from: null,
        to: null,
      }),
    )
  }, 30_000)

  test('one is removed with a reason only, and Enter in the reason removes nothing', async () => {
    const sent = serve(good('/content/announcements/81/remove', {}))
    renderAt(<AppRoutes />, '/content/announcements')
    await userEvent.click(await screen.findByRole('button', { name: '删除 周末停机公告' }, wait))
    const form = within(await dialog())
    const reason = form.getByLabelText('原因')
    await waitFor(() => expect(reason).toHaveFocus())
    await userEvent.click(form.getByRole('button', { name: '删除' }))
    expect(await form.findByText('请填写原因')).toBeVisible()
    await userEvent.type(reason, '已过期了{Enter}')
    expect(bodyOf(sent, '/content/announcements/81/remove')).toBeUndefined()
    await userEvent.click(form.getByRole('button', { name: '删除' }))
    await waitFor(() =>
      expect(bodyOf(sent, '/content/announcements/81/remove')).toEqual({ base: 2, reason: '已过期了' }),
    )
  }, 30_000)

  test('a failed load says why and tries again', async () => {
    let broken = true
    serve(({ path }) =>
      broken && path === '/content/announcements'
        ? { status: 503, body: { code: 'x', message: '服务暂停' } }
        : undefined,
    )
    renderAt(<AppRoutes />, '/content/announcements')
    expect(await screen.findByText('服务暂停', {}, wait)).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('周末停机公告', {}, wait)).toBeVisible()
  }, 30_000)

  test('who may only look finds nothing to press', async () => {
    serve(undefined, ['content.view'])
    renderAt(<AppRoutes />, '/content/announcements')
    expect(await screen.findByText('周末停机公告', {}, wait)).toBeVisible()
    expect(screen.queryByRole('button', { name: /新建|修改|删除|发布|下线/ })).toBeNull()
  }, 30_000)
})

test('a sentence of the ticker is moved up, and the whole order is sent', async () => {
  let rows = tickerLines
  const sent = serve(({ method, path }) => {
    if (path === '/content/ticker') return { status: 200, body: { items: rows } }
    if (method !== 'POST' || path !== '/content/ticker/order') return undefined
    rows = [...tickerLines].reverse()
    return { status: 200, body: {} }
  })
  renderAt(<AppRoutes />, '/content/ticker')
  const up = (name: string) => screen.findByRole('button', { name: `上移：${name}` }, wait)
  expect(await up('欢迎来到鸿运')).toBeDisabled()
  await userEvent.click(await up('请认准官方网址'))
  await waitFor(() =>
    expect(bodyOf(sent, '/content/ticker/order')).toEqual({
      items: [
        { id: tickerLines[1]?.id, base: 2 },
        { id: tickerLines[0]?.id, base: 2 },
      ],
    }),
  )
  await waitFor(async () => expect(await up('请认准官方网址')).toBeDisabled())
  expect(await up('欢迎来到鸿运')).toBeEnabled()
  expect(screen.getByRole('button', { name: '下移：请认准官方网址' })).toBeEnabled()
  expect(screen.getByRole('button', { name: '下移：欢迎来到鸿运' })).toBeDisabled()
}, 30_000)

test('no row can be moved again until the list with the new order was read', async () => {
  let rows = tickerLines
  let answer = () => {}
  const read = new Promise<void>((resolve) => {
    answer = resolve
  })
  const sent = serve(({ method, path }) => {
    if (method === 'POST' && path === '/content/ticker/order') {
      rows = [...tickerLines].reverse().map((row) => ({ ...row, version: 3 }))
      return { status: 200, body: {} }
    }
    if (path !== '/content/ticker') return undefined
    const now = { status: 200, body: { items: rows } }
    return rows === tickerLines ? now : read.then(() => now)
  })
  renderAt(<AppRoutes />, '/content/ticker')
  const orders = () => sent.filter(({ method, path }) => method === 'POST' && path === '/content/ticker/order')
  const button = (name: string) => screen.getByRole('button', { name })
  await userEvent.click(await screen.findByRole('button', { name: '上移：请认准官方网址' }, wait))
  await waitFor(() =>
    expect(sent.filter(({ method, path }) => method === 'GET' && path === '/content/ticker')).toHaveLength(2),
  )
  expect(button('上移：请认准官方网址')).toBeDisabled()
  expect(button('下移：欢迎来到鸿运')).toBeDisabled()
  answer()
  await waitFor(() => expect(button('下移：请认准官方网址')).toBeEnabled(), wait)
  await userEvent.click(button('下移：请认准官方网址'))
  await waitFor(() => expect(orders()).toHaveLength(2))
  const bases = orders().map(({ body }) => (body as { items: { base: number }[] }).items.map(({ base }) => base))
  expect(bases).toEqual([
    [2, 2],
    [3, 3],
  ])
}, 30_000)

test('a banner takes no picture of another site, and both proportions are shown', async () => {
  const sent = serve(good('/content/banners'))
  renderAt(<AppRoutes />, '/content/banners')
  await userEvent.click(await screen.findByRole('button', { name: '修改 鸿运' }, wait))
  const form = within(await dialog())
  expect(form.getByText('电脑首页（1366 × 417）')).toBeVisible()
  expect(form.getByText('手机首页（390 × 176）')).toBeVisible()
  const picture = form.getByLabelText('图片')
  await userEvent.clear(picture)
  await userEvent.type(picture, 'https://pictures.example.com/a.png')
  await userEvent.click(form.getByRole('button', { name: '保存' }))
  expect(await form.findByText(/请填写本站图片路径/)).toBeVisible()
  expect(bodyOf(sent, '/content/banners')).toBeUndefined()
}, 30_000)

describe('promotions (trust CSP-1)', () => {
  test('what the server would keep is shown in a frame that runs nothing, with what it takes out', async () => {
    const sent = serve((one) =>
      one.path === '/content/preview'
        ? { status: 200, body: { html: '<p>清理后</p>', removed: ['<script>'], page: '<html><p>清理后</p></html>' } }
        : undefined,
    )
    renderAt(<AppRoutes />, '/content/promotions')
    await userEvent.click(await screen.findByRole('button', { name: '修改 天天存款红包' }, wait))
    const frame = await screen.findByTitle('活动详情预览', {}, wait)
    expect(frame).toHaveAttribute('sandbox', '')
    expect(frame).toHaveAttribute('srcdoc', '<html><p>清理后</p></html>')
    expect(bodyOf(sent, '/content/preview')).toMatchObject({
      name: '天天存款红包',
      html: '<p class="lead">每日红包</p>',
      device: 'pc',
    })
    expect(screen.getByText('保存时会去除：')).toBeVisible()
    expect(screen.getByText('<script>')).toBeVisible()
  }, 30_000)

  test('the text is saved first, the promotion with it, and what was taken out is told', async () => {
    const sent = serve(({ method, path }) => {
      if (method !== 'POST') return undefined
      if (path === '/content/blocks')
        return { status: 200, body: { id: '2', html: '<p>好</p>', removed: ['<iframe>'] } }
      if (path === '/content/preview') return { status: 200, body: { html: '<p>好</p>', removed: [], page: '' } }
      return { status: 200, body: { id: '34' } }
    })
    renderAt(<AppRoutes />, '/content/promotions')
    await userEvent.click(await screen.findByRole('button', { name: '修改 天天存款红包' }, wait))
    const html = await screen.findByLabelText('正文 HTML', {}, wait)
    await userEvent.click(html)
    await userEvent.click(screen.getByRole('button', { name: '小标题' }))
    expect((html as HTMLTextAreaElement).value).toContain('<h3>文字</h3>')
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(bodyOf(sent, '/content/promotions')).toMatchObject({ id: '34', contentId: '2', published: true }),
    )
    expect(bodyOf(sent, '/content/blocks')).toMatchObject({ id: '2' })
    expect(await screen.findByText('<iframe>')).toBeVisible()
  }, 30_000)

  test('a text that another person overwrote between two tries is sent again after it was checked', async () => {
    const of = (version: number, html: string) => blocks.map((block) => ({ ...block, version, html }))
    let kept = blocks
    let refused = false
    const sent = serve(({ method, path, body }) => {
      if (path === '/content/preview') return { status: 200, body: { html: '', removed: [], page: '' } }
      if (path === '/content/blocks') {
        if (method !== 'POST') return { status: 200, body: { items: kept } }
        const { base, html } = body as { base: number; html: string }
        kept = of(base + 1, html)
        return { status: 200, body: { id: '2', html, removed: [] } }
      }
      if (method !== 'POST' || path !== '/content/promotions') return undefined
      if (refused) return { status: 200, body: { id: '34' } }
      refused = true
      kept = of(4, '<p>林涛的正文</p>')
      return { status: 409, body: { code: 'content.base', message: '您打开之后，林涛已更改了这项内容。' } }
    })
    renderAt(<AppRoutes />, '/content/promotions')
    await userEvent.click(await screen.findByRole('button', { name: '修改 天天存款红包' }, wait))
    await userEvent.click(await screen.findByLabelText('正文 HTML', {}, wait))
    await userEvent.click(screen.getByRole('button', { name: '小标题' }))
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    await userEvent.click(await screen.findByRole('button', { name: '我已核对，按新内容提交' }, wait))
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => {
      const posts = sent.filter(({ method, path }) => method === 'POST' && path === '/content/blocks')
      const texts = posts.map(({ body }) => body as { base: number; html: string })
      expect(texts.map(({ base }) => base)).toEqual([2, 4])
      expect(texts[1]?.html).toBe(texts[0]?.html)
    }, wait)
  }, 60_000)
})

test('the site is closed only by who confirmed it, with a reason', async () => {
  const sent = serve(good('/content/maintenance', { state: 'closed', from: null, to: null }))
  renderAt(<AppRoutes />, '/content/maintenance')
  await userEvent.click(await screen.findByRole('button', { name: '关闭站点' }, wait))
  const form = within(await dialog())
  await userEvent.type(form.getByLabelText('原因'), '系统升级')
  await userEvent.click(form.getByRole('button', { name: '关闭站点' }))
  expect(await form.findByText('请先确认')).toBeVisible()
  expect(bodyOf(sent, '/content/maintenance')).toBeUndefined()
  await userEvent.click(form.getByRole('checkbox'))
  await userEvent.click(form.getByRole('button', { name: '关闭站点' }))
  await waitFor(() =>
    expect(bodyOf(sent, '/content/maintenance')).toEqual({
      on: true,
      from: null,
      to: null,
      base: 1,
      reason: '系统升级',
    }),
  )
}, 30_000)

test('the settings of the site are read by an editor and changed by who answers for it', async () => {
  serve(undefined, ['content.view', 'content.edit'])
  renderAt(<AppRoutes />, '/content/maintenance')
  expect(await screen.findByText('开放', {}, wait)).toBeVisible()
  expect(screen.queryByRole('button', { name: '关闭站点' })).toBeNull()
  expect(screen.getByText(/修改需要相应权限/)).toBeVisible()
  // MNT-01: what staff rely on when they close the site.
  expect(screen.getByText(/一律被拒绝.*2 秒内生效/)).toBeVisible()
  expect(screen.getByText(/不需要再关闭闸门/)).toBeVisible()
}, 30_000)

test('hosts of the frame viewer are whole names', async () => {
  const sent = serve(good('/content/frames', {}))
  renderAt(<AppRoutes />, '/content/frames')
  await userEvent.click(await screen.findByRole('button', { name: '修改名单' }, wait))
  const form = within(await dialog())
  const hosts = form.getByLabelText(/域名/)
  await userEvent.type(hosts, '\nhttps://evil.example.com/x')
  await userEvent.click(form.getByRole('button', { name: '保存' }))
  expect(await form.findByText('不是完整域名：https://evil.example.com/x')).toBeVisible()
  await userEvent.clear(hosts)
  await userEvent.type(hosts, 'docs.example.com\nhelp.example.com')
  await userEvent.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(bodyOf(sent, '/content/frames')).toEqual({
      hosts: ['docs.example.com', 'help.example.com'],
      base: 1,
    }),
  )
}, 30_000)

test('emptied texts of the operator are sent as empty', async () => {
  const sent = serve(good('/content/house', {}))
  renderAt(<AppRoutes />, '/content/house')
  await userEvent.click(await screen.findByRole('button', { name: '修改资料' }, wait))
  const form = within(await dialog())
  await userEvent.clear(form.getByLabelText('客服邮箱'))
  await userEvent.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(bodyOf(sent, '/content/house')).toMatchObject({ email: '', helpline: '', footerText: '' }))
}, 30_000)

test('the address of an app is checked before it is sent', async () => {
  const sent = serve(good('/content/downloads', {}))
  renderAt(<AppRoutes />, '/content/apps')
  await userEvent.click(await screen.findByRole('button', { name: '修改下载项' }, wait))
  const form = within(await dialog())
  const link = form.getByLabelText('地址')
  await userEvent.type(form.getByLabelText('原因'), '发布新版本')
  await userEvent.clear(link)
  await userEvent.type(link, 'javascript:alert(1)')
  await userEvent.click(form.getByRole('button', { name: '提交修改' }))
  expect(await form.findByText(/须以 https/)).toBeVisible()
  await userEvent.clear(link)
  await userEvent.type(link, '/app/new.apk')
  await userEvent.click(form.getByRole('button', { name: '提交修改' }))
  await waitFor(() =>
    expect(bodyOf(sent, '/content/downloads')).toEqual({
      items: [{ name: 'Android', link: '/app/new.apk' }],
      base: 2,
      reason: '发布新版本',
    }),
  )
}, 30_000)

test('an editor who was overtaken keeps what was typed, reads the newer text and saves against it', async () => {
  let version = 2
  const rows = () =>
    announcements.map((row) =>
      row.id === '81' && version === 3 ? { ...row, version, text: '改到明晚。', changedBy: '林涛' } : row,
    )
  const sent = serve(({ method, path }) => {
    if (path !== '/content/announcements') return undefined
    if (method !== 'POST') return { status: 200, body: { items: rows() } }
    if (version === 3) return { status: 200, body: { id: '81' } }
    version = 3
    return { status: 409, body: { code: 'content.base', message: '您打开之后，林涛已更改了这项内容。' } }
  })
  renderAt(<AppRoutes />, '/content/announcements')
  await userEvent.click(await screen.findByRole('button', { name: '修改 周末停机公告' }, wait))
  const form = within(await dialog())
  await userEvent.clear(form.getByLabelText('标题'))
  await userEvent.type(form.getByLabelText('标题'), '停机公告')
  await userEvent.click(form.getByRole('button', { name: '保存' }))
  expect(await form.findByText('改到明晚。', {}, wait)).toBeVisible()
  expect(form.getByText(/林涛/)).toBeVisible()
  expect(form.getByLabelText('标题')).toHaveValue('停机公告')
  await userEvent.click(form.getByRole('button', { name: '我已核对，按新内容提交' }))
  await userEvent.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => {
    const bases = sent.filter(({ method }) => method === 'POST').map(({ body }) => (body as { base: number }).base)
    expect(bases).toEqual([2, 3])
  })
}, 30_000)

test('who removes a text that another person rewrote reads the new text first', async () => {
  let version = 2
  const rows = () =>
    announcements.map((row) =>
      row.id === '81' && version === 3 ? { ...row, version, text: '改到明晚。', changedBy: '林涛' } : row,
    )
  const sent = serve(({ method, path }) => {
    if (path === '/content/announcements') return { status: 200, body: { items: rows() } }
    if (method !== 'POST' || path !== '/content/announcements/81/remove') return undefined
    if (version === 3) return { status: 200, body: {} }
    version = 3
    return { status: 409, body: { code: 'content.base', message: '您打开之后，林涛已更改了这项内容。' } }
  })
  renderAt(<AppRoutes />, '/content/announcements')
  await userEvent.click(await screen.findByRole('button', { name: '删除 周末停机公告' }, wait))
  const form = within(await dialog())
  await userEvent.type(form.getByLabelText('原因'), '已过期了')
  await userEvent.click(form.getByRole('button', { name: '删除' }))
  expect(await form.findByText('改到明晚。', {}, wait)).toBeVisible()
  expect(form.queryByText(/只调整了顺序/)).toBeNull()
  await userEvent.click(form.getByRole('button', { name: '我已核对，按新内容提交' }))
  await userEvent.click(form.getByRole('button', { name: '删除' }))
  await waitFor(() => {
    const bases = sent.filter(({ method }) => method === 'POST').map(({ body }) => (body as { base: number }).base)
    expect(bases).toEqual([2, 3])
  })
}, 30_000)

test('who publishes a text that another person rewrote reads it first and publishes the new text', async () => {
  let version = 1
  const rows = () =>
    announcements.map((row) =>
      row.id !== '80' ? row : version === 1 ? { ...row, version } : { ...row, version, text: '下月开始。' },
    )
  const sent = serve(({ method, path }) => {
    if (path !== '/content/announcements') return undefined
    if (method !== 'POST') return { status: 200, body: { items: rows() } }
    if (version === 2) return { status: 200, body: { id: '80' } }
    version = 2
    return { status: 409, body: { code: 'content.base', message: '您打开之后，林涛已更改了这项内容。' } }
  })
  renderAt(<AppRoutes />, '/content/announcements')
  const publish = await screen.findAllByRole('button', { name: '发布' }, wait)
  await userEvent.click(publish[0] as HTMLElement)
  const form = within(await dialog())
  await userEvent.click(form.getByRole('button', { name: '发布' }))
  await userEvent.click(await form.findByRole('button', { name: '我已核对，按新内容提交' }, wait))
  await userEvent.click(form.getByRole('button', { name: '发布' }))
  await waitFor(() => {
    const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(bodies).toMatchObject([
      { id: '80', base: 1, text: '下周开始。', published: true },
      { id: '80', base: 2, text: '下月开始。', published: true },
    ])
  })
}, 30_000)
