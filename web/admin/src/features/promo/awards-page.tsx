import { Segmented } from '../../kit'
import { text } from '../../text/zh-cn'
import { useUrlState } from '../../ui/use-url-state'
import { AwardsTable } from './awards-table'

const words = text.promo
const views = ['all', 'withheld'] as const
type View = (typeof views)[number]

/** AwardsPage is everything that promotions gave, and the queue of what waits for a person. */
export default function AwardsPage() {
  const url = useUrlState()
  const view: View = url.filters.view === 'withheld' ? 'withheld' : 'all'
  return (
    <AwardsTable
      url={url}
      withheld={view === 'withheld'}
      toolbar={
        <Segmented<View>
          key="view"
          aria-label={words.viewLabel}
          value={view}
          options={views.map((value) => ({ value, label: words.views[value] }))}
          onChange={(next) => {
            const { state: _state, ...rest } = url.filters
            url.setFilters({ ...rest, view: next })
          }}
        />
      }
    />
  )
}
