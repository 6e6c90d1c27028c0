import { useLogin } from '@shared/session'
import { lazy, type ReactNode, useSyncExternalStore } from 'react'
import { Optional } from '../ui/optional'
import { onToasterWanted, toasterWanted } from '../ui/toast'
import { HeldPage } from './held-page'
import { lazyPart } from './lazy-part'
import { MaintenanceGate } from './maintenance-gate'
import { OfflineBanner } from './offline-banner'
import { ScrollToTop } from './scroll-to-top'
import { SessionGuard } from './session-guard'

const PlayerNotices = lazyPart(() => import('./player-notices'))
const Toaster = lazy(() => import('../ui/toaster'))

/** The invisible parts of both layouts. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { Ticket } = useLogin()
  const toaster = useSyncExternalStore(onToasterWanted, toasterWanted)
  return (
    <HeldPage>
      <ScrollToTop />
      <SessionGuard />
      <MaintenanceGate />
      {children}
      {Ticket && (
        <Optional>
          <PlayerNotices />
        </Optional>
      )}
      <OfflineBanner />
      {toaster && (
        <Optional>
          <Toaster />
        </Optional>
      )}
    </HeldPage>
  )
}
