import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { approvals, playerPromos, promoDraw } from '../../testing/canned'
import { permissions } from '../../testing/permissions'
import { renderAt, type Sent, serve } from '../../testing/render'

const wait = { timeout: 15_000 }
const waiting = { status: 202, body: { status: 'waiting', approvalId: '40' } }
const done = { status: 200, body: { status: 'done' } }
const dialog = async () => within(await screen.findByRole('dialog', {}, wait))
const posts = (sent: Sent[]) => sent.filter((request) => request.method === 'POST')
const row = async (name: string) =>
  within((await screen.findByRole('button', { name: `修改 ${name}` }, wait)).closest('tr') as HTMLElement)

describe('the promotions’ rules (PROMO-03 to PROMO-13)', () => {
  test('show what each promises, what it becomes, whether it runs and what it costs', async () => {
    serve()
    renderAt(<AppRoutes />, '/promo/rules')
    const daily = await row('每日存款加赠 4%')
    expect(
      daily.getByText('存款不少于 ¥100；比例 4%；上限 ¥2,000；赔率不低于 0.8（香港、马来）或 1.8（欧洲）；1 倍流水'),
    ).toBeVisible()
    expect(daily.getByText('2026-11-22 起')).toBeVisible()
    expect(
      daily.getByText('存款不少于 ¥100；比例 5%；上限 ¥2,000；赔率不低于 0.8（香港、马来）或 1.8（欧洲）；1 倍流水'),
    ).toBeVisible()
    expect(daily.getByText('预算 ¥200,000.00，已用 100%')).toBeVisible()
    expect(daily.getByText('预算已用完')).toBeVisible()
    const packets = await row('天天存款红包')
    expect(packets.getByText('变更待复核')).toBeVisible()
    // What another person has to decide first is not changed once more.
    expect(packets.getByRole('button', { name: /^修改/ })).toBeDisabled()
    expect((await row('体育连胜彩金')).getByText('已停用')).toBeVisible()
    expect(screen.getByText('1 笔派奖扣留待处理')).toBeVisible()
    expect(screen.getByRole('link', { name: '去处理' })).toHaveAttribute('href', '/promo/awards?view=withheld')
    const month = within((await screen.findByRole('cell', { name: '812' }, wait)).closest('tr') as HTMLElement)
    expect(month.getByText('150,000.00')).toBeVisible()
    expect(month.getByText('75%')).toBeVisible()
  }, 30_000)

  test('a change begins with what is coming, sends every figure exactly, and waits for a second person', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? waiting : undefined))
    renderAt(<AppRoutes />, '/promo/rules')
    await userEvent.click(await screen.findByRole('button', { name: '修改 每日存款加赠 4%' }, wait))
    const form = await dialog()
    expect(form.getByText(/下一个营业日（GMT\+8）00:00 起生效/)).toBeVisible()
    expect(form.getByText(/已有定于 2026-11-22 起的变更/)).toBeVisible()
    expect(form.getByLabelText('比例 %')).toHaveValue('5')
    await userEvent.clear(form.getByLabelText('比例 %'))
    await userEvent.type(form.getByLabelText('比例 %'), '4.25')
    const live = form.getByLabelText('真人 各类场馆的投注计入流水的比例 %')
    expect(live).toHaveValue('100')
    await userEvent.clear(live)
    await userEvent.type(live, '10')
    await userEvent.click(form.getByRole('button', { name: '成本控制' }))
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    expect(await screen.findByText('已提交，等待复核人处理', {}, wait)).toBeInTheDocument()
    expect(posts(sent)).toMatchObject([{ path: '/promotions/38' }])
    expect(posts(sent)[0]?.body).toEqual({
      base: 2,
      name: '每日存款加赠 4%',
      activity: 38,
      params: {
        rate: 425,
        depositMin: '100.00',
        cap: '2000.00',
        odds: { local: 80, european: 180 },
        turnover: 100,
        weights: [{ kind: 'live', percent: 10 }],
        review: false,
      },
      startsOn: '',
      endsOn: '',
      budget: '300000.00',
      reason: '成本控制',
    })
    // The page of the promotion still names the old figures.
    const reminder = await screen.findByRole('dialog', { name: '请核对活动页面' }, wait)
    expect(within(reminder).getByText(/“每日存款加赠 4%”的活动页面（编号 38）写有金额、比例等数字/)).toBeVisible()
    expect(within(reminder).getByRole('link', { name: '去修改活动页面' })).toHaveAttribute(
      'href',
      '/content/promotions',
    )
  }, 30_000)

  test('a rule that has no page asks for none, and who sees no contents gets no link', async () => {
    serve(({ method }) => (method === 'POST' ? waiting : undefined), ['promo.view', 'promo.manage'])
    renderAt(<AppRoutes />, '/promo/rules')
    const change = async (activity: string) => {
      await userEvent.click(await screen.findByRole('button', { name: '修改 每日存款加赠 4%' }, wait))
      const form = await dialog()
      await userEvent.clear(form.getByLabelText('活动页编号'))
      await userEvent.type(form.getByLabelText('活动页编号'), activity)
      await userEvent.click(form.getByRole('button', { name: '成本控制' }))
      await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    }
    await change('0')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), wait)
    await change('38')
    const reminder = await screen.findByRole('dialog', { name: '请核对活动页面' }, wait)
    expect(within(reminder).queryByRole('link')).toBeNull()
  }, 30_000)

  test('what cannot be right is not sent', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? waiting : undefined))
    renderAt(<AppRoutes />, '/promo/rules')
    await userEvent.click(await screen.findByRole('button', { name: '添加规则' }, wait))
    const form = await dialog()
    await userEvent.click(form.getAllByRole('button', { name: '添加一行' })[0] as HTMLElement)
    await userEvent.type(form.getByLabelText('当日存款达到 1'), '3x')
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    expect(await form.findByText('优惠名称为 2 到 20 个字')).toBeVisible()
    expect(form.getByText('请输入正确金额，大于 0，最多两位小数')).toBeVisible()
    expect(form.getByText('请输入整数')).toBeVisible()
    expect(form.getByText('至少一行')).toBeVisible()
    expect(posts(sent)).toEqual([])
  }, 30_000)

  test('off is one person’s word at once, on again needs a second one', async () => {
    const sent = serve(({ method, path }) =>
      method === 'POST' ? (path.endsWith('/stop') ? done : waiting) : undefined,
    )
    renderAt(<AppRoutes />, '/promo/rules')
    await userEvent.click(await screen.findByRole('button', { name: '停用 每日存款加赠 4%' }, wait))
    let form = await dialog()
    expect(form.getByText(/立即生效/)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: '发现异常' }))
    await userEvent.click(form.getByRole('button', { name: '停用' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: '启用 体育连胜彩金' }))
    form = await dialog()
    await userEvent.click(form.getByRole('button', { name: '按计划上线' }))
    await userEvent.click(form.getByRole('button', { name: '提交复核' }))
    await waitFor(() => expect(posts(sent)).toHaveLength(2))
    expect(posts(sent)).toMatchObject([
      { path: '/promotions/38/stop', body: { reason: '发现异常' } },
      { path: '/promotions/36/start', body: { reason: '按计划上线' } },
    ])
  }, 30_000)

  test('PROMO-06 a dry run tells what a week would be paid, and changes nothing', async () => {
    const sent = serve()
    renderAt(<AppRoutes />, '/promo/rules')
    await userEvent.click(await screen.findByRole('button', { name: '试算 棋牌每周返水' }, wait))
    const form = await dialog()
    expect(await form.findByText('15.35', {}, wait)).toBeVisible()
    expect(form.getByText('4,116.66')).toBeVisible()
    expect(posts(sent)).toEqual([])
  }, 30_000)

  test('PROMO-09 the draw’s proof: names, digest, seed, and what the seed comes to again', async () => {
    serve()
    renderAt(<AppRoutes />, '/promo/rules')
    await userEvent.click(await screen.findByRole('button', { name: '抽奖证明 每月惊喜现金' }, wait))
    const form = await dialog()
    expect(await form.findByText('重新计算：一致', {}, wait)).toBeVisible()
    expect(form.getByText(promoDraw.seed)).toBeVisible()
    expect(form.getByText(promoDraw.digest)).toBeVisible()
    expect(await form.findByText('demo03', {}, wait)).toBeInTheDocument()
  }, 30_000)

  test('PROMO-09 a draw that comes to something else is an alarm', async () => {
    serve(({ path }) =>
      path.startsWith('/promotions/41/draw/')
        ? { status: 200, body: { ...promoDraw, same: false, again: [] } }
        : undefined,
    )
    renderAt(<AppRoutes />, '/promo/rules')
    await userEvent.click(await screen.findByRole('button', { name: '抽奖证明 每月惊喜现金' }, wait))
    expect(await (await dialog()).findByText('重新计算：不一致，请立即上报', {}, wait)).toBeVisible()
  }, 30_000)

  test('who may only look finds nothing to change; without the right to look the page says so', async () => {
    serve(undefined, ['promo.view'])
    const { unmount } = renderAt(<AppRoutes />, '/promo/rules')
    expect((await screen.findAllByText('每日存款加赠 4%', {}, wait))[0]).toBeVisible()
    expect(screen.queryByRole('button', { name: /添加规则|修改|停用|启用/ })).toBeNull()
    unmount()
    const sent = serve(
      undefined,
      permissions.filter((permission) => permission !== 'promo.view'),
    )
    renderAt(<AppRoutes />, '/promo/rules')
    expect(await screen.findByText('没有权限查看此页面', {}, wait)).toBeVisible()
    expect(sent.some(({ path }) => path.startsWith('/promo'))).toBe(false)
  }, 30_000)

  test('a failed load says why and tries again', async () => {
    let broken = true
    serve(({ path }) =>
      broken && path === '/promotions' ? { status: 503, body: { code: 'x', message: '服务暂停' } } : undefined,
    )
    renderAt(<AppRoutes />, '/promo/rules')
    expect(await screen.findByText('服务暂停', {}, wait)).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await row('体育连胜彩金')).toBeDefined()
  }, 30_000)
})

