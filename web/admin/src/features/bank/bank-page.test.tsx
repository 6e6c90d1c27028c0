import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { bankFile, bankLine, bankOptions, bankPreview, doubtfulLine } from '../../testing/canned-bank'
import { renderAt, type Sent, serve } from '../../testing/render'
import { ImportDialog } from './import-dialog'
import { contentOf, offeredOf } from './rules'

const wait = { timeout: 60_000 }
const posts = (sent: Sent[], path: string) => sent.filter((one) => one.method === 'POST' && one.path === path)

describe('bank statements', () => {
  test('only the one match of a line that waits is offered for many at once', () => {
    expect(offeredOf(bankLine)?.order).toBe('D1')
    expect(offeredOf(doubtfulLine)).toBeUndefined()
    expect(offeredOf({ ...bankLine, state: 'ignored' })).toBeUndefined()
  })

  test('a file is sent byte by byte', async () => {
    expect(await contentOf(new Blob([new Uint8Array([0xc4, 0xe3, 0x00, 0xff])]))).toBe('xOMA/w==')
  })

  test('a person confirms the order of a line and reads why it was not done', async () => {
    const refused = {
      line: 'bl2',
      status: 'refused',
      approvalId: null,
      problem: '该存款当前状态为“已到账”，不能进行此操作',
    }
    const sent = serve(({ method }) => (method === 'POST' ? { status: 200, body: { items: [refused] } } : undefined))
    renderAt(<AppRoutes />, '/bank?open=bl2')
    const dialog = await screen.findByRole('dialog', { name: '银行流水' }, wait)
    await userEvent.click((await within(dialog).findAllByRole('button', { name: '确认入账' }, wait))[1] as HTMLElement)
    await userEvent.click(await screen.findByRole('button', { name: '已与网银核对' }))
    const buttons = screen.getAllByRole('button', { name: '确认入账' })
    await userEvent.click(buttons.at(-1) as HTMLElement)
    await waitFor(() =>
      expect(posts(sent, '/bank/credit')[0]).toMatchObject({
        body: { items: [{ line: 'bl2', order: 'D3', chosen: true }], reason: '已与网银核对' },
      }),
    )
    expect(await screen.findByText(refused.problem)).toBeInTheDocument()
  }, 240_000)

  test('a file is previewed for its account, and imported as it was understood', async () => {
    const sent = serve(({ method, path }) => {
      if (method !== 'POST') return undefined
      if (path === '/bank/preview') return { status: 200, body: bankPreview }
      return { status: 200, body: { ...bankFile, added: 0, before: '2026-11-22 12:00:00 wu' } }
    })
    renderAt(<ImportDialog options={bankOptions} onClose={() => {}} />)
    expect(screen.getByRole('button', { name: '导入' })).toBeDisabled()
    await userEvent.click(screen.getByRole('combobox', { name: '收款账户' }))
    await userEvent.click(await screen.findByTitle('中国工商银行 鸿运 尾号0001'))
    await userEvent.upload(screen.getByLabelText('选择文件', { selector: 'input' }), new File(['a,b'], '流水.csv'))
    expect(await screen.findByText('1 笔流水，收入 ¥1000.00，支出 ¥0.00')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '导入' }))
    await waitFor(() =>
      expect(posts(sent, '/bank/files')[0]).toMatchObject({
        body: { account: '1', name: '流水.csv', content: 'YSxi', form: 'ccb' },
      }),
    )
    expect(await screen.findAllByText('文件中的流水都已导入过，没有新增')).not.toHaveLength(0)
    expect(screen.getByText('同一文件已于 2026-11-22 12:00:00 wu 导入过')).toBeVisible()
  }, 240_000)
})
