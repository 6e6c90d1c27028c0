import { boot } from '@shared/boot'
import { afterEach, expect, it, vi } from 'vitest'
import { chooseForm, h5Address, leaveForH5Host } from './choose-form'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15'
const computer = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0'
const hosts = { 'www.hong.example': 'h5.hong.example', 'hong.example': 'h5.hong.example' }

const move = (address: string, visit: Partial<Parameters<typeof h5Address>[0]> = {}) =>
  h5Address({ location: new URL(address), agent: phone, h5Hosts: hosts, chosen: undefined, ...visit })

afterEach(() => {
  boot.form = 'auto'
  boot.h5Hosts = {}
  vi.unstubAllGlobals()
})

it.each([
  // A phone on the www host, and on the bare domain, with all that its address says.
  ['https://www.hong.example/', 'https://h5.hong.example/'],
  ['https://hong.example/#/', 'https://h5.hong.example/#/'],
  ['https://WWW.Hong.Example./#/', 'https://h5.hong.example/#/'],
  ['https://www.hong.example/?from=ad&x=1#/Sport_05?a=b', 'https://h5.hong.example/?from=ad&x=1#/Sport_05?a=b'],
  ['https://www.hong.example/?invitePeopleId=77#/', 'https://h5.hong.example/?invitePeopleId=77#/'],
  ['https://www.hong.example/#/Login?to=%2Fregister', 'https://h5.hong.example/#/Login?to=%2Fregister'],
  ['https://www.hong.example/Activity/34', 'https://h5.hong.example/Activity/34'],
  ['https://www.hong.example/#/AppDownload', 'https://h5.hong.example/#/AppDownload'],
  ['https://www.hong.example/#/registered', 'https://h5.hong.example/#/registered'],
  ['http://www.hong.example:8080/#/', 'http://h5.hong.example:8080/#/'],
])('NAV-11 a phone at %s goes to %s', (from, to) => {
  expect(move(from)).toBe(to)
  // And there it stays.
  expect(move(to)).toBe('')
})

it.each([
  'https://www.hong.example/#/register?invitePeopleId=77',
  'https://www.hong.example/?invitePeopleId=77#/Register',
  'https://www.hong.example/register?invitePeopleId=77',
  'https://www.hong.example/#/Downapp',
  'https://www.hong.example/#/XiaoJin',
  'https://www.hong.example/#/xiaojin/',
])('NAV-11 a phone stays at %s', (address) => {
  expect(move(address)).toBe('')
})

it.each([
  'https://h5.hong.example/#/',
  'http://127.0.0.1:8080/#/',
  'http://[::1]:8080/#/',
  'http://localhost:8080/#/',
  'https://www.other.example/#/',
  'https://m.hong.example/#/',
  'https://constructor/#/',
])('D-12 nobody is moved from %s', (address) => {
  expect(move(address)).toBe('')
})

it('D-12 a computer stays where it is, and so does whoever wanted the desktop site', () => {
  expect(move('https://www.hong.example/#/', { agent: computer })).toBe('')
  expect(move('https://www.hong.example/#/', { chosen: 'desktop' })).toBe('')
  expect(move('https://www.hong.example/#/', { chosen: 'h5' })).not.toBe('')
})

it('D-12 hosts that lead to each other move nobody round and round', () => {
  const h5Hosts = { 'www.hong.example': 'h5.hong.example', 'h5.hong.example': 'www.hong.example' }
  expect(move('https://www.hong.example/', { h5Hosts })).toBe('')
  expect(move('https://h5.hong.example/', { h5Hosts })).toBe('')
})

it('NAV-11 moves by replacing, so that Back does not lead into the move again', () => {
  const replace = vi.fn()
  vi.stubGlobal('location', Object.assign(new URL('https://www.hong.example/?i=7#/Fish'), { replace }))
  vi.stubGlobal('navigator', { userAgent: phone })
  boot.h5Hosts = hosts
  expect(leaveForH5Host()).toBe(true)
  expect(replace).toHaveBeenCalledWith('https://h5.hong.example/?i=7#/Fish')
  sessionStorage.setItem('siteForm', 'desktop')
  expect(leaveForH5Host()).toBe(false)
})

it('D-12 the form follows the choice, the host, the agent and the width, in this order', () => {
  vi.stubGlobal('innerWidth', 1366)
  vi.stubGlobal('navigator', { userAgent: computer })
  expect(chooseForm()).toBe('desktop')
  vi.stubGlobal('innerWidth', 500)
  expect(chooseForm()).toBe('h5')
  vi.stubGlobal('innerWidth', 1366)
  vi.stubGlobal('navigator', { userAgent: phone })
  expect(chooseForm()).toBe('h5')
  vi.stubGlobal('navigator', { userAgent: computer })
  boot.form = 'h5'
  expect(chooseForm()).toBe('h5')
  sessionStorage.setItem('siteForm', 'desktop')
  expect(chooseForm()).toBe('desktop')
})
