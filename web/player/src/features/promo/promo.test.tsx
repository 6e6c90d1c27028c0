import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { toast } from '../../ui/toast'
import PromoDetailPage from './promo-detail-page'
import PromoListPage from './promo-list-page'
import { promotionOf } from './promo-queries'
import { datesOf, remarkOf } from './promo-state'
import { zhCN } from './text/zh-cn'

vi.mock('../../ui/toast', { spy: true })

const server = fakeServer()
const path = '/v1/PubInterface/GetActivity'

const row = (Id: number, Name: string, more: object = {}) => ({
  Id,
  Name,
  PromotionName: Name,
  StartDate: '2026-10-22',
  EndDate: '2027-10-21',
  PcPic: '/art/promo-red-packets.svg',
  UrlPc: `/promotion/${Id}`,
  Url: `/promotion/${Id}?form=h5`,
  Line: `${Name}的一句话`,
  ContentId: 2,
  Needs: '' as const,
  ...more,
})

const three = [row(34, '天天存款红包'), row(35, '棋牌每日红包'), row(36, '体育连胜彩金', { Needs: 'sport' })]

const pages = (
  <Routes>
    <Route path="/Activity" element={<PromoListPage />} />
    <Route path="/Activity/:id" element={<PromoDetailPage />} />
  </Routes>
)

const frame = () => document.querySelector('iframe')

afterEach(() => {
  document.documentElement.dataset.form = ''
})

describe('PROMO-01 the list', () => {
  it('shows picture, name, line and days of each, and the way to its details', async () => {
    server.reply({ [path]: { Data: three } })
    const { container } = show(pages, '/Activity')
    const list = await screen.findByRole('list', { name: '活动列表' })
    expect(within(list).getAllByRole('article')).toHaveLength(3)
    const first = within(list).getAllByRole('article')[0] as HTMLElement
    expect(within(first).getByRole('heading', { name: '天天存款红包' })).toBeVisible()
    expect(first).toHaveTextContent('天天存款红包的一句话')
    expect(first).toHaveTextContent('2026-10-22 至 2027-10-21')
    expect(within(first).getByRole('link', { name: '了解更多：天天存款红包' })).toHaveAttribute('href', '#/Activity/34')
    expect(container.querySelectorAll('img[src="/art/promo-red-packets.svg"]')).toHaveLength(3)
  })

  it('says what waits for a sports venue', async () => {
    server.reply({ [path]: { Data: three } })
    show(pages, '/Activity')
    const waiting = await screen.findAllByText('体育场馆开放后生效')
    expect(waiting).toHaveLength(1)
    expect(waiting[0]?.closest('article')).toHaveTextContent('体育连胜彩金')
  })

  it('has a loading, an empty and a failed state, and tries again', async () => {
    server.reply({ [path]: [503, { IsSuc: false, Message: '服务暂时不可用，请稍后再试' }] })
    show(pages, '/Activity')
    expect(screen.getByRole('status', { name: '加载中' })).toBeInTheDocument()
    expect(await screen.findByRole('alert')).toHaveTextContent('服务暂时不可用，请稍后再试')
    server.reply({ [path]: { Data: [] } })
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('暂时没有进行中的优惠')).toBeVisible()
    expect(server.callsTo(path)).toHaveLength(2)
  })
})

describe('ERR-01 a failure of the promotions', () => {
  it.each([
    ['a refusal is a toast', { IsSuc: false, ErrorMessage: '活动暂时无法读取', ResultMessage: '' }, 1],
    ['a house that is down is none', [503, { IsSuc: false, Message: '活动暂时无法读取' }] as [number, object], 0],
  ])('%s', async (_, reply, times) => {
    server.reply({ [path]: reply })
    show(pages, '/Activity')
    expect(await screen.findByRole('alert')).toHaveTextContent('活动暂时无法读取')
    expect(vi.mocked(toast).mock.calls).toEqual(times ? [['error', '活动暂时无法读取']] : [])
    vi.mocked(toast).mockClear()
  })
})

