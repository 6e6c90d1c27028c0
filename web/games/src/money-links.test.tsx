import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BackContext, Note, platformPage } from './money-links'

const back = 'http://127.0.0.1:8080/#/'

it('a balance that is too small comes with the ways to more money', () => {
  render(
    <BackContext value={back}>
      <Note message="余额不足" />
    </BackContext>,
  )
  expect(screen.getByText(/余额不足，请将余额转入本场馆/)).toBeVisible()
  expect(screen.getByRole('link', { name: '去转入余额' })).toHaveAttribute('href', 'http://127.0.0.1:8080/#/Transfer')
  expect(screen.getByRole('link', { name: '去存款' })).toHaveAttribute('href', 'http://127.0.0.1:8080/#/Deposit')
})

it('another message, or a visitor who plays for fun, gets no links', () => {
  const { rerender } = render(
    <BackContext value={back}>
      <Note message="本局已停止下注" />
    </BackContext>,
  )
  expect(screen.getByText('本局已停止下注')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
  rerender(<Note message="余额不足" />)
  expect(screen.queryByRole('link')).toBeNull()
})

it('an address of the platform keeps its own page and query', () => {
  expect(platformPage('https://site.example/app/?a=1#/Egame', 'Transfer')).toBe(
    'https://site.example/app/?a=1#/Transfer',
  )
  expect(platformPage('nonsense', 'Deposit')).toBe('nonsense')
})
