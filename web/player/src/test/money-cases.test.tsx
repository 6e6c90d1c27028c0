import { readFileSync } from 'node:fs'
import { clearLogin } from '@shared/session'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DepositForm } from '../features/cashier/deposit-form'
import RecordSheet from '../features/cashier/record-sheet'
import InboxPage from '../features/inbox/inbox-page'
import { TransferForm } from '../features/wallet/transfer-form'
import { fakeServer, logIn, show } from './server'

const said = vi.hoisted(() => vi.fn())
vi.mock('../ui/toast', async (original) => ({ ...(await original<object>()), toast: said }))
vi.mock('../features/push/push-switch', () => ({ default: () => null }))
vi.mock('@shared/api/events', () => ({ watchEvents: () => () => {} }))

const server = fakeServer()
beforeEach(() => {
  said.mockClear()
  logIn()
})
afterEach(() => {
  clearLogin()
  cleanup()
})

interface Case {
  place: string
  sentence: string
  number: string
  page: string
}

const row =
  /^\| (\d+) \| [^|]+ \| 「([^|」]+)」 \| [^|]+ \| [^|]+ \| (\w+) \| (record|deposit form|transfer form|inbox) \| `[^`]+` \|$/gm
const cases: Case[] = [...readFileSync('../docs/money-cases.md', 'utf8').matchAll(row)].map(
  ([, place = '', sentence = '', number = '', page = '']) => ({ place, sentence, number, page }),
)

/** A number of each kind, as the server makes it. */
const numbers: Record<string, string> = {
  deposit: 'D261127202953YGQR',
  withdrawal: 'W261127202953YGQR',
  transfer: 'T261127202953ABCDEF',
  bonus: 'B261127202953ABCDEF',
}
const asked = /[?&]ask=/

/** The sentence with something in place of each gap; a withdrawal's first gap is its number. */
const filled = ({ sentence, number }: Case) => {
  let gaps = 0
  return sentence.replace(/…/g, () => (gaps++ === 0 && number === 'withdrawal' ? (numbers[number] ?? '') : '¥500.00'))
}

/** Shows the sentence on its page as the server sends it, and answers with what the player reads there. */
const pages: Record<string, (one: Case) => Promise<string>> = {
  record: async (one) => {
    const sn = numbers[one.number] ?? ''
    server.reply({
      '/v1/Select/RecordDetail': {
        Data: {
          OrderSn: sn,
          Kind: one.number,
          KindText: '记录',
          Amount: 500,
          Unit: '',
          Status: 0,
          StatusText: '处理中',
          Time: '',
          Steps: [],
          Facts: [],
          Next: filled(one),
          Act: one.place === '23',
          Reason: '',
          Linked: [],
          Turnover: [],
          TakeBack: false,
        },
      },
    })
    show(<RecordSheet sn={sn} />)
    const link = await screen.findByRole('link', { name: '就此提问' })
    expect(link.getAttribute('href')).toContain(sn)
    expect(link.getAttribute('href')).toMatch(asked)
    if (one.place === '23') expect(screen.getByRole('link', { name: '去完善资料' })).toBeVisible()
    return document.body.textContent ?? ''
  },
  inbox: async (one) => {
    server.reply({
      '/v1/Select/InboxItems': {
        Data: {
          Items: [
            {
              Id: 'm1',
              Kind: one.number === 'bonus' ? 'bonus_ended' : 'withdrawal',
              Title: '消息',
              Text: filled(one),
              About: one.number === 'bonus' ? 'promotion' : 'withdrawal',
              Ref: numbers[one.number],
              CreateTime: '2026-03-02 12:00:00',
              Read: false,
            },
          ],
          Unread: 1,
          RowCount: 1,
          PageCount: 1,
          PageIndex: 1,
        },
      },
    })
    show(<InboxPage />)
    expect((await screen.findByRole('link', { name: '就此提问' })).getAttribute('href')).toContain(numbers[one.number])
    return document.body.textContent ?? ''
  },
  'deposit form': async (one) => {
    server.reply({ '/v1/Do/CallDepositPay': { IsSuc: false, ErrorMessage: refused(one) } })
    const method = {
      ChannelCode: 'epay',
      ChannelName: '在线支付',
      Icon: '',
      HotRemark: '',
      AmountRange: '',
      InputAmountDisplay: true,
      InputNameDisplay: false,
      InputRemarkDisplay: false,
      InputVPayAddressDisplay: false,
      InputBankSelectDisplay: false,
      InputDepositDisplay: false,
      InputChatDisplay: false,
      InputVRateShwoDisplay: false,
      TurnoverPercent: 100,
    }
    const channel = { id: 7, name: '支付宝', code: 'ali', minFen: 10_000, maxFen: 0, style: 'Qr' as const }
    show(<DepositForm method={method} channels={[channel]} onStarted={vi.fn()} />)
    await userEvent.type(screen.getByLabelText('存款金额'), '500')
    await userEvent.click(screen.getByRole('button', { name: '立即存款' }))
    await waitFor(() => expect(document.body).toHaveTextContent(one.sentence))
    return document.body.textContent ?? ''
  },
  'transfer form': async (one) => {
    server.reply({ '/v1/Do/CallPlatformTranscationAction': { IsSuc: false, ErrorMessage: refused(one) } })
    const balance = {
      sumFen: 50_000,
      centreFen: 50_000,
      lockedFen: 0,
      transitFen: 0,
      autoTransfer: false,
      launch: { brings: 'nothing' as const, amountFen: 0, recall: false },
      venues: [{ code: '26', name: '鸿运棋院', fen: 0, state: 'open' as const, stale: false, live: true, openFen: 0 }],
    }
    show(<TransferForm balance={balance} />)
    await userEvent.selectOptions(screen.getByLabelText('转入'), '26')
    await userEvent.type(screen.getByLabelText('转账金额'), '100')
    await userEvent.click(screen.getByRole('button', { name: '立即转账' }))
    await waitFor(() => expect(said).toHaveBeenCalled())
    return String(said.mock.calls[0]?.[1])
  },
}

/** A refusal in a form, as playerapi/cash adds the number of its order. */
const refused = ({ sentence, number }: Case) =>
  numbers[number] ? `${sentence}。单号 ${numbers[number]}，如有疑问可凭此联系客服` : sentence

it('docs/money-cases.md has twenty-five cases', () => {
  expect(cases).toHaveLength(25)
})

it.each(cases)('money case $place is read on its page ($page) with its number', async (one) => {
  const read = await pages[one.page]?.(one)
  expect(read).toContain(filled(one))
  if (one.number !== 'none') expect(read).toContain(numbers[one.number])
})
