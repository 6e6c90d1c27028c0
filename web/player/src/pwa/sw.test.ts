import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../public/sw.js'), 'utf8')
const origin = 'https://h5.hong.example'
const boot = { siteName: '鸿运', serverTimeMs: 1_700_000_000_000, maintenance: { status: true }, ticker: ['</script>'] }
const html = (data: object) =>
  `<html><head><script id="boot" type="application/json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script></head></html>`
const page = (data: object = boot, headers: Record<string, string> = {}) =>
  new Response(html(data), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'self'",
      ...headers,
    },
  })

/** A cache storage that keeps to the order things came in. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const keyOf = (request: Request | string) => (typeof request === 'string' ? request : new URL(request.url).pathname)
  return {
    stores,
    has: async (name: string) => stores.has(name),
    match: async (request: Request | string, { cacheName }: { cacheName: string }) =>
      stores.get(cacheName)?.get(keyOf(request))?.clone(),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return {
        match: async (request: Request | string) => store.get(keyOf(request))?.clone(),
        put: async (request: Request | string, answer: Response) => void store.set(keyOf(request), answer),
        keys: async () => [...store.keys()],
        delete: async (key: string) => store.delete(key),
      }
    },
    delete: async (name: string) => stores.delete(name),
  }
}

/** Runs the worker's script in surroundings of our own; with the caches of an earlier run it is one that begins again. */
function worker(net: (path: string) => Promise<Response> | Response, caches = fakeCaches()) {
  const listeners: Record<string, (event: unknown) => void> = {}
  const fetched: string[] = []
  const windows: {
    url: string
    postMessage: (data: unknown, ports: MessagePort[]) => void
    focus: () => void
    navigate?: (url: string) => void
  }[] = []
  const self = {
    location: { origin },
    addEventListener: (kind: string, listener: (event: unknown) => void) => {
      listeners[kind] = listener
    },
    skipWaiting: vi.fn(),
    registration: { unregister: vi.fn(), navigationPreload: { enable: vi.fn() }, showNotification: vi.fn() },
    clients: { matchAll: async () => windows, openWindow: vi.fn() },
  }
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url)
    fetched.push(pathname)
    const answer = await net(pathname)
    Object.defineProperty(answer, 'type', { value: 'basic' })
    return answer
  }
  new Function('self', 'caches', 'fetch', script)(self, caches, fetch)
  /** The worker's answer; undefined: it lets the request pass. */
  const ask = async (path: string, mode = 'no-cors', method = 'GET') => {
    let answer: Promise<Response> | undefined
    const later: Promise<unknown>[] = []
    const url = path.startsWith('http') ? path : origin + path
    const request = { url, method, mode } as Request
    listeners.fetch?.({
      request,
      respondWith: (given: Promise<Response>) => {
        answer = given
      },
      waitUntil: (given: Promise<unknown>) => void later.push(given),
    })
    const given = answer === undefined ? undefined : await answer
    await Promise.all(later)
    return given
  }
  const install = async () => {
    const later: Promise<unknown>[] = []
    listeners.install?.({ waitUntil: (given: Promise<unknown>) => void later.push(given) })
    await Promise.all(later)
  }
  const happen = async (kind: 'push' | 'notificationclick', event: object) => {
    const later: Promise<unknown>[] = []
    listeners[kind]?.({ ...event, waitUntil: (given: Promise<unknown>) => void later.push(given) })
    await Promise.all(later)
  }
  return {
    ask,
    caches,
    fetched,
    self,
    install,
    happen,
    windows,
    send: (data: unknown) => listeners.message?.({ data }),
  }
}

