import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from '../../ui/toast'
import { homeMineKey } from './lobby-keys'
import type { Cover, HomeMine } from './lobby-queries'
import { useLobbyText } from './use-lobby-text'

/** The heart of a cover. It shows at once, and goes back where the server refuses. */
export function CoverMark({ cover, marked }: { cover: Cover; marked: boolean }) {
  const text = useLobbyText()
  const queries = useQueryClient()
  const sending = useRef(false)
  const show = (on: boolean) =>
    queries.setQueryData<HomeMine>(homeMineKey, (mine) => {
      if (!mine) return mine
      const rest = mine.favourites.filter(({ id }) => id !== cover.id)
      const others = mine.marked.filter((id) => id !== cover.id)
      return { ...mine, favourites: on ? [cover, ...rest] : rest, marked: on ? [...others, cover.id] : others }
    })
  const toggle = async () => {
    if (sending.current) return
    sending.current = true
    await queries.cancelQueries({ queryKey: homeMineKey })
    show(!marked)
    try {
      const input = { GameInfoId: cover.id }
      if (marked) await api.call('POST /v1/Do/CancelGameFavoritesAction', input)
      else await api.call('POST /v1/Do/AddGameFavoritesAction', input)
      toast('success', marked ? text.unmarked : text.marked)
      // The lobby's own lists show the same marks.
      void queries.invalidateQueries({ queryKey: ['games'] })
    } catch (error) {
      show(marked)
      toast('error', messageOf(error) || text.markFailed)
    }
    sending.current = false
  }
  return (
    <button
      type="button"
      aria-label={text.mark(cover.name)}
      aria-pressed={marked}
      onClick={() => void toggle()}
      className="absolute top-0 right-0 grid size-11 place-items-center rounded-xl -outline-offset-2"
    >
      <span
        className={`grid size-7 place-items-center rounded-full bg-ink/80 ${marked ? 'text-gold' : 'text-soft hover:text-gold-soft'}`}
      >
        <svg
          width="16"
          height="16"
          viewBox="0 0 24 24"
          fill={marked ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M12 20.500C5 15.600 3 12.300 3 8.900A4.900 4.900 0 0 1 12 6.200a4.900 4.900 0 0 1 9 2.700c0 3.400-2 6.700-9 11.600Z" />
        </svg>
      </span>
    </button>
  )
}
