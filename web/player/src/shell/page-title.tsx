import { boot } from '@shared/boot'
import { shown } from '@shared/language'
import { useEffect } from 'react'

/** Names the page in the browser's tab and its history. */
export function PageTitle({ title }: { title?: string | undefined }) {
  useEffect(() => {
    document.title = [title, boot.siteName]
      .map((part) => part && shown(part))
      .filter(Boolean)
      .join(' · ')
  }, [title])
  return null
}
