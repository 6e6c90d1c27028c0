import { lazy, useState } from 'react'
import { paths } from '../../paths'
import { StateArt } from '../../ui/art/state-art'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { Panel } from '../../ui/panel'
import { Load, Skeleton } from '../../ui/states'
import { useUiText } from '../../ui/use-ui-text'
import { AwardList } from './award-list'
import { ClaimCard } from './claim-card'
import { ClaimMark } from './claim-mark'
import { type Claim, type ClaimState, choosable, useClaims } from './claim-queries'
import { useClaim } from './use-claim'
import { useClaimText } from './use-promo-text'

const PacketDialog = lazy(() => import('./packet-dialog'))

/** Claimable promotions come first, done ones last. */
const order: ClaimState[] = ['claimable', 'unmet', 'automatic', 'claimed']

/** A promotion claimed just now keeps its place: it does not jump away under the player's hand. */
function inOrder(claims: Claim[], claimedHere: readonly number[]): Claim[] {
  const placeOf = (claim: Claim) => {
    if (claim.state === 'claimed' && claimedHere.includes(claim.id)) return 'claimable'
    return claim.state === 'automatic' && choosable(claim) ? 'unmet' : claim.state
  }
  return order.flatMap((state) => claims.filter((claim) => placeOf(claim) === state))
}

/** Discount: every promotion with the player's state, to be claimed by the player, and the rewards so far. */
export default function DiscountPage() {
  const text = useClaimText()
  const claims = useClaims()
  const claiming = useClaim()
  const [drawing, setDrawing] = useState<Claim | null>(null)
  const ready = claims.data?.filter(({ state }) => state === 'claimable').length ?? 0
  const barred = claims.data?.filter(({ state }) => state === 'barred') ?? []
  return (
    <div className="space-y-5 h5:space-y-4">
      <header className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h1 className="flex items-baseline gap-3 text-xl font-semibold h5:hidden">
            {text.title}
            {ready > 0 && <span className="text-sm font-normal text-gold">{text.ready(ready)}</span>}
          </h1>
          <p className="text-sm text-soft">{text.lead}</p>
        </div>
        <Link to={paths.activity} className="btn btn-line h5:hidden">
          {text.toActivity}
        </Link>
      </header>
      <Load query={claims} skeleton={<Loading />} empty={{ when: (list) => list.length === 0, show: <Nothing /> }}>
        {(list) => (
          <ul aria-label={text.list} className={grid}>
            {inOrder(list, claiming.claimedHere).map((claim) => (
              <li key={claim.id}>
                <ClaimCard claim={claim} claiming={claiming} onDraw={() => setDrawing(claim)} />
              </li>
            ))}
          </ul>
        )}
      </Load>
      {barred.length > 0 && <Barred claims={barred} />}
      {!claims.isPending && <AwardList />}
      {drawing && (
        <Optional>
          <PacketDialog claim={drawing} claiming={claiming} onClose={() => setDrawing(null)} />
        </Optional>
      )}
    </div>
  )
}

const grid = 'grid grid-cols-2 gap-4 h5:grid-cols-1 h5:gap-3'

/** Promotions that are not for this player, or not open yet, and why: for information only. */
function Barred({ claims }: { claims: Claim[] }) {
  const text = useClaimText()
  return (
    <Panel title={text.barredTitle}>
      <ul aria-label={text.barredTitle} className="divide-y divide-line">
        {claims.map((claim) => (
          <li key={claim.id} className="flex items-center gap-3.5 px-5 py-3 h5:px-4">
            <ClaimMark kind={claim.kind} quiet />
            <div className="min-w-0 flex-1">
              <Link
                to={`${paths.activity}/${claim.id}`}
                className="hover:text-gold h5:-my-2.5 h5:inline-flex h5:min-h-11 h5:items-center"
              >
                {claim.name}
              </Link>
              <p className="text-sm text-mute">{claim.reason || claim.stateText}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Loading() {
  const words = useUiText()
  return (
    <div role="status" aria-label={words.loading} className={grid}>
      {Array.from({ length: 4 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and have no id
        <div key={`sk-${at}`} className="panel flex h-48 flex-col gap-4 p-5 h5:p-4">
          <div className="flex gap-3.5">
            <Skeleton className="size-11" />
            <Skeleton className="h-6 w-40" />
          </div>
          <Skeleton className="h-8 w-full" />
          <Skeleton className="mt-auto h-10 w-26 self-end" />
        </div>
      ))}
    </div>
  )
}

/** As documented: no data (NAV-02). */
function Nothing() {
  const text = useClaimText()
  return (
    <div className="panel flex flex-col items-center gap-1.5 px-6 pt-10 pb-12 text-center">
      <StateArt state="data" />
      <p className="pt-3 text-lg font-semibold">{text.empty}</p>
      <p className="max-w-md leading-7 text-balance text-soft">{text.emptyHint}</p>
      <Link to={paths.activity} className="btn btn-gold mt-4 h5:min-h-11">
        {text.toActivity}
      </Link>
    </div>
  )
}
