import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { HashRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import BetVenuesPage from '../features/bet/bet-venues-page'
import { fakeServer, logIn } from '../test/server'
import DepositNotice from './deposit-notice'
import { MaintenanceGate } from './maintenance-gate'
import { Queries } from './queries'

const said = vi.hoisted(() => vi.fn())
vi.mock('../ui/toast', async (original) => ({ ...(await original<object>()), toast: said }))

const server = fakeServer()
const down: [number, object] = [503, { IsSuc: false, Message: '服务暂时不可用' }]

let warned: string[] = []
beforeEach(() => {
  said.mockClear()
  warned = []
  vi.spyOn(console, 'warn').mockImplementation((line) => void warned.push(String(line)))
})

/** As the site shows it: over the store of what was read, which tells of every read that failed. */
const onSite = (page: ReactNode, at: string) => {
  window.location.hash = at
  return render(
    <Queries>
      <HashRouter>{page}</HashRouter>
    </Queries>,
  )
}

describe('ERR-04 the page is silent, the console is not', () => {
  it('MNT-01 of the question, for channel WEB, whether the site is under maintenance', async () => {
    const path = '/v1/PubInterface/PlatformMaintenanceMessage'
    server.reply({ [path]: down })
    onSite(<MaintenanceGate />, '/Activity')
    await waitFor(() => expect(warned).toEqual(['maintenance: status 503']))
    expect(server.callsTo(path).map(({ query }) => query.toString())).toEqual(['platformCode=WEB'])
    expect(window.location.hash).toBe('#/Activity')
    expect(said).not.toHaveBeenCalled()
  })

  it('of the deposit check', async () => {
    logIn()
    server.reply({ '/v1/Select/RecentDeposit': down, '/v1/Select/Events': [404, {}] })
    onSite(<DepositNotice />, '/')
    await waitFor(() => expect(warned).toEqual(['read recentDeposit: status 503']))
    expect(said).not.toHaveBeenCalled()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('of details: the page offers another try, no popup says more', async () => {
    logIn()
    server.reply({ '/v1/Select/GetBetRecordPlatform': down })
    onSite(<BetVenuesPage />, '/BetRecordPlatform?datetime=2026-03-02')
    expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
    expect(warned).toEqual(['read betVenues: status 503'])
    expect(said).not.toHaveBeenCalled()
  })

  it('but a refusal is told to the player alone', async () => {
    logIn()
    server.reply({ '/v1/Select/GetBetRecordPlatform': [403, { IsSuc: false, Message: '无权查看' }] })
    onSite(<BetVenuesPage />, '/BetRecordPlatform?datetime=2026-03-03')
    expect(await screen.findByText('无权查看')).toBeVisible()
    expect(warned).toEqual([])
  })
})
