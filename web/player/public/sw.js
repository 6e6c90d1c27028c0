/*
 * The player site's service worker: on a bad network the site still opens. What it may answer stands in the fetch
 * listener: the page at /, its hashed files and its pictures. Calls, games, promotion pages and every other address
 * never pass through it, and nothing about a player is kept. It also shows the messages of web push, whose text says
 * neither amounts nor names, and opens the player's messages at a tap on one.
 *
 * To get rid of it: answer the page at / with the header X-Worker: off, or /sw.js with 404 or 410. Either way it
 * deletes what it kept and unregisters.
 */
const pages = 'hongyun-pages'
const assets = 'hongyun-assets'
const art = 'hongyun-art'

/** An empty cache whose being there says that the server wants no worker: the browser may end this script at any time. */
const gone = 'hongyun-gone'

/** How many answers a cache holds; the oldest go first. */
const bounds = { [assets]: 200, [art]: 120 }

/** The server wants no worker any more: this one only waits for its pages to close. Begun again, it asks the cache. */
let retired = false

/** How long the network has for the page before the last good one is shown. */
const pageWaitMs = 3000

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (retired || request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === '/') event.respondWith(pageFor(event))
  } else if (pathname.startsWith('/assets/')) event.respondWith(assetFor(event))
  else if (pathname.startsWith('/art/')) event.respondWith(pictureFor(event))
})

// It is installed because the server has one to give again.
self.addEventListener('install', (event) => {
  event.waitUntil(caches.delete(gone))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable())
})

// A new worker waits until no page of the old one is open, unless the player asks for it.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
})

// A browser takes the permission away from a site that shows nothing: what cannot be read is shown without words.
self.addEventListener('push', (event) => {
  let shown
  try {
    shown = event.data.json()
  } catch {
    shown = undefined
  }
  const { title, text, tag } = shown ?? {}
  const options = { body: text, tag, icon: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title || '●', options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openInbox())
})

/** How long a page has to say that it opens the messages. */
const answerWaitMs = 2000

/** The messages, in a window that is there, else in a new one. A page that does not answer is sent to them. */
async function openInbox() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = windows.find(({ url }) => new URL(url).pathname === '/')
  if (!page) return self.clients.openWindow('/#/Inbox')
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, answerWaitMs)
  })
  page.postMessage('open inbox', [port2])
  await page.focus()
  if (!(await answered)) await page.navigate('/#/Inbox')
  port1.close()
}

/** The page: the network's, and when that takes too long or does not answer, the last good one, marked as such. */
async function pageFor(event) {
  const fresh = Promise.resolve(event.preloadResponse).then((early) => early || fetch(event.request))
  event.waitUntil(fresh.then(rememberPage, () => undefined))
  const late = new Promise((resolve) => setTimeout(resolve, pageWaitMs))
  const first = await Promise.race([fresh.catch(() => undefined), late])
  if (first && ![502, 503, 504].includes(first.status)) return first
  const kept = await found(pages, '/')
  return kept ? marked(kept) : fresh
}

async function rememberPage(answer) {
  if (answer.headers.get('X-Worker') === 'off') {
    await retire()
    return
  }
  if (answer.status !== 200 || !(answer.headers.get('Content-Type') ?? '').startsWith('text/html')) return
  // At once: a moment later the window has begun to read it.
  const copy = answer.clone()
  await caches.delete(gone) // the server's newest word
  await put(pages, '/', copy)
}

/** What the page was told when it was written is old: its time and its maintenance it has to ask for itself. */
async function marked(kept) {
  const headers = new Headers(kept.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  const text = (await kept.text()).replace(/(<script id="boot"[^>]*>)(.*?)(<\/script>)/s, (all, start, json, end) => {
    try {
      const boot = { ...JSON.parse(json), cached: true, serverTimeMs: 0, maintenance: { status: false } }
      return start + JSON.stringify(boot).replace(/</g, '\\u003c') + end
    } catch {
      return all
    }
  })
  return new Response(text, { status: 200, headers })
}

/** Names of assets hold a hash of the contents: what is kept under one is right forever. */
async function assetFor(event) {
  const kept = await found(assets, event.request)
  return kept ?? fetchAndKeep(assets, event)
}

/** Pictures may be a visit old; the new one comes along for the next. */
async function pictureFor(event) {
  const kept = await found(art, event.request)
  const fresh = fetchAndKeep(art, event)
  if (!kept) return fresh
  event.waitUntil(fresh.catch(() => undefined))
  return kept
}

async function fetchAndKeep(name, event) {
  const answer = await fetch(event.request)
  if (answer.status === 200 && answer.type === 'basic') {
    event.waitUntil(keep(name, event.request, answer.clone()).catch(() => undefined))
  }
  return answer
}

async function keep(name, request, answer) {
  const cache = await put(name, request, answer)
  const keys = (await cache?.keys()) ?? []
  await Promise.all(keys.slice(0, Math.max(0, keys.length - bounds[name])).map((key) => cache.delete(key)))
}

/** What is kept of an address. Looking makes no cache. */
const found = (name, request) => caches.match(request, { cacheName: name, ignoreVary: true })

/** Keeps an answer, and nothing once the worker is retired, be it while this was under way. */
async function put(name, request, answer) {
  if (retired || (await caches.has(gone))) return undefined
  const cache = await caches.open(name)
  await cache.put(request, answer)
  if (!(await caches.has(gone))) return cache
  await caches.delete(name)
  return undefined
}

async function retire() {
  retired = true
  await caches.open(gone) // before the rest is deleted: see put
  await Promise.all([pages, assets, art].map((name) => caches.delete(name)))
  await self.registration.unregister()
}