describe('what promotions gave', () => {
  test('PROMO-13 what is withheld is released by two, refused by one; what was paid is taken back by two', async () => {
    const sent = serve(({ method, path }) =>
      method === 'POST' ? (path.endsWith('/refuse') ? done : waiting) : undefined,
    )
    renderAt(<AppRoutes />, '/promo/awards')
    for (const [button, reason, send] of [
      ['派发：demo01，¥8,888.00', '金额核对一致', '提交复核'],
      ['拒绝：demo01，¥8,888.00', '资料不实', '拒绝'],
      ['取消派奖：demo01，¥20.00', '存款被撤销', '提交复核'],
    ] as const) {
      await userEvent.click(await screen.findByRole('button', { name: button }, wait))
      const form = await dialog()
      await userEvent.click(form.getByRole('button', { name: reason }))
      await userEvent.click(form.getByRole('button', { name: send }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(posts(sent)).toMatchObject([
      { path: '/promo/awards/a2/release', body: { reason: '金额核对一致' } },
      { path: '/promo/awards/a2/refuse', body: { reason: '资料不实' } },
      { path: '/promo/awards/a1/cancel', body: { reason: '存款被撤销' } },
    ])
  }, 60_000)

  test('the queue asks for what is withheld alone', async () => {
    serve()
    renderAt(<AppRoutes />, '/promo/awards?view=withheld')
    expect(await screen.findByText('单笔金额较大', {}, wait)).toBeVisible()
    expect(screen.queryByText('20.00')).toBeNull()
  }, 30_000)

  test('a player’s page has how they stand, and keeps them from promotions', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? done : undefined))
    renderAt(<AppRoutes />, '/players/70?tab=promo')
    expect(await screen.findByText('今日存款 900.50 / 3,000 元', {}, wait)).toBeVisible()
    expect(screen.getByText('2 次抽取')).toBeVisible()
    expect(screen.getByText('仅限注册后的第一笔存款')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '冻结优惠' }))
    const form = await dialog()
    await userEvent.click(form.getByRole('button', { name: '套利嫌疑' }))
    await userEvent.click(form.getByRole('button', { name: '冻结优惠' }))
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]).toMatchObject({
      path: '/players/70/promotions/freeze',
      body: { freeze: true, reason: '套利嫌疑' },
    })
  }, 30_000)

  test('who is kept from promotions is told why, by whom and since when', async () => {
    serve(({ path }) =>
      path === '/players/70/promotions'
        ? {
            status: 200,
            body: {
              ...playerPromos,
              frozen: true,
              frozenReason: '重复领取',
              frozenBy: 'risk1',
              frozenAt: 1_780_000_000_000,
            },
          }
        : undefined,
    )
    renderAt(<AppRoutes />, '/players/70?tab=promo')
    expect(await screen.findByText('不能参加优惠', {}, wait)).toBeVisible()
    expect(screen.getByText('重复领取')).toBeVisible()
    expect(screen.getByText('risk1')).toBeVisible()
    expect(screen.getByRole('button', { name: '恢复优惠' })).toBeVisible()
  }, 30_000)
})

test('ADM-1 what waits is told where it is decided, and leads to what it is about', async () => {
  const request = (more: object) => ({ ...approvals[0], amount: null, details: [], ...more })
  const items = [
    request({
      id: '41',
      kind: 'promo.rule',
      title: '修改优惠',
      subject: { type: 'promo', id: '38', label: '每日加赠' },
    }),
    request({ id: '42', kind: 'promo.release', title: '派发', subject: { type: 'award', id: 'a2', label: 'demo01' } }),
  ]
  serve(({ path }) => (path === '/approvals' ? { status: 200, body: { items, total: 2 } } : undefined))
  renderAt(<AppRoutes />, '/approvals')
  expect(await screen.findByText('优惠规则变更', {}, wait)).toBeVisible()
  expect(screen.getByRole('link', { name: '每日加赠' })).toHaveAttribute('href', '/promo/rules')
  expect(screen.getByText('派发扣留的优惠')).toBeVisible()
  expect(screen.getByRole('link', { name: 'demo01' })).toHaveAttribute('href', '/promo/awards')
}, 30_000)
