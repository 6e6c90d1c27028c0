import { ApiError } from '@shared/api/api-error'
import { toast } from '../../ui/toast'

/**
 * Reads one of the two bank lists (CARD-03). A 400 is ignored and leaves the list empty; an empty list that
 * comes with an ErrorMessage shows it.
 */
export async function bankList<Row>(
  read: () => Promise<{ rows: Row[] | null | undefined; ErrorMessage?: string }>,
): Promise<Row[]> {
  try {
    const { rows, ErrorMessage } = await read()
    if (!rows?.length && ErrorMessage) toast('error', ErrorMessage)
    return rows ?? []
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return []
    throw error
  }
}
