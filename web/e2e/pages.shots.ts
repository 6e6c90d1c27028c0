import { fileURLToPath } from 'node:url'
import { type Page, type Route, test } from '@playwright/test'
import { house } from './lib/house'
import { logIn, open } from './lib/player'
import { playerRoutes, publicRoutes } from './lib/routes'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))

const nameOf = (path: string) =>
  path
    .replace(/[?=%]+/g, '-')
    .replace(/^\/$/, 'home')
    .replace(/^\//, '')
    .replace(/\//g, '-')

async function shoot(page: Page, path: string, state: string): Promise<void> {
  await open(page, path)
  await page.reload()
  await page.getByRole('main').waitFor()
  // The stream of events keeps a player's network busy for good.
  await page.waitForTimeout(2000)
  const form = test.info().project.name
  await page.screenshot({ path: `${folder}/${form}/${nameOf(path)}-${state}.png`, fullPage: state !== 'top' })
}

/** Pages that show lists, and the calls these come from. */
const lists = [
  ['/', '/v1/PubInterface/GetActivity'],
  ['/Activity', '/v1/PubInterface/GetActivity'],
  ['/Egame/47', '/v1/Select/GameInfo'],
  ['/Fish', '/v1/PubInterface/GetAGFishingInfo'],
  ['/AppDownload', '/v1/PubInterface/GetAppDown'],
  ['/CashLog', '/v1/Select/FundingItems'],
  ['/BetRecord', '/v1/Select/GetBetRecordMemberByDay'],
  ['/Transfer', '/v1/Select/PlayerBalance'],
  ['/BankCard', '/v1/Select/PlayerBankItems'],
  ['/Deposit', '/v1/Do/GetPayChannel'],
] as const

const states: Record<string, (route: Route) => Promise<void>> = {
  loading: () => new Promise(() => undefined),
  error: (route) => route.fulfill({ status: 503, json: { IsSuc: false, Message: '服务暂时不可用，请稍后再试' } }),
  empty: async (route) => {
    const said = await route.fetch()
    const text = (await said.text())
      .replace(/"(Items|Data)":\[.*?\](?=[,}])/s, '"$1":[]')
      .replace(/"RowCount":\d+/, '"RowCount":0')
    await route.fulfill({ response: said, body: text })
  },
}

test('pages of a visitor', async ({ page }) => {
  test.setTimeout(600_000)
  for (const path of publicRoutes) await shoot(page, path, 'visitor')
})

test('pages of a player', async ({ page }) => {
  test.setTimeout(600_000)
  const { name, password } = house().players[0] ?? { name: '', password: '' }
  await logIn(page, name, password)
  for (const path of [...playerRoutes, '/Mine']) await shoot(page, path, 'player')
  for (const [path, call] of lists) {
    for (const [state, answer] of Object.entries(states)) {
      await page.route(`**/common${call}*`, answer)
      await shoot(page, path, state)
      await page.unroute(`**/common${call}*`)
    }
  }
})
