import { setServerTime } from './clock'

/** One picture of the carousel. Without a title the picture is alone. */
export interface Banner {
  /** Address of the picture. */
  value: string
  link: string
  alt: string
  title: string
  line: string
  button: string
}

/** The operator of the site; '' is missing. */
export interface House {
  operator: string
  regulator: string
  /** Number of the licence. */
  licence: string
  address: string
  jurisdiction: string
  /** Where the regulator confirms the licence, by https. */
  link: string
  /** Address of the regulator's picture. */
  seal: string
  email: string
  complaintEmail: string
  privacyEmail: string
  agentEmail: string
  arbiter: string
  helpline: string
}

/** How a field of the registration is asked. */
export type Asked = 'hidden' | 'optional' | 'required'

/** Fields that a registration asks for, by the rules of the operator. */
export interface Register {
  open: boolean
  invite: Asked
  trueName: Asked
  birthday: Asked
  email: Asked
}

export type VenueState = 'open' | 'maintenance' | 'closed' | 'absent'

/** The data the server writes into index.html, so that the first paint waits for no call. */
export interface Boot {
  siteName: string
  /** Address of the operator's own mark, '' for the built-in one. */
  logo: string
  /** The licence sentence of the footer, ready to show; '' when none was given. */
  licence: string
  house: House
  /** The operator's own line in the footer, '' for none. */
  footer: string
  /** Age in years that deposits and withdrawals ask for; 0 where it is not checked, in the demo alone (D-19). */
  minAge: number
  /** Play money only: marked on every page (D-19). */
  demo: boolean
  /** No secret once it is here: it only keeps casual replay and crawlers away (D-13). */
  reqTokenSecret: string
  serverTimeMs: number
  maintenance: { status: boolean; startTime?: string; endTime?: string }
  /** www host to H5 host, the operator's own domains only (D-12). */
  h5Hosts: Record<string, string>
  form: 'desktop' | 'h5' | 'auto'
  banners: Banner[]
  bannersH5: Banner[]
  /** Announcement texts, plain (already decoded). */
  ticker: string[]
  /** Hosts that the frame viewer may show by https (D-05). */
  frames: string[]
  /** By platform id, as they were when the page was written. */
  venues: Record<string, VenueState>
  /**
   * The operator's name of each, by platform id: the catalogue's names, as wallets and records show them
   * (D-18).
   */
  venueNames: Record<string, string>
  /** Customer service is the site's own tickets: the operator set no address of another (NAV-09). */
  ownSupport: boolean
  register: Register
  /** Whether there is an announcement that pops up: only then is it worth asking (HOME-04). */
  hot: boolean
  /** The page came from the browser's memory (sw.js), not from the server: neither its time nor its secret is fresh. */
  cached: boolean
}

const nothingSaid: Boot = {
  siteName: '鸿运',
  logo: '',
  licence: '',
  house: {
    operator: '',
    regulator: '',
    licence: '',
    address: '',
    jurisdiction: '',
    link: '',
    seal: '',
    email: '',
    complaintEmail: '',
    privacyEmail: '',
    agentEmail: '',
    arbiter: '',
    helpline: '',
  },
  footer: '',
  minAge: 18,
  demo: false,
  reqTokenSecret: '',
  serverTimeMs: 0,
  maintenance: { status: false },
  h5Hosts: {},
  form: 'auto',
  banners: [],
  bannersH5: [],
  ticker: [],
  frames: [],
  venues: {},
  venueNames: {},
  ownSupport: false,
  register: { open: true, invite: 'optional', trueName: 'hidden', birthday: 'hidden', email: 'hidden' },
  hot: false,
  cached: false,
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
