import { boot } from '@shared/boot'
import { isMobileAgent } from '@shared/mobile'
import type { SiteForm } from '../ui/site-form'

const key = 'siteForm'

const chosenForm = (): SiteForm | undefined => {
  const chosen = sessionStorage.getItem(key)
  return chosen === 'desktop' || chosen === 'h5' ? chosen : undefined
}

/**
 * Desktop or H5 (NAV-11, D-12): the player's choice, else the server's setting for this host, else the user
 * agent, else a narrow window.
 */
export function chooseForm(): SiteForm {
  const chosen = chosenForm()
  if (chosen) return chosen
  if (boot.form !== 'auto') return boot.form
  return isMobileAgent() || window.innerWidth < 768 ? 'h5' : 'desktop'
}

/** The "desktop site" and "mobile site" links: for this tab, until they are used again. */
export function switchForm(form: SiteForm): void {
  sessionStorage.setItem(key, form)
  window.location.reload()
}

interface Visit {
  location: Pick<Location, 'protocol' | 'hostname' | 'port' | 'pathname' | 'search' | 'hash'>
  agent: string
  /** www host to H5 host, the operator's own; empty on every host that is not. */
  h5Hosts: Record<string, string>
  chosen: SiteForm | undefined
}

/** Pages that phones open on the host they were sent to: an invitation's, the app's and one venue's. */
const staying = /^\/(register|downapp|xiaojin)(\/|$)/i

/**
 * The address on the H5 host that a phone belongs to; '' to stay. It moves only between the operator's hosts,
 * which the server names. An IP address, localhost or an unknown host is in no table. A host that others lead
 * to leads no further, so there is no loop.
 */
export function h5Address({ location, agent, h5Hosts, chosen }: Visit): string {
  const host = location.hostname.toLowerCase().replace(/\.$/, '')
  const target = Object.hasOwn(h5Hosts, host) ? h5Hosts[host] : undefined
  if (!target || chosen === 'desktop' || !isMobileAgent(agent)) return ''
  if (Object.values(h5Hosts).includes(host)) return ''
  const page = location.hash.startsWith('#/') ? location.hash.slice(1) : location.pathname
  if (staying.test(page.replace(/[?#].*$/, ''))) return ''
  const port = location.port ? `:${location.port}` : ''
  return `${location.protocol}//${target}${port}${location.pathname}${location.search}${location.hash}`
}

/** Moves a phone to the operator's H5 host, with everything its address says. True: this page is being left. */
export function leaveForH5Host(): boolean {
  const to = h5Address({
    location: window.location,
    agent: navigator.userAgent,
    h5Hosts: boot.h5Hosts,
    chosen: chosenForm(),
  })
  if (to) window.location.replace(to)
  return to !== ''
}
