import { supportQuery } from '@shared/api/queries'
import { useQueryClient } from '@tanstack/react-query'
import { openLater } from '../ui/open-later'
import { toast } from '../ui/toast'
import { useShellText } from './use-shell-text'

/** Opens the operator's support in a new window (NAV-09). */
export function useSupport() {
  const text = useShellText()
  const queries = useQueryClient()
  return async () => {
    const opened = await openLater(() => queries.ensureQueryData(supportQuery)).catch(() => false)
    if (!opened) toast('error', text.supportMissing)
  }
}
