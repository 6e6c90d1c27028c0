import { boot } from '@shared/boot'
import { serverNow } from '@shared/clock'
import { lazy } from 'react'
import { fresh } from '../../features/content/content-queries'
import { Optional } from '../../ui/optional'

const HotNotices = lazy(async () => ({ default: (await import('../../features/content/home-notices')).HotNotices }))

/** Announcements that pop up. A fresh page knows that there is none, and then not even their code comes (HOME-04). */
export function HomeHot() {
  if (!boot.hot && serverNow() - boot.serverTimeMs <= fresh) return null
  return (
    <Optional>
      <HotNotices />
    </Optional>
  )
}
