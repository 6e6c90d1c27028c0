import type { PromoKind, PromoParams, PromoRule, VenueKindName } from '../../api/wire'
import { text } from '../../text/zh-cn'
import { fenOf, formatYuan } from '../../ui/money'

const words = text.promo
const say = words.sentence

export type ListName = 'tiers' | 'packets' | 'steps' | 'rates'
export type AmountName = 'depositMin' | 'depositOver' | 'validMin' | 'validOver' | 'lossMin' | 'cap' | 'amount'
export type ParamName = ListName | AmountName | 'rate' | 'winners' | 'hours' | 'odds'

/** What each kind of promotion is made of; turnover and review every kind has. */
export const needs: Record<PromoKind, readonly ParamName[]> = {
  red_packets: ['tiers', 'packets'],
  board_packet: ['depositOver', 'validOver', 'packets'],
  streak: ['steps', 'odds', 'hours'],
  board_rebate: ['rates'],
  daily_bonus: ['rate', 'depositMin', 'cap', 'odds'],
  first_bonus: ['rate', 'depositMin', 'cap', 'odds'],
  referral: ['amount', 'depositMin'],
  surprise: ['winners', 'depositMin', 'validMin', 'packets'],
  rescue: ['rate', 'lossMin'],
  sport_rebate: ['rate', 'validMin', 'odds'],
}

/** The kinds of venue, in the order of the site's menu. */
export const venueKinds = Object.keys(words.venueKinds) as VenueKindName[]

/** Rebates ask for no turnover, so nothing is weighed. */
export const weighs = (kind: PromoKind) => kind !== 'board_rebate' && kind !== 'sport_rebate'

/** hundredths writes what the wire counts in hundredths as people do: 30 is 0.3, 400 is 4. */
export function hundredths(value: number): string {
  const cents = String(value % 100).padStart(2, '0')
  return `${Math.floor(value / 100)}.${cents}`.replace(/\.?0+$/, '')
}

