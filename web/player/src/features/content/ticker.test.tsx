import { boot } from '@shared/boot'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { zhCN as text } from './text/home.zh-cn'
import { Ticker, tickerStepMs } from './ticker'

const server = fakeServer()

const base64 = (words: string) => btoa(String.fromCharCode(...new TextEncoder().encode(words)))

const lines = (...contents: string[]) =>
  server.reply({ '/v1/PubInterface/HomePaggeContent': { Data: contents.map((TContent, Id) => ({ Id, TContent })) } })

const moving = () => document.querySelector<HTMLElement>('[data-ticker]')

afterEach(() => {
  boot.ticker = []
})

it('HOME-03 decodes base64 of UTF-8 and leaves out what does not decode', async () => {
  lines(base64('鸿运当头 🎉'), '***', btoa('\xff\xfe'), '', base64('量力而行'))
  show(<Ticker />)
  expect(await screen.findByRole('button', { name: text.allAnnouncements(2) })).toBeVisible()
  expect(moving()).toHaveTextContent('鸿运当头 🎉')
  expect(moving()).toHaveTextContent('量力而行')
})

it('trust T11 an announcement is words, whatever it looks like', async () => {
  lines(base64('<img src=x onerror=alert(1)>'))
  show(<Ticker />)
  await screen.findByRole('button', { name: text.allAnnouncements(1) })
  expect(moving()?.querySelector('img')).toBeNull()
  expect(moving()).toHaveTextContent('<img src=x onerror=alert(1)>')
})

it('HOME-03 moves one pixel every 30 ms, however long the line is', async () => {
  expect(tickerStepMs).toBe(30)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1500)
  lines(base64('鸿运当头'))
  show(<Ticker />)
  await screen.findByRole('button', { name: text.allAnnouncements(1) })
  // One round is the width of the line: 1500 px at 30 ms each.
  expect(moving()?.style.animationDuration).toBe('45000ms')
  expect(moving()).toHaveClass('animate-ticker')
})

it('HOME-03 rests when paused, and has a rule to rest under the pointer and the focus', async () => {
  lines(base64('鸿运当头'))
  show(<Ticker />)
  fireEvent.click(await screen.findByRole('button', { name: text.pauseTicker }))
  expect(moving()).toHaveClass('[animation-play-state:paused]')
  fireEvent.click(screen.getByRole('button', { name: text.playTicker }))
  expect(moving()).not.toHaveClass('[animation-play-state:paused]')
  expect(moving()?.className).toMatch(/group-hover:\[animation-play-state:paused\]/)
  expect(moving()?.className).toMatch(/group-focus-visible:\[animation-play-state:paused\]/)
})

const announcement = (Id: number, Title: string, words: string) => ({
  Id,
  Title,
  TContent: base64(words),
  HotEndTime: '2020-01-01 00:00:00',
  CreateTime: '2026-11-20 12:00:00',
})

it('HOME-03 shows all of them standing still on a click', async () => {
  lines(base64('第一条'), base64('第二条'))
  show(<Ticker />)
  fireEvent.click(await screen.findByRole('button', { name: text.allAnnouncements(2) }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('第一条')
  expect(dialog).toHaveTextContent('第二条')
})

it('HOME-04 announcements that no longer pop up can be read again below them, as plain text', async () => {
  lines(base64('第一条'))
  server.reply({
    '/v1/PubInterface/AvaiabledAnnoucement': { Annoucements: [announcement(1, '维护通知', '周三 <b>维护</b>')] },
  })
  show(<Ticker />)
  fireEvent.click(await screen.findByRole('button', { name: text.allAnnouncements(1) }))
  const dialog = await screen.findByRole('dialog', { name: '网站公告' })
  expect(await within(dialog).findByText('周三 <b>维护</b>')).toBeVisible()
  expect(within(dialog).getByRole('heading', { name: '维护通知' })).toBeVisible()
  expect(within(dialog).getByText('第一条')).toBeVisible()
})

it('HOME-04 a ticker without a sentence leads to the announcements all the same', async () => {
  server.reply({ '/v1/PubInterface/AvaiabledAnnoucement': { Annoucements: [announcement(1, '维护通知', '周三')] } })
  show(<Ticker />)
  fireEvent.click(screen.getByRole('button', { name: text.announcements }))
  const dialog = await screen.findByRole('dialog', { name: '网站公告' })
  expect(await within(dialog).findByText('维护通知')).toBeVisible()
  expect(within(dialog).queryByText('滚动公告')).toBeNull()
})
