import { messageOf } from '@shared/api/api-error'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { Optional } from '../../ui/optional'
import { toast } from '../../ui/toast'
import { hotNoticesQuery } from './hot-queries'
import { useHomeBelowText } from './use-home-below-text'

const NoticeDialog = lazy(() => import('./notice-dialog'))

const closedKey = 'closeAttention'

const closedIds = () => (sessionStorage.getItem(closedKey) ?? '').split(',')

/** Hot announcements pop up until they are closed; one that was not there before opens them again (HOME-04). */
export function HotNotices() {
  const text = useHomeBelowText()
  const { data = [], error } = useQuery(hotNoticesQuery())
  const [closed, setClosed] = useState(closedIds)
  useEffect(() => {
    // HOME-05
    if (error) toast('error', messageOf(error) || text.noticeFailed, { duration: 2000 })
  }, [error, text.noticeFailed])

  if (data.every((notice) => closed.includes(notice.id))) return null
  return (
    <Optional>
      <NoticeDialog
        title={text.noticeTitle}
        notices={data}
        onClose={() => {
          const ids = data.map((notice) => notice.id)
          sessionStorage.setItem(closedKey, ids.join(','))
          setClosed(ids)
        }}
      />
    </Optional>
  )
}
