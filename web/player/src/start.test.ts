import { afterEach, describe, expect, it, vi } from 'vitest'
import page from '../index.html?raw'

const html: string = page
const body = html.slice(html.indexOf('<body>') + 6, html.indexOf('</body>'))
const scripts = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map((found) => found[1] ?? '')

const banner = (value: string, title = '鸿运当头') => ({
  value,
  title,
  line: '一行字',
  button: '立即加入',
  link: '/#/register',
  alt: '',
})

/** Opens the index page as a browser that has no script and no style sheet of the site yet. */
function open({ boot = {}, chunks = {}, hash = '', agent = 'Windows' }: Record<string, unknown>) {
  document.head.innerHTML = `<script id="boot" type="application/json">${JSON.stringify(boot)}</script>
    <script id="chunks" type="application/json">${JSON.stringify(chunks)}</script>`
  document.body.innerHTML = body.replace(/<script.*?<\/script>/gs, '')
  window.location.hash = String(hash)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(String(agent))
  new Function(scripts[0] ?? '')()
  const start = document.getElementById('start')
  return {
    form: document.documentElement.dataset.form,
    hero: start?.querySelector<HTMLElement>('.hero'),
    picture: () => start?.querySelector('img')?.getAttribute('src') ?? '',
    words: () =>
      [...(start?.querySelectorAll('.shade .title, .shade .line, .shade .button') ?? [])].map((at) => at.textContent),
    preloads: () =>
      [...document.head.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href')),
  }
}

const boot = {
  siteName: '吉祥',
  form: 'auto',
  maintenance: { status: false },
  banners: [banner('/art/wide.svg')],
  bannersH5: [banner('/art/narrow.svg')],
}

afterEach(() => {
  sessionStorage.clear()
  window.location.hash = ''
  document.body.innerHTML = ''
})

describe('what is painted before any script of the site is here', () => {
  it('is one script without a handler in the markup, as the policy demands', () => {
    expect(scripts).toHaveLength(1)
    expect(body).not.toMatch(/\son\w+=|style="/)
  })

  it('NAV-11 takes the form that chooseForm takes', () => {
    expect(open({ boot }).form).toBe('desktop')
    expect(open({ boot, agent: 'iPhone' }).form).toBe('h5')
    expect(open({ boot: { ...boot, form: 'h5' } }).form).toBe('h5')
    sessionStorage.setItem('siteForm', 'desktop')
    expect(open({ boot, agent: 'iPhone' }).form).toBe('desktop')
  })

  it("shows the form's first banner with its words, on the home page alone", () => {
    const home = open({ boot })
    expect([home.hero?.hidden, home.picture()]).toEqual([false, '/art/wide.svg'])
    expect(home.words()).toEqual(['鸿运当头', '一行字', '立即加入'])
    expect(document.querySelector('#start b')?.textContent).toBe('吉祥')
    expect(open({ boot, agent: 'Android' }).picture()).toBe('/art/narrow.svg')
    expect(open({ boot, hash: '#/?from=app' }).hero?.hidden).toBe(false)
    for (const hash of ['#/Deposit', '#/login?to=/']) {
      const other = open({ boot, hash })
      expect([other.hero?.hidden, other.picture()]).toEqual([true, ''])
    }
  })

  it('shows bars alone when there is nothing to show, and no address that is not a picture', () => {
    for (const banners of [[], null, [banner('javascript:alert(1)')], [banner('//evil.example/x.svg')]]) {
      expect(open({ boot: { ...boot, banners } }).picture()).toBe('')
    }
    expect(open({ boot: { ...boot, maintenance: { status: true } } }).hero?.hidden).toBe(true)
    expect(open({ boot: null }).hero?.hidden).toBe(true)
    const silent = open({ boot: { ...boot, banners: [banner('/art/wide.svg', '')] } })
    expect([silent.picture(), silent.words().slice(0, 2)]).toEqual(['/art/wide.svg', ['', '']])
  })

  it('asks for the chunks of its form and route, but for none before the banner is here', () => {
    const chunks = { desktop: ['/a.js'], h5: ['/b.js'], 'desktop /': ['/home.js'], '/deposit': ['/deposit.js'] }
    const home = open({ boot, chunks })
    expect(home.preloads()).toEqual([])
    document.querySelector('#start img')?.dispatchEvent(new Event('load'))
    expect(home.preloads()).toEqual(['/a.js', '/home.js'])
    expect(open({ boot, chunks, hash: '#/Deposit?order=1' }).preloads()).toEqual(['/a.js', '/deposit.js'])
    expect(open({ boot: { ...boot, bannersH5: [] }, chunks, agent: 'iPad' }).preloads()).toEqual(['/b.js'])
  })

  it('stands aside for pages without bars, and goes when the page shows more than that it is loading', async () => {
    open({ boot, hash: '#/Goto?launch=x' })
    expect(document.getElementById('start')).toBeNull()
    open({ boot })
    const root = document.getElementById('root')
    if (!root) throw new Error('no root')
    const seen = async (content: string) => {
      root.innerHTML = content
      await new Promise((done) => setTimeout(done))
      return document.getElementById('start') !== null
    }
    expect(await seen('<main id="main"></main>')).toBe(true)
    expect(await seen('<main id="main"><div role="status"></div></main>')).toBe(true)
    expect(await seen('<main id="main"><section>首页</section></main>')).toBe(false)
  })
})
