import * as z from 'zod/mini'
import { ruleText as text } from './validate-text'

// Without this zod probes for eval, which our content policy forbids and reports.
z.config({ jitless: true })

/** The rules of the forms (the server checks every one of them again). Each stops at its first broken part. */

const required = (empty: string, spaces: string, shape: RegExp, wrong: string) =>
  z
    .string()
    .check(
      z.minLength(1, { error: empty, abort: true }),
      z.regex(/^\S*$/, { error: spaces, abort: true }),
      z.regex(shape, { error: wrong }),
    )

// ACC-02, D-01: the placeholder of old said 5-10, the rule 4-10; the rule wins.
export const username = required(text.nameEmpty, text.noSpaces, /^[A-Za-z0-9]{4,10}$/, text.nameShape)
// ACC-03
export const phone = required(text.phoneEmpty, text.noSpaces, /^1[3-9][0-9]{9}$/, text.phoneShape)
// ACC-04
export const password = required(text.passwordEmpty, text.noSpaces, /^[A-Za-z0-9]{5,20}$/, text.passwordShape)
// ACC-05
export const captcha = required(text.captchaEmpty, text.noSpaces, /^[A-Za-z0-9]{4}$/, text.captchaShape)
// ACC-11: the code customer service gives to who forgot the password.
export const resetCode = z
  .string()
  .check(z.minLength(1, { error: text.resetEmpty, abort: true }), z.regex(/^[0-9]{16}$/, { error: text.resetShape }))
// ACC-18
export const email = required(text.emailEmpty, text.noSpaces, /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, text.emailShape)

const amountShape = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?$/
const positive = (value: string) => Number(value) > 0

// DEP-06
export const depositAmount = z
  .string()
  .check(
    z.minLength(1, { error: text.depositEmpty, abort: true }),
    z.regex(/^\S*$/, { error: text.amountSpaces, abort: true }),
    z.regex(amountShape, { error: text.amountShape, abort: true }),
    z.refine(positive, { error: text.amountShape }),
  )

// DEP-06, CARD-04: Chinese characters, with a middle dot between the parts of a name that has them.
export const personName = z
  .string()
  .check(
    z.minLength(1, { error: text.payerEmpty, abort: true }),
    z.regex(/^[\u3400-\u9fff]+([·•・][\u3400-\u9fff]+)*$/, { error: text.payerShape }),
  )

// WD-04. The least and the most are settings: withdrawalFault has them.
export const withdrawalAmount = z
  .string()
  .check(
    z.minLength(1, { error: text.withdrawalEmpty, abort: true }),
    z.regex(/^\S*$/, { error: text.amountSpaces, abort: true }),
    z.regex(amountShape, { error: text.amountShape }),
  )

// TRF-04
export const transferAmount = z.string().check(z.regex(/^[1-9][0-9]{0,11}$/, { error: text.transferEmpty }))

// DEP-06: TRC20 begins with t or T, OMNI with 1, ERC20 with 0x.
export const coinAddress = z
  .string()
  .check(
    z.minLength(1, { error: text.notEmpty, abort: true }),
    z.regex(/^([tT1]|0x)\S*$/, { error: text.addressShape }),
  )

export const notEmpty = z.string().check(z.refine((value) => value.trim() !== '', { error: text.notEmpty }))

/** CARD-02, CARD-04: 12 to 19 digits. Their check digit must be right unless the operator accepts a wrong one. */
export const cardNumber = (checksDigit: boolean) =>
  z.string().check(
    z.minLength(1, { error: text.notEmpty, abort: true }),
    z.refine((value) => /^[0-9]{12,19}$/.test(value) && (!checksDigit || luhn(value)), { error: text.cardShape }),
  )

export function luhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    let digit = Number(digits[digits.length - 1 - i])
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2
    sum += digit
  }
  return sum % 10 === 0
}

// The keyboard's own corrections, made while typing.

/** Spaces go as they are typed (ACC-01, WD-04). */
export const withoutSpaces = (value: string) => value.replace(/\s+/g, '')

/** Digits only, no leading zero (TRF-04). */
export const wholeNumber = (value: string) => value.replace(/\D+/g, '').replace(/^0+/, '')

export const onlyDigits = (value: string) => value.replace(/\D+/g, '')

/** Digits however they are grouped, and those of a Chinese keyboard too (ACC-11). */
export const typedDigits = (value: string) => onlyDigits(value.normalize('NFKC'))

/** Why the value breaks the rule, or undefined. */
export function broken(rule: z.ZodMiniType<string, string>, value: string): string | undefined {
  const result = z.safeParse(rule, value)
  return result.success ? undefined : result.error.issues[0]?.message
}
