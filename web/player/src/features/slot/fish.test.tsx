import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import * as toasts from '../../ui/toast'
import FishPage from './fish-page'
import { zhCN } from './text/zh-cn'

const server = fakeServer()
const list = '/v1/PubInterface/GetAGFishingInfo'

const fish = (count: number, State: string) => ({
  Data: {
    Items: Array.from({ length: count }, (_, index) => ({
      Id: 20000 + index,
      GameCode: `6-hall${index + 1}`,
      Platform: '2',
      ImgUrl: '',
      GameCnName: `渔场${index + 1}`,
      IsFavorites: false,
      Category: 0,
      State,
      Art: { Motif: 'koi', Palette: 'azure', Rarity: 1, Seed: index },
    })),
    RowCount: count,
    PageCount: 1,
    PageIndex: 1,
  },
})

const banners = async () => within(await screen.findByRole('region', { name: zhCN.fishing.banners }))

describe('GAME-03 the fishing hall', () => {
  it('four banners, each opens a game of the list; the others stand below', async () => {
    logIn()
    server.reply({ [list]: fish(6, 'open') })
    show(<FishPage />, '/Fish')
    const hall = await banners()
    const links = await hall.findAllByRole('link', { name: /新窗口打开/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['6-hall1', '6-hall2', '6-hall3', '6-hall4'].map(
        (code) => `#/Goto?launch=fisherGamePlatformLaunch&platformId=2&gameCode=${code}&mode=1`,
      ),
    )
    for (const link of links) expect(link).toHaveAttribute('target', '_blank')
    expect(
      hall
        .getAllByRole('article')
        .map((article) => article.querySelector('img')?.getAttribute('src'))
        .toSorted(),
    ).toEqual(['/art/fish-1.svg', '/art/fish-2.svg', '/art/fish-3.svg', '/art/fish-4.svg'])
    expect(server.callsTo(list).map(({ form }) => form.get('PageIndex'))).toEqual(['1'])
    const more = within(screen.getByRole('region', { name: zhCN.fishing.more }))
    expect(more.getAllByRole('article')).toHaveLength(2)
    expect(more.getByRole('link', { name: /^进入 ?渔场5/ })).toHaveAttribute(
      'href',
      expect.stringContaining('gameCode=6-hall5'),
    )
    expect(more.queryByRole('button')).toBeNull()
  })

  it('MNT-03 while its venue is not open nothing leads in, and the page says so', async () => {
    server.reply({
      [list]: fish(5, 'absent'),
      '/v1/PubInterface/VenueItems': { Data: [{ PlatformCode: '2', PlatformName: '', State: 'absent', EndTime: '' }] },
    })
    show(<FishPage />, '/Fish')
    const hall = await banners()
    expect(await hall.findAllByText('未开放')).toHaveLength(4)
    expect(await screen.findByRole('note')).toHaveTextContent('未开放')
    expect(screen.queryByRole('link', { name: /新窗口打开/ })).toBeNull()
  })

  it('LNCH-03 a visitor who clicks is told to log in, and stands at the login 2 s later', async () => {
    server.reply({ [list]: fish(4, 'open') })
    const said = vi.spyOn(toasts, 'toast')
    show(<FishPage />, '/Fish')
    const link = (await (await banners()).findAllByRole('link', { name: /新窗口打开/ }))[0] as HTMLElement
    vi.useFakeTimers()
    expect(fireEvent.click(link)).toBe(false)
    expect(said).toHaveBeenCalledWith('info', '还未登录，请先登录')
    await act(() => vi.advanceTimersByTimeAsync(1999))
    expect(window.location.hash).toBe('#/Fish')
    await act(() => vi.advanceTimersByTimeAsync(2))
    expect(window.location.hash).toBe('#/Login?to=%2FFish')
    vi.useRealTimers()
  })

  it('a failed list says why and comes on a second try; an empty one says so', async () => {
    server.reply({ [list]: { IsSuc: false, ErrorMessage: '系统繁忙', ResultMessage: '' } })
    show(<FishPage />, '/Fish')
    expect(await screen.findByRole('alert')).toHaveTextContent('系统繁忙')
    server.reply({ [list]: fish(0, 'absent') })
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(screen.getByText('暂无数据')).toBeVisible())
  })
})
