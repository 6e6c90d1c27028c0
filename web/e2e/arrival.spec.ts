import { expect, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import { labels, paths } from './lib/labels'
import { expectStill, forgetShifts, watchShifts } from './lib/look'
import * as player from './lib/player'

test('H-489 nothing on the page moves when a deposit arrives', async ({ page, context }) => {
  await watchShifts(page)
  const who = newPlayer()
  await player.open(page, paths.register)
  await player.register(page, who)
  await player.open(page, paths.deposit)
  await expect(page.getByLabel(labels.deposit.amount)).toBeVisible()
  await expect(page.getByRole('group', { name: '参加优惠' })).toBeVisible()
  await forgetShifts(page)
  const order = await player.depositByGateway(page, context, '500')
  const notice = page.getByRole('dialog', { name: '存款到账' })
  await expect(notice.getByText(order)).toBeVisible()
  await expect(page.getByRole('group', { name: '参加优惠' })).toBeAttached()
  await player.takeNotice(page, '500.00')
  await expectStill(page, 'the deposit page')
})