const bootOf = async (answer: Response | undefined) =>
  JSON.parse(/application\/json">(.*?)<\/script>/s.exec((await answer?.text()) ?? '')?.[1] ?? 'null')

beforeEach(() => void vi.useRealTimers())

describe('what never passes through the worker', () => {
  it.each([
    ['/common/v1/Select/PlayerBalance', 'cors', 'GET'],
    ['/common/v1/Do/DepositAction', 'cors', 'POST'],
    ['/v1/Select/GameInfo', 'cors', 'GET'],
    ['/promotion/1', 'navigate', 'GET'],
    ['/promotion.css', 'no-cors', 'GET'],
    ['/Goto?launch=x', 'navigate', 'GET'],
    ['/Deposit', 'navigate', 'GET'],
    ['/sw.js', 'same-origin', 'GET'],
    ['/', 'cors', 'GET'],
    ['/', 'navigate', 'POST'],
    ['/assets/a.js', 'no-cors', 'POST'],
    ['https://venue.example/assets/a.js', 'no-cors', 'GET'],
    ['https://venue.example/', 'navigate', 'GET'],
  ])('%s (%s %s)', async (path, mode, method) => {
    const { ask, fetched, caches } = worker(() => page())
    expect(await ask(path, mode, method)).toBeUndefined()
    expect(fetched).toEqual([])
    expect(caches.stores.size).toBe(0)
  })
})

describe('the page', () => {
  it('comes from the network and is remembered', async () => {
    const { ask, caches } = worker(() => page())
    expect((await bootOf(await ask('/?from=app', 'navigate'))).serverTimeMs).toBe(boot.serverTimeMs)
    expect([...(caches.stores.get('hongyun-pages')?.keys() ?? [])]).toEqual(['/'])
  })

  it('is the last good one without a network, which knows neither the time nor a maintenance, and keeps its policy', async () => {
    let net = true
    const { ask } = worker(() => (net ? page() : Promise.reject(new TypeError('offline'))))
    await ask('/', 'navigate')
    net = false
    const answer = await ask('/', 'navigate')
    expect(answer?.headers.get('Content-Security-Policy')).toBe("default-src 'self'")
    expect(await bootOf(answer)).toEqual({ ...boot, serverTimeMs: 0, maintenance: { status: false }, cached: true })
  })

  it('is the last good one after 3 s, not before, and the late one is remembered', async () => {
    vi.useFakeTimers()
    let late: ((answer: Response) => void) | undefined
    const { ask, caches } = worker(() => new Promise((resolve) => (late = resolve)))
    await (await caches.open('hongyun-pages')).put('/', page())
    const answer = ask('/', 'navigate')
    let come = false
    void answer.then(() => (come = true))
    await vi.advanceTimersByTimeAsync(2900)
    expect(come).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    late?.(page({ ...boot, siteName: 'newer' }))
    expect((await bootOf(await answer)).cached).toBe(true)
    expect((await bootOf(caches.stores.get('hongyun-pages')?.get('/'))).siteName).toBe('newer')
  })

  it('on a slow first visit is waited for, however long it takes', async () => {
    vi.useFakeTimers()
    const { ask } = worker(() => new Promise((resolve) => setTimeout(() => resolve(page()), 9000)))
    const answer = ask('/', 'navigate')
    await vi.advanceTimersByTimeAsync(9100)
    expect((await bootOf(await answer)).siteName).toBe('鸿运')
  })

  it('a gateway without a server behind it does not replace a good page; any other answer is the server’s word', async () => {
    let status = 502
    const { ask, caches } = worker(() => new Response('no', { status }))
    expect((await ask('/', 'navigate'))?.status).toBe(502)
    await (await caches.open('hongyun-pages')).put('/', page())
    expect((await bootOf(await ask('/', 'navigate'))).cached).toBe(true)
    status = 403
    expect((await ask('/', 'navigate'))?.status).toBe(403)
    expect((await bootOf(caches.stores.get('hongyun-pages')?.get('/'))).siteName).toBe('鸿运')
  })

  it('tells the worker to go: everything kept is deleted and it unregisters', async () => {
    const { ask, caches, self } = worker((path) =>
      path === '/' ? page(boot, { 'X-Worker': 'off' }) : new Response('x'),
    )
    await ask('/assets/a.js')
    expect(caches.stores.size).toBe(1)
    expect((await ask('/', 'navigate'))?.status).toBe(200)
    expect(self.registration.unregister).toHaveBeenCalled()
    expect(kept(caches)).toEqual([])
    // The page that is open still asks through it, and gets no more than the network.
    expect(await ask('/assets/b.js')).toBeUndefined()
    expect(kept(caches)).toEqual([])
  })
})

describe('a worker that was taken back', () => {
  const file = (path: string) => (path === '/' ? page(boot, { 'X-Worker': 'off' }) : new Response('x'))

  it('keeps nothing when the browser begins it again for a page that is still open', async () => {
    const { ask, caches } = worker(file)
    await ask('/', 'navigate')
    const again = worker(file, caches)
    for (const path of ['/assets/a.js', '/art/a.svg']) expect((await again.ask(path))?.status).toBe(200)
    expect((await again.ask('/', 'navigate'))?.status).toBe(200)
    expect(kept(caches)).toEqual([])
  })

  it('keeps nothing of what was under way when it was told to go', async () => {
    let answer: ((answer: Response) => void) | undefined
    const { ask, caches } = worker((path) => (path === '/' ? file(path) : new Promise((come) => (answer = come))))
    const slow = ask('/assets/slow.js')
    await vi.waitFor(() => expect(answer).toBeDefined())
    await ask('/', 'navigate')
    answer?.(new Response('late'))
    expect(await (await slow)?.text()).toBe('late')
    expect(kept(caches)).toEqual([])
  })

  it('keeps nothing when the page took it back, whose script is not asked', async () => {
    const { ask, caches } = worker(() => new Response('x'))
    await caches.open('hongyun-gone')
    expect((await ask('/assets/a.js'))?.status).toBe(200)
    expect(kept(caches)).toEqual([])
  })

  it('works again when the server gives one again, or a page without a word of going', async () => {
    for (const again of [
      (to: ReturnType<typeof worker>) => to.install(),
      (to: ReturnType<typeof worker>) => to.ask('/', 'navigate'),
    ]) {
      const { ask, caches } = worker(file)
      await ask('/', 'navigate')
      const next = worker((path) => (path === '/' ? page() : new Response('x')), caches)
      await again(next)
      await next.ask('/assets/a.js')
      expect(kept(caches)).toContain('/assets/a.js')
    }
  })
})

/** The addresses of everything kept. */
const kept = ({ stores }: ReturnType<typeof fakeCaches>) => [...stores.values()].flatMap((store) => [...store.keys()])

describe('files', () => {
  it('an asset is fetched once', async () => {
    const { ask, fetched } = worker(() => new Response('code'))
    await ask('/assets/main-abc.js')
    expect(await (await ask('/assets/main-abc.js'))?.text()).toBe('code')
    expect(fetched).toEqual(['/assets/main-abc.js'])
  })

  it('a picture is shown as kept while the new one comes for the next visit', async () => {
    let version = 1
    const { ask } = worker(() => new Response(`picture ${version++}`))
    const shown = async () => (await ask('/art/sport.svg'))?.text()
    expect(await shown()).toBe('picture 1')
    expect(await shown()).toBe('picture 1')
    expect(await shown()).toBe('picture 2')
  })

  it('what failed is not kept, and no cache grows without end', async () => {
    let status = 404
    const { ask, caches } = worker(() => new Response('x', { status }))
    await ask('/assets/gone.js')
    expect(caches.stores.get('hongyun-assets')?.size ?? 0).toBe(0)
    status = 200
    for (let index = 0; index < 205; index++) await ask(`/assets/${index}.js`)
    for (let index = 0; index < 130; index++) await ask(`/art/${index}.svg`)
    expect(caches.stores.get('hongyun-assets')?.size).toBe(200)
    expect(caches.stores.get('hongyun-art')?.size).toBe(120)
    expect(caches.stores.get('hongyun-art')?.has('/art/129.svg')).toBe(true)
    expect(caches.stores.get('hongyun-art')?.has('/art/0.svg')).toBe(false)
  })
})

it('a new worker takes over only when it is asked to', () => {
  const { self, send } = worker(() => page())
  send('anything')
  expect(self.skipWaiting).not.toHaveBeenCalled()
  send('take over')
  expect(self.skipWaiting).toHaveBeenCalledOnce()
})

describe('H-451 web push', () => {
  const pushed = (text: string) => ({ data: { json: () => JSON.parse(text) } })

  it('shows what came, and a second try in the place of the first', async () => {
    const { happen, self } = worker(() => page())
    await happen('push', pushed('{"title":"鸿运","text":"您有一条存提款消息，点击查看。","tag":"m1"}'))
    expect(self.registration.showNotification).toHaveBeenCalledWith('鸿运', {
      body: '您有一条存提款消息，点击查看。',
      tag: 'm1',
      icon: '/icon-192.png',
    })
  })

  it('shows something for what it cannot read, as browsers want', async () => {
    const { happen, self } = worker(() => page())
    await happen('push', { data: null })
    await happen('push', pushed('null'))
    await happen('push', pushed('no json'))
    expect(self.registration.showNotification).toHaveBeenCalledTimes(3)
  })

  it('a tap opens the messages in the window that is there, else in a new one', async () => {
    const { happen, self, windows } = worker(() => page())
    const notification = { close: vi.fn() }
    await happen('notificationclick', { notification })
    expect(self.clients.openWindow).toHaveBeenCalledWith('/#/Inbox')
    const window = {
      url: `${origin}/?from=app#/Deposit`,
      postMessage: vi.fn((_: unknown, [port]: MessagePort[]) => port?.postMessage('opened')),
      focus: vi.fn(),
      navigate: vi.fn(),
    }
    windows.push({ url: `${origin}/promotion/1`, postMessage: vi.fn(), focus: vi.fn() }, window)
    await happen('notificationclick', { notification })
    expect(window.postMessage.mock.calls.map(([word]) => word)).toEqual(['open inbox'])
    expect(window.navigate).not.toHaveBeenCalled()
    expect(window.focus).toHaveBeenCalledOnce()
    expect(self.clients.openWindow).toHaveBeenCalledOnce()
    expect(notification.close).toHaveBeenCalledTimes(2)
  })

  it('a window that does not answer is sent to the messages', async () => {
    const { happen, windows } = worker(() => page())
    const window = { url: `${origin}/#/Deposit`, postMessage: vi.fn(), focus: vi.fn(), navigate: vi.fn() }
    windows.push(window)
    await happen('notificationclick', { notification: { close: vi.fn() } })
    expect(window.navigate).toHaveBeenCalledExactlyOnceWith('/#/Inbox')
  })
})
