import { api } from '@shared/api/player-client'
import { clearLogin } from '@shared/session'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../paths'
import { siteForm } from '../ui/site-form'
import { toast } from '../ui/toast'
import { useShellText } from './use-shell-text'

/** Ends the session on the server, then here, and goes home (ACC-13). Here it ends even when no answer comes. */
export function useLogout() {
  const text = useShellText()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.call('POST /v1/Do/LogOutAction'),
    onSettled: async () => {
      await navigate(paths.home)
      clearLogin()
      if (siteForm() === 'h5')
        void import('../features/push/push-calls').then(({ dropPush }) => dropPush()).catch(() => undefined)
      toast('info', text.loggedOut)
    },
  })
}
