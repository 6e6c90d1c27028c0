import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boot } from '@shared/boot'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '../../paths'
import { fakeServer, show } from '../../test/server'
import { articles } from './text/tools.zh-cn'
import ToolsPage from './tools-page'

fakeServer()
const given = { ...boot.house }
afterEach(() => {
  boot.house = { ...given }
  document.documentElement.dataset.form = ''
})

it.each([
  [paths.toolsAccount, '账户指南'],
  [paths.toolsGambling, '责任博彩'],
  [paths.toolsPrivacy, '隐私政策'],
  [paths.toolsRules, '规则条款'],
  [paths.toolsContact, '联系我们'],
  [paths.agent, '代理合作'],
])('NAV-02 %s shows its article, in any case of letters, and leads to the other five', (path, title) => {
  show(<ToolsPage />, path.toUpperCase())
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const side = screen.getByRole('navigation', { name: '帮助与条款' })
  expect(side.querySelectorAll('a')).toHaveLength(6)
  expect(screen.getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page')
})

it('no article gives a figure that is a setting of the cashier', () => {
  const whole = JSON.stringify(Object.values(articles).map((article) => article(boot.house)))
  for (const figure of [/分钟内完成/, /绑定 \d/, /最低提款 ?\d/, /最低 ?\d/, /最长 \d/])
    expect(whole).not.toMatch(figure)
})

it('the guide leads a player who wants a withdrawal back to the button, and not to support', () => {
  show(<ToolsPage />, paths.toolsAccount)
  const step = screen.getByText(/「撤回提款」/)
  expect(step).not.toHaveTextContent('客服')
})

it('shows what the operator set, and leaves out a fact that it did not set', () => {
  boot.house = { ...given, operator: '鸿运娱乐有限公司', email: 'help@hongyun.example' }
  const { unmount } = show(<ToolsPage />, paths.toolsRules)
  expect(screen.getAllByText(/鸿运娱乐有限公司/).length).toBeGreaterThan(0)
  expect(screen.getByText(/尚未登载牌照资料/)).toBeVisible()
  unmount()
  show(<ToolsPage />, paths.toolsContact)
  for (const link of screen.getAllByRole('link', { name: 'help@hongyun.example' }))
    expect(link).toHaveAttribute('href', 'mailto:help@hongyun.example')
  expect(screen.queryByText(/投诉与建议/)).toBeNull()
})

it('who cannot log in reads first how to recover the login, and what to write where no code comes', () => {
  boot.house = { ...given, email: 'help@hongyun.example' }
  show(<ToolsPage />, paths.toolsContact)
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('登录不了')
  expect(screen.getByRole('link', { name: '去找回密码' })).toHaveAttribute('href', `#${paths.forget}`)
  expect(screen.getByText(/收不到验证码/)).toHaveTextContent(/help@hongyun\.example.*真实姓名、注册手机号后四位/)
})

it('a visitor is promised another way to write only where an address is published', () => {
  boot.ownSupport = true
  const promise = /请使用下面的其他方式/
  boot.house = { ...given, email: '', complaintEmail: '', privacyEmail: '' }
  const { unmount } = show(<ToolsPage />, paths.toolsContact)
  expect(screen.getByText(/登录后点击「客服」/)).not.toHaveTextContent(promise)
  unmount()
  boot.house = { ...given, complaintEmail: 'help@hongyun.example' }
  show(<ToolsPage />, paths.toolsContact)
  expect(screen.getByText(/登录后点击「客服」/)).toHaveTextContent(promise)
  boot.ownSupport = false
})

it('H-505 without a licence no article names one as given; with one they say it', () => {
  const none = { ...given, operator: '演示运营方（非真实公司）', regulator: '', licence: '', jurisdiction: '' }
  const denied = /尚未登载(?:运营公司与)?牌照资料/g
  const claims = /牌照|与监管机构|监管机构或/
  const said = (house: typeof given, path: string) => JSON.stringify(articles[path]?.(house)).replace(denied, '')
  for (const path of Object.keys(articles)) {
    for (const half of [none, { ...none, regulator: 'R' }, { ...none, licence: 'L' }]) {
      expect(said(half, path)).not.toMatch(claims)
    }
  }
  expect(said(none, paths.toolsRules)).toContain('您与演示运营方（非真实公司）之间')
  const full = { ...none, operator: 'Acme Ltd', regulator: '某地博彩委员会', licence: 'L-1' }
  for (const path of [paths.toolsRules, paths.toolsGambling, paths.toolsPrivacy, paths.agent]) {
    expect(said(full, path)).toMatch(claims)
  }
  expect(said(full, paths.toolsRules)).toContain('本站由 Acme Ltd 依据某地博彩委员会颁发的牌照（编号 L-1）运营。')
})

const nothing = Object.fromEntries(Object.keys(given).map((key) => [key, ''])) as unknown as typeof given
const everything = Object.fromEntries(
  Object.keys(given).map((key) => [key, `${key}@set.example`]),
) as unknown as typeof given

it.each(Object.keys(articles))('%s has no placeholder and no hole, whatever the operator set', (path) => {
  for (const house of [nothing, everything, { ...nothing, operator: 'A' }, { ...nothing, licence: 'L' }]) {
    expect(JSON.stringify(articles[path]?.(house))).not.toMatch(/[【】]|undefined| [，。]|：[，。]| {2}/)
  }
})

it('no text of the site has a placeholder', () => {
  const site = join(import.meta.dirname, '../..')
  const texts = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => /\btext\/.*\.ts$/.test(name))
  expect(texts.length).toBeGreaterThan(40)
  for (const name of texts) expect(`${name} ${readFileSync(join(site, name), 'utf8')}`).not.toMatch(/[【】]/)
})

