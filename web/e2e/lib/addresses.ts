import { expect, type Page } from '@playwright/test'
import { house, houseNow, requestToken } from './house'
import { ask } from './player'

/** Asks a documented call that everybody may read. */
async function read<Data>(page: Page, path: string): Promise<Data> {
  const answer = await page.request.get(`${house().player}/common${path}`, {
    headers: { 'X-Req-Token': await requestToken(path, 'GET') },
  })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
  return ((await answer.json()) as { Data: Data }).Data
}

/** Finds what an address of lib/routes.ts leaves open. The player of a page asks the question of the ticket. */
const found: Record<string, (page: Page) => Promise<string | number | undefined>> = {
  '/Game/:id': async (page) => {
    const lobby = await read<{ Kinds: { Items: { Id: number }[] }[] }>(page, '/v1/PubInterface/HomeLobby')
    return lobby.Kinds[0]?.Items[0]?.Id
  },
  '/Help/:id': async (page) => (await read<{ Id: number }[]>(page, '/v1/PubInterface/HelpItems'))[0]?.Id,
  '/Support/:id': async (page) => {
    const question = { kind: 'other', text: '请问如何修改手机号？' }
    return (await ask<{ Data: { Id: string } }>(page, '/v1/Do/TicketOpenAction', question)).Data.Id
  },
}

/** A route of lib/routes.ts as an address that can be opened: with the id of a thing that exists, and with today's date. */
export async function addressOf(page: Page, route: string): Promise<string> {
  const day = new Date((await houseNow()) + 8 * 3_600_000).toISOString().slice(0, 10)
  const dated = route.replace(':day', day)
  if (!dated.includes('/:')) return dated
  const id = await found[route]?.(page)
  expect(id, `nothing was found to open ${route} with`).toBeTruthy()
  return dated.replace(/:\w+/, encodeURIComponent(String(id)))
}
