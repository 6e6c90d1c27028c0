import { useVenueStates } from '@shared/api/venue-states'
import { searched, shown } from '@shared/language'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths'
import { Dialog } from '../../ui/dialog'
import { siteForm } from '../../ui/site-form'
import { helpQuery } from '../help/help-queries'
import { type Cover, gamePath, homeLobbyQuery, homeMineQuery, searchQuery } from './lobby-queries'
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

const shownRecent = 3
const shownHelp = 4

/** Before anything is typed: the player's last games, and one that the operator puts forward from each kind. */
function useFirstGames() {
  const { Ticket } = useLogin()
  const { data: lobby } = useQuery({ ...homeLobbyQuery, refetchInterval: false })
  const { data: mine } = useQuery({ ...homeMineQuery, enabled: Ticket !== '' })
  const recent = (mine?.recent ?? []).slice(0, shownRecent)
  const hot = (lobby?.kinds ?? [])
    .flatMap(({ covers }) => covers.find(({ recommended }) => recommended) ?? covers.slice(0, 1))
    .filter(({ id }) => !recent.some((game) => game.id === id))
  return { recent, hot }
}

/** The search of games, help and pages: typed, walked with the arrows, opened with Enter (H-351). */
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
  const { data: articles = [] } = useQuery({ ...helpQuery(asked), enabled: asked !== '' })
  const first = useFirstGames()
  const venues = useVenueStates()
  const words = typed.trim()
  const rowOf = (group: string, venue?: string) => (game: Cover) => ({
    key: `${group}-${game.id}`,
    to: gamePath(game.id),
    name: game.name,
    line: [venue ?? venues[game.platformId]?.name, lobby.kind[game.kind]].filter(Boolean).join(' · '),
  })
  const recent: Found[] = words ? [] : first.recent.map(rowOf('recent'))
  const games: Found[] = words ? data.map((game) => rowOf('game', game.venue)(game)) : first.hot.map(rowOf('hot'))
  const help: Found[] = (words ? articles.slice(0, shownHelp) : []).map(({ id, title }) => ({
    key: `help-${id}`,
    to: paths.helpArticle.replace(':id', String(id)),
    name: title,
    line: text.help,
  }))
  const pages: Found[] = pagesFor(text.page, typed).map(({ path, name }) => ({
    key: `page-${path}`,
    to: path,
    name,
    line: text.pages,
  }))
  const found = [...recent, ...games, ...pages, ...help]
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
      {/* Under the field: the keyboard of a phone covers the end of the sheet. */}
      <p role="status" className="min-h-8 pt-2 text-xs text-mute">
        {error
          ? text.failed
          : words && settled && found.length === 0
            ? `${text.none(words)} · ${text.noneLine}`
            : words && settled
              ? text.found(found.length)
              : siteForm() === 'desktop' && text.keys}
      </p>
      <div ref={list} id="found" role="listbox" aria-label={text.results} className="h-96 overflow-y-auto">
        {group(text.recent, recent, 0)}
        {group(words ? text.games : text.hot, games, recent.length)}
        {group(text.pages, pages, recent.length + games.length)}
        {group(text.help, help, recent.length + games.length + pages.length)}
      </div>
    </Dialog>
  )
}