describe('PROMO-01 the details', () => {
  it('open in a frame that may run nothing, and back restores the place in the list', async () => {
    server.reply({ [path]: { Data: three } })
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    show(pages, '/Activity')
    const link = await screen.findByRole('link', { name: '了解更多：棋牌每日红包' })
    Object.defineProperty(window, 'scrollY', { value: 640, configurable: true })
    await userEvent.click(link)
    await waitFor(() => expect(window.location.hash).toBe('#/Activity/35'))
    expect(frame()).toHaveAttribute('src', '/promotion/35')
    // H-491: the site's origin without scripts, so that the page's height can be read from outside.
    // SafeFrame refuses the origin together with scripts (trust T5).
    expect(frame()?.getAttribute('sandbox')).not.toMatch(/allow-(scripts|forms|top)/)
    expect(frame()).toHaveAttribute('sandbox')
    expect(frame()).toHaveAttribute('title', '活动详情：棋牌每日红包')
    await userEvent.click(screen.getByRole('link', { name: '返回优惠列表' }))
    await waitFor(() => expect(window.location.hash).toBe('#/Activity'))
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 640))
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
  })

  it('take the phone form of the page on the phone', async () => {
    document.documentElement.dataset.form = 'h5'
    server.reply({ [path]: { Data: three } })
    show(pages, '/Activity/34')
    await waitFor(() => expect(frame()).toHaveAttribute('src', '/promotion/34?form=h5'))
  })

  it.each([34, 35, 36])('PROMO-02 /Activity/%s opens by itself', async (id) => {
    server.reply({ [path]: { Data: three } })
    show(pages, `/Activity/${id}`)
    await waitFor(() => expect(frame()).toHaveAttribute('src', `/promotion/${id}`))
    expect(screen.getByRole('link', { name: '返回优惠列表' })).toHaveAttribute('href', '#/Activity')
  })

  it.each(['99', 'x', '34x', '034567890123456789'])('say so plainly when there is no %s, and lead back', async (id) => {
    server.reply({ [path]: { Data: three } })
    show(pages, `/Activity/${id}`)
    expect(await screen.findByRole('heading', { name: '没有找到这个活动' })).toBeVisible()
    expect(frame()).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: '返回优惠列表' }))
    await waitFor(() => expect(window.location.hash).toBe('#/Activity'))
  })

  it('trust CSP-4 frame no page of another place, whatever the list says', () => {
    for (const bad of [
      'https://evil.example/',
      '//evil.example/promotion/34',
      'javascript:alert(1)',
      '/promotion/34/../../Frame',
      '/\\evil.example',
      '/#/Goto',
    ]) {
      const { page, picture } = promotionOf(row(34, 'x', { UrlPc: bad, Url: bad, PcPic: bad }))
      expect(page).toEqual({ desktop: '', h5: '' })
      expect(picture.startsWith('//') || picture.startsWith('http')).toBe(false)
    }
  })
})

describe('what a card says of its days', () => {
  const of = (from: string, to: string, needs = '') =>
    promotionOf(row(1, 'x', { StartDate: from, EndDate: to, Needs: needs as '' }))

  it('names the days that are known', () => {
    expect(datesOf(of('2026-10-22', '2027-10-21'), zhCN)).toBe('2026-10-22 至 2027-10-21')
    expect(datesOf(of('2026-10-22', ''), zhCN)).toBe('2026-10-22 起')
    expect(datesOf(of('', ''), zhCN)).toBe('长期有效')
  })

  it('says what it waits for, when it begins and when it soon ends', () => {
    const today = '2026-11-21'
    expect(remarkOf(of('2026-10-22', '2027-10-21'), zhCN, today)).toBe('')
    expect(remarkOf(of('2026-10-22', '2026-11-28'), zhCN, today)).toBe('还有 7 天结束')
    expect(remarkOf(of('2026-10-22', '2026-11-21'), zhCN, today)).toBe('今天结束')
    expect(remarkOf(of('2026-10-22', '2026-11-20'), zhCN, today)).toBe('活动已结束')
    expect(remarkOf(of('2026-12-01', ''), zhCN, today)).toBe('2026-12-01 开始')
    expect(remarkOf(of('2026-10-22', '2026-11-21', 'sport'), zhCN, today)).toBe('体育场馆开放后生效')
    expect(remarkOf(of('2026-10-22', '2026-11-21', 'chess'), zhCN, today)).toBe('相关场馆开放后生效')
  })
})
