import { boot } from '@shared/boot'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths'
import { EmptyArt } from '../../ui/art/empty-art'
import { Button } from '../../ui/button'
import { askMaintenance } from '../maintenance-gate'
import { usePageText } from '../use-page-text'

/** MNT-02: asks again on demand; over, it goes home, else it shows from when until when. */
export default function MaintainPage() {
  const text = usePageText()
  const navigate = useNavigate()
  const [times, setTimes] = useState({
    start: boot.maintenance.startTime ?? '',
    end: boot.maintenance.endTime ?? '',
  })
  const ask = useMutation({
    mutationFn: askMaintenance,
    onSuccess: ({ status, startTime, endTime }) => {
      if (!status) return navigate(paths.home, { replace: true })
      setTimes({ start: startTime, end: endTime })
    },
  })
  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-6 text-center">
      <EmptyArt broken />
      <h1 className="text-2xl font-semibold">{text.maintainTitle}</h1>
      <p className="text-soft">{text.maintainHint}</p>
      {times.end && (
        <dl className="tabular grid grid-cols-[auto_auto] gap-x-4 text-left text-soft">
          <dt>{text.maintainFrom}</dt>
          <dd>{times.start}</dd>
          <dt>{text.maintainTo}</dt>
          <dd>{times.end}</dd>
        </dl>
      )}
      <Button busy={ask.isPending} onClick={() => ask.mutate()}>
        {text.maintainReload}
      </Button>
    </div>
  )
}
