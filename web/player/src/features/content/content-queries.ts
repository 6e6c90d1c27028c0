import { api } from '@shared/api/player-client'
import { type Banner, boot } from '@shared/boot'
import { serverNow } from '@shared/clock'
import { tickerText } from '@shared/ticker'
import { queryOptions } from '@tanstack/react-query'
import { siteForm } from '../../ui/site-form'

const fresh = 300_000

/** Banners with a picture that may be shown: this site's own or one loaded by https. */
const shown = (banners: Banner[]) => banners.filter((banner) => isPicture(banner.value))

const isPicture = (address: unknown) => typeof address === 'string' && /^(https:\/\/|\/(?![/\\]))/.test(address)

const bootBanners = () => shown(siteForm() === 'h5' ? boot.bannersH5 : boot.banners)

/** HOME-01: those the page was written with until the call answers. None at all: the house shows pictures of its own. */
export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  staleTime: fresh,
  placeholderData: bootBanners,
  queryFn: async ({ signal }) => {
    const device = siteForm() === 'h5' ? 'h5' : 'pc'
    const { Data } = await api.call('GET /v1/PubInterface/GetBannerImgPathList', { device }, { signal })
    return shown(
      (Data?.Banner ?? []).map((row) => ({
        value: row.Value,
        link: row.Link,
        alt: row.Alt,
        title: row.Title,
        line: row.Line,
        button: row.Button,
      })),
    )
  },
})

/** HOME-03. An item that does not decode is left out. */
export const tickerQuery = queryOptions({
  queryKey: ['ticker'],
  staleTime: fresh,
  placeholderData: boot.ticker,
  queryFn: async ({ signal }) => {
    const { Data } = await api.call('GET /v1/PubInterface/HomePaggeContent', undefined, { signal })
    const texts = (Data ?? []).map((item) => tickerText(item.TContent)).filter((text) => text !== '')
    return [...new Set(texts)]
  },
})

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

/** The house's own banners, for when the server names none. */
export const ownBanners = (words: { name: string; link: string; title: string; line: string; button: string }[]) =>
  words.map(({ name, ...rest }) => ({
    ...rest,
    value: `/art/${name}${siteForm() === 'h5' ? '-h5' : ''}.svg`,
    alt: rest.title,
  }))
