import { useNavigate } from 'react-router'
import { paths } from '../../paths'

/** One page back. The first page of a visit has nothing of ours behind it, a redirect's included: it leads home. */
export function useBack(): () => void {
  const navigate = useNavigate()
  return () => {
    const index = (window.history.state as { idx?: number } | null)?.idx ?? 0
    if (index > 0) void navigate(-1)
    else void navigate(paths.home, { replace: true })
  }
}
