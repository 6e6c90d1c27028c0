import { boot } from '@shared/boot'

/** A request to open a game. */
export interface Launch {
  platformId: string
  gameId: string
  mode: string
  language: string
}

/** Platforms and games have ids, never sentences: anything else in an address was not written by us. */
const isId = (text: string) => /^[\w.:-]{0,64}$/.test(text)

/**
 * The launcher's address as a request (LNCH-01): only the _new launch says its language, the others are
 * zh-CN.
 */
export function launchOf(query: URLSearchParams): Launch | null {
  const kind = query.get('launch') ?? ''
  const fisher = kind === 'fisherGamePlatformLaunch'
  const known = fisher || kind === 'gamePlatformLaunch' || kind === 'gamePlatformLaunch_new'
  const launch = {
    platformId: query.get('platformId') ?? '',
    gameId: (fisher ? (query.get('gameCode') ?? query.get('gameId')) : query.get('gameId')) ?? '',
    mode: query.get('mode') ?? '',
    language: kind === 'gamePlatformLaunch_new' ? (query.get('language') ?? '') : 'zh-CN',
  }
  return known && launch.platformId !== '' && Object.values(launch).every(isId) ? launch : null
}

/**
 * Whether the browser may be sent there: by https, or in the demo to this very machine. The server has checked the
 * address against its platform; here nothing else than a web page may come of it (trust T13).
 */
export function mayVisit(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && boot.demo && loopback.has(hostname))
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])
