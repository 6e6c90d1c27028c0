import { setServerTime } from './clock'

/** What the server writes into index.html, so that the first paint waits for no call. */
export interface Boot {
  siteName: string
  licence: string
  /** Play money only: marked on every page (D-19). */
  demo: boolean
  /** Not a secret once it is here: it only keeps casual replay and crawlers away (D-13). */
  reqTokenSecret: string
  serverTimeMs: number
  maintenance: { status: boolean; startTime?: string; endTime?: string }
  /** www host to H5 host, the operator's own domains only (D-12). */
  h5Hosts: Record<string, string>
  form: 'desktop' | 'h5' | 'auto'
  banners: string[]
  /** Announcement texts, plain (already decoded). */
  ticker: string[]
}

const nothingSaid: Boot = {
  siteName: '鸿运',
  licence: '',
  demo: false,
  reqTokenSecret: '',
  serverTimeMs: 0,
  maintenance: { status: false },
  h5Hosts: {},
  form: 'auto',
  banners: [],
  ticker: [],
}

function read(): Boot {
  const text = document.getElementById('boot')?.textContent
  if (!text) return nothingSaid
  try {
    // A null from the server means nothing to say, the same as a missing field.
    const said = Object.entries(JSON.parse(text) as Partial<Boot>).filter(([, value]) => value !== null)
    return { ...nothingSaid, ...Object.fromEntries(said) }
  } catch {
    return nothingSaid
  }
}

/** Read once: the page does not change it. */
export const boot: Boot = read()
setServerTime(boot.serverTimeMs)
