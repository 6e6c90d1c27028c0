import { supportQuery } from '@shared/api/queries'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { openLater } from '../../ui/open-later'
import { toast } from '../../ui/toast'
import { usePlayerText } from './use-player-text'

export function SupportButton({ className, children }: { className: string; children: ReactNode }) {
  const text = usePlayerText()
  const queries = useQueryClient()
  const open = async () => {
    const opened = await openLater(() => queries.ensureQueryData(supportQuery)).catch(() => false)
    if (!opened) toast('error', text.supportMissing)
  }
  return (
    <button type="button" className={className} onClick={() => void open()}>
      {children}
    </button>
  )
}
