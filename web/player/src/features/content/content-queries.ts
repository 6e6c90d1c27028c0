import { api } from '@shared/api/player-client'
import { type Banner, boot } from '@shared/boot'
import { tickerText } from '@shared/ticker'
import { queryOptions } from '@tanstack/react-query'
import { siteForm } from '../../ui/site-form'

export const fresh = 300_000

/** Banners with a picture that may be shown: this site's own or one loaded by https. */
const shown = (banners: Banner[]) => banners.filter((banner) => isPicture(banner.value))

/** Whether an address can be a picture of a page. */
export const isPicture = (address: unknown) => typeof address === 'string' && /^(https:\/\/|\/(?![/\\]))/.test(address)

const bootBanners = () => shown(siteForm() === 'h5' ? boot.bannersH5 : boot.banners)

/**
 * HOME-01: the banners written into the page until the call answers. Without any, the site shows its own
 * pictures.
 */
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

/**
 * The banners of one reader: who has an account is not asked to open one. Where an operator has no other banner, all
 * are shown. The script of index.html has the same rule.
 */
export function bannersFor(banners: Banner[], hasAccount: boolean): Banner[] {
  const rest = hasAccount ? banners.filter(({ link }) => !/^\/#\/register\b/i.test(link)) : banners
  return rest.length > 0 ? rest : banners
}

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

/** The site's own banners, for when the server names none. */
export const ownBanners = (words: { name: string; link: string; title: string; line: string; button: string }[]) =>
  words.map(({ name, ...rest }) => ({
    ...rest,
    value: `/art/${name}${siteForm() === 'h5' ? '-h5' : ''}.svg`,
    alt: rest.title,
  }))
