import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boot } from '@shared/boot'
import { serverNow, setServerTime } from '@shared/clock'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../test/server'
import { openLater } from '../ui/open-later'
import { askServer } from './fresh-boot'
import { hinted, installWay, listenForInstall, mayHint } from './install'
import { keepLinksInApp } from './links-in-app'
import PwaBar from './pwa-bar'
import { releaseIsNew } from './release'
import { leaveIfGone, mayRegister, startWorker, takeRelease } from './worker'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile'
const day = 24 * 3600_000

const agent = (userAgent: string, more = {}) => vi.stubGlobal('navigator', { ...more, userAgent })
const inApp = () => vi.stubGlobal('matchMedia', () => ({ matches: true }))

beforeEach(() => {
  document.documentElement.dataset.form = 'h5'
})
afterEach(() => {
  document.documentElement.dataset.form = ''
  vi.unstubAllGlobals()
  vi.useRealTimers()
  setServerTime(Date.now())
})

describe('the manifest', () => {
  const file = (name: string) => join(import.meta.dirname, '../../public', name)
  const manifest = JSON.parse(readFileSync(file('manifest.webmanifest'), 'utf8'))

  it('stands alone, opens the home page and has pictures of the sizes it says', () => {
    expect(manifest).toMatchObject({ display: 'standalone', start_url: '/?from=app#/', id: '/', lang: 'zh-CN' })
    expect(manifest.theme_color).toBe('#12151c')
    expect(manifest.icons.map((icon: { purpose: string }) => icon.purpose)).toContain('maskable')
    for (const icon of manifest.icons) {
      const png = readFileSync(file(icon.src))
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(icon.sizes)
    }
  })

  it('is named by the page, with the icon iOS wants', () => {
    const page = readFileSync(file('../index.html'), 'utf8')
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
    expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />')
  })
})

describe('the worker', () => {
  it.each([
    [true, 'https:', 'h5.hong.example', true],
    [true, 'http:', 'localhost', true],
    [true, 'http:', '127.0.0.1', true],
    [true, 'http:', 'h5.hong.example', false],
    [true, 'http:', '192.168.1.5', false],
    [false, 'https:', 'h5.hong.example', false],
  ])('built %s, %s//%s: registered %s', (built, protocol, hostname, wanted) => {
    expect(mayRegister(built, { protocol, hostname })).toBe(wanted)
  })

  it.each([
    [404, true],
    [410, true],
    [200, false],
    [503, false],
  ])('when the server answers %i for it: leaves %s', async (status, leaves) => {
    const unregister = vi.fn(async () => true)
    const remove = vi.fn(async () => true)
    vi.stubGlobal('fetch', async () => new Response(null, { status }))
    vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => [{ unregister }] } })
    const open = vi.fn(async () => ({}))
    vi.stubGlobal('caches', { delete: remove, open })
    await leaveIfGone()
    // The worker is told first, for it goes on under the pages that are open.
    expect(open.mock.calls).toEqual(leaves ? [['hongyun-gone']] : [])
    expect(unregister).toHaveBeenCalledTimes(leaves ? 1 : 0)
    expect(remove).toHaveBeenCalledTimes(leaves ? 3 : 0)
  })

  it('is asked about on every visit, so that it goes as soon as the server has taken it back', async () => {
    const unregister = vi.fn(async () => true)
    const update = vi.fn(() => Promise.reject(new TypeError('404')))
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
    vi.stubGlobal('caches', { delete: async () => true, open: async () => ({}) })
    vi.stubGlobal('navigator', {
      serviceWorker: { register: async () => ({ update }), getRegistrations: async () => [{ unregister }] },
    })
    await startWorker()
    await waitFor(() => expect(unregister).toHaveBeenCalledOnce())
  })

  it('a tap lets the waiting one take over, and only then the page is loaded anew', async () => {
    const seen: string[] = []
    const waiting = { postMessage: (message: string) => seen.push(message) }
    const serviceWorker = {
      getRegistration: async () => ({ waiting }),
      addEventListener: (_: string, done: () => void) => {
        seen.push('waits')
        setTimeout(done, 10)
      },
    }
    vi.stubGlobal('navigator', { serviceWorker })
    vi.stubGlobal('location', { reload: () => seen.push('reload') })
    await takeRelease()
    expect(seen).toEqual(['waits', 'take over', 'reload'])
  })
})

describe('a new release', () => {
  const serves = (src: string, status = 200) =>
    vi.stubGlobal(
      'fetch',
      async () => new Response(`<script type="module" crossorigin src="${src}"></script>`, { status }),
    )
  let script: HTMLScriptElement

  beforeEach(() => {
    script = document.createElement('script')
    script.type = 'module'
    script.setAttribute('src', '/assets/main-old.js')
    // The script is not run here: only its name matters.
    Object.defineProperty(script, 'isConnected', { value: false })
    vi.spyOn(document, 'querySelector').mockImplementation((name) => (name.startsWith('script') ? script : null))
  })

  it('is one whose entry has another name; no answer is no news', async () => {
    serves('/assets/main-new.js')
    expect(await releaseIsNew()).toBe(true)
    serves('/assets/main-old.js')
    expect(await releaseIsNew()).toBe(false)
    serves('/assets/main-new.js', 502)
    expect(await releaseIsNew()).toBe(false)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    expect(await releaseIsNew()).toBe(false)
  })

  it('is told to whoever comes back after a while, and taken by a tap alone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const reload = vi.fn()
    serves('/assets/main-new.js')
    show(<PwaBar />)
    await act(() => vi.advanceTimersByTimeAsync(31 * 60_000))
    const button = await screen.findByRole('button', { name: '新版本，点击刷新' })
    vi.stubGlobal('location', { reload })
    expect(reload).not.toHaveBeenCalled()
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(button)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })
})

