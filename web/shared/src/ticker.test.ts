import { expect, it } from 'vitest'
import { describeDevice } from './device'
import { uuid } from './ids'
import { isMobileAgent } from './mobile'
import { tickerText } from './ticker'

it('HOME-03 reads base64 over UTF-8, not over single bytes', () => {
  expect(tickerText('5qyi6L+O5p2l5Yiw6bi/6L+Q')).toBe('欢迎来到鸿运')
})

it('HOME-03 leaves out what is not base64 or not UTF-8', () => {
  expect(tickerText('***')).toBe('')
  expect(tickerText('/w==')).toBe('')
})

it('ACC-01 captcha ids are version-4 uuids', () => {
  const seen = new Set(Array.from({ length: 50 }, uuid))
  expect(seen.size).toBe(50)
  for (const id of seen) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'IOS', 'Safari', true],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/141.0 Mobile Safari/537.36', 'Android', 'Chrome', true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/141.0 Safari/537.36 Edg/141.0', 'Windows 10', 'Edge', false],
  ['Mozilla/5.0 (X11; Linux x86_64) Gecko Firefox/140.0', 'Unknown', 'Firefox', false],
  ['Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ Version/10.0.9 Mobile Safari/537.10', 'blackberry', 'Safari', false],
  ['Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1) Chrome/52.0 Mobile Safari/537.36', 'winphone', 'Chrome', true],
  ['Mozilla/5.0 (Windows NT 6.1; Win64) Gecko Firefox/115.0', 'Windows 7', 'Firefox', false],
  ['Mozilla/5.0 (Windows NT 6.3; Win64) Chrome/109.0 Safari/537.36', 'Windows 8.1', 'Chrome', false],
  ['Mozilla/5.0 (Windows NT 5.1) Gecko Firefox/52.0', 'Windows XP', 'Firefox', false],
  ['curl/8', 'Unknown', 'Unknown', false],
])('ACC-09 tells the device of %s', (agent, system, browser, mobile) => {
  expect(describeDevice(agent)).toMatchObject({ clientType: system, system, browser })
  expect(isMobileAgent(agent)).toBe(mobile)
})
