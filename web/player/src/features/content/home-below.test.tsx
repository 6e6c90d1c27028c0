import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { HomeAdvantages } from './home-advantages'
import { HomeApp } from './home-app'

fakeServer()

it('HOME-02 the app is praised, and leads to its page; who has no account may open one', () => {
  const page = show(<HomeApp />)
  const app = within(screen.getByRole('region', { name: '掌上鸿运，随时随地' }))
  expect(app.getByRole('link', { name: '了解 APP' })).toHaveAttribute('href', '#/AppDownload')
  expect(app.getByRole('link', { name: '立即加入' })).toHaveAttribute('href', '#/register')
  page.unmount()
  logIn()
  show(<HomeApp />)
  expect(screen.queryByRole('link', { name: '立即加入' })).toBeNull()
})

it('HOME-02 four advantages of the service', () => {
  show(<HomeAdvantages />)
  const advantages = within(screen.getByRole('region', { name: '服务优势' }))
  expect(advantages.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    '账目清楚',
    '转账稳妥',
    '进度可见',
    '流水透明',
  ])
})
