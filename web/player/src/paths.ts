/** Every address of the player site, spelt here and nowhere else (NAV-02). Matching ignores case. */
export const paths = {
  home: '/',
  login: '/Login',
  register: '/register',
  forget: '/Forget',
  downApp: '/Downapp',
  appDownload: '/AppDownload',
  deposit: '/Deposit',
  baseInfo: '/BaseInfo/:tab',
  profile: '/BaseInfo/my',
  password: '/BaseInfo/password',
  bindCard: '/BaseInfo/bank',
  withdrawal: '/Withdrawal',
  transfer: '/Transfer',
  cashLog: '/CashLog',
  betRecord: '/BetRecord',
  betRecordDetail: '/BetRecordDetail',
  betRecordPlatform: '/BetRecordPlatform',
  bankCard: '/BankCard',
  discount: '/Discount',
  limits: '/Limits',
  security: '/Security',
  referral: '/Invite',
  inbox: '/Inbox',
  support: '/Support',
  supportTicket: '/Support/:id',
  help: '/Help',
  helpArticle: '/Help/:id',
  vip: '/Vip',
  activity: '/Activity',
  activityItem: '/Activity/:id',
  sport01: '/Sport_01',
  sport02: '/Sport_02',
  sport03: '/Sport_03',
  sport04: '/Sport_04',
  sport05: '/Sport_05',
  sportIm: '/Sport_im',
  sportBti: '/Sport_bti',
  xiaojin: '/Xiaojin',
  live01: '/Reale_01',
  live02: '/Reale_02',
  live03: '/Reale_03',
  fish: '/Fish',
  slots: '/Egame',
  slotsOf: '/Egame/:id',
  /** Ours: the page of one game. */
  game: '/Game/:id',
  esports: '/Esports',
  lottery00: '/Lottery_00',
  lottery01: '/Lottery_01',
  lottery02: '/Lottery_02',
  board01: '/Boardgame_01',
  board02: '/Boardgame_02',
  board03: '/Boardgame_03',
  board04: '/Boardgame_04',
  board05: '/Boardgame_05',
  maintain: '/maintain',
  goto: '/Goto',
  fund: '/ConcessionaryFund',
  frame: '/Frame',
  toolsAccount: '/tools/account',
  toolsGambling: '/tools/gambling',
  toolsPrivacy: '/tools/privacy',
  toolsRules: '/tools/ruleclause',
  toolsContact: '/tools/contact',
  agent: '/agent',
  /** H5 only: the fifth tab. */
  mine: '/Mine',
} as const

const withQuery = (path: string, query: Record<string, string>) => {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return text ? `${path}?${text}` : path
}

/** Login that returns to the page the player wanted. */
export const loginPath = (wanted?: string) => withQuery(paths.login, { to: wanted && wanted !== '/' ? wanted : '' })

/** Only a path of this site may be returned to, whatever the address says. */
export const wantedPath = (to: string | null) => (to && /^\/(?![/\\])/.test(to) ? to : paths.home)

export const betVenuesPath = (day: string) => withQuery(paths.betRecordPlatform, { datetime: day })

export const betLinesPath = (day: string, gameType: string) =>
  withQuery(paths.betRecordDetail, { DateTime: day, GameType: gameType })

export const depositPath = (order?: string) => withQuery(paths.deposit, { order: order ?? '' })

export interface LaunchLink {
  launch: 'gamePlatformLaunch' | 'gamePlatformLaunch_new' | 'fisherGamePlatformLaunch'
  platformId: string
  gameId: string
  mode: string
  language?: string
}

/** The launcher's own address, for a link that opens a new tab (LNCH-01). The fisher's calls its game gameCode. */
export const launchHref = ({ launch, platformId, gameId, mode, language = '' }: LaunchLink) => {
  const game = launch === 'fisherGamePlatformLaunch' ? 'gameCode' : 'gameId'
  return `#${withQuery(paths.goto, { launch, platformId, [game]: gameId, mode, language })}`
}
