import { boot } from '@shared/boot'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import ForgetPage from './forget-page'

const server = fakeServer()
const path = '/v1/PubInterface/OnlineCustomSupportLink'

it('ACC-11 customer service is the first thing to do', async () => {
  server.reply({ [path]: { ResultMessage: 'https://support.example/chat' } })
  const opened = { opener: {} as unknown, location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  const { container } = show(<ForgetPage />, '/Forget')
  expect(container.querySelector('a, button, input, select, textarea')).toHaveTextContent('联系客服')
  await userEvent.click(within(container).getByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(opened.location.href).toBe('https://support.example/chat'))
  expect(opened.opener).toBeNull()
})

it('opens no address that is not one of a page', async () => {
  server.reply({ [path]: { ResultMessage: 'javascript:alert(1)' } })
  const opened = { opener: {}, location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  show(<ForgetPage />, '/Forget')
  await userEvent.click(screen.getByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(opened.close).toHaveBeenCalled())
  expect(opened.location.href).toBe('')
})

it('without a support address a locked-out player comes to the contact page, and to no login for help', async () => {
  boot.ownSupport = true
  const { container } = show(<ForgetPage />, '/Forget')
  expect(container.querySelector('a[href^="#/Login"]')).toBeNull()
  await userEvent.click(within(container).getByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(window.location.hash).toBe('#/tools/contact'))
  boot.ownSupport = false
})
