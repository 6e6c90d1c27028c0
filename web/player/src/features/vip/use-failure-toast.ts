import { ApiError } from '@shared/api/api-error'
import { useEffect } from 'react'
import { toast } from '../../ui/toast'

/**
 * Says what the server said to a read that failed (S1 8). An answer that never came is told by the page alone (ERR-04),
 * and a login that ended by the shell.
 */
export function useFailureToast(error: Error | null): void {
  useEffect(() => {
    if (error instanceof ApiError && !error.unanswered && error.status !== 401) toast('error', error.message)
  }, [error])
}
