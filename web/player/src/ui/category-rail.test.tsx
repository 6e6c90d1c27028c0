import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HashRouter } from 'react-router'
import { expect, it } from 'vitest'
import { CategoryRail } from './category-rail'

const tile = (name: string, more = {}) => ({ key: name, name, to: `/${name}`, art: '/art/x.svg', ...more })

it('shows the tiles of the kind that was picked, and which one that is', async () => {
  render(
    <HashRouter>
      <CategoryRail
        label="kinds"
        groups={[
          { key: 'all', name: '全部', icon: null, tiles: [tile('a'), tile('b', { note: '未开放' })] },
          { key: 'fish', name: '捕鱼', icon: null, tiles: [tile('c', { wide: true })] },
        ]}
      />
    </HashRouter>,
  )
  const rail = screen.getByRole('group', { name: 'kinds' })
  expect(within(rail).getByRole('button', { pressed: true })).toHaveTextContent('全部')
  expect(screen.getByRole('list', { name: '全部' })).toHaveTextContent('未开放')
  await userEvent.click(screen.getByRole('button', { name: '捕鱼' }))
  expect(within(rail).getByRole('button', { pressed: true })).toHaveTextContent('捕鱼')
  expect(within(screen.getByRole('list', { name: '捕鱼' })).getAllByRole('link')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'c' })).toHaveAttribute('href', '#/c')
})
