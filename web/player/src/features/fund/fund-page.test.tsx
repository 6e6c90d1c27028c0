import { balanceQuery } from '@shared/api/queries'
import { setServerTime } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import FundPage from './fund-page'

const said = vi.hoisted(() => vi.fn())
vi.mock('../../ui/toast', async (original) => ({ ...(await original<object>()), toast: said }))

const server = fakeServer()
const amountPath = '/v1/Fund/GetFundAmount'
const tasksPath = '/v1/Fund/GetFundAmountDetail'
const unlockPath = '/v1/Fund/FundOk'
const recordsPath = '/v1/Fund/GetFundDetail'

const task = (Id: number, JobName: string, JobType: number, Status: number, more: object = {}) => ({
  Id,
  JobName,
  JobType,
  Status,
  Amount: 20,
  Target: 500,
  Done: Status === 0 ? 125.5 : 500,
  ...more,
})
const tasks = (...Detail: object[]) => ({ Data: { Amount: 8, Detail } })
const four = tasks(
  task(1, '每日存款', 1, 0),
  task(2, '每日投注', 2, 0),
  task(3, '存款加码', 1, 1),
  task(4, '投注加码', 2, 2),
)

const page = (left = 1234.5, list: object = four) => {
  server.reply({ [amountPath]: { Data: left }, [tasksPath]: list })
  return show(<FundPage />, '/ConcessionaryFund')
}
const row = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement)
const sent = (path: string) => server.callsTo(path).map(({ form }) => Object.fromEntries(form))
const keysSent = () => server.callsTo(unlockPath).map(({ headers }) => headers.get('Idempotency-Key'))

beforeEach(() => {
  said.mockClear()
  logIn()
  setServerTime(Date.parse('2026-03-31T20:29:30+08:00'))
})
afterEach(() => {
  vi.useRealTimers()
  setServerTime(Date.now())
})

it('FUND-01 shows the balance, what was unlocked today, both buttons and the tasks', async () => {
  page()
  const figure = async (label: string, amount: string) =>
    expect(await within(screen.getByText(label).closest('dl') as HTMLElement).findByText(amount)).toHaveTextContent(
      `C$${amount}`,
    )
  await figure('基金余额', '1,234.50')
  await figure('今日已解锁', '8.00')
  expect(screen.getByRole('button', { name: '了解规则' })).toBeVisible()
  expect(screen.getByRole('button', { name: '查看明细' })).toBeVisible()
  const list = within(screen.getByRole('list', { name: '今日任务' }))
  expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '存款加码',
    '每日存款',
    '每日投注',
    '投注加码',
  ])
  expect(list.getAllByText('20.00')).toHaveLength(4)
})

