import { useSearchParams } from 'react-router'
import { type TrackKey, trackKeys, type Vip } from './vip-queries'

export type Plan = 'weekly' | 'monthly'

interface View {
  plan: Plan
  card: TrackKey
}

/**
 * The view is in the address: the programme, and the weekly one's card index, 0 to 2 (VIP-01). A programme
 * that is off is never shown, whatever the address says.
 */
export function useView({ tracks, monthly }: Vip) {
  const [query, setQuery] = useSearchParams()
  const asked = trackKeys[Number(query.get('card'))]
  const card = tracks.find(({ key }) => key === asked)?.key ?? tracks[0]?.key
  const wantsMonthly = query.get('plan') === 'monthly' || card === undefined
  const view: View = { plan: wantsMonthly && monthly ? 'monthly' : 'weekly', card: card ?? 'Card' }
  const show = (change: Partial<View>) => {
    const next = { ...view, ...change }
    setQuery((before) => {
      before.set('plan', next.plan)
      before.set('card', String(trackKeys.indexOf(next.card)))
      return before
    })
  }
  return { ...view, show }
}
