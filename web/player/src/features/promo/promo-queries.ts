import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { queryOptions } from '@tanstack/react-query'
import { type Offer, offerOf } from './offer'

export interface Promotion {
  id: number
  name: string
  line: string
  /** '' when it has none that may be shown. */
  picture: string
  from: string
  to: string
  /** A kind of game no venue of which is open yet, '' for none. */
  needs: Wire['Activity']['Needs']
  /** The plain page of its details, for each form; '' when the address is not one of ours. */
  page: { desktop: string; h5: string }
}

type Row = Wire['Activity'] & { Line?: string; Needs?: Wire['Activity']['Needs'] }

export const promotionsQuery = queryOptions({
  queryKey: ['promotions'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Promotion[]> => {
    const { Data } = await api.call('POST /v1/PubInterface/GetActivity', undefined, { signal })
    return (Data ?? []).map(promotionOf)
  },
})

export const promotionOf = (row: Row): Promotion => ({
  id: Number(row.Id),
  name: row.Name || row.PromotionName,
  line: row.Line ?? '',
  picture: ownPicture(row.PcPic),
  from: dayOf(row.StartDate),
  to: dayOf(row.EndDate),
  needs: row.Needs ?? '',
  page: { desktop: ownPage(row.UrlPc || row.Url), h5: ownPage(row.Url || row.UrlPc) },
})

const dayOf = (time: string | undefined) => /^\d{4}-\d{2}-\d{2}/.exec(time ?? '')?.[0] ?? ''

const ownPicture = (address: string | undefined) => (/^\/(?![/\\])/.test(address ?? '') ? (address ?? '') : '')

/** The details are pages that the site serves itself; anything else is not framed, whatever the list says. */
const ownPage = (address: string | undefined) =>
  /^\/promotion\/\d+(\?form=h5)?$/.test(address ?? '') ? (address ?? '') : ''

/** A promotion that a deposit may name. */
export interface DepositPromotion {
  id: number
  name: string
  /** Its rule in a sentence; '' when there is none. */
  line: string
  /** Its bonus, in figures. */
  offer?: Offer | undefined
  /** It was shown and can no longer be chosen. */
  over?: boolean
}

export const depositPromotionsKey = ['depositPromotions']

export const depositPromotionsQuery = queryOptions({
  queryKey: depositPromotionsKey,
  staleTime: 60_000,
  queryFn: async ({ signal, client }): Promise<DepositPromotion[]> => {
    const { Promotions } = await api.call('POST /v1/Select/PromotionItems', undefined, { signal })
    if (!Promotions?.length) return []
    const pages = await client.ensureQueryData(promotionsQuery).catch(() => [])
    return Promotions.map(({ Id, PromotionName, Offer }) => ({
      id: Id,
      name: PromotionName,
      offer: offerOf(Offer),
      line: pages.find(({ id }) => id === Id)?.line ?? '',
    }))
  },
})
