import { lazy, useEffect, useState } from 'react'
import { Optional } from '../ui/optional'
import { keepLinksInApp } from './links-in-app'

const PwaBar = lazy(() => import('./pwa-bar'))

/**
 * The parts that make the phone's site an app. They wait until the page itself is there, because they are not
 * urgent.
 */
export function AppPart() {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => keepLinksInApp(), [])
  useEffect(() => {
    let timer = 0
    const start = () => {
      timer = window.setTimeout(() => setLoaded(true), 4500)
    }
    if (document.readyState === 'complete') start()
    else window.addEventListener('load', start, { once: true })
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('load', start)
    }
  }, [])
  return loaded ? (
    <Optional>
      <PwaBar />
    </Optional>
  ) : null
}