describe('a page from memory', () => {
  const now = Date.parse('2026-11-21T05:00:00Z')
  const page = (boot: object) => `<script id="boot" type="application/json">${JSON.stringify(boot)}</script>`

  it('does not set the clock by the time it was written; it asks for the time', async () => {
    setServerTime(0)
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1000)
    vi.stubGlobal('fetch', async () => new Response(page({ serverTimeMs: now, reqTokenSecret: boot.reqTokenSecret })))
    const reload = vi.fn()
    await askServer(reload)
    expect(Math.abs(serverNow() - now)).toBeLessThan(1000)
    expect(reload).not.toHaveBeenCalled()
  })

  it('asks again until there is an answer', async () => {
    vi.useFakeTimers()
    let tries = 0
    vi.stubGlobal('fetch', async () => {
      tries++
      if (tries < 3) throw new TypeError('offline')
      return new Response(page({ serverTimeMs: now, reqTokenSecret: boot.reqTokenSecret }))
    })
    await askServer()
    await vi.advanceTimersByTimeAsync(11_000)
    expect(tries).toBe(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tries).toBe(3)
  })

  it('is loaded anew when its secret is no longer good', async () => {
    vi.stubGlobal('fetch', async () => new Response(page({ serverTimeMs: now, reqTokenSecret: 'another' })))
    const reload = vi.fn()
    await askServer(reload)
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('installing', () => {
  it('is hinted at never in the first minute, and once a week at the most', () => {
    const now = 1_800_000_000_000
    expect(mayHint(59_000, now)).toBe(false)
    expect(mayHint(60_000, now)).toBe(true)
    hinted(now)
    expect(mayHint(600_000, now + 6 * day)).toBe(false)
    expect(mayHint(600_000, now + 7 * day)).toBe(true)
  })

  it('goes another way in each browser, and none in the installed app', () => {
    agent(android)
    expect(installWay()).toBe('')
    agent(iphone)
    expect(installWay()).toBe('ios')
    agent(`${android} MicroMessenger/8.0`)
    expect(installWay()).toBe('wechat')
    inApp()
    expect(installWay()).toBe('')
  })

  it('asks in the browser’s words once it offers, at our time and not at its own', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    listenForInstall()
    const prompt = vi.fn(async () => undefined)
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    show(<PwaBar />)
    act(() => void window.dispatchEvent(offer))
    expect(offer.defaultPrevented).toBe(true)
    vi.spyOn(performance, 'now').mockReturnValue(30_000)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.queryByText('添加到主屏幕')).toBeNull()
    vi.spyOn(performance, 'now').mockReturnValue(61_000)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: '立即添加' }))
    expect(prompt).toHaveBeenCalledOnce()
    expect(screen.queryByText('添加到主屏幕')).toBeNull()
  })

  it.each([
    [iphone, '添加到主屏幕', '点击浏览器底部的“分享”按钮'],
    [`${android} MicroMessenger/8.0`, '请在浏览器中打开', '选择“在浏览器打开”'],
  ])('shows the steps where only the player can take them', async (userAgent, title, step) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    agent(userAgent)
    vi.spyOn(performance, 'now').mockReturnValue(61_000)
    show(<PwaBar />)
    await act(() => vi.advanceTimersByTimeAsync(6000))
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    expect(screen.getByRole('region', { name: title })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '查看步骤' }))
    expect(await screen.findByText(step)).toBeInTheDocument()
  })

  it('disturbs nobody who is paying', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    agent(iphone)
    vi.spyOn(performance, 'now').mockReturnValue(61_000)
    show(<PwaBar />, '/Deposit')
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.queryByText('添加到主屏幕')).toBeNull()
    expect(localStorage.getItem('installHint')).toBeNull()
  })
})

describe('LNCH-01 games and support in the installed app', () => {
  const link = (href: string) => {
    const anchor = document.createElement('a')
    anchor.href = href
    anchor.target = '_blank'
    anchor.addEventListener('click', (event) => event.preventDefault())
    document.body.append(anchor)
    anchor.click()
    anchor.remove()
    return anchor.target
  }

  it('a link of ours to a new tab stays in the app, and stays a new tab in a browser', () => {
    const stop = keepLinksInApp()
    expect(link('#/Goto?platformId=26')).toBe('_blank')
    inApp()
    expect(link('#/Goto?platformId=26')).toBe('_self')
    expect(link('https://pay.example/')).toBe('_blank')
    stop()
  })

  it('what a call tells opens in the app too, and there when pop-ups are blocked', async () => {
    const open = vi.fn(() => null)
    const place = { href: '' }
    vi.stubGlobal('open', open)
    vi.stubGlobal('location', place)
    expect(await openLater(async () => 'https://support.example/')).toBe(true)
    expect(open).toHaveBeenCalledOnce()
    expect(place.href).toBe('https://support.example/')
    inApp()
    await openLater(async () => 'https://support.example/app')
    expect(open).toHaveBeenCalledOnce()
    expect(place.href).toBe('https://support.example/app')
  })
})