it('says points as a list and steps in their order', () => {
  show(<ToolsPage />, paths.toolsGambling)
  const steps = screen.getByRole('heading', { name: '也可以请客服办理' }).closest('section')?.querySelector('ol')
  expect(steps?.querySelectorAll('li')).toHaveLength(3)
})

it('a link to a part goes there and takes the focus, from elsewhere and again', async () => {
  const into = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  show(<ToolsPage />, `${paths.toolsPrivacy}?part=3`)
  const third = screen.getByRole('heading', { level: 2, name: '浏览器里保存的内容' })
  expect(third).toHaveFocus()
  await userEvent.click(screen.getByRole('link', { name: '您的权利' }))
  await waitFor(() => expect(window.location.hash).toBe('#/tools/privacy?part=6'))
  expect(screen.getByRole('heading', { level: 2, name: '您的权利' })).toHaveFocus()
  expect(into).toHaveBeenCalledTimes(2)
})

it('only long articles have a table of contents; the phone folds it away', () => {
  const { unmount } = show(<ToolsPage />, paths.agent)
  expect(screen.queryByRole('navigation', { name: '本页内容' })).toBeNull()
  unmount()
  document.documentElement.dataset.form = 'h5'
  show(<ToolsPage />, paths.toolsRules)
  expect(screen.getByText('本页内容').closest('details')).not.toHaveAttribute('open')
})

it('RG-3 to RG-6 promises what the page 理性娱乐 keeps, says what customer service does by hand, and no more', () => {
  const { parts } = articles[paths.toolsGambling]?.(given) ?? { parts: [] }
  const said = (heading: string) => JSON.stringify(parts.find((part) => part.heading === heading))
  const own = said('您自己可以设置的')
  expect(own).toContain('「理性娱乐」')
  // H-75, H-76: the terms of internal/guard, and the waits before anything gets looser.
  expect(own).toContain('存款限额：24 小时、7 天、30 天各一项。降低立即生效；提高或取消须等待 24 小时，并由您再次确认')
  expect(own).toContain('冷静期：24 小时到 6 周')
  expect(own).toContain('自我排除：6 个月、1 年、5 年或无限期')
  expect(own).toContain('再等待 24 小时（无限期为 7 天）；任何人都不能提前解除')
  expect(own).toContain('每隔 30、60 或 120 分钟')
  const stopped = said('冷静期与自我排除期间')
  expect(stopped).toContain('不能存款、转入场馆、进入游戏或领取奖金，自动转账随之关闭')
  // A time-out asks for turnover as ever, so no withdrawal is promised at any time.
  expect(stopped).not.toContain('随时提款')
  expect(said('也可以请客服办理')).toContain('您自己设置的限制，客服不能替您解除')
  expect(JSON.stringify(parts)).not.toMatch(/正在准备|还不能自行设置/)
})
