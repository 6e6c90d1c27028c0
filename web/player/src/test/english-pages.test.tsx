import { boot, type House } from '@shared/boot'
import { showEnglish } from '@shared/english/page'
import { render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import shipped from '../../../../internal/content/shipped/help.json'
import { articles } from '../features/content/text/tools.zh-cn'
import ToolsPage from '../features/content/tools-page'
import { HelpText } from '../features/help/help-text'
import { fakeServer, show } from './server'

fakeServer()
const given = { house: { ...boot.house }, demo: boot.demo, ownSupport: boot.ownSupport }
beforeAll(() => showEnglish())
afterEach(() => {
  boot.house = { ...given.house }
  boot.demo = given.demo
  boot.ownSupport = given.ownSupport
})

const mails = {
  email: 'service@house.example',
  complaintEmail: 'complaint@house.example',
  privacyEmail: 'privacy@house.example',
  agentEmail: 'agent@house.example',
}
const nothing: House = {
  operator: '',
  regulator: '',
  licence: '',
  address: '',
  jurisdiction: '',
  link: '',
  seal: '',
  email: '',
  complaintEmail: '',
  privacyEmail: '',
  agentEmail: '',
  arbiter: '',
  helpline: '',
}
const unlicensed: House = {
  ...nothing,
  ...mails,
  operator: '麒麟阁娱乐有限公司',
  address: '某市南街 8 号',
  arbiter: '南湖仲裁院（独立机构）',
  helpline: '南湖求助热线 400-000',
}
const houses: [string, House][] = [
  ['nothing set', nothing],
  ['everything but a licence', unlicensed],
  ['a licence', { ...unlicensed, regulator: '南湖博彩委员会', licence: 'L-1', jurisdiction: '南湖' }],
  ['Latin names', { ...nothing, ...mails, operator: 'Acme Ltd', regulator: 'MGA', licence: 'L-1', arbiter: 'ADR Ltd' }],
  ['a general address alone', { ...nothing, email: mails.email }],
]

/** The page's texts that have Chinese outside of the operator's own names. */
async function chineseLeft(house: House): Promise<string[]> {
  await new Promise((done) => setTimeout(done))
  const names = Object.values(house)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
  const left: string[] = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const rest = names.reduce((text, name) => text.replaceAll(name, ''), node.textContent ?? '')
    if (/\p{Script=Han}/u.test(rest)) left.push(node.textContent ?? '')
  }
  return left
}

test.each(Object.keys(articles).flatMap((path) => houses.map(([name, house]) => [path, name, house] as const)))(
  'H-485 %s has no Chinese sentence in English: %s',
  async (path, _, house) => {
    boot.house = house
    for (const [demo, ownSupport] of [
      [true, true],
      [false, false],
    ] as const) {
      boot.demo = demo
      boot.ownSupport = ownSupport
      const { unmount } = show(<ToolsPage />, path)
      expect(await chineseLeft(house)).toEqual([])
      expect(document.body.textContent).not.toMatch(/[，。；：「」]/)
      unmount()
    }
  },
)

test.each(shipped.map(({ title, body }) => [title, body] as const))(
  'H-485 the help article %s has no Chinese sentence in English',
  async (title, body) => {
    render(
      <>
        <h1>{title}</h1>
        <HelpText text={body.join('\n')} />
      </>,
    )
    // The languages keep their own names.
    const left = (await chineseLeft(nothing)).map((text) => text.replaceAll('简体中文', '').replaceAll('繁體中文', ''))
    expect(left.filter((text) => /\p{Script=Han}/u.test(text))).toEqual([])
  },
)
