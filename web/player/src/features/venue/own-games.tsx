import { useState } from 'react'
import { Button } from '../../ui/button'
import { siteForm } from '../../ui/site-form'
import { Covers, coverGrid } from '../lobby/cover'
import type { Cover } from '../lobby/lobby-queries'
import { useFrontText } from './use-front-text'

/** Two rows, and three on the phone. */
const firstShown = (narrow: boolean) => (siteForm() === 'h5' ? 9 : narrow ? 10 : 16)

/** A few games fill their row; the phone has three in a row as everywhere. */
const columns: Record<number, string> = {
  2: 'grid-cols-4',
  3: 'grid-cols-4',
  4: 'grid-cols-4',
  5: 'grid-cols-5',
  6: 'grid-cols-6',
}

export const ownGrid = (count: number): string =>
  columns[count] ? `grid gap-4 h5:grid-cols-3 h5:gap-2.5 ${columns[count]}` : coverGrid

interface Props {
  id: string
  title: string
  games: Cover[]
  /** How many there are, where it is said. */
  total?: number
  /** A few games are as large as their row allows. */
  large?: boolean
  /** The shelf is beside a hall and has half as many in a row. */
  narrow?: boolean
}

/** Covers of a kind of games: the first of them, and the others by a click. */
export function Shelf({ id, title, games, total, large = false, narrow = false }: Props) {
  const text = useFrontText()
  const [unfolded, setUnfolded] = useState(false)
  const most = firstShown(narrow)
  const shown = unfolded ? games : games.slice(0, most)
  return (
    <section aria-labelledby={id}>
      <div className="flex items-baseline gap-4 pb-4 h5:pb-3">
        <h2 id={id} className="text-2xl font-semibold h5:text-lg">
          {title}
        </h2>
        {total !== undefined && <p className="tabular text-sm text-mute">{text.ownCount(total)}</p>}
      </div>
      <Covers covers={shown} className={large ? ownGrid(games.length) : narrow ? ownGrid(5) : coverGrid} />
      {games.length > most && (
        <div className="pt-2 text-center">
          <Button look="line" onClick={() => setUnfolded(!unfolded)} aria-expanded={unfolded}>
            {unfolded ? text.fold : text.all(games.length)}
          </Button>
        </div>
      )}
    </section>
  )
}
