import { boot } from '@shared/boot'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { onToasterWanted } from '../../ui/toast'
import AppDownloadPage from './app-download-page'
import DownAppPage, { openAfterMs } from './down-app-page'
import { mobileAddress, phonePlatform, safeLink } from './download'
import { qrSize } from './download-qr'

const server = fakeServer()
const path = '/v1/PubInterface/GetAppDown'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15'

const links = {
  Data: [
    { Value: 'iOS', Link: 'https://apps.example/ios' },
    { Value: 'Android', Link: '/download/hongyun.apk' },
    { Value: 'H5', Link: 'https://h5.example/' },
  ],
}

const agent = (text: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(text)

afterEach(() => {
  vi.useRealTimers()
  boot.h5Hosts = {}
})

describe('APP-01 the download page', () => {
  it('shows a visitor no code, but the way to it', async () => {
    show(<AppDownloadPage />, '/AppDownload')
    expect(screen.getByText('请先登录后获取二维码')).toBeVisible()
    expect(screen.getByRole('link', { name: '去登录' })).toHaveAttribute('href', '#/Login?to=%2FAppDownload')
    expect(screen.queryByRole('img', { name: /二维码/ })).toBeNull()
  })

  it('tells a phone nothing of scanning', () => {
    document.documentElement.dataset.form = 'h5'
    logIn()
    show(<AppDownloadPage />, '/AppDownload')
    expect(screen.getByText('手机网页版')).toBeVisible()
    expect(screen.queryByText(/扫/)).toBeNull()
    document.documentElement.dataset.form = ''
  })

  it('shows a player a code of 140 px for the site for phones', async () => {
    logIn()
    show(<AppDownloadPage />, '/AppDownload')
    const code = await screen.findByRole('img', { name: `二维码，内容为 ${window.location.origin}/` })
    expect(qrSize).toBe(140)
    expect(code).toHaveAttribute('width', '140')
    expect(code).toHaveAttribute('height', '140')
    expect(screen.queryByText('请先登录后获取二维码')).toBeNull()
  })

  it('copies the link of the site for phones, and says whether it could', async () => {
    const said: string[] = []
    const user = userEvent.setup()
    show(<AppDownloadPage />, '/AppDownload')
    const sonner = await import('sonner')
    vi.spyOn(sonner.toast, 'success').mockImplementation((text) => said.push(String(text)))
    vi.spyOn(sonner.toast, 'error').mockImplementation((text) => said.push(String(text)))
    onToasterWanted(() => undefined)
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
    await user.click(screen.getByRole('button', { name: '复制手机网页版链接' }))
    await waitFor(() => expect(said).toEqual(['复制成功']))
    expect(write).toHaveBeenCalledWith(`${window.location.origin}/`)
    write.mockRejectedValueOnce(new Error('denied'))
    document.execCommand = () => false
    await user.click(screen.getByRole('button', { name: '复制手机网页版链接' }))
    await waitFor(() => expect(said).toEqual(['复制成功', '复制失败']))
  })

  it('names the packages there are, and says so when there are none', async () => {
    server.reply({ [path]: links })
    const { unmount } = show(<AppDownloadPage />, '/AppDownload')
    expect(await screen.findByRole('link', { name: '下载苹果版' })).toHaveAttribute('href', 'https://apps.example/ios')
    expect(screen.getByRole('link', { name: '下载安卓版' })).toHaveAttribute('href', '/download/hongyun.apk')
    unmount()
    server.reply({ [path]: { Data: [] } })
    show(<AppDownloadPage />, '/AppDownload')
    expect(await screen.findByText(/安装包正在准备中/)).toBeVisible()
  })

  it("points to the operator's own host for phones where there is one", () => {
    expect(mobileAddress()).toBe(`${window.location.origin}/`)
    boot.h5Hosts = { [window.location.hostname]: 'h5.house.example' }
    expect(mobileAddress()).toBe('https://h5.house.example/')
  })
})

describe('APP-02 /Downapp', () => {
  it.each([
    ['iOS', iphone, 'https://apps.example/ios', '苹果版'],
    ['Android', android, '/download/hongyun.apk', '安卓版'],
  ])('opens the link of %s after one second, not before', async (_, phone, link, name) => {
    agent(phone)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    server.reply({ [path]: links })
    expect(openAfterMs).toBe(1000)
    show(<DownAppPage />, '/Downapp')
    expect(await screen.findByText(`正在打开${name}下载页面`)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(800))
    expect(assign).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(assign).toHaveBeenCalledExactlyOnceWith(link)
    expect(screen.getByRole('link', { name: `下载${name}` })).toHaveAttribute('href', link)
  })

  it('says so when there is none for this system, and goes nowhere', async () => {
    agent(android)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    server.reply({ [path]: { Data: [links.Data[0], { Value: 'Android', Link: 'javascript:alert(1)' }] } })
    show(<DownAppPage />, '/Downapp')
    expect(await screen.findByText('安卓版安装包正在准备中')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(assign).not.toHaveBeenCalled()
    expect(screen.getByRole('link', { name: '进入手机网页版' })).toHaveAttribute('href', '#/')
  })

  it('shows a computer the download page', () => {
    agent(mac)
    show(<DownAppPage />, '/Downapp')
    expect(screen.getByRole('heading', { name: '掌上鸿运，随时随地' })).toBeVisible()
    expect(screen.getByText('请先登录后获取二维码')).toBeVisible()
  })

  it('tells an iPad from the Mac it says it is', () => {
    agent(mac)
    const touch = vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(0)
    expect(phonePlatform()).toBe('')
    touch.mockReturnValue(5)
    expect(phonePlatform()).toBe('ios')
  })

  it('trust CSP-4 leads to https pages and files of this site alone', () => {
    for (const good of ['https://apps.example/ios?id=1', '/download/hongyun.apk']) expect(safeLink(good)).toBe(good)
    for (const bad of [
      '',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://apps.example/',
      '//evil.example/x.apk',
      '/\\evil.example',
      '\\\\evil.example',
      'https://good@evil.example/',
      'https://user:x@apps.example/',
      'https:/apps.example',
      'itms-services://?action=download-manifest',
      ' https://apps.example/',
      'https://apps\t.example/',
    ]) {
      expect(safeLink(bad)).toBe('')
    }
  })
})
