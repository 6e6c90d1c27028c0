import type { Wire } from './wire'

/** The choices of an import. */
export type BankOptions = Wire['BankOptions']
/** Which column of a file holds what, by the names in its heading. */
export type BankMapping = Wire['BankMapping']
/** A file as it would be imported. Nothing was stored. */
export type BankPreview = Wire['BankPreview']
export type BankFile = Wire['BankFile']
/** An order that a line may pay, with the reasons. */
export type BankProposal = Wire['BankProposal']
export type BankLine = Wire['BankLine']
export type BankResult = Wire['BankResult']
export type PayoutBatch = Wire['PayoutBatch']
export type PayoutFile = Wire['PayoutFile']
