import type { Wire } from './wire'

export type EarningBets = Omit<EarningGame, 'code' | 'name'>
export type EarningCash = Wire['EarningCash']
export type EarningFigures = Wire['EarningFigures']
export type EarningDay = Wire['EarningDay']
export type EarningVenue = Wire['EarningVenue']
export type EarningGame = Wire['EarningGame']
export type EarningCost = Wire['EarningCost']
export type EarningMethod = Wire['EarningMethod']
export type Earnings = Wire['Earnings']
export type EarningMonth = Wire['EarningMonth']
export type EarningDebt = Wire['EarningDebt']
export type BetTally = Wire['BetTally']
