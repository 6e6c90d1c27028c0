import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Optional } from '../ui/optional'
import { lazyPart } from './lazy-part'
import { useShellText } from './use-shell-text'

const SearchDialog = lazyPart(() => import('../features/lobby/search-dialog'))

/** The header's search. `/` opens it outside of fields, Ctrl+K or ⌘K everywhere; its code comes when it opens. */
export function SiteSearch({ className }: { className: string }) {
  const text = useShellText()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const [page, setPage] = useState(pathname)
  // Back has led to another page, over which the search would stay.
  if (page !== pathname) {
    setPage(pathname)
    setOpen(false)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = event.target
      const typing = at instanceof Element && at.closest('input,textarea,select,[contenteditable]')
      const slash = event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey
      const letter = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if ((!slash && !letter) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-label={text.search}
        title={text.searchHint}
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
        className={`grid shrink-0 place-items-center text-soft ${className}`}
      >
        <svg
          width="20"
          height="20"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M16.500 16.500 21 21M3 10.500a7.500 7.500 0 1 0 15 0a7.500 7.500 0 1 0-15 0" strokeLinecap="round" />
        </svg>
      </button>
      {open && (
        <Optional>
          <SearchDialog onClose={() => setOpen(false)} />
        </Optional>
      )}
    </>
  )
}
