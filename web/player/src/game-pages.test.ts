import { expect, it } from 'vitest'
import played from '../../e2e/venues.spec.ts?raw'
import { venuePages } from './features/venue/venue-pages'

it('every game page is opened and played by the test of the whole product', () => {
  expect(venuePages).toHaveLength(23)
  const left = venuePages.filter(({ path }) => !played.includes(`'${path}'`))
  expect(left.map(({ path }) => path)).toEqual([])
})
