import { expect, test } from '@playwright/test'
import { addressOf } from './lib/addresses'
import { newPlayer } from './lib/house'
import { expectChinese, expectFits, expectStill, watchShifts } from './lib/look'
import { open, register } from './lib/player'
import { phoneRoutes, playerRoutes, publicRoutes } from './lib/routes'
import { whole } from './lib/scope'
import { expectAccessible, Watch } from './lib/watch'

/** Whether a form opens a page in this run: all of them in `make e2e-all`, else each page is opened in one form, in turn. */
const opens = (path: string, form: string, index: number) =>
  phoneRoutes.includes(path) ? form === 'h5' : whole || (index % 2 === 0) === (form === 'h5')

/** Three tests of a third each, so that they can run side by side. */
const thirds = (routes: string[]) => [0, 1, 2].map((rest) => routes.filter((_, index) => index % 3 === rest))

for (const [who, routes] of [
  ['a visitor', publicRoutes],
  ['a player', playerRoutes],
] as const) {
  for (const [index, some] of thirds(routes).entries()) {
    test(`NAV-02 every page opens cold for ${who}, ${index + 1} of 3: quiet, accessible, still, in Chinese, not too wide`, async ({
      page,
      context,
    }, { project }) => {
      test.setTimeout(480_000)
      if (who === 'a player') await register(page, newPlayer())
      for (const path of some.filter((path, at) => opens(path, project.name, at + index))) {
        await test.step(path, async () => {
          // A cold tab, as from a link in a message.
          const tab = await context.newPage()
          const watch = new Watch(tab)
          await watchShifts(tab)
          // The promotion's frame runs no script, not even the one that watches for shifts.
          watch.allow(/Blocked script execution/)
          await open(tab, await addressOf(page, path))
          await expect(tab.getByRole('main')).toBeVisible()
          await expect(tab.getByRole('heading').or(tab.locator('iframe')).first()).toBeVisible()
          await watch.settled()
          await expectStill(tab, path)
          await expectFits(tab, path)
          await expectChinese(tab, path)
          await expectAccessible(tab, path)
          await watch.expectQuiet()
          await tab.close()
        })
      }
    })
  }
}

test('NAV-02 an address in another case is the same page', async ({ page }) => {
  for (const path of ['/LOGIN', '/boardgame_03', '/TOOLS/Privacy']) {
    await open(page, path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByText('页面不存在')).toHaveCount(0)
  }
})
