import { ProFormSelect, ProFormText } from '../../kit'
import { text } from '../../text/zh-cn'
import { DaysFilter } from '../../ui/filter-bar'
import { VenueFilter } from '../venue/venue-filter'

const words = text.bet
const yuan = { prefix: '¥', inputMode: 'decimal' } as const
const odds = { placeholder: words.oddsHint, inputMode: 'decimal' } as const

/** betFilters are the inputs of the search of all players' bets, named as the API names them. */
export const betFilters = [
  <ProFormText key="player" name="player" label={words.player} />,
  <ProFormText key="account" name="account" label={words.account} />,
  <ProFormText key="bet" name="bet" label={words.betId} />,
  <ProFormText key="round" name="round" label={words.round} />,
  <VenueFilter key="venue" />,
  <ProFormSelect key="kind" name="kind" label={words.kind} valueEnum={text.game.kinds} />,
  <ProFormText key="game" name="game" label={words.game} placeholder={words.gameHint} />,
  <ProFormText key="code" name="code" label={words.code} />,
  <ProFormSelect key="status" name="status" label={words.status} valueEnum={words.statuses} />,
  <ProFormSelect key="outcome" name="outcome" label={words.outcome} valueEnum={words.outcomes} />,
  <ProFormSelect key="parlay" name="parlay" label={words.parlayOnly} valueEnum={words.parlays} />,
  <ProFormSelect key="changed" name="changed" label={words.changed} valueEnum={{ 1: words.changedOnly }} />,
  <ProFormText key="min" name="min" label={words.min} fieldProps={yuan} />,
  <ProFormText key="max" name="max" label={words.max} fieldProps={yuan} />,
  <ProFormText key="oddsMin" name="oddsMin" label={words.oddsMin} fieldProps={odds} />,
  <ProFormText key="oddsMax" name="oddsMax" label={words.oddsMax} fieldProps={odds} />,
  <ProFormSelect key="time" name="time" label={words.by} placeholder={words.byHint} valueEnum={words.bySettling} />,
  <DaysFilter key="days" />,
]
