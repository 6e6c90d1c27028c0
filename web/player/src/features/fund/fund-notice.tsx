import { gmtDay } from '@shared/clock'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths'
import { Optional } from '../../ui/optional'
import { type BonusNotice, fundNoticeQuery } from './fund-queries'

const FundNoticeDialog = lazy(() => import('./fund-notice-dialog'))

/** Pages that are left by themselves, and would take the congratulation with them. */
const silentOn = [paths.login, paths.register, paths.goto, paths.frame, paths.maintain].map((path) =>
  path.toLowerCase(),
)

const dayKey = 'bonusDate'
const toldToday = () => localStorage.getItem(dayKey) === gmtDay()

/**
 * After a login asks once whether there are C$ to unlock, and congratulates at most once a day in GMT+8
 * (FUND-05). A day counts from the moment it was seen, because another dialog may come before it. Failures
 * are ignored.
 */
export default function FundNotice() {
  const { Ticket } = useLogin()
  const { pathname } = useLocation()
  const [toldBefore] = useState(toldToday)
  const [shown, setShown] = useState<BonusNotice | null>(null)
  const silent = silentOn.includes(pathname.toLowerCase())
  const { data } = useQuery({ ...fundNoticeQuery(Ticket), enabled: Ticket !== '' && !silent && !toldBefore })
  useEffect(() => {
    // Another tab may have told it while this one asked.
    if (data && !toldToday()) setShown(data)
  }, [data])
  if (!shown || silent) return null
  return (
    <Optional>
      <FundNoticeDialog
        notice={shown}
        onSeen={() => localStorage.setItem(dayKey, gmtDay())}
        onClose={() => setShown(null)}
      />
    </Optional>
  )
}
