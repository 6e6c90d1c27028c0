import { apiBase } from '@shared/api/player-client'
import { quietly } from '@shared/api/quietly'
import { requestToken } from '@shared/api/request-token'
import { boot } from '@shared/boot'
import { serverNow } from '@shared/clock'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { siteForm } from './ui/site-form'

const path = '/v1/PubInterface/Vitals'

/** Reports how fast the page felt, and nothing about the visitor. */
export function watchVitals(): void {
  // The page of the visit's beginning, for that is what was loaded. A query may name an order or who invited whom.
  const route = window.location.hash.slice(1).replace(/[?#].*$/, '') || '/'
  const report = ({ name, value }: Metric) => {
    const body = new URLSearchParams({
      name,
      value: value.toFixed(name === 'CLS' ? 4 : 1),
      route,
      form: siteForm(),
    })
    // Last values are known when the page is left: keepalive lets the request outlive it. A beacon could not
    // carry the token. Lost values are not sent again.
    void fetch(apiBase + path, {
      method: 'POST',
      body,
      keepalive: true,
      credentials: 'omit',
      headers: { 'X-Req-Token': requestToken(path, 'POST', boot.reqTokenSecret, serverNow()) },
    }).catch((error) => quietly('vitals', error))
  }
  for (const watch of [onTTFB, onFCP, onLCP, onCLS, onINP]) watch(report)
}
