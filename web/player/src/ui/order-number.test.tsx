import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { groupsOfNumber } from './group-digits'
import { OrderNumber } from './order-number'

it('an order number is shown in groups and copied without spaces; an older one is shown as it is', () => {
  expect(groupsOfNumber('D261128K5VK0CSB3WT')).toEqual(['D261128', 'K5VK', '0CSB', '3WT'])
  expect(groupsOfNumber('T261128121852J4GPEP')).toEqual(['T261128', '121852', 'J4GPEP'])
  expect(groupsOfNumber('B261128120911VQ246T')).toEqual(['B261128', '120911', 'VQ246T'])
  expect(groupsOfNumber('D261128075633XK5VK0CSB3WTHWX2')).toEqual(['D261128075633XK5VK0CSB3WTHWX2'])
  const { container } = render(<OrderNumber sn="D261128K5VK0CSB3WT" />)
  expect(container).toHaveTextContent(/^D261128K5VK0CSB3WT$/)
})
