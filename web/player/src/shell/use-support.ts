import { api } from '@shared/api/player-client'
import { boot } from '@shared/boot'
import { loginInfo } from '@shared/session'
import { useNavigate } from 'react-router'
import { paths } from '../paths'
import { openLater } from '../ui/open-later'
import { toast } from '../ui/toast'
import { useShellText } from './use-shell-text'

const askSupport = async () => (await api.call('POST /v1/PubInterface/OnlineCustomSupportLink')).ResultMessage ?? ''

/** Opens the operator's support in a new window (NAV-09). Without one, the site's own: its tickets, or its contact page to a visitor. */
export function useSupport() {
  const text = useShellText()
  const navigate = useNavigate()
  return async () => {
    if (boot.ownSupport) {
      await navigate(loginInfo().Ticket ? paths.support : paths.toolsContact)
      return
    }
    const opened = await openLater(askSupport).catch(() => false)
    if (!opened) toast('error', text.supportMissing)
  }
}
