import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Waiting } from './waiting'

vi.mock('@shared/clock', async (original) => ({ ...(await original<object>()), serverNow: () => 100 * 3_600_000 }))

const minutesAgo = (n: number) => 100 * 3_600_000 - n * 60_000

it.each([
  ['withdrawal', 29, '29 分钟'],
  ['withdrawal', 30, '30 分钟 · 较久'],
  ['withdrawal', 120, '2 小时 · 超时'],
  ['deposit', 10, '10 分钟 · 较久'],
  ['award', 120, '2 小时'],
  ['award', 72 * 60, '3 天 · 超时'],
] as const)('H-139 in the queue %s, %d minutes read as %s', (queue, minutes, words) => {
  const { container } = render(<Waiting since={minutesAgo(minutes)} queue={queue} />)
  expect(container).toHaveTextContent(words)
})
