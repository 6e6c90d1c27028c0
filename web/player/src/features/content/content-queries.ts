import { api } from '@shared/api/player-client'
import { boot } from '@shared/boot'
import { serverNow } from '@shared/clock'
import { tickerText } from '@shared/ticker'
import { queryOptions } from '@tanstack/react-query'
import { siteForm } from '../../ui/site-form'

/** The house's own pictures, shown until the server names others and when it names none. */
const ownBanners = ['/art/banner-1.svg', '/art/banner-2.svg', '/art/banner-3.svg']

export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  staleTime: 300_000,
  placeholderData: boot.banners.length > 0 ? boot.banners : ownBanners,
  queryFn: async ({ signal }) => {
    const device = siteForm() === 'h5' ? 'h5' : 'pc'
    const { Data } = await api.call('GET /v1/PubInterface/GetBannerImgPathList', { device }, { signal })
    const named = (Data?.Banner ?? []).map((banner) => banner.Value).filter(isPicture)
    return named.length > 0 ? named : ownBanners
  },
})

const isPicture = (address: string) => /^(https:\/\/|\/(?!\/))/.test(address)

export const tickerQuery = queryOptions({
  queryKey: ['ticker'],
  staleTime: 300_000,
  placeholderData: boot.ticker,
  queryFn: async ({ signal }) => {
    const { Data } = await api.call('GET /v1/PubInterface/HomePaggeContent', undefined, { signal })
    return (Data ?? []).map((item) => tickerText(item.TContent)).filter((text) => text !== '')
  },
})

/** Announcements whose time has not run out (HOME-04). A written time is GMT+8. */
export const hotNoticesQuery = queryOptions({
  queryKey: ['hotNotices'],
  staleTime: 300_000,
  queryFn: async ({ signal }) => {
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

export const instantOf = (time: string): number => {
  const plain = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(time)
  return plain ? Date.parse(`${plain[1]}T${plain[2]}+08:00`) : Date.parse(time)
}
