import { onlineManager } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { HashRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import CashLogPage from '../features/cashier/cash-log-page'
import { fakeServer, logIn } from '../test/server'
import { Queries } from './queries'

const server = fakeServer()
beforeEach(() => {
  logIn()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => onlineManager.setOnline(true))

it('a page that reads without a network says so at once, and does not wait for the network', async () => {
  server.reply({ '/v1/Select/FundingItems': [503, { IsSuc: false, Message: '网络不可用，请检查网络' }] })
  onlineManager.setOnline(false)
  window.location.hash = '/CashLog?tab=deposit'
  render(
    <Queries>
      <HashRouter>
        <CashLogPage />
      </HashRouter>
    </Queries>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('网络不可用，请检查网络')
})
