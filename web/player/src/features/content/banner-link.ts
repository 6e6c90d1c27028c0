/** Where a banner leads: a page of this site, another site by https, or nowhere. */
export type BannerLink = { page: string } | { site: string } | null

/** Only these two kinds are followed, whatever the operator wrote; the rest is a picture without a link. */
export function bannerLink(link: string): BannerLink {
  if (/^\/#\/(?![/\\])/.test(link)) return { page: link.slice(2) }
  try {
    const address = new URL(link)
    return address.protocol === 'https:' && !address.username && !address.password ? { site: address.href } : null
  } catch {
    return null
  }
}
