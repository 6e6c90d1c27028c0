import { supportQuery } from '@shared/api/queries'
import { boot } from '@shared/boot'
import { loginInfo } from '@shared/session'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths'
import { openLater } from '../../ui/open-later'
import { toast } from '../../ui/toast'
import { usePlayerText } from './use-player-text'

/** Opens customer service. Without an address of it, the site's own: its tickets, or its contact page to a visitor. */
export function SupportButton({ className, children }: { className: string; children: ReactNode }) {
  const text = usePlayerText()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const open = async () => {
    if (boot.ownSupport) {
      await navigate(loginInfo().Ticket ? paths.support : paths.toolsContact)
      return
    }
    const opened = await openLater(() => queries.ensureQueryData(supportQuery)).catch(() => false)
    if (!opened) toast('error', text.supportMissing)
  }
  return (
    <button type="button" className={className} onClick={() => void open()}>
      {children}
    </button>
  )
}
