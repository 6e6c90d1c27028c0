import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { onToasterWanted, toasterWanted } from '../ui/toast'
import { DepositNotice } from './deposit-notice'
import { MaintenanceGate } from './maintenance-gate'
import { OfflineBanner } from './offline-banner'
import { ScrollToTop } from './scroll-to-top'
import { SessionGuard } from './session-guard'

const Toaster = lazy(() => import('../ui/toaster'))

/** What both layouts have and no page sees. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const toaster = useSyncExternalStore(onToasterWanted, toasterWanted)
  return (
    <>
      <ScrollToTop />
      <SessionGuard />
      <MaintenanceGate />
      {children}
      <DepositNotice />
      <OfflineBanner />
      {toaster && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  )
}
