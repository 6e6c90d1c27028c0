import { boot } from '@shared/boot'
import { setServerTime } from '@shared/clock'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { toast } from '../../ui/toast'
import { HotNotices } from './home-notices'

vi.mock('../../ui/toast', { spy: true })

const server = fakeServer()
const path = '/v1/PubInterface/AvaiabledAnnoucement'
const noon = Date.parse('2026-11-21T12:00:00+08:00')

const base64 = (words: string) => btoa(String.fromCharCode(...new TextEncoder().encode(words)))

const notice = (Id: number, HotEndTime: string) => ({
  Id,
  HotEndTime,
  Title: `公告${Id}`,
  TContent: base64(`内容${Id}`),
  CreateTime: '',
})

const notices = (...Annoucements: object[]) => server.reply({ [path]: { Annoucements } })

beforeEach(() => {
  setServerTime(noon)
  boot.serverTimeMs = noon
  boot.hot = true
})
afterEach(() => {
  setServerTime(Date.now())
  boot.serverTimeMs = 0
  boot.hot = false
})

describe('HOME-04 hot announcements', () => {
  it('pop up only while HotEndTime, a GMT+8 time, is ahead', async () => {
    notices(notice(1, '2026-11-21 12:01:00'), notice(2, '2026-11-21 11:59:59'))
    show(<HotNotices />)
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('内容1')
    expect(dialog).not.toHaveTextContent('内容2')
  })

  it('do not pop up when all of them are over', async () => {
    notices(notice(2, '2026-11-21 11:59:59'))
    show(<HotNotices />)
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stay closed once closed, also when one of them ends; a new one opens them again', async () => {
    notices(notice(1, '2026-11-22 00:00:00'), notice(2, '2026-11-22 00:00:00'))
    const first = show(<HotNotices />)
    fireEvent.click(await screen.findByRole('button', { name: '知道了' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sessionStorage.getItem('closeAttention')).toBe('1,2')
    first.unmount()

    notices(notice(1, '2026-11-22 00:00:00'))
    const second = show(<HotNotices />)
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(2))
    expect(screen.queryByRole('dialog')).toBeNull()
    second.unmount()

    notices(notice(1, '2026-11-22 00:00:00'), notice(3, '2026-11-22 00:00:00'))
    show(<HotNotices />)
    expect(await screen.findByRole('dialog')).toHaveTextContent('内容3')
  })

  it('are not asked for when the page says there are none, and are when the page is old', async () => {
    boot.hot = false
    notices(notice(1, '2026-11-22 00:00:00'))
    const first = show(<HotNotices />)
    await new Promise((done) => setTimeout(done, 50))
    expect(server.callsTo(path)).toHaveLength(0)
    first.unmount()
    boot.serverTimeMs = noon - 600_000
    show(<HotNotices />)
    expect(await screen.findByRole('dialog')).toBeVisible()
  })
})

it('HOME-05 a failure shows its ErrorMessage for 2 s', async () => {
  server.reply({ [path]: { IsSuc: false, ErrorMessage: '公告暂时无法读取' } })
  show(<HotNotices />)
  await waitFor(() => expect(toast).toHaveBeenCalledWith('error', '公告暂时无法读取', { duration: 2000 }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