/** ofHundredths reads it back; undefined for what is no such number. */
export function ofHundredths(typed = ''): number | undefined {
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

export function wholeOf(typed = ''): number | undefined {
  return /^\d{1,10}$/.test(typed.trim()) ? Number(typed.trim()) : undefined
}

/** What is typed: every figure as text. */
export interface Typed {
  kind: PromoKind
  name: string
  activity: string
  startsOn: string
  endsOn: string
  budget: string
  turnover: string
  review: boolean
  rate?: string
  winners?: string
  hours?: string
  oddsLocal?: string
  oddsEuropean?: string
  tiers?: { from: string; draws: string }[]
  packets?: { amount: string; weight: string }[]
  steps?: { wins: string; percent: string }[]
  rates?: { level: string; rate: string }[]
  weights?: Partial<Record<VenueKindName, string>>
}
export type TypedRule = Typed & Partial<Record<AmountName, string>>

const amounts: readonly AmountName[] = [
  'depositMin',
  'depositOver',
  'validMin',
  'validOver',
  'lossMin',
  'cap',
  'amount',
]

/** typedOf is what the form begins with. */
export function typedOf(kind: PromoKind, rule: PromoRule): TypedRule {
  const { params } = rule
  return {
    kind,
    name: rule.name,
    activity: String(rule.activity),
    startsOn: rule.startsOn,
    endsOn: rule.endsOn,
    budget: rule.budget,
    turnover: hundredths(params.turnover),
    review: params.review,
    ...Object.fromEntries(amounts.map((name) => [name, params[name]])),
    rate: params.rate === undefined ? undefined : hundredths(params.rate),
    winners: params.winners === undefined ? undefined : String(params.winners),
    hours: params.hours === undefined ? undefined : String(params.hours),
    oddsLocal: params.odds && hundredths(params.odds.local),
    oddsEuropean: params.odds && hundredths(params.odds.european),
    tiers: params.tiers?.map(({ from, draws }) => ({ from, draws: String(draws) })),
    packets: params.packets?.map(({ amount, weight }) => ({ amount, weight: String(weight) })),
    steps: params.steps?.map(({ wins, percent }) => ({ wins: String(wins), percent: String(percent) })),
    rates: params.rates?.map(({ level, rate }) => ({ level: String(level), rate: hundredths(rate) })),
    weights: Object.fromEntries(
      venueKinds.map((kind) => [kind, String(params.weights?.find((row) => row.kind === kind)?.percent ?? 100)]),
    ),
  }
}

/** paramsOf is what is sent: the figures of this kind and no others. The form has refused what is no number. */
export function paramsOf(typed: TypedRule): PromoParams {
  const has = (name: ParamName) => needs[typed.kind].includes(name)
  const params: PromoParams = { turnover: ofHundredths(typed.turnover) ?? 0, review: typed.review ?? false }
  for (const name of amounts) if (has(name)) params[name] = (typed[name] ?? '').trim()
  if (has('rate')) params.rate = ofHundredths(typed.rate) ?? 0
  if (has('winners')) params.winners = wholeOf(typed.winners) ?? 0
  if (has('hours')) params.hours = wholeOf(typed.hours) ?? 0
  if (has('odds')) {
    params.odds = { local: ofHundredths(typed.oddsLocal) ?? 0, european: ofHundredths(typed.oddsEuropean) ?? 0 }
  }
  if (has('tiers')) {
    params.tiers = (typed.tiers ?? []).map(({ from, draws }) => ({ from: from.trim(), draws: wholeOf(draws) ?? 0 }))
  }
  if (has('packets')) {
    params.packets = (typed.packets ?? []).map(({ amount, weight }) => ({
      amount: amount.trim(),
      weight: wholeOf(weight) ?? 0,
    }))
  }
  if (has('steps')) {
    params.steps = (typed.steps ?? []).map((step) => ({
      wins: wholeOf(step.wins) ?? 0,
      percent: wholeOf(step.percent) ?? 0,
    }))
  }
  if (has('rates')) {
    params.rates = (typed.rates ?? []).map((row) => ({
      level: wholeOf(row.level) ?? 0,
      rate: ofHundredths(row.rate) ?? 0,
    }))
  }
  const weights = venueKinds
    .map((kind) => ({ kind, percent: wholeOf(typed.weights?.[kind] ?? '100') ?? 100 }))
    .filter(({ percent }) => percent !== 100)
  if (weighs(typed.kind) && weights.length > 0) params.weights = weights
  return params
}

/** sentenceOf tells a promotion's figures in one sentence. */
export function sentenceOf(params: PromoParams): string {
  const yuan = (value: string) => formatYuan(value).replace(/\.00$/, '')
  const { tiers, packets, steps, rates, odds } = params
  const parts = [
    tiers?.map(({ from, draws }) => say.tier(yuan(from), draws)).join(say.comma),
    params.depositMin && say.depositMin(yuan(params.depositMin)),
    params.depositOver && say.depositOver(yuan(params.depositOver)),
    params.validMin && say.validMin(yuan(params.validMin)),
    params.validOver && say.validOver(yuan(params.validOver)),
    params.lossMin && say.lossMin(yuan(params.lossMin)),
    params.winners && say.winners(params.winners),
    packets?.[0] && say.packets(yuan(packets[0].amount), yuan(packets.at(-1)?.amount ?? '')),
    steps?.map(({ wins, percent }) => say.step(wins, percent)).join(say.comma),
    rates?.map(({ level, rate }) => say.rate(level, `${hundredths(rate)}%`)).join(say.comma),
    params.rate && say.percent(`${hundredths(params.rate)}%`),
    params.amount && say.amount(yuan(params.amount)),
    params.cap && say.cap(yuan(params.cap)),
    odds && say.odds(hundredths(odds.local), hundredths(odds.european)),
    params.hours && say.hours(params.hours),
    params.turnover > 0 ? say.turnover(hundredths(params.turnover)) : say.noTurnover,
    params.weights?.map(({ kind, percent }) => say.weight(words.venueKinds[kind], percent)).join(say.comma),
    params.review && say.review,
  ]
  return parts.filter(Boolean).join(say.stop)
}

export function windowOf({ startsOn, endsOn }: Pick<PromoRule, 'startsOn' | 'endsOn'>): string {
  if (startsOn && endsOn) return words.between(startsOn, endsOn)
  if (startsOn) return words.since(startsOn)
  return endsOn ? words.until(endsOn) : words.always
}

/** changesOf says what is different about a promotion from its next version on. */
export function changesOf(now: PromoRule, next: PromoRule): string[] {
  const terms = sentenceOf(next.params)
  return [
    next.name !== now.name && next.name,
    terms !== sentenceOf(now.params) && terms,
    windowOf(next) !== windowOf(now) && windowOf(next),
    fenOf(next.budget) !== fenOf(now.budget) &&
      (fenOf(next.budget) > 0n ? words.nextBudget(formatYuan(next.budget)) : words.noBudget),
  ].filter((change) => change !== false)
}

/** usedOf is how much of a budget is used, in percent rounded down; undefined where there is none. */
export function usedOf(spent: string, budget: string): string | undefined {
  const most = fenOf(budget)
  return most > 0n ? `${(fenOf(spent) * 100n) / most}%` : undefined
}
