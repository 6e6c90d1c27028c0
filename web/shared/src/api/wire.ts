import type { components, paths } from './player'

/**
 * The player API on the wire: generated from the server's own description, names exactly as documented,
 * misspelt ones included. Amounts are decimal yuan; readers turn them into fen at once (money.ts).
 */
export type Wire = components['schemas']

export type Answer = Wire['Answer']
export type LoginAnswer = Wire['LoginOut']
export type VenueBalance = Wire['VenueBalance']
export type PayMethod = Wire['PayMethod']
export type PayChannel = Wire['PayChannel']
export type PayeeBank = Wire['PayeeBank']
export type VirtualCoin = Wire['VirtualCoin']
export type DepositOrder = Wire['DepositOrder']
export type BankCard = Wire['PlayerBank']
export type FundingRecord = Wire['FundingRecord']

/** 1 real name, 3 email, 4 phone, 10 birthday. */
export type ProfileField = Wire['UpdateInfoIn']['type']

type Method = 'get' | 'post'

/** "POST /v1/Do/GetPayment": a call's method and path. */
export type CallName = {
  [Path in keyof paths & string]: {
    [M in Method]: paths[Path][M] extends { responses: unknown } ? `${Uppercase<M>} ${Path}` : never
  }[Method]
}[keyof paths & string]

type Operation<Name extends CallName> = Name extends `${infer Verb} ${infer Path}`
  ? Path extends keyof paths
    ? Lowercase<Verb> extends infer M extends Method
      ? NonNullable<paths[Path][M]>
      : never
    : never
  : never

/** The parameters of a call; undefined where it takes none. */
export type InputOf<Name extends CallName> =
  Operation<Name> extends { requestBody?: { content: { 'application/x-www-form-urlencoded': infer Form } } }
    ? Form
    : Operation<Name> extends { parameters: { query?: infer Query } }
      ? [NonNullable<Query>] extends [never]
        ? undefined
        : Query
      : undefined

export type OutputOf<Name extends CallName> =
  Operation<Name> extends { responses: { 200: { content: { 'application/json': infer Out } } } } ? Out : never