describe('FUND-02', () => {
  it('the tasks come in the order of use: ready, then the nearest, then what is unlocked', async () => {
    page(
      188,
      tasks(
        task(1, '千万存款', 1, 0, { Target: 10_000_000, Done: 0 }),
        task(2, '已解锁', 1, 2),
        task(3, '五百存款', 1, 0, { Target: 500, Done: 0 }),
        task(4, '可解锁', 2, 1),
        task(5, '还差一百', 2, 0, { Target: 600, Done: 500 }),
      ),
    )
    await screen.findByText('千万存款')
    const list = within(screen.getByRole('list', { name: '今日任务' }))
    expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      '可解锁',
      '还差一百',
      '五百存款',
      '千万存款',
      '已解锁',
    ])
  })

  it('a task that is not met shows how far it is and leads to the deposit, or home', async () => {
    page()
    const deposit = await screen.findByRole('link', { name: '去完成：每日存款' })
    expect(deposit).toHaveAttribute('href', '#/Deposit')
    expect(screen.getByRole('link', { name: '去完成：每日投注' })).toHaveAttribute('href', '#/')
    const bar = screen.getByRole('progressbar', { name: '每日存款的进度' })
    expect(bar).toHaveAttribute('aria-valuenow', '25')
    expect(row('每日存款').getByText('¥125.50 / ¥500')).toBeVisible()
    expect(row('每日存款').getByText('今日存款')).toBeVisible()
    expect(row('每日投注').getByText('今日有效投注')).toBeVisible()
    expect(row('每日存款').queryByRole('button')).toBeNull()
  })

  it('a task that is ready has the button, one that is unlocked only says so', async () => {
    page()
    expect(await screen.findByRole('button', { name: '解锁：存款加码' })).toBeEnabled()
    expect(screen.getAllByRole('button', { name: /^解锁/ })).toHaveLength(1)
    expect(row('存款加码').queryByRole('link')).toBeNull()
    expect(row('投注加码').getByText('已解锁')).toBeVisible()
    expect(row('投注加码').queryByRole('button')).toBeNull()
    expect(row('投注加码').queryByRole('link')).toBeNull()
  })

  it('a double click unlocks once, with a key; fund and wallet are read again', async () => {
    const Wallet = () => <p>{useQuery(balanceQuery).data?.centreFen}</p>
    server.reply({ [amountPath]: { Data: 100 }, [tasksPath]: four, '/v1/Select/PlayerBalance': { Balance: 5 } })
    show(
      <>
        <FundPage />
        <Wallet />
      </>,
      '/ConcessionaryFund',
    )
    const button = await screen.findByRole('button', { name: '解锁：存款加码' })
    await screen.findByText('500')
    server.reply({
      [unlockPath]: () => {
        server.reply({
          [amountPath]: { Data: 80 },
          [tasksPath]: { Data: { Amount: 28, Detail: [task(3, '存款加码', 1, 2)] } },
          '/v1/Select/PlayerBalance': { Balance: 25 },
        })
        return { ResultMessage: '解锁成功！', Data: { Amount: 20 } }
      },
    })
    await userEvent.dblClick(button)
    expect(await screen.findByText('28.00')).toBeVisible()
    expect(screen.getByText('80.00')).toBeVisible()
    expect(await screen.findByText('2500')).toBeVisible()
    expect(row('存款加码').getByText('已解锁')).toBeVisible()
    expect(row('存款加码').getByRole('status')).toHaveTextContent('本次解锁 C$20.00，已转入中心钱包。')
    expect(sent(unlockPath)).toEqual([{ id: '3' }])
    expect(keysSent()[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(said.mock.calls).toEqual([['success', '解锁成功！']])
  })

  it('two clicks in one instant are one call too', async () => {
    page()
    const button = await screen.findByRole('button', { name: '解锁：存款加码' })
    act(() => {
      button.click()
      button.click()
    })
    await waitFor(() => expect(said).toHaveBeenCalledWith('success', '解锁成功！'))
    expect(server.callsTo(unlockPath)).toHaveLength(1)
  })

  it('a refusal is told in the server’s words, and the next try is a new one', async () => {
    page()
    server.reply({ [unlockPath]: { IsSuc: false, ErrorMessage: '基金余额不足' } })
    const button = await screen.findByRole('button', { name: '解锁：存款加码' })
    await userEvent.click(button)
    await waitFor(() =>
      expect(said.mock.calls.map(([kind, line]) => [kind, line])).toEqual([['error', '基金余额不足']]),
    )
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    await waitFor(() => expect(keysSent()).toHaveLength(2))
    expect(keysSent()[0]).not.toBe(keysSent()[1])
    expect(screen.queryByText(/刚才没有收到结果/)).toBeNull()
  })

  it('without an answer the outcome is unknown: it says so, and only the same try, with its key, may be repeated', async () => {
    page(100, tasks(task(3, '存款加码', 1, 1), task(5, '投注加码', 2, 1)))
    const button = await screen.findByRole('button', { name: '解锁：存款加码' })
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('no network'))
    await userEvent.click(button)
    expect(await row('存款加码').findByText(/刚才没有收到结果/)).toBeVisible()
    expect(said.mock.calls[0]?.slice(0, 2)).toEqual(['error', '没有收到结果，可能已经解锁'])
    expect(screen.getByRole('button', { name: '解锁：投注加码' })).toBeDisabled()
    const first = new Headers(fetched.mock.calls[0]?.[1]?.headers).get('Idempotency-Key')
    await userEvent.click(button)
    await waitFor(() => expect(keysSent()).toEqual([first]))
    expect(first).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: '解锁：投注加码' })).toBeEnabled())
    expect(screen.queryByText(/刚才没有收到结果/)).toBeNull()
  })
})

