import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { renderAt, serve } from '../testing/render'
import { ActionDialog } from './action-dialog'
import { useAction } from './use-action'

const onClose = vi.fn()

function Reject() {
  const { run, running } = useAction('已拒绝')
  return (
    <ActionDialog<{ reason: string }>
      title="拒绝提款"
      okText="拒绝"
      danger
      running={running}
      quickReasons={['银行卡信息有误']}
      onSend={(values) => run('/withdrawals/801/reject', values)}
      onClose={onClose}
    />
  )
}

function Write() {
  return (
    <ActionDialog<{ reason: string }>
      title="写公告"
      okText="保存"
      width={900}
      running={false}
      onSend={async () => ({ ok: true })}
      onClose={onClose}
    />
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const posts = (sent: ReturnType<typeof serve>) => sent.filter((request) => request.method === 'POST')

describe('a change that needs a reason (ADM-3)', () => {
  test('without a reason nothing is sent, and the dialog says so', async () => {
    const sent = serve()
    renderAt(<Reject />)
    await userEvent.click(button('拒绝'))
    expect(await screen.findByText('请填写原因')).toBeVisible()
    await userEvent.type(screen.getByLabelText('原因'), '   ')
    await userEvent.click(button('拒绝'))
    await userEvent.type(screen.getByLabelText('原因'), '错')
    await userEvent.click(button('拒绝'))
    expect(await screen.findByText('原因至少 2 个字')).toBeVisible()
    expect(posts(sent)).toHaveLength(0)
  })

  test('focus starts at the reason, and Enter never presses the dangerous button', async () => {
    const sent = serve()
    renderAt(<Reject />)
    await waitFor(() => expect(screen.getByLabelText('原因')).toHaveFocus())
    await userEvent.keyboard('理由充分{Enter}')
    expect(posts(sent)).toHaveLength(0)
  })

  test('a usual reason is one click, is sent trimmed, and closes the dialog when done', async () => {
    onClose.mockClear()
    const sent = serve((request) => (request.method === 'POST' ? { status: 200, body: { status: 'done' } } : undefined))
    renderAt(<Reject />)
    await userEvent.click(button('银行卡信息有误'))
    await userEvent.type(screen.getByLabelText('原因'), '  ')
    await userEvent.click(button('拒绝'))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(posts(sent)).toMatchObject([{ path: '/withdrawals/801/reject', body: { reason: '银行卡信息有误' } }])
  })

  test('a page of text is thrown away only when somebody says so', async () => {
    onClose.mockClear()
    serve()
    renderAt(<Write />)
    await userEvent.type(screen.getByLabelText('原因'), '写了很久')
    await userEvent.click(button('取消'))
    expect(await screen.findByText('关闭后，刚才填写的内容不会保留。')).toBeVisible()
    await userEvent.click(button('继续编辑'))
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByLabelText('原因')).toHaveValue('写了很久')
    await userEvent.click(button('取消'))
    await userEvent.click((await screen.findAllByRole('button', { name: '放弃修改' })).at(-1) as HTMLElement)
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('a long form that was only looked at closes without a question', async () => {
    onClose.mockClear()
    serve()
    renderAt(<Write />)
    await userEvent.click(button('取消'))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('a double click sends once', async () => {
    let answer = () => {}
    const sent = serve((request) =>
      request.method === 'POST'
        ? new Promise((resolve) => {
            answer = () => resolve({ status: 200, body: { status: 'done' } })
          })
        : undefined,
    )
    renderAt(<Reject />)
    await userEvent.click(button('银行卡信息有误'))
    await userEvent.dblClick(button('拒绝'))
    await userEvent.click(screen.getByRole('button', { name: /拒绝/ }))
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    answer()
  })

  test('the server’s sentence is shown, at the field it names, and the dialog stays', async () => {
    onClose.mockClear()
    serve((request) =>
      request.method === 'POST'
        ? { status: 400, body: { code: 'x', message: '内容有误', fields: { reason: '原因不能含有卡号' } } }
        : undefined,
    )
    renderAt(<Reject />)
    await userEvent.click(button('银行卡信息有误'))
    await userEvent.click(button('拒绝'))
    expect(await screen.findByText('内容有误')).toBeInTheDocument()
    expect(await screen.findByText('原因不能含有卡号')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('trying again after a broken connection repeats the key, and a refusal ends it', async () => {
    const answers = [
      () => {
        throw new TypeError('connection lost')
      },
      () => ({ status: 409, body: { code: 'x', message: '已由 finance1 处理' } }),
      () => ({ status: 409, body: { code: 'x', message: '已由 finance1 处理' } }),
    ]
    const sent = serve((request) => (request.method === 'POST' ? answers.shift()?.() : undefined))
    renderAt(<Reject />)
    await userEvent.click(button('银行卡信息有误'))
    for (let tries = 1; tries <= 3; tries++) {
      await userEvent.click(await screen.findByRole('button', { name: '拒绝' }))
      await waitFor(() => expect(posts(sent)).toHaveLength(tries))
      await screen.findByRole('button', { name: '拒绝' })
    }
    const keys = posts(sent).map((request) => request.key)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
  })
})
