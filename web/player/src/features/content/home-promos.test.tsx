import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { HomePromos } from './home-promos'
import { zhCN as text } from './text/home-below.zh-cn'

const server = fakeServer()
const path = '/v1/PubInterface/GetActivity'

const promo = (Id: number) => ({
  Id,
  Name: `优惠${Id}`,
  PromotionName: `优惠${Id}`,
  StartDate: '2026-11-01',
  EndDate: '2026-12-31',
  PcPic: '/art/promo-streak.svg',
  Line: '一句话',
})

it('HOME-02 the first three promotions lead to their pages', async () => {
  server.reply({ [path]: { Data: [34, 35, 36, 37].map(promo) } })
  show(<HomePromos />)
  const card = await screen.findByRole('link', { name: /优惠34/ })
  expect(card).toHaveAttribute('href', '#/Activity/34')
  expect(card).toHaveTextContent(text.promoDates('2026-11-01', '2026-12-31'))
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByText('优惠37')).toBeNull()
})

it('says when there is none, and offers to ask again when it failed', async () => {
  server.reply({ [path]: { Data: [] } })
  const page = show(<HomePromos />)
  expect(await screen.findByText(text.promosNone)).toBeVisible()
  page.unmount()

  server.reply({ [path]: { IsSuc: false, ErrorMessage: '读取失败' } })
  show(<HomePromos />)
  expect(await screen.findByText('读取失败')).toBeVisible()
  server.reply({ [path]: { Data: [promo(34)] } })
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('优惠34')).toBeVisible()
})

it('shows no picture from an address that is none', async () => {
  server.reply({ [path]: { Data: [{ ...promo(34), PcPic: 'javascript:alert(1)' }] } })
  show(<HomePromos />)
  const card = await screen.findByRole('link', { name: /优惠34/ })
  expect(card.querySelector('img')).toBeNull()
})
