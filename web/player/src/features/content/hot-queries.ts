import { api } from '@shared/api/player-client'
import { boot } from '@shared/boot'
import { serverNow } from '@shared/clock'
import { tickerText } from '@shared/ticker'
import { queryOptions } from '@tanstack/react-query'
import { fresh, isPicture } from './content-queries'

export interface Notice {
  id: string
  title: string
  text: string
}

/** Whether asking for hot announcements can be worth it: the page says there is one, or says nothing, or is old. */
const mayBeHot = () => boot.hot || serverNow() - boot.serverTimeMs > fresh

/** Announcements whose time has not run out (HOME-04). A written time is GMT+8. */
export const hotNoticesQuery = () =>
  queryOptions({
    queryKey: ['hotNotices'],
    staleTime: fresh,
    retry: false,
    enabled: mayBeHot(),
    queryFn: async ({ signal }): Promise<Notice[]> => {
      const { Annoucements } = await api.call('POST /v1/PubInterface/AvaiabledAnnoucement', undefined, { signal })
      return (Annoucements ?? [])
        .filter((notice) => instantOf(notice.HotEndTime) > serverNow())
        .map((notice) => ({
          id: String(notice.Id),
          title: notice.Title ?? '',
          text: tickerText(notice.TContent ?? '') || (notice.TContent ?? ''),
        }))
    },
  })

const instantOf = (time: string): number => {
  const plain = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(time)
  return plain ? Date.parse(`${plain[1]}T${plain[2]}+08:00`) : Date.parse(time)
}

export interface HotPromotion {
  id: number
  name: string
  line: string
  picture: string
  from: string
  to: string
}

/** The first three promotions, in the operator's order. */
export const hotPromotionsQuery = queryOptions({
  queryKey: ['hotPromotions'],
  staleTime: fresh,
  queryFn: async ({ signal }): Promise<HotPromotion[]> => {
    const { Data } = await api.call('POST /v1/PubInterface/GetActivity', undefined, { signal })
    return (Data ?? []).slice(0, 3).map((row) => ({
      id: row.Id,
      name: row.PromotionName || row.Name,
      line: row.Line,
      picture: isPicture(row.PcPic) ? row.PcPic : '',
      from: row.StartDate,
      to: row.EndDate,
    }))
  },
})
