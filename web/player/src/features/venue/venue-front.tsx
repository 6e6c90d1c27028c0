import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import { siteForm } from '../../ui/site-form'
import { Skeleton } from '../../ui/states'
import { CoverPlace, Covers } from '../lobby/cover'
import type { Cover } from '../lobby/lobby-queries'
import { DrawBoard } from './draw-board'
import { type VenueFront as Front, venueFrontQuery } from './front-queries'
import { HandBoard } from './hand-board'
import { MatchBoard } from './match-board'
import { ownGrid, Shelf } from './own-games'
import { TableBoard } from './table-board'
import { useFrontText } from './use-front-text'
import type { VenuePage } from './venue-pages'
import { VenueWins } from './venue-wins'

/** The venue's own games of the page's kind, what its bets tell, and games of the same kind at other venues. */
export function VenueFront({ page }: { page: VenuePage }) {
  const text = useFrontText()
  const { data, error, refetch } = useQuery(venueFrontQuery(page.launch.platformId, page.category))
  if (!data) {
    return error ? (
      <p role="alert" className="panel flex min-h-36 items-center justify-center gap-4 text-soft">
        {text.failed}
        <Button look="line" onClick={() => void refetch()}>
          {text.retry}
        </Button>
      </p>
    ) : (
      <Waiting page={page} />
    )
  }
  const hall = data.games.length === 1 ? data.games[0] : undefined
  return (
    <>
      {hall ? (
        <Hall hall={hall} front={data} />
      ) : (
        <>
          {data.games.length > 0 && (
            <Shelf id="own-games" title={text.own} games={data.games} total={data.total} large />
          )}
          <Life front={data} />
        </>
      )}
      {(!hall || boardOf(data, false)) && <Elsewhere front={data} />}
    </>
  )
}

/** The board that the venue's bets fill; nothing where they fill none. */
function boardOf(front: Front, wide: boolean): ReactNode {
  if (front.matches.length > 0) return <MatchBoard matches={front.matches} wide={wide} />
  if (front.draws.length > 0) return <DrawBoard draws={front.draws} wide={wide} />
  if (front.tables.length > 0) return <TableBoard tables={front.tables} wide={wide} />
  if (front.hands.length > 0) return <HandBoard hands={front.hands} />
  return null
}

/** The board with the latest wins beside it; one alone has the whole width. */
function Life({ front }: { front: Front }) {
  const wins = front.wins.length > 0
  const board = boardOf(front, !wins)
  if (board && wins) {
    return (
      <div className="grid grid-cols-3 items-start gap-8 h5:grid-cols-1">
        <div className="col-span-2 min-w-0 h5:col-span-1">{board}</div>
        <VenueWins wins={front.wins} />
      </div>
    )
  }
  if (board) return board
  return wins ? <VenueWins wins={front.wins} columns="grid-cols-2" /> : null
}

function Elsewhere({ front, beside = false }: { front: Front; beside?: boolean }) {
  const text = useFrontText()
  if (front.elsewhere.length === 0) return null
  return <Shelf id="elsewhere" title={text.elsewhere} games={front.elsewhere} narrow={beside} />
}

/**
 * A venue whose only game is its hall. The board is beside it, or the halls of other venues where nothing is told. On
 * the phone the hall has no tile: it would repeat the button above it.
 */
function Hall({ hall, front }: { hall: Cover; front: Front }) {
  const text = useFrontText()
  const phone = siteForm() === 'h5'
  const board = boardOf(front, false)
  return (
    <div className="grid grid-cols-4 items-start gap-8 h5:grid-cols-1">
      {!phone && (
        <div className="space-y-8">
          <section aria-labelledby="hall">
            <h2 id="hall" className="pb-4 text-2xl font-semibold">
              {text.hall}
            </h2>
            <Covers covers={[hall]} className="" />
          </section>
          {board && front.wins.length > 0 && <VenueWins wins={front.wins.slice(0, 5)} />}
        </div>
      )}
      <div className="col-span-3 min-w-0 h5:col-span-1">{board ?? <Elsewhere front={front} beside />}</div>
      {front.wins.length > 0 && (phone || !board) && (
        <div className="col-span-4 h5:col-span-1">
          <VenueWins wins={front.wins} columns="grid-cols-2" />
        </div>
      )}
    </div>
  )
}

/** As high as the window has room for, so that nothing that can be seen moves when the page's own contents come. */
function Waiting({ page }: { page: VenuePage }) {
  const one = page.category === 'sport' || page.category === 'esport'
  return (
    <div aria-hidden="true" style={{ minHeight: 800 }}>
      {one ? (
        <div className="grid grid-cols-4 gap-8 pt-12 h5:grid-cols-1">
          {siteForm() !== 'h5' && (
            <ul>
              <CoverPlace waiting />
            </ul>
          )}
          <Skeleton className="col-span-3 h5:col-span-1" />
        </div>
      ) : (
        <ul className={`pt-12 ${ownGrid(5)}`}>
          {[1, 2, 3, 4, 5].map((place) => (
            <CoverPlace key={place} waiting />
          ))}
        </ul>
      )}
    </div>
  )
}
