import { api } from '@shared/api/player-client'
import { boot } from '@shared/boot'
import { queryOptions } from '@tanstack/react-query'
import { onIos } from '../../ui/in-app'
import { platformWords } from './text/platform-words'

export type Platform = 'ios' | 'android'

/** Which phone asks; '' for a computer. */
export function phonePlatform(): Platform | '' {
  if (onIos()) return 'ios'
  return /Android/i.test(navigator.userAgent) ? 'android' : ''
}

/** Chat programs open pages in a browser of their own, which downloads nothing. */
export const isInsideApp = (agent = navigator.userAgent) => /MicroMessenger|QQ\/|Weibo|AlipayClient/i.test(agent)

export type Downloads = Record<Platform, string>

/** The app for each system; '' where there is none, or its address is not one to be led to (trust CSP-4). */
export const downloadsQuery = queryOptions({
  queryKey: ['downloads'],
  staleTime: 300_000,
  queryFn: async ({ signal }): Promise<Downloads> => {
    const { Data } = await api.call('GET /v1/PubInterface/GetAppDown', undefined, { signal })
    const of = (platform: Platform) => {
      const row = (Data ?? []).find(({ Value, Link }) => platformWords[platform].test(Value) && safeLink(Link))
      return safeLink(row?.Link ?? '')
    }
    return { ios: of('ios'), android: of('android') }
  },
})

/** An https page without a name in front of its host, or a file of this site; '' for anything else. */
export function safeLink(link: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are just what must not be in an address
  if (/[\u0000-\u0020\u007f\\]/.test(link)) return ''
  if (/^\/(?!\/)/.test(link)) return link
  try {
    const url = new URL(link)
    return url.protocol === 'https:' && !url.username && !url.password && /^https:\/\/[^/]/i.test(link) ? url.href : ''
  } catch {
    return ''
  }
}

/** The site for phones: the operator's host for it, else this one, which takes the phone's form by itself (D-12). */
export function mobileAddress(): string {
  const h5 = boot.h5Hosts[window.location.hostname]
  return h5 ? `https://${h5}/` : `${window.location.origin}/`
}
