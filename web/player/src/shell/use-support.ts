import { api } from '@shared/api/player-client'
import { openLater } from '../ui/open-later'
import { toast } from '../ui/toast'
import { useShellText } from './use-shell-text'

const askSupport = async () => (await api.call('POST /v1/PubInterface/OnlineCustomSupportLink')).ResultMessage ?? ''

/** Opens the operator's support in a new window (NAV-09). */
export function useSupport() {
  const text = useShellText()
  return async () => {
    const opened = await openLater(askSupport).catch(() => false)
    if (!opened) toast('error', text.supportMissing)
  }
}
