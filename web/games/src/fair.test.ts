import { expect, it } from 'vitest'
import { checkSeed, commitmentBefore, commitmentOf } from './fair'

const zeros = '0'.repeat(64)
/** The SHA-256 of 32 zero bytes. */
const ofZeros = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'

it('the commitment to a seed is the SHA-256 of its bytes, not of its digits', async () => {
  expect(await commitmentOf(zeros)).toBe(ofZeros)
  expect(await checkSeed(zeros, ofZeros)).toBe('same')
})

it('another seed, or a text that is none, is not taken for it', async () => {
  expect(await checkSeed(`1${zeros.slice(1)}`, ofZeros)).toBe('different')
  expect(await checkSeed('not a seed', ofZeros)).toBe('cannot')
})

it('a seed that is revealed belongs to the commitment that the page showed before', () => {
  expect(commitmentBefore('')).toBe('')
  expect(commitmentBefore('a')).toBe('')
  expect(commitmentBefore('a')).toBe('')
  expect(commitmentBefore('b')).toBe('a')
  expect(commitmentBefore('b')).toBe('a')
})
