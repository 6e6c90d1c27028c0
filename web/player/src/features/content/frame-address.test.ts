import { describe, expect, it } from 'vitest'
import { frameTarget } from './frame-address'

const own = 'https://www.hongyun.example'
const hosts = ['good.example', 'help.good.example', 'good.example:8443']
const look = (x: string) => frameTarget(x, hosts, own)

const refused = [
  '/#/a/../Goto?launch=gamePlatformLaunch&platformId=26',
  '/#/a/%2e%2e/Goto?launch=gamePlatformLaunch',
  '/#/./Frame?x=1',
  '',
  ' ',
  'good.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'javascript://good.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://good.example/1',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://good.example/',
  'about:blank',
  'view-source:https://good.example/',
  'http://good.example/',
  'ws://good.example/',
  '//evil.example',
  '//good.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https:/good.example/',
  'https:good.example/',
  'https:///good.example/',
  'https:\\\\good.example\\',
  'https://evil.example/',
  'https://evil.example/https://good.example/',
  'https://evil.example/?good.example',
  'https://evil.example#good.example',
  'https://good@evil.example/',
  'https://good.example@evil.example/',
  'https://good.example:x@evil.example/',
  'https://user@good.example/',
  'https://user:secret@good.example/',
  'https://@good.example/',
  'https://good.example%40evil.example/',
  'https://good.example%2eevil.example/',
  'https://good.example\\@evil.example/',
  'https://good.example\t.evil.example/',
  'https://good.ex\nample/',
  'https://good.example.evil.example/',
  'https://evilgood.example/',
  'https://good.example.',
  'https://good.example./',
  'https://sub.good.example/',
  'https://good\u3002example/',
  'https://good\uff0eexample/',
  'https://go\u043ed.example/',
  'https://xn--god-sqa.example/',
  'https://%67ood.example/',
  'https://good.example:444/',
  'https://good.example:443/',
  'https://good.example:0443/',
  'https://good.example:8443@evil.example/',
  'https://good.example /',
  'https://[::1]/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://good.example/#/Frame?x=https://evil.example',
  'https%3A%2F%2Fgood.example%2F',
  '%2F%2Fevil.example',
  '/Frame?x=https://good.example/',
  '/#/Frame?x=%2F',
  '/#/frame?x=https%3A%2F%2Fgood.example%2F',
  '/#/%46rame?x=%2F',
  '/#//Frame?x=%2F',
  `${own}/#/Frame?x=%2Fpromotion%2F34`,
  '/#/Goto?launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1',
  '/#//evil.example',
  '/#/%zz',
  '/admin/',
  '/admin/#/',
  '/common/v1/PubInterface/GetActivity',
  '/v1/PubInterface/GetActivity',
  '/promotion/34/../../admin',
  '/promotion/x',
  '/index.html',
  'http://www.hongyun.example/promotion/34',
]

describe('NAV-12, D-05, trust CSP-3: which addresses the frame viewer shows', () => {
  it.each(refused.map((x) => [JSON.stringify(x), x]))('refuses %s', (_, x) => {
    expect(look(x)).toEqual({ kind: 'refused' })
  })

  it.each([
    ['https://good.example', 'https://good.example/'],
    ['https://good.example/rules?page=2#top', 'https://good.example/rules?page=2#top'],
    ['HTTPS://GOOD.EXAMPLE/Rules', 'https://good.example/Rules'],
    ['https://good.example/a/../b', 'https://good.example/b'],
    ['https://good.example?x=//evil.example', 'https://good.example/?x=//evil.example'],
    ['https://help.good.example/说明', 'https://help.good.example/%E8%AF%B4%E6%98%8E'],
    ['https://good.example:8443/', 'https://good.example:8443/'],
    ['/promotion/34', `${own}/promotion/34`],
    ['/promotion/34?form=h5', `${own}/promotion/34?form=h5`],
    [`${own}/promotion/43`, `${own}/promotion/43`],
  ])('frames %s', (x, href) => {
    expect(look(x)).toEqual({ kind: 'framed', href, host: new URL(href).host })
  })

  it.each([
    ['/', '/'],
    ['/#/Activity/34', '/Activity/34'],
    [`${own}/#/tools/privacy?part=2`, '/tools/privacy?part=2'],
  ])('goes to %s, a page of this site, without a frame', (x, route) => {
    expect(look(x)).toEqual({ kind: 'own', route })
  })

  it('frames no foreign host at all while the operator has named none', () => {
    for (const x of ['https://good.example/', 'https://evil.example/']) {
      expect(frameTarget(x, [], own)).toEqual({ kind: 'refused' })
    }
  })
})
