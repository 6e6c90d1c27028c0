import { setServerTime } from '@shared/clock'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { Dialog } from '../../ui/dialog'
import { Link } from '../../ui/link'
import FundNotice from './fund-notice'

const said = vi.hoisted(() => vi.fn())
vi.mock('../../ui/toast', async (original) => ({ ...(await original<object>()), toast: said }))

const server = fakeServer()
const path = '/v1/Fund/GetFundNotifiy'
const bonus = { Data: { Amount: 1288, ReateNum: 2.5 } }
const dialog = () => screen.findByRole('dialog', { name: '恭喜您' })
const settled = () => act(() => new Promise((done) => setTimeout(done, 100)))

beforeEach(() => {
  said.mockClear()
  setServerTime(Date.parse('2026-03-02T00:30:00+08:00'))
})
afterEach(() => setServerTime(Date.now()))

describe('FUND-05 the congratulation', () => {
  it('shows amount and rate after a login, remembers the day in GMT+8 by the server’s clock, and closes', async () => {
    logIn()
    server.reply({ [path]: bonus })
    show(<FundNotice />)
    expect(await dialog()).toHaveTextContent('C$1,288.00')
    expect(screen.getByText(/存款金额的 2\.5%/)).toBeVisible()
    expect(localStorage.getItem('bonusDate')).toBe('2026-03-02')
    expect(screen.getByRole('link', { name: '去看看' })).toHaveAttribute('href', '#/ConcessionaryFund')
    await userEvent.click(screen.getByRole('button', { name: '知道了' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.callsTo(path)).toHaveLength(1)
  })

  it('at most once a calendar day, and again on the next', async () => {
    logIn()
    localStorage.setItem('bonusDate', '2026-03-02')
    server.reply({ [path]: bonus })
    const { unmount } = show(<FundNotice />)
    await settled()
    expect(screen.queryByRole('dialog')).toBeNull()
    unmount()
    setServerTime(Date.parse('2026-03-03T00:00:01+08:00'))
    show(<FundNotice />)
    expect(await dialog()).toBeVisible()
    expect(localStorage.getItem('bonusDate')).toBe('2026-03-03')
  })

  it('another tab that told it first has told it', async () => {
    logIn()
    server.reply({
      [path]: () => {
        localStorage.setItem('bonusDate', '2026-03-02')
        return bonus
      },
    })
    show(<FundNotice />)
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    await settled()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('where there is nothing to tell, or the call fails, nothing shows and the day stays open', async () => {
    for (const reply of [
      { IsSuc: false, ErrorMessage: '暂无可解锁的奖金' },
      [503, { IsSuc: false, Message: '服务暂时不可用' }] as [number, object],
    ]) {
      logIn()
      server.reply({ [path]: reply })
      const { unmount } = show(<FundNotice />)
      await waitFor(() => expect(server.callsTo(path).length).toBeGreaterThan(0))
      await settled()
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(localStorage.getItem('bonusDate')).toBeNull()
      unmount()
    }
    expect(server.callsTo(path)).toHaveLength(2)
    expect(said).not.toHaveBeenCalled()
  })

  it('asks for nobody, and waits where a page is left by itself', async () => {
    server.reply({ [path]: bonus })
    const { unmount } = show(<FundNotice />)
    await settled()
    expect(server.callsTo(path)).toHaveLength(0)
    unmount()
    logIn()
    show(
      <>
        <FundNotice />
        <Link to="/">home</Link>
      </>,
      '/Login',
    )
    await settled()
    expect(server.callsTo(path)).toHaveLength(0)
    await userEvent.click(screen.getByRole('link', { name: 'home' }))
    expect(await dialog()).toBeVisible()
  })

  it('stands aside while another dialog is open, and the day counts from when it is seen', async () => {
    logIn()
    server.reply({ [path]: bonus })
    const Asked = () => {
      const [open, setOpen] = useState(true)
      return open ? (
        <Dialog title="存款到账" onClose={() => setOpen(false)}>
          您的存款已到账
        </Dialog>
      ) : null
    }
    show(
      <>
        <FundNotice />
        <Asked />
      </>,
    )
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    await settled()
    expect(screen.queryByRole('dialog', { name: '恭喜您' })).toBeNull()
    expect(localStorage.getItem('bonusDate')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '关闭' }))
    expect(await dialog()).toBeVisible()
    expect(localStorage.getItem('bonusDate')).toBe('2026-03-02')
  })
})
