import { expect, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import { paths } from './lib/labels'
import { open, register } from './lib/player'
import { expectAccessible, Watch } from './lib/watch'

const visitor = [paths.home, paths.login, paths.register, paths.forget, paths.board, '/tools/gambling', '/no-such-page']
const member = [
  paths.deposit,
  paths.withdrawal,
  paths.transfer,
  paths.cashLog,
  paths.betRecord,
  paths.bankCard,
  paths.profile,
  paths.password,
  paths.bindCard,
]

for (const [who, list] of [
  ['a visitor', visitor],
  ['a player', member],
] as const) {
  test(`every page opens by deep link for ${who}: no errors, accessible, not too wide`, async ({ page, context }) => {
    test.setTimeout(180_000)
    if (who === 'a player') await register(page, newPlayer())
    for (const path of list) {
      await test.step(path, async () => {
        // A cold tab, as from a link in a message.
        const tab = await context.newPage()
        const watch = new Watch(tab)
        await open(tab, path)
        await expect(tab.getByRole('main')).toBeVisible()
        await tab.waitForLoadState('networkidle')
        await watch.expectQuiet()
        expect(
          await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          'too wide',
        ).toBeLessThanOrEqual(0)
        await expectAccessible(tab, path)
        await tab.close()
      })
    }
  })
}
