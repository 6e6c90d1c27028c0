import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router'
import { expect, it } from 'vitest'
import { zhCN as search } from '../features/lobby/text/search.zh-cn'
import { fakeServer, show } from '../test/server'
import { SiteSearch } from './site-search'

const server = fakeServer()
const found = '/v1/PubInterface/SearchGames'

const lighthouse = {
  Id: 470001,
  GameCode: '47001',
  Platform: '47',
  ImgUrl: '',
  GameCnName: '风暴灯塔',
  IsFavorites: false,
  Category: 1,
  Theme: 'sea',
  Kind: 'slot',
  IsHot: false,
  IsRecommend: false,
  State: 'open',
  MaintainEnd: '',
  Art: { Motif: 'ship', Palette: 'azure', Rarity: 1, Seed: 1 },
  Venue: '聚宝电子',
}

it('H-351 the search opens by key, is walked by the arrows and opened by Enter', async () => {
  server.reply({ [found]: { Data: [lighthouse] } })
  show(
    <>
      <input aria-label="field" />
      <SiteSearch className="" />
    </>,
  )
  fireEvent.keyDown(screen.getByLabelText('field'), { key: '/' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: search.field })
  expect(screen.getByRole('option', { name: /存款/ })).toHaveAttribute('aria-selected', 'true')
  fireEvent.change(field, { target: { value: 'FengBao' } })
  const option = await screen.findByRole('option', { name: /风暴灯塔/ })
  expect(option).toHaveTextContent('聚宝电子')
  expect(server.callsTo(found).at(-1)?.query.get('Text')).toBe('fengbao')
  expect(field).toHaveAttribute('aria-activedescendant', option.id)
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(window.location.hash).toBe('#/Game/470001'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('H-351 a search without a result says so', async () => {
  server.reply({ [found]: { Data: [] } })
  show(<SiteSearch className="" />)
  fireEvent.keyDown(document.body, { key: '/' })
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'zzzz' } })
  expect(await screen.findByText(/没有找到“zzzz”/)).toBeVisible()
})

it('the search does not stay over another page', async () => {
  server.reply({ [found]: { Data: [] } })
  show(
    <>
      <Link to="/Activity">elsewhere</Link>
      <SiteSearch className="" />
    </>,
  )
  fireEvent.keyDown(document.body, { key: '/' })
  await screen.findByRole('combobox')
  fireEvent.click(screen.getByText('elsewhere'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
