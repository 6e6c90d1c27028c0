import { paths } from './paths'

/** Addresses of questions and help. They stand beside paths.ts because no first visit needs them. */
export const ticketPath = (id: string) => `${paths.support}/${encodeURIComponent(id)}`

/** The form of a new question, about an order or a bet where one is named. */
export const askPath = (kind: string, about = '', ref = '') => {
  const query = `${paths.support}${about ? `?${new URLSearchParams({ about, ref })}` : ''}`
  return `${query}${query.includes('?') ? '&' : '?'}ask=${encodeURIComponent(kind)}`
}

export const articlePath = (id: number) => `${paths.help}/${id}`

/** The articles of one subject. */
export const helpPath = (topic: string) => `${paths.help}?${new URLSearchParams({ topic })}`
