import { lazy, useState } from 'react'
import { Optional } from '../ui/optional'
import { useLogout } from './use-logout'
import { useShellText } from './use-shell-text'

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog'))

export function LogoutButton({ className }: { className: string }) {
  const text = useShellText()
  const [asking, setAsking] = useState(false)
  const logout = useLogout()
  return (
    <>
      <button type="button" className={className} onClick={() => setAsking(true)}>
        {text.logout}
      </button>
      {asking && (
        <Optional>
          <ConfirmDialog
            title={text.logoutTitle}
            message={text.logoutAsk}
            busy={logout.isPending}
            onConfirm={() => logout.mutate()}
            onClose={() => setAsking(false)}
          />
        </Optional>
      )}
    </>
  )
}
