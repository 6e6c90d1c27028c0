import { messageOf } from '@shared/api/api-error'
import { shown } from '@shared/language'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toast'
import { exportLedger } from './record-queries'
import { useRecordText } from './use-record-text'

/** Saves the movements of the chosen days as a file that a spreadsheet opens. */
export function ExportButton({ start, end, className = '' }: { start: string; end: string; className?: string }) {
  const text = useRecordText()
  const save = useMutation({
    mutationFn: () => exportLedger(start, end),
    onSuccess: (csv) => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
      link.download = shown(text.exportName(start, end))
      link.click()
      URL.revokeObjectURL(link.href)
      toast('success', text.exported)
    },
    onError: (error) => toast('error', messageOf(error) || text.notNow),
  })
  return (
    <Button look="line" className={className} busy={save.isPending} onClick={() => save.mutate()}>
      {text.export}
    </Button>
  )
}
