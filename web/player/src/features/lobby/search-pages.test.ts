import { expect, it } from 'vitest'
import { paths } from '../../paths'
import { pagesFor } from './search-dialog'
import { zhCN as search } from './text/search.zh-cn'

/** Addresses that the search does not list, each with the reason. */
const unlisted: Partial<Record<keyof typeof paths, string>> = {
  login: 'a button of every page',
  register: 'a button of every page',
  downApp: 'leads to the package of the device',
  betRecordDetail: 'a day of the bet record',
  betRecordPlatform: 'a day of the bet record',
  maintain: 'shown by itself',
  goto: 'opens a game',
  frame: 'shows another address',
  mine: 'the fifth tab of the phone',
  ...Object.fromEntries(
    [
      'sport01 sport02 sport03 sport04 sportIm sportBti xiaojin live01 live02',
      'lottery00 lottery01 board02 board03 board04 board05',
    ].flatMap((line) => line.split(' ').map((name) => [name, 'the games of a venue are found by their names'])),
  ),
}

it('H-351 the search knows every page of the site but those with a reason', () => {
  const listed = new Set<string>(search.page.map(({ path }) => path))
  const missing = Object.entries(paths)
    .filter(([name, path]) => !path.includes(':') && !(name in unlisted) && !listed.has(path))
    .map(([name]) => name)
  expect(missing).toEqual([])
})

it.each([
  ['客服', paths.support],
  ['两步验证', paths.security],
  ['邀请', paths.referral],
  ['帮助', paths.help],
  ['消息', paths.inbox],
  ['daili', paths.agent],
  ['zhaq', paths.security],
])('H-351 %s is found', (typed, path) => {
  expect(pagesFor(search.page, typed).map((page) => page.path)).toContain(path)
})
