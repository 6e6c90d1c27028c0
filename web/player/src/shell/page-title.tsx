import { boot } from '@shared/boot'
import { shown } from '@shared/language'
import { useEffect } from 'react'

/** What the browser's tab and its history say. */
export function PageTitle({ title }: { title?: string | undefined }) {
  useEffect(() => {
    document.title = [title, boot.siteName]
      .map((part) => part && shown(part))
      .filter(Boolean)
      .join(' · ')
  }, [title])
  return null
}
