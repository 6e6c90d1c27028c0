import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Input, SearchOutlined } from '../kit'
import { paths } from '../paths'
import { text } from '../text/zh-cn'

/** GlobalSearch finds a player by anything they are known by; the / key jumps into it. */
export function GlobalSearch() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== '/' || target.closest('input, textarea, [contenteditable]')) return
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <span ref={box}>
      <Input
        type="search"
        aria-label={text.menu.search}
        placeholder={text.menu.searchHint}
        prefix={<SearchOutlined />}
        value={typed}
        maxLength={64}
        style={{ width: 300 }}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => typed.trim() && void navigate(paths.playerSearch(typed.trim()))}
      />
    </span>
  )
}