describe('FUND-06', () => {
  it('less than a task grants is left: the page says that only the rest can be unlocked, and what was', async () => {
    page(12.3)
    expect(await screen.findByText('剩余的 C$ 不足，只能解锁剩余的 C$12.30。')).toBeVisible()
    expect(screen.getAllByText(/只能解锁剩余的/)).toHaveLength(1)
    server.reply({
      [unlockPath]: { Data: { Amount: 12.3 } },
      [tasksPath]: tasks(task(3, '存款加码', 1, 2, { Amount: 12.3 })),
    })
    await userEvent.click(screen.getByRole('button', { name: '解锁：存款加码' }))
    expect(await row('存款加码').findByText('12.30')).toBeVisible()
    expect(await screen.findByText('剩余的 C$ 不足，本次解锁 C$12.30，已转入中心钱包。')).toBeVisible()
    expect(screen.queryByText(/只能解锁剩余的/)).toBeNull()
  })

  it('says nothing of a rest where there is enough, and that nothing is left where nothing is', async () => {
    const { unmount } = page(20)
    await screen.findByRole('button', { name: '解锁：存款加码' })
    await screen.findByText('8.00')
    expect(screen.queryByText(/剩余的/)).toBeNull()
    unmount()
    page(0)
    expect(await screen.findByText(/任务已达成，但基金里没有剩余的 C\$，现在不能解锁/)).toBeVisible()
    expect(screen.getByRole('button', { name: '解锁：存款加码' })).toBeDisabled()
    expect(screen.getByRole('link', { name: '怎样获得 C$' })).toHaveAttribute('href', '#/Vip')
  })

  it('H-494 tasks that grant more than the fund holds come apart, with how much they can unlock at most', async () => {
    page(30, tasks(task(1, '每日存款', 1, 0), task(2, '百万存款', 1, 0, { Amount: 500_000, Target: 10_000_000 })))
    const far = within(await screen.findByRole('list', { name: '更高目标的任务' }))
    expect(far.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['百万存款'])
    expect(screen.getByText(/奖励超过基金里的 C\$30\.00，完成后最多解锁这么多/)).toBeVisible()
  })

  it('counts down to 24:00 in GMT+8 while a task is ready, and then reads the next day’s tasks', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    setServerTime(Date.parse('2026-03-31T20:29:30+08:00'))
    page()
    expect(await screen.findByText(/当天 24:00（GMT\+8）前没有解锁的部分，过后失效/)).toBeVisible()
    expect((await screen.findByRole('timer')).textContent).toMatch(/^03:30:[23]\d$/)
    server.reply({ [tasksPath]: tasks(task(1, '每日存款', 1, 0)) })
    setServerTime(Date.parse('2026-03-31T23:59:58+08:00'))
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.getByRole('heading', { name: '存款加码' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await vi.waitFor(() => expect(screen.queryByRole('heading', { name: '存款加码' })).toBeNull())
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it('the rules say it all', async () => {
    page()
    await userEvent.click(screen.getByRole('button', { name: '了解规则' }))
    const dialog = await screen.findByRole('dialog', { name: '规则说明' })
    for (const rule of [
      '解锁金额超过剩余的 C$ 时，只解锁剩余的部分',
      'C$ 不能直接提款',
      '当天没有解锁的 C$ 视为失效',
      '完成 1 倍流水后可以提款',
    ]) {
      expect(dialog).toHaveTextContent(rule)
    }
    await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.callsTo(recordsPath)).toHaveLength(0)
  })
})

const record = (Remark: string, Amount: number, CreateTime = '2026-03-31 09:00:00') => ({ Remark, Amount, CreateTime })
const openRecords = async () => {
  await userEvent.click(screen.getByRole('button', { name: '查看明细' }))
  return within(await screen.findByRole('dialog', { name: '基金明细' }))
}
const last = () => sent(recordsPath).at(-1)

describe('FUND-03, FUND-04 the records', () => {
  const today = { StartTime: '2026-03-31 00:00:00', EndTime: '2026-03-31 23:59:59' }

  it('are asked for by tab, page and whole days, and have their sign', async () => {
    page()
    server.reply({
      [recordsPath]: (form) =>
        form.get('DetailType') === '1'
          ? { Data: [record('客服赠送', 88)], RowCount: 21, PageCount: 2, PageIndex: Number(form.get('PageIndex')) }
          : { Data: [record('每日存款', 20), record('过期', -5.5)], RowCount: 2, PageCount: 1, PageIndex: 1 },
    })
    const dialog = await openRecords()
    expect(await dialog.findByText('客服赠送')).toBeVisible()
    expect(dialog.getByText('+88.00')).toHaveClass('text-win')
    expect(dialog.getByText('2026-03-31 09:00:00')).toBeVisible()
    expect(sent(recordsPath)).toEqual([{ DetailType: '1', PageIndex: '1', ...today }])
    await userEvent.click(dialog.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(last()).toEqual({ DetailType: '1', PageIndex: '2', ...today }))
    await userEvent.click(dialog.getByRole('button', { name: '解锁明细' }))
    expect(await dialog.findByText('-5.50')).toHaveClass('text-loss')
    expect(dialog.queryByText('客服赠送')).toBeNull()
    expect(last()).toEqual({ DetailType: '2', PageIndex: '1', ...today })
  })

  it('quick ranges: today, from six days ago, from a month back, which may be a shorter one', async () => {
    page()
    const dialog = await openRecords()
    expect(dialog.getByRole('button', { name: '今日' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(dialog.getByRole('button', { name: '最近一周' }))
    await waitFor(() =>
      expect(last()).toMatchObject({ StartTime: '2026-03-25 00:00:00', EndTime: '2026-03-31 23:59:59' }),
    )
    await userEvent.click(dialog.getByRole('button', { name: '最近一月' }))
    await waitFor(() =>
      expect(last()).toMatchObject({ StartTime: '2026-02-28 00:00:00', EndTime: '2026-03-31 23:59:59' }),
    )
    expect(dialog.getByLabelText('开始日期')).toHaveValue('2026-02-28')
  })

  it('no day after today can be chosen, and one typed in is not sent', async () => {
    page()
    const dialog = await openRecords()
    const [start, end] = [dialog.getByLabelText('开始日期'), dialog.getByLabelText('结束日期')]
    const calendars = [...document.querySelectorAll('input[type="date"]')]
    expect(calendars.map((calendar) => calendar.getAttribute('max'))).toEqual(['2026-03-31', '2026-03-31'])
    fireEvent.change(end, { target: { value: '2026-04-01' } })
    await userEvent.click(dialog.getByRole('button', { name: '查询' }))
    expect(dialog.getByText('日期不能晚于今天')).toBeVisible()
    fireEvent.change(end, { target: { value: '2026-03-30' } })
    await userEvent.click(dialog.getByRole('button', { name: '查询' }))
    expect(dialog.getByText('结束日期不能早于开始日期')).toBeVisible()
    fireEvent.change(start, { target: { value: '' } })
    await userEvent.click(dialog.getByRole('button', { name: '查询' }))
    expect(dialog.getByText('请按 年-月-日 填写')).toBeVisible()
    expect(sent(recordsPath)).toHaveLength(1)
    fireEvent.change(start, { target: { value: '2026-03-02' } })
    await userEvent.click(dialog.getByRole('button', { name: '查询' }))
    await waitFor(() =>
      expect(last()).toMatchObject({ StartTime: '2026-03-02 00:00:00', EndTime: '2026-03-30 23:59:59' }),
    )
    for (const name of ['今日', '最近一周', '最近一月']) {
      expect(dialog.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'false')
    }
  })

  it('closing forgets tab, range and days', async () => {
    page()
    const before = await openRecords()
    await userEvent.click(before.getByRole('button', { name: '解锁明细' }))
    await userEvent.click(before.getByRole('button', { name: '最近一周' }))
    await waitFor(() => expect(last()).toMatchObject({ DetailType: '2', StartTime: '2026-03-25 00:00:00' }))
    await userEvent.click(before.getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    const again = await openRecords()
    expect(again.getByRole('button', { name: '收入明细' })).toHaveAttribute('aria-pressed', 'true')
    expect(again.getByRole('button', { name: '解锁明细' })).toHaveAttribute('aria-pressed', 'false')
    expect(again.getByRole('button', { name: '今日' })).toHaveAttribute('aria-pressed', 'true')
    expect(again.getByLabelText('开始日期')).toHaveValue('2026-03-31')
    expect(again.getByLabelText('结束日期')).toHaveValue('2026-03-31')
    await waitFor(() => expect(last()).toEqual({ DetailType: '1', PageIndex: '1', ...today }))
  })

  it('a failure is told in the server’s words and can be tried again', async () => {
    page()
    server.reply({ [recordsPath]: { IsSuc: false, ErrorMessage: '明细暂时无法查询' } })
    const dialog = await openRecords()
    await waitFor(() => expect(said).toHaveBeenCalledWith('error', '明细暂时无法查询'))
    server.reply({ [recordsPath]: { Data: [record('客服赠送', 1)], RowCount: 1, PageCount: 1, PageIndex: 1 } })
    await userEvent.click(dialog.getByRole('button', { name: '重试' }))
    expect(await dialog.findByText('客服赠送')).toBeVisible()
  })
})

describe('FUND-01 reads that fail', () => {
  it('the server’s sentence is a message, and each part keeps its own retry', async () => {
    server.reply({
      [amountPath]: { IsSuc: false, ErrorMessage: '余额暂时无法查询' },
      [tasksPath]: { IsSuc: false, ErrorMessage: '任务暂时无法查询' },
    })
    show(<FundPage />, '/ConcessionaryFund')
    await waitFor(() => expect(said).toHaveBeenCalledWith('error', '余额暂时无法查询'))
    expect(said).toHaveBeenCalledWith('error', '任务暂时无法查询')
    const [amount, list] = await screen.findAllByRole('button', { name: '重试' })
    server.reply({ [amountPath]: { Data: 66 }, [tasksPath]: four })
    await userEvent.click(amount as HTMLElement)
    expect(await screen.findByText('66.00')).toBeVisible()
    await userEvent.click(list as HTMLElement)
    expect(await screen.findByRole('button', { name: '解锁：存款加码' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('a day without tasks says so', async () => {
    page(5, tasks())
    expect(await screen.findByText('今天没有任务')).toBeVisible()
    expect(screen.queryByRole('timer')).toBeNull()
  })
})
