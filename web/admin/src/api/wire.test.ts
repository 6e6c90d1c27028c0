import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as canned from '../testing/canned'
import * as bank from '../testing/canned-bank'
import * as settings from '../testing/canned-settings'
import { articles, ticket, ticketTemplates } from '../testing/canned-ticket'
import { betTally, earningDebt, earningGame, earningMonth, earnings } from '../testing/earning'

interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

// The tests run in web/; the document stands beside it.
const published = readFileSync(resolve('../docs/openapi/admin.json'), 'utf8')
const document = JSON.parse(published) as {
  components: { schemas: Record<string, Schema> }
}
const schemas = document.components.schemas

/** What a value has that its schema lacks, and the other way round; canned values are checked against our types by the compiler. */
function differences(value: unknown, schema: Schema, at: string): string[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    if (value === null) return []
    return differences(value, choices.find((choice) => choice.$ref || choice.properties) ?? {}, at)
  }
  if (schema.$ref) return differences(value, schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, at)
  if (schema.enum && value !== null && !schema.enum.includes(value))
    return [`${at}: ${String(value)} is no word of the server's`]
  if (Array.isArray(value)) return value.flatMap((item) => differences(item, schema.items ?? {}, `${at}[]`))
  if (typeof value !== 'object' || value === null || !schema.properties) return []
  const { properties } = schema
  const ours = Object.keys(value)
  return [
    ...ours.filter((key) => !(key in properties)).map((key) => `${at}.${key} is not sent`),
    ...Object.keys(properties)
      .filter((key) => !ours.includes(key))
      .map((key) => `${at}.${key} is not known here`),
    ...ours.flatMap((key) =>
      differences((value as Record<string, unknown>)[key], properties[key] ?? {}, `${at}.${key}`),
    ),
  ]
}

// The types are generated from the document. Canned values that differ from it show that admin.d.ts is stale.
describe('canned values are those of the published document', () => {
  test.each<[schema: string, value: unknown]>([
    ['Me', canned.me()],
    ['Badges', canned.badges],
    ['BankOptions', bank.bankOptions],
    ['BankPreview', bank.bankPreview],
    ['BankFile', bank.bankFile],
    ['BankLine', bank.bankLine],
    ['BankResult', bank.bankResult],
    ['PayoutBatch', bank.payoutBatch],
    ['PayoutFile', bank.payoutFile],
    ['SettingList', settings.gateways],
    ['SettingVersion', settings.versions[0]],
    ['OpeningCheck', settings.checks[0]],
    ['Dashboard', canned.dashboard],
    ['Earnings', earnings('2026-11-20', '2026-11-21')],
    ['EarningGame', earningGame],
    ['EarningMonth', earningMonth],
    ['EarningDebt', earningDebt],
    ['BetTally', betTally],
    ['DepositDetail', canned.deposits[1]],
    ['WithdrawalDetail', canned.withdrawals[1]],
    ['Player', canned.player],
    ['Wallets', canned.wallets],
    ['Posting', canned.postings[0]],
    ['Bet', canned.bets[0]],
    ['HouseBet', canned.houseBets[0]],
    ['BetDetail', canned.sportBet],
    ['Turnover', canned.turnover],
    ['TurnoverLine', canned.turnoverLines[0]],
    ['Account', canned.withdrawals[0]?.account],
    ['Session', canned.sessions[0]],
    ['TransferDetail', canned.transfers[0]],
    ['Approval', canned.approvals[0]],
    ['CaseDetail', canned.cases[2]],
    ['Run', canned.failedRun],
    ['ReconFinding', canned.finding],
    ['Gate', canned.gate],
    ['Fund', canned.fund],
    ['PlayerLimits', canned.playerLimits],
    ['FundRecord', canned.fundRecords[0]],
    ['PlayerFund', canned.playerFund],
    ['Vip', canned.vip],
    ['VipRunDetail', canned.vipRun],
    ['VipAward', canned.vipAwards[0]],
    ['VipDry', canned.vipDry],
    ['VipTable', canned.vipTables[0]],
    ['VipSettings', canned.vipSettings],
    ['PlayerVip', canned.playerVip],
    ['PlayerLink', canned.playerLinks[0]],
    ['Venue', canned.venues[0]],
    ['VenueDetail', canned.venueDetail],
    ['VenueKeys', canned.venueKeys],
    ['Staff', canned.staff[0]],
    ['Role', canned.roles[0]],
    ['AuditRow', canned.audit[0]],
    ['Feed', canned.feed[0]],
    ['Window', canned.windows[0]],
    ['Card', canned.cards[0]],
    ['Announcement', canned.announcements[0]],
    ['TickerLine', canned.tickerLines[0]],
    ['Article', articles[0]],
    ['TicketDetail', ticket],
    ['TicketTemplate', ticketTemplates[0]],
    ['Banner', canned.banners[0]],
    ['Promotion', canned.promotions[0]],
    ['Block', canned.blocks[0]],
    ['SiteSettings', canned.settings],
    ['Game', canned.games[0]],
  ])('%s', (name, value) => {
    expect(schemas[name], `${name} is not in the document`).toBeDefined()
    expect(differences(value, schemas[name] ?? {}, name)).toEqual([])
  })
})
