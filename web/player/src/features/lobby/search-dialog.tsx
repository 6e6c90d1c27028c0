import { searched, shown } from '@shared/language'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '../../ui/dialog'
import { gamePath, searchQuery } from './lobby-queries'
import type { zhCN } from './text/search.zh-cn'
import { useLobbyText } from './use-lobby-text'
import { useSearchText } from './use-search-text'

interface Found {
  key: string
  to: string
  name: string
  line: string
}

/** How long nothing is typed before the server is asked. */
export const searchRestMs = 180

const bare = (text: string) => text.toLowerCase().replace(/[\s'’]/g, '')
const plain = (text: string) => searched(bare(text))

/** Pages whose name, as the reader sees it or in Chinese, holds the text, or whose words begin with it. Without a text the first ones. */
export function pagesFor(pages: (typeof zhCN)['page'], text: string) {
  const wanted = plain(text)
  if (wanted === '') return pages.slice(1, 9)
  return pages
    .filter(
      ({ name, words }) =>
        plain(name).includes(wanted) ||
        bare(shown(name)).includes(bare(text)) ||
        words
          .toLowerCase()
          .split(' ')
          .some((word) => word.startsWith(wanted)),
    )
    .slice(0, 6)
}

/** The search of games and pages: typed, walked with the arrows, opened with Enter (H-351). */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const text = useSearchText()
  const lobby = useLobbyText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked(plain(typed).slice(0, 40)), searchRestMs)
    return () => window.clearTimeout(timer)
  }, [typed])
  const { data = [], error, isFetching } = useQuery(searchQuery(asked))
  const games: Found[] = (typed.trim() ? data : []).map((game) => ({
    key: `game-${game.id}`,
    to: gamePath(game.id),
    name: game.name,
    line: `${game.venue} · ${lobby.kind[game.kind]}`,
  }))
  const pages: Found[] = pagesFor(text.page, typed).map(({ path, name }) => ({
    key: `page-${path}`,
    to: path,
    name,
    line: text.pages,
  }))
  const found = [...games, ...pages]
  const chosen = Math.min(at, found.length - 1)
  const open = (one: Found | undefined) => {
    if (!one) return
    onClose()
    void navigate(one.to)
  }
  const walk = (to: number) => {
    setAt(to)
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a character, its keys are its own.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' && found.length > 0) walk((chosen + 1) % found.length)
    else if (event.key === 'ArrowUp' && found.length > 0) walk((chosen - 1 + found.length) % found.length)
    else if (event.key === 'Enter') open(found[chosen])
    else return
    event.preventDefault()
  }
  const group = (name: string, rows: Found[], from: number) =>
    rows.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: groups of options inside a list box have no element of their own
      <div role="group" aria-label={name}>
        <p aria-hidden="true" className="px-3 pt-2 text-xs text-mute">
          {name}
        </p>
        {rows.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and walks the options
          <div
            key={one.key}
            id={`found-${from + index}`}
            role="option"
            tabIndex={-1}
            aria-selected={from + index === chosen}
            onClick={() => open(one)}
            onPointerMove={() => setAt(from + index)}
            className={`flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 ${
              from + index === chosen ? 'bg-raised text-gold-soft' : ''
            }`}
          >
            <span className="truncate">{one.name}</span>
            <span className="shrink-0 text-xs text-mute">{one.line}</span>
          </div>
        ))}
      </div>
    )
  const settled = !isFetching && asked === plain(typed).slice(0, 40)
  return (
    <Dialog title={text.title} onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-label={text.field}
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `found-${chosen}` : undefined}
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={40}
        placeholder={text.hint}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className="input-box"
      />
      <div ref={list} id="found" role="listbox" aria-label={text.results} className="mt-2 h-96 overflow-y-auto">
        {group(text.games, games, 0)}
        {group(text.pages, pages, games.length)}
      </div>
      <p role="status" className="pt-2 text-center text-xs text-mute">
        {error
          ? text.failed
          : typed.trim() && settled && found.length === 0
            ? `${text.none(typed.trim())} · ${text.noneLine}`
            : typed.trim() && settled
              ? text.found(found.length)
              : text.keys}
      </p>
    </Dialog>
  )
}
