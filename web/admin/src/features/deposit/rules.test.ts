import { describe, expect, test } from 'vitest'
import type { Deposit } from '../../api/wire'
import { depositActions } from './rules'

const all = () => true
type Subject = Pick<Deposit, 'state' | 'style' | 'approvalId'>
const bank = (state: Deposit['state']): Subject => ({ state, style: 'Bank', approvalId: null })
const link = (state: Deposit['state']): Subject => ({ state, style: 'Link', approvalId: null })

// DEP-10: a gateway's payment is never confirmed by hand past review; DEP-11: an expired one goes to review.
describe('what may be done to a deposit', () => {
  test.each<[string, Subject, string[]]>([
    ['a bank transfer the player says is paid', bank('claimed'), ['confirm', 'reject', 'review']],
    ['a bank transfer that expired', bank('expired'), ['confirm', 'review']],
    ['a gateway order that waits', link('pending'), ['reject', 'review']],
    ['a gateway order in review', link('review'), ['credit', 'close']],
    ['a credited one', bank('credited'), []],
    ['a closed one', link('closed'), []],
    ['one that waits for a second person', { ...bank('review'), approvalId: '31' }, []],
  ])('%s', (_, deposit, actions) => expect(depositActions(deposit, all)).toEqual(actions))

  test('confirming and resolving are different rights', () => {
    expect(depositActions(bank('claimed'), (permission) => permission === 'deposit.review')).toEqual([])
    expect(depositActions(bank('review'), (permission) => permission === 'deposit.confirm')).toEqual([])
  })
})
