import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UploadKind } from '../api/upload'
import { renderAt } from '../testing/render'
import { FileUpload } from './file-upload'

/** FakeRequest is a request whose answer the test gives. */
class FakeRequest {
  static all: FakeRequest[] = []
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  url = ''
  type = ''
  body?: File
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader(_name: string, value: string) {
    this.type = value
  }
  send(body: File) {
    this.body = body
    FakeRequest.all.push(this)
  }
  abort() {
    this.onabort?.()
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
  }
}

beforeEach(() => {
  FakeRequest.all = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => vi.unstubAllGlobals())

const old = '/art/banner-1.svg'
const address = `/files/${'a'.repeat(64)}.png`
const stored = { address, name: 'a.png', size: 98_304, width: 1200, height: 400 }
const changed = vi.fn()

function Page({ kind, value: begin = old }: { kind: UploadKind; value?: string }) {
  const [value, setValue] = useState(begin)
  return (
    <FileUpload
      kind={kind}
      value={value}
      clearable
      onChange={(next) => {
        changed(next)
        setValue(next)
      }}
    />
  )
}

function show(kind: UploadKind = 'picture', value?: string) {
  changed.mockClear()
  renderAt(<Page kind={kind} value={value} />)
  return document.querySelector('input[type=file]') as HTMLInputElement
}
const choose = (input: HTMLInputElement, file: File) => fireEvent.change(input, { target: { files: [file] } })
const png = new File(['x'.repeat(2000)], '横幅.png', { type: 'image/png' })
const last = () => FakeRequest.all.at(-1) as FakeRequest

test('a file is sent with its progress in view, and its address is handed on', async () => {
  choose(show(), png)
  await waitFor(() => expect(FakeRequest.all).toHaveLength(1))
  expect(last().url).toBe(`/admin/v1/uploads/picture?name=${encodeURIComponent('横幅.png')}`)
  expect(last().type).toBe('application/octet-stream')
  expect(last().body).toBe(png)
  last().upload.onprogress?.({ lengthComputable: true, loaded: 840, total: 2000 })
  expect(await screen.findByText('正在上传 42%')).toBeVisible()
  last().upload.onprogress?.({ lengthComputable: true, loaded: 2000, total: 2000 })
  expect(await screen.findByText('已传完，正在检查与保存')).toBeVisible()
  expect(screen.getByAltText('已选图片')).toHaveAttribute('src', old)
  last().answer(200, stored)
  expect(await screen.findByText('已上传，1200 × 400，96KB')).toBeVisible()
  expect(changed).toHaveBeenCalledExactlyOnceWith(address)
  expect(screen.getByAltText('已选图片')).toHaveAttribute('src', address)
})

test('a refusal is shown in its words, what was chosen stays, and the same file is sent again', async () => {
  choose(show(), png)
  await waitFor(() => expect(FakeRequest.all).toHaveLength(1))
  last().answer(503, { code: 'upload.away', message: '文件存储暂时不可用，文件没有保存，请稍后再试' })
  expect(await screen.findByText('文件存储暂时不可用，文件没有保存，请稍后再试')).toBeVisible()
  expect(changed).not.toHaveBeenCalled()
  expect(screen.getByAltText('已选图片')).toHaveAttribute('src', old)
  await userEvent.click(screen.getByRole('button', { name: '重新上传' }))
  last().answer(200, stored)
  await waitFor(() => expect(changed).toHaveBeenCalledExactlyOnceWith(address))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a broken connection says that nothing was kept', async () => {
  choose(show(), png)
  await waitFor(() => expect(FakeRequest.all).toHaveLength(1))
  last().onerror?.()
  expect(await screen.findByText(/上传中断，文件没有保存/)).toBeVisible()
})

test('a running upload is cancelled and changes nothing', async () => {
  choose(show(), png)
  await userEvent.click(await screen.findByRole('button', { name: '取消上传' }))
  expect(await screen.findByRole('button', { name: '上传图片' })).toBeVisible()
  expect(changed).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each<[UploadKind, File, string]>([
  ['picture', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), '请选择 PNG、JPG、WebP 或 GIF 图片'],
  ['brand', new File([], 'a.png', { type: 'image/png' }), '文件是空的，请重新选择'],
  ['payment', new File([new Uint8Array((5 << 20) + 1)], 'a.png', { type: 'image/png' }), '文件过大，最大 5MB'],
  ['package', png, '请选择扩展名为 .apk 的安装包'],
])('%s: a file that cannot be is not sent', async (kind, file, message) => {
  choose(show(kind), file)
  expect(await screen.findByText(message)).toBeVisible()
  expect(FakeRequest.all).toHaveLength(0)
  expect(changed).not.toHaveBeenCalled()
})

test('a file is taken away', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: '移除' }))
  expect(changed).toHaveBeenCalledExactlyOnceWith('')
  expect(screen.queryByAltText('已选图片')).toBeNull()
})
