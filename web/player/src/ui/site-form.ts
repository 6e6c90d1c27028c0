/** Which of the two layouts runs. Chosen once, before a bundle loads; changing it is a new load. */
export type SiteForm = 'desktop' | 'h5'

export const siteForm = (): SiteForm => (document.documentElement.dataset.form === 'h5' ? 'h5' : 'desktop')
