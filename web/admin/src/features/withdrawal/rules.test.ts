import { describe, expect, test } from 'vitest'
import type { CoinPayout, CoinPayoutSaid, Permission, Withdrawal } from '../../api/wire'
import { viewOf, withdrawalActions } from './rules'

const me = { id: '1', name: 'admin' }
const all = () => true
const none = () => false
const without = (missing: Permission) => (permission: Permission) => permission !== missing
const mine = { id: '1', name: 'admin' }
const theirs = { id: '2', name: 'finance1' }

type Subject = Pick<Withdrawal, 'state' | 'claimedBy' | 'approvedBy' | 'approvalId' | 'payout'>
const subject = (state: Withdrawal['state'], rest: Partial<Subject> = {}): Subject => ({
  state,
  claimedBy: null,
  approvedBy: [],
  approvalId: null,
  payout: null,
  ...rest,
})

const from = (said: CoinPayoutSaid): CoinPayout => ({
  network: 'trc20',
  coins: '13.79',
  rate: '7.25',
  tx: 'ab'.repeat(32),
  sentAt: 1,
  sentBy: 'finance1',
  from: said === 'sender' ? 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' : null,
  said,
})

// WD-09, ADM-1: who claimed it decides, and the second person is another person.
describe('what may be done to a withdrawal', () => {
  test.each<[string, Subject, string[]]>([
    ['one that waits can be claimed', subject('submitted'), ['claim']],
    ['one claimed by me', subject('claimed', { claimedBy: mine }), ['approve', 'release', 'reject']],
    ['one claimed by a colleague', subject('claimed', { claimedBy: theirs }), []],
    [
      'a colleague’s approval waits for a second person',
      subject('second', { claimedBy: theirs, approvedBy: ['finance1'], approvalId: '30' }),
      ['secondApprove', 'secondRefuse'],
    ],
    [
      'my own approval: not by me again',
      subject('second', { claimedBy: mine, approvedBy: ['admin'], approvalId: '30' }),
      ['reject'],
    ],
    [
      'an approved one is paid, unknown or failed',
      subject('approved', { claimedBy: theirs }),
      ['pay', 'unknown', 'fail'],
    ],
    [
      'one I approved is paid by a colleague',
      subject('approved', { claimedBy: mine, approvedBy: ['admin'] }),
      ['unknown', 'fail'],
    ],
    [
      'one paid by an unregistered sender is decided about, and neither paid nor failed',
      subject('approved', { claimedBy: theirs, payout: from('sender') }),
      ['senderOurs', 'senderNot'],
    ],
    [
      'one I approved is not called ours by me',
      subject('approved', { claimedBy: mine, approvedBy: ['admin'], payout: from('sender_unknown') }),
      ['senderNot'],
    ],
    [
      'while a colleague is asked about the sender, nothing is asked again',
      subject('approved', { claimedBy: theirs, approvalId: '30', payout: from('sender') }),
      [],
    ],
    [
      'of two approvers the second may pay',
      subject('approved', { claimedBy: theirs, approvedBy: ['finance1', 'admin'] }),
      ['pay', 'unknown', 'fail'],
    ],
    ['a paid one is over', subject('paid'), []],
    ['a rejected one is over', subject('rejected'), []],
    ['a failed one is over', subject('failed'), []],
  ])('%s', (_, withdrawal, actions) => expect(withdrawalActions(withdrawal, me, all)).toEqual(actions))

  test('nothing without permissions', () => {
    expect(withdrawalActions(subject('submitted'), me, none)).toEqual([])
    expect(withdrawalActions(subject('approved'), me, without('withdrawal.pay'))).toEqual([])
    expect(withdrawalActions(subject('claimed', { claimedBy: mine }), me, without('withdrawal.approve'))).toEqual([
      'release',
    ])
    const second = subject('second', { claimedBy: theirs, approvedBy: ['finance1'], approvalId: '30' })
    expect(withdrawalActions(second, me, without('approval.decide'))).toEqual([])
  })

  test('an unknown queue in a link is the working queue', () => {
    expect(viewOf('nonsense')).toBe('queue')
    expect(viewOf(undefined)).toBe('queue')
    expect(viewOf('pay')).toBe('pay')
  })
})
