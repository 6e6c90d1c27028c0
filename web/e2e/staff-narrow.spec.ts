import { expect, test } from '@playwright/test'
import { house } from './lib/house'
import { expectFits } from './lib/look'
import { expectDone, freshCode, top, twoPeople, visitAnew } from './lib/staff'
import { expectAccessible, Watch } from './lib/watch'

test('a manager approves a request on a phone', async ({ browser }) => {
  const [maker, manager] = await twoPeople(browser)
  const watch = new Watch(manager)
  const name = house().players[2]?.name ?? 'demo03'
  const remark = `手机复核${Date.now().toString(36).slice(-6)}`

  await test.step('a colleague asks for C$', async () => {
    await visitAnew(maker, `/players/${name}?tab=fund`, new RegExp(name))
    await maker.getByRole('button', { name: '发放 C$' }).click()
    const dialog = top(maker)
    await dialog.getByLabel('发放金额').fill('3')
    await dialog.getByLabel('备注（玩家可见）').fill('节日礼金')
    await dialog.getByLabel('原因').fill(remark)
    await dialog.getByRole('button', { name: '提交复核' }).click()
    await expectDone(maker, '已提交，等待复核人处理')
  })

  await manager.setViewportSize({ width: 390, height: 844 })
  const card = manager.getByRole('listitem').filter({ hasText: remark })
  await test.step('the list has a card that fits, and the menu lies behind its button', async () => {
    await visitAnew(manager, '/approvals', '双人复核')
    await expect(card).toBeVisible()
    await expect(card).toContainText(name)
    await expect(manager.getByRole('table')).toHaveCount(0)
    await expectFits(manager, 'approvals on a phone')
    await expectAccessible(manager, 'approvals on a phone')
    await expect(manager.getByRole('menuitem', { name: '双人复核' })).toBeHidden()
    await manager.getByRole('button', { name: '打开菜单' }).click()
    await manager.getByRole('menuitem', { name: '双人复核' }).click()
    await expect(manager.getByRole('menuitem', { name: '双人复核' })).toBeHidden()
  })

  await test.step('a thumb approves it', async () => {
    const approve = card.getByRole('button', { name: '通过' })
    expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await approve.click()
    await top(manager).getByRole('button', { name: '通过' }).click()
    await freshCode(manager, '已通过')
    await expectDone(manager, '已通过')
    await expect(card).toHaveCount(0)
  })
  await watch.expectQuiet()
})
