import { messageOf } from '@shared/api/api-error'
import { balanceKey } from '@shared/api/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toast'
import { recordKey, takeBack } from './record-queries'
import { useRecordText } from './use-record-text'
import { termsKey } from './withdraw-queries'

/** Takes a withdrawal back, after a second look. The server decides whether staff were faster, and its sentence stays. */
export function TakeBack({ sn }: { sn: string }) {
  const text = useRecordText()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const back = useMutation({
    mutationFn: () => takeBack(sn),
    onSuccess: (answer) => toast('success', answer.ResultMessage || text.takenBack),
    onSettled: () =>
      Promise.all(
        [balanceKey, termsKey, recordKey, ['funding'], ['ledger']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return (
    <div className="space-y-2">
      {asking ? (
        <>
          <p className="text-sm text-soft">{text.takeBackLine}</p>
          <div className="grid grid-cols-2 gap-3">
            <Button look="line" disabled={back.isPending} onClick={() => setAsking(false)}>
              {text.keep}
            </Button>
            <Button busy={back.isPending} onClick={() => back.mutate()}>
              {text.takeBackConfirm}
            </Button>
          </div>
        </>
      ) : (
        <Button look="line" className="w-full" onClick={() => setAsking(true)}>
          {text.takeBack}
        </Button>
      )}
      {back.error && (
        <p role="alert" className="text-sm text-loss">
          {messageOf(back.error)}
        </p>
      )}
    </div>
  )
}
