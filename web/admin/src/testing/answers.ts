import type { Permission } from '../api/wire'
import * as canned from './canned'
import * as alarm from './canned-alarm'
import * as bank from './canned-bank'
import * as rights from './canned-rights'
import * as settings from './canned-settings'
import { articles, ticket, ticketTemplates } from './canned-ticket'
import { betTally, earningReplies } from './earning'

export interface Answer {
  status: number
  body?: unknown
}

type Reply = (match: RegExpExecArray, query: URLSearchParams) => unknown

const page = (items: readonly unknown[], more: object = {}) => ({ items, total: items.length, ...more })
const byId = (rows: readonly { id: string }[]) => (match: RegExpExecArray) => rows.find((row) => row.id === match[1])

const replies: [path: RegExp, reply: Reply][] = [
  [/^\/badges$/, () => canned.badges],
  [/^\/views$/, () => ({ items: [] })],
  [/^\/dashboard$/, () => canned.dashboard],
  ...earningReplies,
  [/^\/bets\/sum$/, () => betTally],
  [/^\/deposits$/, () => page(canned.deposits, { sum: { amount: '95988.37', received: '1780.00' } })],
  [/^\/deposits\/(\d+)$/, byId(canned.deposits)],
  [
    /^\/withdrawals$/,
    (_, query) => {
      const states = query.get('state')?.split(',')
      const rows = canned.withdrawals.filter((row) => !states || states.includes(row.state))
      return page(rows, { sum: { amount: '88488.00' } })
    },
  ],
  [/^\/withdrawals\/(\d+)$/, byId(canned.withdrawals)],
  [/^\/bank\/options$/, () => bank.bankOptions],
  [/^\/bank\/files$/, () => page([bank.bankFile])],
  [/^\/bank\/lines$/, () => page([bank.bankLine, bank.doubtfulLine])],
  [/^\/bank\/lines\/(\w+)$/, byId([bank.bankLine, bank.doubtfulLine])],
  [/^\/payout-batches$/, () => page([bank.payoutBatch])],
  [/^\/deposits\/\w+\/slips$/, () => ({ items: [] })],
  [/^\/settings$/, () => ({ items: [settings.gateways, settings.limits] })],
  [/^\/settings\/pay\.gateway$/, () => settings.gateways],
  [/^\/settings\/cashier\.second$/, () => settings.limits],
  [
    /^\/(settings\/[a-z.]+|fund\/tasks\/\d+|promotions\/\d+|vip\/tables\/\w+|vip\/settings|coins\/rates)\/history$/,
    () => page(settings.versions),
  ],
  [/^\/opening$/, () => ({ items: settings.checks })],
  [/^\/requests$/, () => page([])],
  [/^\/tickets$/, () => page([ticket])],
  [/^\/tickets\/tk1$/, () => ticket],
  [/^\/ticket-templates$/, () => ({ items: ticketTemplates })],
  [/^\/content\/articles$/, () => ({ items: articles })],
  [
    /^\/forfeits$/,
    () =>
      page(
        [
          {
            playerId: 'hong01',
            source: 'bonus',
            due: '50.00',
            taken: '20.00',
            since: Date.parse('2026-11-20T02:00:00Z'),
          },
        ],
        {
          left: '30.00',
        },
      ),
  ],
  [/^\/players$/, () => page([canned.player])],
  [/^\/players\/70$/, () => canned.player],
  [/^\/players\/70\/wallets$/, () => canned.wallets],
  [/^\/players\/70\/postings$/, () => page(canned.postings)],
  [/^\/players\/70\/transfers$/, () => page(canned.transfers)],
  [/^\/players\/70\/bets$/, () => page(canned.bets, { sum: { stake: '800.00', valid: '780.00', winLoss: '-195.00' } })],
  [/^\/players\/70\/turnover$/, () => canned.turnover],
  [/^\/players\/\d+\/turnover\/\d+\/lines$/, () => page(canned.turnoverLines)],
  [/^\/players\/70\/cards$/, () => ({ items: canned.cards })],
  [/^\/players\/70\/addresses$/, () => ({ items: canned.coinAddresses })],
  [/^\/players\/70\/sessions$/, () => ({ items: canned.sessions })],
  [/^\/players\/70\/fund$/, () => canned.playerFund],
  [/^\/players\/70\/limits$/, () => canned.playerLimits],
  [/^\/bets$/, () => page(canned.houseBets)],
  [/^\/bets\/ky\/50-1763702-882$/, () => canned.betDetail],
  [/^\/transfers$/, () => page(canned.transfers)],
  [/^\/transfers\/(\d+)$/, byId(canned.transfers)],
  [/^\/cases$/, () => page(canned.cases)],
  [/^\/cases\/(.+)$/, (match) => canned.cases.find((row) => row.id === decodeURIComponent(match[1] ?? ''))],
  [/^\/money\/accounts$/, () => ({ items: [{ account: 'bank:1', label: '中国工商银行 鸿运 尾号0001' }] })],
  [/^\/approvals$/, () => page(canned.approvals)],
  [/^\/books$/, () => ({ running: null, last: canned.failedRun })],
  [/^\/books\/runs$/, () => page([canned.passedRun, canned.failedRun])],
  [/^\/fund$/, () => canned.fund],
  [/^\/fund\/records$/, () => page(canned.fundRecords)],
  [/^\/players\/70\/vip$/, () => canned.playerVip],
  [/^\/players\/70\/vip\/awards$/, () => page(canned.vipAwards)],
  [/^\/players\/70\/links$/, () => ({ items: canned.playerLinks })],
  [/^\/vip$/, () => canned.vip],
  [/^\/vip\/runs$/, () => page(canned.vipRuns)],
  [/^\/vip\/runs\/track%2F20261115$/, () => canned.vipRun],
  [/^\/vip\/awards$/, () => page(canned.vipAwards)],
  [/^\/vip\/dry$/, () => canned.vipDry],
  [/^\/vip\/tables$/, () => ({ items: canned.vipTables })],
  [/^\/vip\/settings$/, () => canned.vipSettings],
  [/^\/promotions$/, () => canned.promos],
  [/^\/promotions\/\d+\/preview\/[\d-]+$/, () => canned.promoPreview],
  [/^\/promotions\/41\/draw\/[\d-]+$/, () => canned.promoDraw],
  [/^\/promo\/entrants$/, () => page(canned.entrants)],
  [
    /^\/promo\/awards$/,
    (_, query) =>
      page(
        canned.awards.filter(({ state }) => (query.get('state') ?? state) === state),
        {
          sum: { amount: '66.00' },
        },
      ),
  ],
  [/^\/promo\/figures$/, () => ({ items: canned.promoFigures })],
  [/^\/promo\/runs$/, () => ({ items: canned.promoRuns })],
  [/^\/players\/70\/promotions$/, () => canned.playerPromos],
  [/^\/coins\/rates$/, () => ({ items: canned.coinRates })],
  [/^\/coins\/payees$/, () => ({ items: canned.coinPayees })],
  [/^\/coins\/wallets$/, () => ({ items: canned.payoutWallets })],
  [/^\/coins\/nodes$/, () => ({ items: canned.coinNodes })],
  [/^\/coins\/transfers$/, () => page(canned.coinTransfers)],
  [/^\/gate$/, () => canned.gate],
  [/^\/reconcile\/findings$/, () => page([canned.finding])],
  [/^\/reconcile\/runs$/, () => page([canned.comparison])],
  [/^\/venues$/, () => ({ items: canned.venues })],
  [/^\/venues\/ky$/, () => canned.venueDetail],
  [/^\/venues\/\w+\/games$/, () => canned.gameList],
  [/^\/venues\/\w+\/contract$/, () => canned.venueKeys],
  [/^\/staff$/, () => page(canned.staff)],
  [/^\/staff\/roles$/, () => ({ items: canned.roles })],
  [/^\/permissions$/, () => ({ items: rights.permissionTexts })],
  [/^\/networks$/, () => rights.networks],
  [/^\/profile$/, () => rights.profile],
  [/^\/profile\/sessions$|^\/staff\/\d+\/sessions$/, () => ({ items: rights.staffSessions })],
  [/^\/alarms$/, () => alarm.alarms],
  [/^\/alarms\/events$/, () => page(alarm.alarmEvents)],
  [/^\/audit$/, () => page(canned.audit)],
  [/^\/content\/announcements$/, () => ({ items: canned.announcements })],
  [/^\/content\/ticker$/, () => ({ items: canned.tickerLines })],
  [/^\/content\/banners$/, () => ({ items: canned.banners })],
  [/^\/content\/pictures$/, () => ({ items: ['/art/banner-1.svg', '/art/promo-rescue.svg'] })],
  [/^\/content\/promotions$/, () => ({ items: canned.promotions })],
  [/^\/content\/blocks$/, () => ({ items: canned.blocks })],
  [/^\/content\/settings$/, () => canned.settings],
  [/^\/games$/, () => page(canned.games)],
  [/^\/feed$/, () => ({ items: canned.feed })],
  [/^\/feed\/windows$/, () => page(canned.windows)],
  [/^\/feed\/windows\/1\/files$/, () => page(canned.feedFiles)],
]

/** answerTo is what the canned house answers to a read; a change is always refused with a sentence. */
export function answerTo(method: string, url: string, permissions?: readonly Permission[]): Answer {
  const { pathname, searchParams } = new URL(url, 'http://house')
  const path = pathname.replace('/admin/v1', '')
  if (path === '/me') return { status: 200, body: canned.me(permissions) }
  if (method !== 'GET') return { status: 422, body: { code: 'canned', message: '示例数据不能修改' } }
  for (const [pattern, reply] of replies) {
    const match = pattern.exec(path)
    const body = match && reply(match, searchParams)
    if (body) return { status: 200, body }
  }
  return { status: 404, body: { code: 'canned.unknown', message: '记录不存在' } }
}
