import { showBy } from '@shared/language'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../test/server'
import InvitePoster from './invite-poster'

const said = vi.hoisted(() => vi.fn())
const drawn = vi.hoisted(() => vi.fn())
vi.mock('../../ui/toast', async (original) => ({ ...(await original<object>()), toast: said }))
vi.mock('./poster', async (original) => ({ ...(await original<object>()), drawPoster: drawn }))

let picture: Blob | null
beforeEach(() => {
  said.mockClear()
  drawn.mockReset().mockReturnValue(true)
  picture = new Blob(['x'], { type: 'image/png' })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(picture))
  URL.createObjectURL = () => 'blob:poster'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  showBy((text) => text)
  vi.restoreAllMocks()
})

const address = 'https://site.example/#/register?id=ming'
const open = () => show(<InvitePoster address={address} player="Ming88" offer="好友存款奖励" onClose={vi.fn()} />)
const image = () => screen.findByRole('img', { name: 'Ming88 的邀请海报，含邀请二维码' })
const save = () => screen.getByText('保存图片')

it('H-400 the picture and its file are in the language of the reader', async () => {
  showBy((text) => `<${text}>`)
  open()
  await image()
  expect(drawn.mock.calls[0]?.[2]).toEqual({
    invites: '<Ming88 邀请您加入>',
    offer: '<好友存款奖励>',
    scan: '<好友扫码即可打开注册页>',
    adult: '<未满 18 周岁者禁止注册。请理性娱乐，量力而行。>',
    address,
  })
  expect(save()).toHaveAttribute('download', '<邀请海报>.png')
})

it('a click on save does not claim that the picture was saved', async () => {
  open()
  await image()
  await userEvent.click(save())
  expect(said.mock.calls).toEqual([['info', '开始保存，如未成功请长按图片']])
})

it.each([
  ['has no canvas', () => drawn.mockReturnValue(false)],
  [
    'gives no picture',
    () => {
      picture = null
    },
  ],
])('a browser that %s shows the link in place of the poster', async (_, broken) => {
  broken()
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('海报没有生成，可以复制下面的邀请链接发给好友')
  expect(screen.getByText(address)).toBeVisible()
  await waitFor(() => expect(screen.queryByText('保存图片')?.closest('.hidden')).not.toBeNull())
})
