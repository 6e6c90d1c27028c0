import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeServer, show } from '../../test/server'
import HelpPage from './help-page'
import { HelpText } from './help-text'

const server = fakeServer()
const list = '/v1/PubInterface/HelpItems'
const items = [
  { Id: 1, Topic: 'deposit', Title: '如何存款', Line: '登录后进入存款' },
  { Id: 2, Topic: 'vip', Title: 'VIP 等级与奖励', Line: '有效投注累计' },
]
const page = (
  <Routes>
    <Route path="/Help" element={<HelpPage />} />
    <Route path="/Help/:id" element={<HelpPage />} />
  </Routes>
)

it('articles are shown by topic and found by a search that rests first', async () => {
  server.reply({ [list]: { Data: items } })
  show(page, '/Help?topic=vip')
  expect(await screen.findByRole('link', { name: /VIP 等级与奖励/ })).toHaveAttribute('href', '#/Help/2')
  expect(screen.queryByText('如何存款')).toBeNull()
  server.reply({ [list]: (form: URLSearchParams) => ({ Data: form.get('q') ? [] : items }) })
  fireEvent.change(screen.getByRole('searchbox', { name: '搜索帮助' }), { target: { value: '没有的词' } })
  expect(await screen.findByText('没有找到相关文章')).toBeVisible()
  await waitFor(() => expect(server.callsTo(list).at(-1)?.query.get('q')).toBe('没有的词'))
})

it('an article that does not come can be asked for again; a visitor who asks is not sent to the login', async () => {
  server.reply({ '/v1/PubInterface/HelpItem': [503, { IsSuc: false, Message: '系统繁忙，请稍后再试' }] })
  show(page, '/Help/1')
  expect(await screen.findByText('系统繁忙，请稍后再试')).toBeVisible()
  server.reply({
    '/v1/PubInterface/HelpItem': {
      Data: {
        Id: 1,
        Topic: 'deposit',
        Title: '如何存款',
        Text: '## 到账\n- 一分钟',
        ChangeTime: '2026-03-02 12:00:00',
      },
    },
  })
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('heading', { name: '到账' })).toBeVisible()
  expect(screen.getByText('登录后可在站内向客服提问，公布的联系方式见「联系我们」。')).toBeVisible()
  expect(screen.getByRole('link', { name: '联系我们' })).toHaveAttribute('href', '#/tools/contact')
  expect(document.querySelector('a[href^="#/Login"]')).toBeNull()
})

it('a text is never HTML', () => {
  const { container } = render(<HelpText text={'<script>alert(1)</script>\n## <i>标题</i>\n- 一\n- 二\n段落'} />)
  expect(container.querySelector('script, i')).toBeNull()
  expect(container.querySelectorAll('li')).toHaveLength(2)
  expect(screen.getByRole('heading', { name: '<i>标题</i>' })).toBeVisible()
})
