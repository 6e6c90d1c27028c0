import { useQuery } from '@tanstack/react-query'
import { Load, SkeletonRows } from '../../ui/states'
import { Unfold } from '../../ui/unfold'
import { type Share, type SharesOf, sharesQuery } from './shares-query'
import { useSharesText } from './use-promo-text'

/** Shows how much of which bets counts for a requirement or a promotion, once the player opens it. */
export function Shares({ of, name, className = '' }: { of: SharesOf; name: string; className?: string }) {
  const text = useSharesText()
  return (
    <div className={className}>
      <Unfold show={text.show} hide={text.hide} label={(action) => text.of(action, name)}>
        <Lists of={of} />
      </Unfold>
    </div>
  )
}

function Lists({ of }: { of: SharesOf }) {
  const text = useSharesText()
  const shares = useQuery(sharesQuery(of))
  return (
    <Load
      query={shares}
      skeleton={<SkeletonRows rows={2} height="h-10" />}
      empty={{
        when: ({ kinds, games, note }) => kinds.length + games.length === 0 && note === '',
        show: <p className="text-xs text-mute">{text.empty}</p>,
      }}
    >
      {({ kinds, games, note }) => (
        <div className="max-h-64 overflow-y-auto text-xs">
          <List title={text.kinds} shares={kinds} />
          <List title={text.games} shares={games} />
          {note && <p className="pt-1 text-mute">{note}</p>}
        </div>
      )}
    </Load>
  )
}

function List({ title, shares }: { title: string; shares: Share[] }) {
  const text = useSharesText()
  if (shares.length === 0) return null
  return (
    <>
      <p className="pt-1 text-mute">{title}</p>
      <ul aria-label={title} className="divide-y divide-line">
        {shares.map(({ name, percent }) => (
          <li key={name} className="tabular flex justify-between gap-2 py-2">
            <span>{name}</span>
            <span className="text-soft">{text.percent(percent)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
