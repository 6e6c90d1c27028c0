import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { betLinesPath, betVenuesPath, depositPath, loginPath, paths, wantedPath } from './paths'
import { siteMap } from './site-map'

const here = `${import.meta.dirname}/`

const filesUnder = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesUnder(path) : [path]
  })

it('NAV-02 spells every address of the site once', () => {
  expect(paths).toMatchSnapshot()
  expect(betVenuesPath('2026-03-02')).toBe('/BetRecordPlatform?datetime=2026-03-02')
  expect(betLinesPath('2026-03-02', '26')).toBe('/BetRecordDetail?DateTime=2026-03-02&GameType=26')
  expect(depositPath()).toBe('/Deposit')
  expect(loginPath('/Deposit')).toBe('/Login?to=%2FDeposit')
})

it('returns only to a page of this site', () => {
  expect(wantedPath('/Deposit?order=1')).toBe('/Deposit?order=1')
  for (const bad of [null, '', 'https://evil.example', '//evil.example', '/\\evil.example', 'javascript:1']) {
    expect(wantedPath(bad)).toBe('/')
  }
})

it('NAV-02 every address has a page, on the desktop and on H5', () => {
  const mapped = siteMap.map((page) => page.path)
  expect(new Set(mapped).size).toBe(mapped.length)
  // Names of one tab of a page, and the fifth tab that only H5 has.
  const elsewhere: string[] = [paths.profile, paths.password, paths.bindCard, paths.mine]
  expect(mapped.toSorted()).toEqual(
    Object.values(paths)
      .filter((path) => !elsewhere.includes(path))
      .toSorted(),
  )
  expect(readFileSync(join(here, 'routes.h5.tsx'), 'utf8')).toContain('paths.mine')
})

it('ACC-15 account pages, VIP and the fund want a login; nothing that visitors may browse does', () => {
  const closed = siteMap.filter(({ place }) => place === 'member' || place === 'account').map(({ path }) => path)
  expect(closed.toSorted()).toEqual(
    [
      '/Deposit',
      '/BaseInfo/:tab',
      '/Withdrawal',
      '/Transfer',
      '/CashLog',
      '/BetRecord',
      '/BetRecordPlatform',
      '/BetRecordDetail',
      '/BankCard',
      '/Discount',
      '/Security',
      '/Invite',
      '/Inbox',
      '/Support',
      '/Support/:id',
      '/Limits',
      '/Vip',
      '/ConcessionaryFund',
    ].toSorted(),
  )
})

it('D-20 no component holds a Chinese text of its own', () => {
  const found = filesUnder(here)
    .filter((file) => /\.tsx?$/.test(file) && !/\/text\/|\.test\.|\/test\/|\/use-ui-text\.ts$/.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /[\u3400-\u9fff]/.test(line))
        .map((line) => `${file.slice(here.length)}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})

it('a build has no byte of the kit page: it stands behind the development flag alone, and the size gate looks for it', () => {
  const named = filesUnder(here)
    .filter((file) => /\.tsx?$/.test(file) && !/\/ui\/kit\/|\.test\./.test(file))
    .filter((file) => /ui\/kit|_kit/.test(readFileSync(file, 'utf8')))
  expect(named.map((file) => file.slice(here.length))).toEqual(['dev-pages.tsx'])
  expect(readFileSync(join(here, 'dev-pages.tsx'), 'utf8')).toContain(
    "import.meta.env.DEV ? lazy(() => import('./ui/kit/kit-page')) : null",
  )
  expect(readFileSync(join(here, '../../scripts/size.mjs'), 'utf8')).toContain("'/_kit'")
})
